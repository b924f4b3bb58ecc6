import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sidesOfAnyKind } from './any-sides-fixture.ts';
import { compareSides } from './compare-sides.ts';
import { booksEntry, delivery, sides, taxInvoice } from './sides-fixture.ts';
import type { SidesInput } from './types.ts';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const cover = {
  ...sides().cover,
  tax: sides().cover.tax.map(({ channel }) => ({ channel, from: OCTOBER.from, to: NOVEMBER.to })),
};

/** Sold and posted on the 31st, with an invoice of the 2nd. */
const late: Partial<SidesInput> = {
  tax: [taxInvoice({ date: '2026-11-02' })],
  books: [booksEntry({ day: '2026-10-31', invoiceDate: '2026-11-02' })],
  deliveries: [delivery({ day: '2026-10-31' })],
};

const inOctober = (input: Partial<SidesInput>) =>
  compareSides(sides({ days: OCTOBER, cover: { ...cover, books: [OCTOBER] }, ...input }));
const inNovember = (input: Partial<SidesInput>) =>
  compareSides(
    sides({
      ...{ days: NOVEMBER, cover: { ...cover, books: [NOVEMBER], deliveries: NOVEMBER }, ...input },
      deliveries: (input.deliveries ?? []).map((one) => ({ ...one, isOutside: true })),
    }),
  );

const told = ([row, ...others]: ReturnType<typeof compareSides>) => [
  ...[others.length, row?.delivery?.total, row?.books?.total, row?.tax?.total],
  row?.differences.map(({ kind, pair, says, truth }) => [kind, pair, says.left, says.right, truth]),
];

describe('an invoice whose sides are in two months', () => {
  const words = ['BH0007 ngày 31/10/2026: 1.080.000 đ', 'ngày 02/11/2026: 1.080.000 đ', 'each'];

  it('counts in the books of the month of the sale, and for the tax in the month of the invoice', () => {
    expect(told(inOctober(late))).toEqual([0, 1_080_000, 1_080_000, undefined, [['OTHER_MONTH', 'AT', ...words]]]);
    expect(told(inNovember(late))).toEqual([0, undefined, undefined, 1_080_000, [['OTHER_MONTH', 'AT', ...words]]]);
  });

  it('has its amounts compared whole in each of them', () => {
    const wrong = { ...late, books: [booksEntry({ day: '2026-10-31', invoiceDate: '2026-11-02', amount: 900_000 })] };
    const kinds = (rows: ReturnType<typeof compareSides>) => rows[0]!.differences.map(({ kind }) => kind);
    expect(kinds(inOctober(wrong))).toEqual(['GOODS', 'OTHER_MONTH']);
    expect(kinds(inNovember(wrong))).toEqual(['GOODS', 'OTHER_MONTH']);
  });

  it('is told by its delivery where books and invoice are of the month after', () => {
    const redated = { ...late, books: [booksEntry({ day: '2026-11-02', invoiceDate: '2026-11-02' })] };
    const delivered = ['CN01 HD0007 ngày 31/10/2026: 1.080.000 đ', 'ngày 02/11/2026: 1.080.000 đ', 'each'];
    expect(told(inOctober(redated))).toEqual([
      ...[0, 1_080_000, undefined, undefined],
      [['OTHER_MONTH', 'BT', ...delivered]],
    ]);
    expect(told(inNovember(redated))).toEqual([
      ...[0, undefined, 1_080_000, 1_080_000],
      [['OTHER_MONTH', 'BT', ...delivered]],
    ]);
  });

  it('lacks its entry in the month of the invoice alone', () => {
    const unposted = { ...late, books: [] };
    expect(inNovember(unposted)[0]!.differences.map(({ kind }) => kind)).toEqual(['TAX_ONLY', 'OTHER_MONTH']);
    expect(inOctober(unposted)[0]!.differences.map(({ kind }) => kind)).toEqual(['OTHER_MONTH']);
  });

  it('has what is not proven about it told in its own month', () => {
    const unsigned = { ...late, tax: [taxInvoice({ date: '2026-11-02', proof: 'unsigned' })] };
    expect(inNovember(unsigned)[0]!.differences.map(({ kind }) => kind)).toEqual(['SIGNATURE', 'OTHER_MONTH']);
    expect(inOctober(unsigned)[0]!.differences.map(({ kind }) => kind)).toEqual(['OTHER_MONTH']);
  });

  it('counts by the day of posting where that is not the day of the voucher', () => {
    const posted = { ...late, books: [booksEntry({ day: '2026-10-31', countsOn: '2026-11-02' })] };
    expect(inOctober(posted)[0]!.books).toBeNull();
    expect(inNovember(posted)[0]!.books!.total).toBe(1_080_000);
  });

  it('counts each part of it once where its vouchers are of two months', () => {
    const half = { amount: 500_000, vat: 40_000, quantity: 20_000_000n };
    const books = [
      booksEntry({ ...half, day: '2026-10-31' }),
      booksEntry({ ...half, voucher: 'BH8', day: '2026-11-01' }),
    ];
    expect(told(inOctober({ ...late, books })).slice(1, 4)).toEqual([1_080_000, 540_000, undefined]);
    expect(told(inNovember({ ...late, books })).slice(1, 4)).toEqual([undefined, 540_000, 1_080_000]);
  });
});

it('two months make up every đồng of any sides, each once', () => {
  fc.assert(
    fc.property(sidesOfAnyKind, (given) => {
      const of = (days: SidesInput['days']) =>
        compareSides({
          ...{ ...given, days },
          deliveries: given.deliveries.map((one) => ({
            ...one,
            isOutside: one.day < days.from || one.day > days.to,
          })),
        });
      const sum = (rows: ReturnType<typeof compareSides>) =>
        (['delivery', 'books', 'tax'] as const).map((side) =>
          rows.reduce((all, row) => all + (row[side]?.total ?? 0), 0),
        );
      const [october, november] = [sum(of(OCTOBER)), sum(of(NOVEMBER))];
      expect(october.map((total, at) => total + november[at]!)).toEqual(sum(compareSides(given)));
    }),
    { numRuns: 500 },
  );
});
