import { type Day, formatDay } from '../day.ts';
import { formatVnd, type Vnd } from '../money.ts';
import { type BooksInvoice, countedOn } from './books-invoices.ts';
import { isWithin } from './cover.ts';
import type { DraftRow } from './draft-row.ts';
import { TELLS_ITSELF } from './kinds.ts';
import { differs } from './sides-differ.ts';
import type { DaySpan, Delivery, Difference, TaxSideInvoice } from './types.ts';

/**
 * Which sides count in the days: the tax side by the day of the invoice, as the tax return does; the books by the day of posting; what was
 * delivered with the sales of its own period.
 */
export const countsIn = ({ tax, books, deliveries }: DraftRow, days: DaySpan) => ({
  tax: tax !== null && isWithin(days, tax.date),
  books: books !== null && books.counted !== null,
  delivery: deliveries.some(isOwn),
});

export const isOwn = ({ isOutside }: Delivery): boolean => !isOutside;

/** That a side of an invoice counts in other days, with its place: it is looked for there, and counted nowhere twice. */
export function otherMonth(row: DraftRow, days: DaySpan): Difference[] {
  const tax = row.tax?.fate.counts ? row.tax : null;
  const books = row.books?.isVoid ? null : row.books;
  const counts = countsIn(row, days);
  const parts = (own: boolean, outside: boolean): string => `${own}${outside}`;
  const ofTax = parts(counts.tax, !counts.tax);
  const ofBooks = parts(counts.books, books !== null && books.outside !== null);
  const ofDelivery = parts(counts.delivery, !row.deliveries.every(isOwn));
  if (tax && books && ofTax !== ofBooks) return [told('AT', inBooks(books), onInvoice(tax))];
  if (row.deliveries.length === 0) return [];
  if (tax) return ofTax === ofDelivery ? [] : [told('BT', inBravo(row.deliveries), onInvoice(tax))];
  return books === null || ofBooks === ofDelivery ? [] : [told('BA', inBravo(row.deliveries), inBooks(books))];
}

const told = (pair: 'AT' | 'BT' | 'BA', left: string, right: string): Difference =>
  differs(TELLS_ITSELF, pair, [left, right], 'each');

const onInvoice = ({ date, amounts }: TaxSideInvoice): string =>
  amounts === null ? `ngày ${formatDay(date)}` : onDay('', date, amounts.total);

/** The part of it that counts in other days, if there is one. */
function inBooks({ amounts, counted, outside, vouchers, day }: BooksInvoice): string {
  if (outside === null) return onDay(vouchers[0]!.voucher, day, amounts.total);
  return onDay(outside.voucher, countedOn(outside), amounts.total - (counted?.amounts.total ?? 0));
}

function inBravo(deliveries: readonly Delivery[]): string {
  const elsewhere = deliveries.filter((one) => !isOwn(one));
  const parts = elsewhere.length > 0 ? elsewhere : deliveries;
  const total = parts.reduce((sum, { amounts }) => sum + amounts.total, 0);
  return onDay(parts[0]!.documents.join(', '), parts[0]!.day, total);
}

const onDay = (name: string, day: Day, total: Vnd): string =>
  `${name} ngày ${formatDay(day)}: ${formatVnd(total)} đ`.trim();
