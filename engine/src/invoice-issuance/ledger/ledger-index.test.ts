import { expect, test } from 'vitest';
import { issuanceInput } from '../plan-fixture.ts';
import { LedgerIndex } from './ledger-index.ts';

const linesOf = (...partners: string[]) =>
  issuanceInput({
    profiles: [],
    lines: partners.map((partner, place) => ({
      ...{ id: `L${place}`, date: '2026-09-05', partner, item: 'V', quantity: '4', amount: 1000 },
    })),
  }).lines;

test('lines are found by their source key, and those of some partners in the order of the ledger', () => {
  const lines = linesOf('K2', 'K1', 'K3', 'K2', 'K1');
  const ledger = new LedgerIndex(lines);
  expect(ledger.placeOf('L3')).toBe(3);
  expect(ledger.lineOf('L0')).toBe(lines[0]);
  expect(ledger.lineOf('L9')).toBeUndefined();
  expect([...ledger.placesOf(['K1'])]).toEqual([1, 4]);
  expect([...ledger.placesOf(['K3', 'K2', 'K9'])]).toEqual([0, 2, 3]);
  expect([...ledger.placesOf([])]).toEqual([]);
});

test('a line is found from wherever the last question has led', () => {
  const ledger = new LedgerIndex(linesOf('K1', 'K1', 'K2', 'K1', 'K3', 'K1', 'K1'));
  for (const place of [0, 1, 4, 3, 6, 0, 2, 5, 5]) expect(ledger.placeOf(`L${place}`)).toBe(place);
  expect(ledger.placeOf('L7')).toBeUndefined();
  expect(ledger.placeOf('L6')).toBe(6);
  expect(ledger.placeOf('L7')).toBeUndefined();
});
