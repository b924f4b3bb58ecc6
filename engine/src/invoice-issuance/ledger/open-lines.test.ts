import { expect, test } from 'vitest';
import { parseQuantity } from '../../quantity.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { isSettled, OpenLedger, type OpenLine, shareOf, take, takeRest, vatShare } from './open-lines.ts';

const lineOf = (own: object = {}) =>
  issuanceInput({
    profiles: [],
    lines: [
      { id: '1', date: '2026-09-05', partner: 'K', item: 'V', quantity: '4', amount: 1000, vatAmount: 101, ...own },
    ],
  }).lines[0]!;
const openOf = (own: object = {}): OpenLine => new OpenLedger([lineOf(own)]).get('1')!;
const left = ({ baseQuantity, amount, vatAmount }: OpenLine) => [baseQuantity, amount, vatAmount];

test('a line is open with its net amount; the quantity of a discount is no goods', () => {
  expect(left(openOf({ discount: 30 }))).toEqual([parseQuantity('4'), 970, 101]);
  expect(left(openOf({ kind: 'discount', amount: -50 }))).toEqual([0n, -50, 101]);
  expect(() => new OpenLedger([lineOf(), lineOf()])).toThrow('bị lặp');
});

test('a part takes its share, and the last one takes the whole rest', () => {
  const open = openOf();
  expect(take(open, shareOf(open, parseQuantity('1')))).toEqual({
    baseQuantity: parseQuantity('1'),
    amount: 250,
    vatAmount: 25,
  });
  expect(left(open)).toEqual([parseQuantity('3'), 750, 76]);
  expect(shareOf(open, parseQuantity('3'))).toEqual({ baseQuantity: parseQuantity('3'), amount: 750, vatAmount: 76 });
  expect(vatShare(open, 750)).toBe(76);
  expect(vatShare(open, 375)).toBe(38);
  expect(isSettled(open)).toBe(false);
  expect(takeRest(open)).toEqual({ baseQuantity: parseQuantity('3'), amount: 750, vatAmount: 76 });
  expect(isSettled(open)).toBe(true);
  expect(vatShare(open, 5)).toBe(0);
});

test.each([
  [{ baseQuantity: 1n, amount: 0, vatAmount: 0 }, false],
  [{ baseQuantity: 0n, amount: 1, vatAmount: 0 }, false],
  [{ baseQuantity: 0n, amount: 0, vatAmount: -1 }, false],
  [{ baseQuantity: 0n, amount: 0, vatAmount: 0 }, true],
])('a line with the rest %o is settled: %s', (rest, settled) => {
  expect(isSettled({ place: 0, line: lineOf(), ...rest })).toBe(settled);
});

test('a line that is taken as a whole is gone without being opened, and nothing is taken of it twice', () => {
  const blank = lineOf({ id: '3', quantity: '0', amount: 0, vatAmount: 0 });
  const lines = [lineOf(), lineOf({ id: '2' }), { ...blank, unstated: ['amount' as const] }, { ...blank, id: '4' }];
  const ledger = new OpenLedger(lines);
  expect(ledger.takeWhole(0, parseQuantity('3'), 1000)).toBe(false);
  expect(ledger.takeWhole(0, parseQuantity('4'), 999)).toBe(false);
  expect(ledger.takeWhole(0, parseQuantity('4'), 1000)).toBe(true);
  expect(ledger.takeWhole(0, parseQuantity('4'), 1000)).toBe(false);
  expect(ledger.unsettled().map(({ line }) => line.id)).toEqual(['2', '3']);
  expect(left(ledger.get('1')!)).toEqual([0n, 0, 0]);
  take(ledger.get('2')!, { baseQuantity: 1n, amount: 0, vatAmount: 0 });
  expect(ledger.takeWhole(1, parseQuantity('4'), 1000)).toBe(false);
  expect(ledger.get('9')).toBeUndefined();
});
