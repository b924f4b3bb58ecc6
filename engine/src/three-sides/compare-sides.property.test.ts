import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareSides } from './compare-sides.ts';
import { booksEntry, delivery, sides, stands, taxInvoice } from './sides-fixture.ts';
import type { Amounts, BooksEntry, Delivery, SidesInput, TaxSideInvoice } from './types.ts';

const money = fc.integer({ min: -3, max: 9 }).map((thousands) => thousands * 1_000);
const amounts = fc.tuple(money, money).map(([beforeVat, vat]): Amounts => ({ beforeVat, vat, total: beforeVat + vat }));
const number = fc.constantFrom('1', '2', '3', '4');
const symbol = fc.constantFrom('C26TAA', 'C26MBB');
const day = fc.constantFrom('2026-10-01', '2026-10-10', '2026-11-02');
const partner = fc.constantFrom('', '0312345678', '0100000009');

const taxSide = fc
  .record({
    ...{ number, symbol, date: day, partnerTaxCode: partner, amounts },
    counts: fc.boolean(),
    replacedBy: fc.option(number),
    relation: fc.constantFrom('new' as const, 'replaces' as const, 'adjusts' as const),
    corrects: fc.option(number),
    inXml: fc.boolean(),
  })
  .map(({ counts, replacedBy, relation, corrects, ...one }): TaxSideInvoice => {
    const keyOf = (other: string | null) => (other === null ? null : `0100000001|1|${one.symbol}|${other}`);
    const fate = { ...stands, counts, replacedBy: keyOf(replacedBy), relation, corrects: keyOf(corrects) };
    const { beforeVat, vat } = one.amounts;
    return taxInvoice({ ...one, rates: [{ rate: '8', amount: beforeVat, vat }], fate });
  });

const entry = fc
  .record({
    ...{ invoiceDate: fc.option(day), day, amount: money, vat: money, partnerTaxCode: fc.option(partner) },
    voucher: fc.constantFrom('V1', 'V2', 'V3', 'V4', 'V5'),
    number: fc.oneof(number, fc.constant('')),
    symbol: fc.oneof(symbol, fc.constant('')),
    isVoid: fc.boolean(),
  })
  .map((one): BooksEntry => booksEntry(one));

const delivered = fc
  .record({
    ...{ day, amounts, voucher: fc.option(fc.constantFrom('V1', 'V2', 'V3')), number: fc.option(number), symbol },
    stage: fc.constantFrom('draft' as const, 'invoiced' as const, 'invoiced_elsewhere' as const, 'waiting' as const),
  })
  .map((one): Delivery => delivery({ ...one, rates: [], goods: null }));

const input = fc
  .record({
    tax: fc.uniqueArray(taxSide, { selector: ({ key }) => key, maxLength: 8 }),
    books: fc.array(entry, { maxLength: 10 }),
    deliveries: fc.array(delivered, { maxLength: 8 }),
    trade: fc.constantFrom('sale' as const, 'purchase' as const),
  })
  .map(
    ({ deliveries, ...one }): SidesInput =>
      sides({
        ...one,
        deliveries: one.trade === 'purchase' ? [] : deliveries.map((each, at) => ({ ...each, id: `D${at}` })),
      }),
  );

const sum = <T>(of: readonly T[], value: (one: T) => number): number => of.reduce((all, one) => all + value(one), 0);

it('every đồng of every side is in exactly one row', () => {
  fc.assert(
    fc.property(input, (given) => {
      const rows = compareSides(given);
      const { deliveries, books, tax } = given;
      const living = books.filter(({ isVoid }) => !isVoid);
      expect(sum(rows, (row) => row.delivery?.total ?? 0)).toBe(sum(deliveries, (one) => one.amounts.total));
      expect(sum(rows, (row) => row.books?.beforeVat ?? 0)).toBe(sum(living, (one) => one.amount));
      expect(sum(rows, (row) => row.books?.vat ?? 0)).toBe(sum(living, (one) => one.vat));
      expect(sum(rows, (row) => row.tax?.total ?? 0)).toBe(
        sum(tax, (one) => (one.fate.counts ? one.amounts!.total : 0)),
      );
      for (const row of rows) expect(row.state === 'different').toBe(row.differences.length > 0);
    }),
    { numRuns: 500 },
  );
});

it('every invoice, voucher and delivery is in one row, which has a name of its own', () => {
  fc.assert(
    fc.property(input, (given) => {
      const rows = compareSides(given);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      expect(rows.flatMap(({ taxKey }) => taxKey ?? []).sort()).toEqual(given.tax.map(({ key }) => key).sort());
      expect(rows.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)).sort()).toEqual(
        given.deliveries.map(({ id }) => id).sort(),
      );
      expect(new Set(rows.flatMap(({ vouchers }) => vouchers))).toEqual(
        new Set(given.books.map(({ voucher }) => voucher)),
      );
    }),
    { numRuns: 500 },
  );
});

it('the order in which the files were loaded is of no matter', () => {
  fc.assert(
    fc.property(input, (given) => {
      const told = (one: SidesInput) =>
        compareSides(one).map(({ key, state, differences, atStake }) => [
          ...[key, state, atStake],
          differences.map(({ kind }) => kind),
        ]);
      const turned = { ...given, tax: given.tax.toReversed(), deliveries: given.deliveries.toReversed() };
      expect(told(turned)).toEqual(told(given));
    }),
    { numRuns: 300 },
  );
});

it('sides that were made from the same invoices agree', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(number, symbol), { selector: String, maxLength: 8 }),
      amounts,
      (names, sums) => {
        const { beforeVat, vat } = sums;
        const rates = [{ rate: '8', amount: beforeVat, vat }];
        const rows = compareSides(
          sides({
            tax: names.map(([no, of]) => taxInvoice({ number: no, symbol: of, amounts: sums, rates })),
            books: names.map(([no, of]) =>
              booksEntry({ number: no.padStart(8, '0'), symbol: of, voucher: `V${of}${no}`, amount: beforeVat, vat }),
            ),
            deliveries: names.map(([no, of]) =>
              delivery({ id: `${of}${no}`, number: no, symbol: of, voucher: `V${of}${no}`, amounts: sums, rates }),
            ),
          }),
        );
        expect(rows.flatMap(({ differences }) => differences)).toEqual([]);
      },
    ),
  );
});
