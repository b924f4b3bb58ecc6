import { hash } from 'node:crypto';
import { isOwn } from '@khop/engine/three-sides/other-month.ts';
import type { Amounts, ThreeSidedRow } from '@khop/engine/three-sides/types.ts';
import { toJson } from '../../../db/json.ts';
import { searchText } from '../../../db/search.ts';

/** Columns of a row as it is stored, after those of its place. */
export const COLUMNS = [
  ...['key', 'symbol', 'number', 'date', 'origin_month', 'partner_tax_code', 'partner_name'],
  ...['delivery_before_vat', 'delivery_vat', 'delivery_total', 'books_before_vat', 'books_vat', 'books_total'],
  ...['tax_before_vat', 'tax_vat', 'tax_total', 'rates', 'documents', 'vouchers', 'invoice_id', 'tax_key'],
  ...['state', 'kind', 'differences', 'missing', 'at_stake', 'stamp', 'search'],
];

const amountsOf = (amounts: Amounts | null) => [amounts?.beforeVat, amounts?.vat, amounts?.total];

/** A text[] as PostgreSQL reads it. */
const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The values of a row, in the order of `COLUMNS`. */
export function rowToStore(row: ThreeSidedRow): unknown[] {
  // Those of another period are no documents of this one.
  const own = row.deliveries.filter(isOwn);
  const documents = [...new Set(own.flatMap((one) => one.documents))].sort();
  const ours = row.deliveries.find(({ invoiceId }) => invoiceId !== null);
  const names = [row.symbol, row.number, row.partnerName, row.partnerTaxCode, ...row.vouchers, ...documents];
  return [
    ...[row.key, row.symbol, row.number, row.date, row.originMonth, row.partnerTaxCode, row.partnerName],
    ...[...amountsOf(row.delivery), ...amountsOf(row.books), ...amountsOf(row.tax)],
    toJson({ delivery: row.deliveryRates, books: row.booksRates, tax: row.taxRates }),
    ...[textArray(documents), textArray(row.vouchers), ours?.invoiceId, row.taxKey],
    ...[row.state, row.differences[0]?.kind, toJson(row.differences), row.missing],
    ...[row.atStake, stampOf(row), searchText(...names)],
  ];
}

/** The same for two comparisons that say the same of a row: what differs, and each side's words and sums. */
const stampOf = ({ differences, delivery, books, tax }: ThreeSidedRow): string =>
  hash('sha256', JSON.stringify([differences.map(({ kind, pair, says }) => [kind, pair, says]), delivery, books, tax]));
