import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuanceInput } from '../plan-fixture.ts';
import { LedgerIndex } from './ledger-index.ts';
import { LineNumbers } from './line-numbers.ts';

const all = issuanceInput({
  profiles: [],
  lines: Array.from({ length: 9 }, (_, at) => ({
    ...{ id: `L${at}`, date: '2026-09-05', partner: 'K1', item: 'V', quantity: '4', amount: 1000 },
  })),
}).lines;

test('lines are found in one ledger after another that are numbered together, whatever was in those before', () => {
  const day = fc.record({ lines: fc.shuffledSubarray([...all]), gone: fc.subarray([...all]), isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.array(day, { maxLength: 5 }), (days) => {
      const numbers = new LineNumbers();
      for (const { lines: some, gone, isRead } of days) {
        // A ledger that is read again has lines of its own.
        const lines = isRead ? some.map((line) => ({ ...line })) : some;
        const ledger = new LedgerIndex(lines, numbers);
        const places = all.map(({ id }) => ledger.placeOf(id) ?? -1);
        expect(places).toEqual(all.map(({ id }) => lines.findIndex((line) => line.id === id)));
        expect(numbers.lines).toBe(lines);
        numbers.forget(gone);
      }
    }),
  );
});

test('a line that comes twice is refused, also where the ledger of before is known', () => {
  const numbers = new LineNumbers();
  const twice = () => new LedgerIndex([...all.slice(0, 3), { ...all[1]! }], numbers);
  expect(twice).toThrow('«L1» bị lặp');
  expect(new LedgerIndex(all, numbers).placeOf('L8')).toBe(8);
  expect(twice).toThrow('«L1» bị lặp');
});
