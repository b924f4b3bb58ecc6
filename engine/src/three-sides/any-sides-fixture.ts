import fc from 'fast-check';
import { booksEntry, delivery, sides, stands, taxInvoice } from './sides-fixture.ts';
import type { Amounts, BooksEntry, Delivery, SidesInput, TaxSideInvoice } from './types.ts';

const money = fc.integer({ min: -3, max: 9 }).map((thousands) => thousands * 1_000);
export const amounts = fc
  .tuple(money, money)
  .map(([beforeVat, vat]): Amounts => ({ beforeVat, vat, total: beforeVat + vat }));
export const number = fc.constantFrom('1', '2', '3', '4');
export const symbol = fc.constantFrom('C26TAA', 'C26MBB');
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

/** A few invoices, entries and deliveries whose numbers, vouchers and sums often meet. */
export const sidesOfAnyKind = fc
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
