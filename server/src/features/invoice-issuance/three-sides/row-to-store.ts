import { hash } from 'node:crypto';
import type { Amounts, ThreeSidedRow } from '@khop/engine/three-sides/types.ts';
import { searchText } from '../../../db/search.ts';

const amountsOf = (side: 'delivery' | 'books' | 'tax', amounts: Amounts | null) => ({
  [`${side}_before_vat`]: amounts?.beforeVat ?? null,
  [`${side}_vat`]: amounts?.vat ?? null,
  [`${side}_total`]: amounts?.total ?? null,
});

/** Column → SQL type of a row as it is stored. */
export const COLUMNS = {
  ...{ key: 'text', symbol: 'text', number: 'text', date: 'date', origin_month: 'text', partner_tax_code: 'text' },
  ...{ partner_name: 'text', delivery_before_vat: 'bigint', delivery_vat: 'bigint', delivery_total: 'bigint' },
  ...{ books_before_vat: 'bigint', books_vat: 'bigint', books_total: 'bigint', tax_before_vat: 'bigint' },
  ...{ tax_vat: 'bigint', tax_total: 'bigint', rates: 'jsonb', documents: 'text[]', vouchers: 'text[]' },
  ...{ invoice_id: 'uuid', tax_key: 'text', state: 'text', kind: 'text', differences: 'jsonb', missing: 'text' },
  ...{ at_stake: 'bigint', stamp: 'text', search: 'text' },
} as const;

/** A row as JSON has it for its table. */
export function rowToStore(row: ThreeSidedRow): Record<keyof typeof COLUMNS, unknown> {
  const documents = [...new Set(row.deliveries.flatMap((one) => one.documents))].sort();
  const ours = row.deliveries.find(({ invoiceId }) => invoiceId !== null);
  const names = [row.symbol, row.number, row.partnerName, row.partnerTaxCode, ...row.vouchers, ...documents];
  return {
    ...{ key: row.key, symbol: row.symbol, number: row.number, date: row.date, origin_month: row.originMonth },
    ...{ partner_tax_code: row.partnerTaxCode, partner_name: row.partnerName },
    ...amountsOf('delivery', row.delivery),
    ...amountsOf('books', row.books),
    ...amountsOf('tax', row.tax),
    rates: { delivery: row.deliveryRates, books: row.booksRates, tax: row.taxRates },
    ...{ documents, vouchers: row.vouchers, invoice_id: ours?.invoiceId ?? null, tax_key: row.taxKey },
    ...{ state: row.state, kind: row.differences[0]?.kind ?? null, differences: row.differences, missing: row.missing },
    ...{ at_stake: row.atStake, stamp: stampOf(row), search: searchText(...names) },
  } as Record<keyof typeof COLUMNS, unknown>;
}

/** The same for two comparisons that say the same of a row: what differs, and each side's words and sums. */
const stampOf = ({ differences, delivery, books, tax }: ThreeSidedRow): string =>
  hash('sha256', JSON.stringify([differences.map(({ kind, pair, says }) => [kind, pair, says]), delivery, books, tax]));
