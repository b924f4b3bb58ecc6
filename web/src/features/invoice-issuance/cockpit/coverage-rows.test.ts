import { expect, it } from 'vitest';
import { coverageOf } from './coverage-rows.ts';

const profile = (profileId: string) => ({ profileId, code: profileId.toUpperCase(), name: '' }) as never;
const row = (profileIds: string[], invoiced: number, alreadyInvoiced: number, unallocated: number) => ({
  ...{ profileIds, invoiced, alreadyInvoiced, unallocated },
});

it('says of each profile how much of what it may invoice is covered, and counts what is shared once', () => {
  const coverage = [
    row(['a'], 600, 200, 100),
    row(['b'], 0, 0, 0),
    row(['c'], 0, 0, -50),
    row(['a', 'b'], 0, 0, 100),
    row([], 0, 0, 7),
  ];
  const { profiles, shared } = coverageOf({ byProfile: [profile('a'), profile('b'), profile('c')], coverage });
  expect(profiles.map(({ code, covered, own, shared: also, share }) => [code, covered, own, also, share])).toEqual([
    ['A', 800, 100, 100, 0.8],
    ['B', 0, 0, 100, 0],
    ['C', 0, -50, 0, undefined],
  ]);
  expect(shared.map(({ codes, unallocated }) => [codes, unallocated])).toEqual([
    [['A', 'B'], 100],
    [[], 7],
  ]);
});
