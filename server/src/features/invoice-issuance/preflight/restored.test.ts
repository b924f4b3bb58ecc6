import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { expect, test } from 'vitest';
import { restoredFinding } from './restored.ts';

const RESTORED = '2026-09-10T02:00:00.000Z';

/** The names of the finding in a period that begins on a day; `ledgers`: when the sales ledger of each profile was made. */
const named = (fromDate: string, ledgers: readonly (string | undefined)[]) =>
  restoredFinding(
    {
      period: { fromDate } as IssuanceInput['period'],
      profiles: ledgers.map((ledger, n) => ({
        terms: { code: `P${n}` },
        moments: { exports: [], ...(ledger !== undefined && { ledger }) },
      })) as unknown as IssuanceInput['profiles'],
    },
    RESTORED,
  )?.message.match(/«P\d»|\d hồ sơ khác/g);
const AFTER = '2026-09-10T02:00:00.001Z';

test('profiles without a ledger of after the restore are named', () => {
  expect(named('2026-09-01', ['2026-09-10T01:59:59.999Z', RESTORED, undefined, AFTER])).toEqual([
    '«P0»',
    '«P1»',
    '«P2»',
  ]);
  expect(named('2026-09-01', Array(8).fill(undefined))).toEqual([
    ...[0, 1, 2, 3, 4].map((n) => `«P${n}»`),
    '3 hồ sơ khác',
  ]);
  expect(named('2026-09-01', [AFTER, AFTER])).toBeUndefined();
});

test('a period that begins later is not stopped; the day after may have begun in Vietnam', () => {
  expect(named('2026-09-11', [undefined])).toEqual(['«P0»']);
  expect(named('2026-09-12', [undefined])).toBeUndefined();
});
