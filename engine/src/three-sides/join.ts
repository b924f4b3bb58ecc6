import type { Day } from '../day.ts';
import { compareTaxCodes } from '../tax-code.ts';
import { type BooksInvoice, booksInvoices, plainInvoiceNumber, splitByPartnerAndDay } from './books-invoices.ts';
import { type DraftRow, rowOfBooks, rowOfTax } from './draft-row.ts';
import type { BooksEntry, SidesInput, TaxSideInvoice } from './types.ts';

/**
 * Puts tax and books together, in this order: the same symbol and number; the same number where the ledger tells no symbol and
 * partner, day or total agree; the same day, partner and total of one on each side, whose numbers then differ.
 */
export function joinTaxAndBooks({ tax, books, trade }: Pick<SidesInput, 'tax' | 'books' | 'trade'>): DraftRow[] {
  const rows = tax.map(rowOfTax);
  const byNumber = Map.groupBy(rows, ({ tax: one }) => one!.number);
  const tellsVat = books.some(({ vat }) => vat !== 0);
  const left: BooksInvoice[] = [];
  for (const invoice of booksOf(books, trade, byNumber)) {
    const row = byItsNumber(invoice, byNumber.get(invoice.number) ?? [], trade === 'purchase');
    if (row) row.books = invoice;
    else left.push(invoice);
  }
  const found = bySumAlone(
    left,
    rows.filter((row) => row.books === null),
    tellsVat,
  );
  return [...rows, ...left.filter((one) => !found.has(one)).map(rowOfBooks)];
}

/** The invoices of the books, where one number may be several of the tax side's. */
function booksOf(
  entries: readonly BooksEntry[],
  trade: SidesInput['trade'],
  byNumber: ReadonlyMap<string, readonly DraftRow[]>,
): BooksInvoice[] {
  const invoices = booksInvoices(entries, trade);
  const isShared = ({ number, symbol }: BooksInvoice): boolean =>
    trade === 'sale' && number !== '' && symbol === '' && (byNumber.get(number)?.length ?? 0) > 1;
  if (!invoices.some(isShared)) return invoices;
  const unmarked = Map.groupBy(
    entries.filter(({ symbol }) => symbol === ''),
    ({ number }) => plainInvoiceNumber(number),
  );
  return invoices.flatMap((one) => (isShared(one) ? splitByPartnerAndDay(unmarked.get(one.number)!, one.id) : one));
}

function byItsNumber(invoice: BooksInvoice, rows: readonly DraftRow[], isPurchase: boolean): DraftRow | undefined {
  if (invoice.number === '') return undefined;
  const free = rows.filter((row) => row.books === null);
  const inSymbol = invoice.symbol === '' ? free : free.filter(({ tax }) => tax!.symbol === invoice.symbol);
  if (!isPurchase && invoice.symbol !== '') return inSymbol[0];
  const scored = inSymbol
    .map((row) => ({ row, score: likeness(invoice, row.tax!) }))
    .filter(({ score }) => score >= (isPurchase ? leastOf(invoice) : 1))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score !== second?.score ? best.row : undefined;
}

/** A supplier's number is its own: of another supplier both day and total must agree, of one that the books do not tell the total. */
const leastOf = ({ partnerTaxCode }: BooksInvoice): number => (partnerTaxCode ? 3 : 2);

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

/** Joins what has one counterpart alone by day, partner and sum. @returns the invoices of the books that found theirs. */
function bySumAlone(
  left: readonly BooksInvoice[],
  rows: readonly DraftRow[],
  tellsVat: boolean,
): ReadonlySet<BooksInvoice> {
  const sum = ({ beforeVat, total }: { beforeVat: number; total: number }) => (tellsVat ? total : beforeVat);
  const ours = Map.groupBy(
    left.filter((one) => !one.isVoid && sum(one.amounts) !== 0),
    (one) => `${dayOf(one)}|${one.partnerTaxCode ?? ''}|${sum(one.amounts)}`,
  );
  const theirs = Map.groupBy(
    rows.filter(({ tax }) => tax!.fate.counts && tax!.amounts !== null),
    ({ tax }) => `${tax!.date}|${tax!.partnerTaxCode}|${sum(tax!.amounts!)}`,
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
