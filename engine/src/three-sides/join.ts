import type { Day } from '../day.ts';
import { compareTaxCodes } from '../tax-code.ts';
import { type BooksInvoice, booksInvoices, plainInvoiceNumber, splitByPartnerAndDay } from './books-invoices.ts';
import { type DraftRow, rowOfTax } from './draft-row.ts';
import type { Amounts, BooksEntry, DaySpan, TaxSideInvoice, Trade } from './types.ts';

type Compared = { readonly trade: Trade; readonly days: DaySpan };

/**
 * Puts tax and books together by their numbers: the same symbol and number; the same number where the ledger tells no symbol and
 * partner, day or total agree. @returns a row for each invoice of the tax side, and the invoices of the books that found none.
 */
export function joinByNumber(
  tax: readonly TaxSideInvoice[],
  books: readonly BooksEntry[],
  compared: Compared,
): { readonly rows: DraftRow[]; readonly left: BooksInvoice[] } {
  const rows = tax.map(rowOfTax);
  const byNumber = Map.groupBy(rows, ({ tax: one }) => one!.number);
  const left: BooksInvoice[] = [];
  for (const invoice of booksOf(books, compared, byNumber)) {
    const row = byItsNumber(invoice, byNumber.get(invoice.number) ?? [], compared.trade === 'purchase');
    if (row) row.books = invoice;
    else left.push(invoice);
  }
  return { rows, left };
}

/** The invoices of the books, where one number may be several of the tax side's. */
function booksOf(
  entries: readonly BooksEntry[],
  { trade, days }: Compared,
  byNumber: ReadonlyMap<string, readonly DraftRow[]>,
): BooksInvoice[] {
  const invoices = booksInvoices(entries, { trade, days });
  const isShared = ({ number, symbol }: BooksInvoice): boolean =>
    trade === 'sale' && number !== '' && symbol === '' && (byNumber.get(number)?.length ?? 0) > 1;
  if (!invoices.some(isShared)) return invoices;
  const unmarked = Map.groupBy(
    entries.filter(({ symbol }) => symbol === ''),
    ({ number }) => plainInvoiceNumber(number),
  );
  const split = new Set<string>();
  return invoices.flatMap((one) => {
    if (!isShared(one)) return one;
    // Those of another year are among the entries of the first one.
    if (split.has(one.number)) return [];
    split.add(one.number);
    return splitByPartnerAndDay(unmarked.get(one.number)!, one.id, days);
  });
}

function byItsNumber(invoice: BooksInvoice, rows: readonly DraftRow[], isPurchase: boolean): DraftRow | undefined {
  if (invoice.number === '') return undefined;
  const free = rows.filter((row) => row.books === null);
  const inSymbol = invoice.symbol === '' ? free : free.filter(({ tax }) => tax!.symbol === invoice.symbol);
  if (!isPurchase && invoice.symbol !== '') return inSymbol[0];
  const scored = inSymbol
    .map((row) => ({ row, score: likeness(invoice, row.tax!) }))
    .filter(({ row, score }) => score >= (isPurchase ? leastOf(invoice) : leastOfSale(invoice, row.tax!)))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score !== second?.score ? best.row : undefined;
}

/** A supplier's number is its own: of another supplier both day and total must agree, of one that the books do not tell the total. */
const leastOf = ({ partnerTaxCode }: BooksInvoice): number => (partnerTaxCode ? 3 : 2);

/**
 * Numbers begin anew with the symbol of each year: number 34 of 10/01/2027 is none of C26TAA, unless partner and total say that the day was
 * written wrongly.
 */
const leastOfSale = ({ invoiceDate }: BooksInvoice, { symbol }: TaxSideInvoice): number => {
  const year = /^[A-Z](\d\d)/.exec(symbol)?.[1];
  return invoiceDate === null || year === undefined || invoiceDate.slice(2, 4) === year ? 1 : 6;
};

/** Partner 4, total 2, day 1: how much of the rest agrees. */
function likeness(invoice: BooksInvoice, tax: TaxSideInvoice): number {
  const partner = isSamePartner(invoice.partnerTaxCode, tax.partnerTaxCode) ? 4 : 0;
  const total = tax.amounts !== null && sameSum(invoice, tax) ? 2 : 0;
  return partner + total + (dayOf(invoice) === tax.date ? 1 : 0);
}

const sameSum = ({ amounts }: BooksInvoice, tax: TaxSideInvoice): boolean =>
  amounts.total === tax.amounts!.total || amounts.beforeVat === tax.amounts!.beforeVat;

/** True when both have the same code, or neither has one. */
export const isSamePartner = (ours: string | null, theirs: string): boolean =>
  ours === theirs || (ours ?? '') === '' ? (ours ?? '') === theirs : compareTaxCodes(ours, theirs) === 'same';

export const dayOf = ({ invoiceDate, day }: BooksInvoice): Day => invoiceDate ?? day;

/** Living invoices that have no partner by their number: they may still be joined by their sum. */
export type Alone = { readonly tax: readonly DraftRow[]; readonly books: readonly BooksInvoice[] };

const sumOf = ({ beforeVat, total }: Amounts, tellsVat: boolean): number => (tellsVat ? total : beforeVat);

export const aloneOf = (rows: readonly DraftRow[], left: readonly BooksInvoice[], tellsVat: boolean): Alone => ({
  tax: rows.filter(({ tax, books }) => books === null && tax!.fate.counts && tax!.amounts !== null),
  books: left.filter(({ isVoid, amounts }) => !isVoid && sumOf(amounts, tellsVat) !== 0),
});

/**
 * Joins what has one counterpart alone by day, partner and sum; their numbers then differ. @returns the invoices of the books that found
 * theirs.
 */
export function joinBySum({ tax, books }: Alone, tellsVat: boolean): ReadonlySet<BooksInvoice> {
  const ours = Map.groupBy(books, (one) => `${dayOf(one)}|${one.partnerTaxCode ?? ''}|${sumOf(one.amounts, tellsVat)}`);
  const theirs = Map.groupBy(
    tax,
    ({ tax: one }) => `${one!.date}|${one!.partnerTaxCode}|${sumOf(one!.amounts!, tellsVat)}`,
  );
  const found = new Set<BooksInvoice>();
  for (const [key, group] of ours) {
    const others = theirs.get(key);
    if (group.length !== 1 || others?.length !== 1) continue;
    others[0]!.books = group[0]!;
    found.add(group[0]!);
  }
  return found;
}
