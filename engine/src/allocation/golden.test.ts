import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InJson, JsonInstance } from './json/form.ts';
import { allocate, brokenLaws } from './json-fixture.ts';
import type { Allocation, AllocationStats, Shortage } from './types.ts';

type Case = {
  readonly title: string;
  readonly given: JsonInstance;
  readonly expect: {
    readonly allocations: readonly InJson<Allocation>[];
    readonly shortages: readonly Partial<InJson<Shortage>>[];
    readonly stats: Partial<AllocationStats>;
  };
};

const folder = new URL('../../golden/allocation/', import.meta.url);
const cases = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case);

describe('cases that an accountant can read', () => {
  it.each(cases.map((example) => [example.title, example] as const))('%s', (_, { given, expect: wanted }) => {
    const plan = allocate(given);
    expect(brokenLaws(given, plan)).toEqual([]);
    expect(plan.allocations).toEqual(wanted.allocations);
    expect(plan.shortages).toHaveLength(wanted.shortages.length);
    expect(plan.shortages).toMatchObject(wanted.shortages);
    expect(plan.stats).toMatchObject(wanted.stats);
  });
});
