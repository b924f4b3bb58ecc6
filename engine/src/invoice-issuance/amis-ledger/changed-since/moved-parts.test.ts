import { describe, expect, test } from 'vitest';
import type { GivenPeriod } from '../../plan-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { ample, type Line, left, line, other, told } from './entered-anew-fixture.ts';

describe('a line of which Bravo has moved a part to another line, after its invoice has left', () => {
  const less = { ...line!, quantity: '3', amount: 300_000 };
  const part = (more: Partial<Line>): Partial<GivenPeriod> => ({
    lines: [less, { ...line!, id: '9', quantity: '1', amount: 100_000, ...more }, other!],
  });

  test.each<[string, Partial<Line>]>([
    ['of the same document', {}],
    ['of the same document, on another day', { date: '2026-09-08' }],
    ['of another number', { doc: 'X' }],
  ])('does not leave a second time with one %s', (_, more) => {
    expect(told({}, part(more)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/sổ Bravo nay ghi ít hơn, ví dụ dòng «9» giống phần đã bớt của dòng «1» của hóa đơn/),
    ]);
  });

  test.each<[string, Partial<Line>]>([
    ['with more goods than were moved', { quantity: '2', amount: 200_000 }],
    ['of another number and another price', { doc: 'X', amount: 110_000 }],
    ['of another number and day', { doc: 'X', date: '2026-09-06' }],
    ['of another number and customer', { doc: 'X', partner: 'KH2' }],
    ['of another item', { item: 'VT2' }],
  ])('is not seen in one %s', (_, more) => {
    expect(told({}, part(more))).toEqual([]);
  });

  test('is seen in each of several lines under a number that the whole document has by now', () => {
    const lines = [
      { ...less, quantity: '1', amount: 100_000, doc: 'X' },
      { ...line!, id: '8', doc: 'X', quantity: '2', amount: 200_000 },
      { ...line!, id: '9', doc: 'X', quantity: '1', amount: 100_000 },
      other!,
    ];
    expect(told({}, { lines }).map(({ message }) => message)).toEqual([expect.stringMatching(/: 2 dòng bán của nó/)]);
  });

  test.each<[string, Partial<Line>, Partial<Line>]>([
    ['under the number that both have by now', { doc: 'X' }, { doc: 'X' }],
    ['that has kept the number, where the line itself has another one', { doc: 'X' }, {}],
  ])('is seen in a line with some of the goods %s', (_, now, moved) => {
    const lines = [
      { ...less, quantity: '1', amount: 100_000, ...now },
      { ...line!, id: '9', quantity: '2', amount: 200_000, ...moved },
      other!,
    ];
    expect(told({}, { lines })).toHaveLength(1);
  });

  test.each<[string, string, string]>([
    ['one other number', 'X', 'X'],
    ['two other numbers', 'X', 'Y'],
  ])('is seen in lines of %s that are together what was moved', (_, first, second) => {
    // Of another number the customer has bought some of it besides, on the same day.
    const besides = first === second ? [{ ...line!, id: '7', doc: 'Z', quantity: '2', amount: 200_000 }] : [];
    const lines = (moved: number) => [
      { ...less, quantity: '1', amount: 100_000 },
      ...besides,
      { ...line!, id: '8', doc: first, quantity: '2', amount: 200_000 },
      { ...line!, id: '9', doc: second, quantity: '1', amount: moved },
      other!,
    ];
    const countOf = (moved: number) =>
      told({}, { lines: lines(moved) }).reduce(
        (sum, { message }) => sum + Number(/(\d+) dòng bán của nó/.exec(message)![1]),
        0,
      );
    expect([countOf(100_000), countOf(100_001)]).toEqual([2, 0]);
  });

  test('is not seen in one of another number that has fewer goods at the same price', () => {
    const lines = [
      { ...line!, quantity: '2', amount: 200_000 },
      { ...line!, id: '9', doc: 'X', quantity: '1', amount: 100_000 },
    ];
    expect(told({}, { lines })).toEqual([]);
  });

  test('is seen in one also where the line itself is left out', () => {
    const lines = [
      { ...line!, quantity: '1', amount: 100_000 },
      { ...line!, id: '9', quantity: '3', amount: 300_000 },
    ];
    expect(told({}, { lines, exclusions: [{ line: '1', reason: 'not_a_sale', note: 'x' }] })).toHaveLength(1);
  });

  test('is seen in none once AMIS has lowered the invoice by it', () => {
    const issued: PlannedInvoice = { ...left, status: 'issued', invoiceNumber: '7', issuedOn: '2026-09-30' };
    const adjusting = (quantity: string, amount: number) => ({
      ...{
        id: 'a',
        voucherNumber: 'DC1',
        documentDate: '2026-09-30',
        product: 'SP1',
        customerCode: 'C1',
        quantity,
        amount,
      },
      ...{ invoiceNumber: '8', invoiceDate: '2026-09-30', description: 'Điều chỉnh giảm cho hóa đơn số 7' },
    });
    const after = (...sales: ReturnType<typeof adjusting>[]) =>
      told({}, { ...part({}), profiles: [{ ...ample().profiles[0]!, sales }] }, issued).length;
    expect([after(), after(adjusting('-1', -90_000)), after(adjusting('-0.5', -100_000))]).toEqual([1, 1, 1]);
    expect(after(adjusting('-1', -100_000))).toBe(0);
  });
});
