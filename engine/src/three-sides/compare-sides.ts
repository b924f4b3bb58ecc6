import { by, compare } from '../order.ts';
import { type BooksInvoice, NOTHING } from './books-invoices.ts';
import { isWithin } from './cover.ts';
import { deliveryAndInvoice, duplicatesInBooks, sumOfDeliveries, taxAndBooks, worthOf } from './differences.ts';
import { type DraftRow, rowOfBooks } from './draft-row.ts';
import { evidenceOf } from './evidence.ts';
import { aloneOf, dayOf, joinByNumber, joinBySum } from './join.ts';
import { rankOf } from './kinds.ts';
import { countsIn, isOwn, otherMonth } from './other-month.ts';
import { placeDeliveries } from './place-deliveries.ts';
import { presenceOf } from './presence.ts';
import { differs } from './sides-differ.ts';
import type { Delivery, Difference, SidesFrame, SidesInput, ThreeSidedRow } from './types.ts';

/**
 * Sets Bravo, AMIS and tax against each other, one row per invoice, voucher without an invoice, or delivery without either. Every amount
 * of every side is in exactly one row of the days by which it counts. No side is changed: a difference names the one that is right
 * by the order of evidence, and its remedy. `tellsVat`: the whole ledger has a column of VAT, where these books are a part of it.
 */
export function compareSides(
  input: SidesInput,
  tellsVat: boolean = input.books.some(({ vat }) => vat !== 0),
): ThreeSidedRow[] {
  // In an order of their own: the order of the files must decide nothing.
  const { rows, left } = joinByNumber(input.tax.toSorted(by(({ key }) => key)), input.books, input);
  const found = joinBySum(aloneOf(rows, left, tellsVat), tellsVat);
  const all = [...rows, ...left.filter((one) => !found.has(one)).map(rowOfBooks)];
  return presentRows(all, input.deliveries, { ...input, tellsVat });
}

/** The rows of tax and books that were put together, with their deliveries. */
export function presentRows(
  rows: readonly DraftRow[],
  deliveries: readonly Delivery[],
  frame: SidesFrame,
): ThreeSidedRow[] {
  return placeDeliveries(rows, deliveries.toSorted(by(({ id }) => id)))
    .filter((row) => Object.values(countsIn(row, frame.days)).some(Boolean))
    .map((row) => presentRow(row, frame))
    .sort((a, b) => compare(a.date, b.date) || compare(a.key, b.key));
}

function presentRow(row: DraftRow, frame: SidesFrame): ThreeSidedRow {
  const { tax, books, deliveries } = row;
  const presence = presenceOf(row, frame);
  const differences = [...presence.differences, ...allDifferences(row, frame)].sort(by((one) => rankOf(one.kind)));
  const counts = countsIn(row, frame.days);
  const own = deliveries.filter(isOwn);
  const sides = {
    delivery: counts.delivery ? sumOfDeliveries(own).amounts : null,
    books: books?.counted?.amounts ?? null,
    tax: counts.tax ? worthOf(tax!) : null,
  };
  return {
    ...nameOf(row, frame),
    ...sides,
    deliveryRates: sumOfDeliveries(own).rates,
    booksRates: books?.counted?.rates ?? [],
    taxRates: counts.tax && tax?.fate.counts ? tax.rates : [],
    deliveries,
    vouchers: books?.vouchers.map(({ voucher }) => voucher) ?? [],
    taxKey: tax?.key ?? null,
    state: differences.length > 0 ? 'different' : presence.missing === '' ? 'equal' : 'uncovered',
    differences,
    missing: presence.missing,
    atStake: Math.max(...Object.values(sides).map((side) => Math.abs((side ?? NOTHING).total))),
  };
}

function allDifferences(row: DraftRow, { cover, days, tellsVat }: SidesFrame): Difference[] {
  const { tax, books, claimedTwice } = row;
  return [
    ...(tax && books ? taxAndBooks(tax, books, tellsVat) : []),
    ...(books && !tax ? duplicatesInBooks(books) : []),
    ...(claimedTwice ? [differs('DUPLICATE', 'BT', [claimedTwice.documents.join(', '), 'hai hóa đơn'], 'none')] : []),
    ...deliveryAndInvoice(row, tellsVat),
    // Doubts about an invoice are told once, in its own month.
    ...(tax && isWithin(days, tax.date) ? evidenceOf(tax, cover.tax) : []),
    ...otherMonth(row, days),
  ];
}

type Name = Pick<
  ThreeSidedRow,
  'profile' | 'trade' | 'key' | 'symbol' | 'number' | 'date' | 'originMonth' | 'partnerTaxCode' | 'partnerName'
>;

/** The name of a row: of the tax side where it is there, else of the books, else of the delivery. */
function nameOf({ tax, books, deliveries }: DraftRow, { profile, trade }: SidesFrame): Name {
  if (tax) {
    const { key, symbol, number, date, partnerTaxCode, partnerName, fate } = tax;
    const { originMonth } = fate;
    return { profile, trade, key, symbol, number, date, originMonth, partnerTaxCode, partnerName };
  }
  if (books) return { profile, trade, ...nameOfBooks(books) };
  const { id, day, partnerTaxCode, partnerName } = deliveries[0]!;
  const said = { symbol: '', number: '', partnerTaxCode: partnerTaxCode ?? '', partnerName };
  return { profile, trade, key: `B|${id}`, date: day, originMonth: day.slice(0, 7), ...said };
}

function nameOfBooks(books: BooksInvoice): Omit<Name, 'profile' | 'trade'> {
  const { id, symbol, number, partnerTaxCode, partnerName } = books;
  const date = dayOf(books);
  const partner = { partnerTaxCode: partnerTaxCode ?? '', partnerName };
  return { key: `A|${id}`, symbol, number, date, originMonth: date.slice(0, 7), ...partner };
}
