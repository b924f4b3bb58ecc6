import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from '../../day.ts';
import { TAX_CHANNELS } from '../tax-list.ts';
import { coverGaps, type DayRange, type ListCover } from './cover.ts';

const day = fc.integer({ min: 0, max: 40 }).map((days) => addDays('2026-09-25', days));
const list: fc.Arbitrary<ListCover> = fc.record({
  fromDate: day,
  toDate: day,
  channels: fc.subarray([...TAX_CHANNELS]),
  madeOn: day,
  isIncomplete: fc.boolean(),
});
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const DAYS = Array.from({ length: 31 }, (_, at) => addDays('2026-10-01', at));
const within = (ranges: readonly DayRange[], one: Day): boolean =>
  ranges.some(({ from, to }) => from <= one && one <= to);

test('a day is missing when no list knows it whole, and incomplete when only lists with rejected rows do', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), (lists) => {
      for (const { channel, missing, incomplete } of coverGaps(lists, OCTOBER))
        for (const one of DAYS) {
          const of = lists.filter(
            ({ channels, fromDate, toDate, madeOn }) =>
              channels.includes(channel) && fromDate <= one && one <= toDate && one < madeOn,
          );
          expect(within(missing, one), one).toBe(of.length === 0);
          expect(within(incomplete, one), one).toBe(of.length > 0 && of.every(({ isIncomplete }) => isIncomplete));
        }
    }),
  );
});

test('gaps lie in the range, in order, and touch nowhere', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), (lists) => {
      for (const { missing } of coverGaps(lists, OCTOBER))
        missing.forEach(({ from, to }, at) => {
          expect(from >= OCTOBER.from && from <= to && to <= OCTOBER.to).toBe(true);
          if (at > 0) expect(addDays(missing[at - 1]!.to, 1) < from).toBe(true);
        });
    }),
  );
});
