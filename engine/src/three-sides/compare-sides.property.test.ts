import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amounts, number, sidesOfAnyKind, symbol } from './any-sides-fixture.ts';
import { compareSides } from './compare-sides.ts';
import { booksEntry, delivery, sides, taxInvoice } from './sides-fixture.ts';
import type { SidesInput } from './types.ts';

const sum = <T>(of: readonly T[], value: (one: T) => number): number => of.reduce((all, one) => all + value(one), 0);

it('every đồng of every side is in exactly one row', () => {
  fc.assert(
    fc.property(sidesOfAnyKind, (given) => {
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
    fc.property(sidesOfAnyKind, (given) => {
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
    fc.property(sidesOfAnyKind, (given) => {
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
