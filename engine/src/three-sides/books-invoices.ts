import type { Day } from '../day.ts';
import { compare } from '../order.ts';
import type { Quantity } from '../quantity.ts';
import { plainSymbol } from '../tax-invoices/identity.ts';
import { foldText } from '../text/fold.ts';
import { isWithin } from './cover.ts';
import type { Amounts, BooksEntry, DaySpan, GoodsLine, RateAmount, Trade } from './types.ts';

/** An invoice as the books have it: the entries of one number, or of one voucher without a number. */
export type BooksInvoice = {
  /** Unique in profile and trade. */
  readonly id: string;
  readonly number: string;
  readonly symbol: string;
  readonly invoiceDate: Day | null;
  readonly day: Day;
  readonly partnerTaxCode: string | null;
  readonly partnerName: string;
  /** Without the entries that the ledger calls void. */
  readonly amounts: Amounts;
  readonly rates: readonly RateAmount[];
  readonly goods: readonly GoodsLine[];
  readonly vouchers: readonly VoucherSum[];
  /** The part of it that counts in the days that are compared; null: none of it. */
  readonly counted: { readonly amounts: Amounts; readonly rates: readonly RateAmount[] } | null;
  /** An entry that counts in other days; null: there is none. */
  readonly outside: BooksEntry | null;
  /** Every entry is void. */
  readonly isVoid: boolean;
  readonly entryCount: number;
};

export type VoucherSum = { readonly voucher: string; readonly partner: string; readonly amounts: Amounts };

export const NOTHING: Amounts = { beforeVat: 0, vat: 0, total: 0 };

export const plus = (a: Amounts, b: Amounts): Amounts => ({
  beforeVat: a.beforeVat + b.beforeVat,
  vat: a.vat + b.vat,
  total: a.total + b.total,
});

/** The number without leading zeros; anything else in capitals and without spaces. */
export function plainInvoiceNumber(text: string): string {
  const bare = text.replace(/\s/g, '').toUpperCase();
  return /^\d+$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare;
}

/**
 * The invoices of a ledger. Books split an invoice by rate, by voucher or by product: all entries of one number are one invoice, of
 * purchases those of one supplier, whose numbers are its own.
 */
export function booksInvoices(
  entries: readonly BooksEntry[],
  { trade, days }: { readonly trade: Trade; readonly days: DaySpan },
): BooksInvoice[] {
  const groups = Map.groupBy(entries, (entry) => {
    const number = plainInvoiceNumber(entry.number);
    if (number === '') return `V|${entry.voucher}`;
    const own = plainSymbol(entry.symbol);
    return trade === 'sale' ? `N|${own}|${number}` : `N|${supplierOf(entry)}|${own}|${number}`;
  });
  const parts = trade === 'sale' ? [...groups].flatMap(([id, group]) => byYear(id, group)) : [...groups];
  return parts.map(([id, group]) => sumUp(id, group, days)).sort((a, b) => compare(a.id, b.id));
}

/** Numbers begin anew each year: without a symbol, entries of one number in two years are two invoices. The first keeps the id. */
function byYear(id: string, entries: readonly BooksEntry[]): [string, readonly BooksEntry[]][] {
  if (entries.length === 1 || entries[0]!.symbol !== '' || entries[0]!.number === '') return [[id, entries]];
  const dated = entries.flatMap(({ invoiceDate }) => invoiceDate ?? []);
  const first = dated.reduce((a, b) => (a < b ? a : b), dated[0] ?? '').slice(0, 4);
  const years = Map.groupBy(entries, ({ invoiceDate }) => invoiceDate?.slice(0, 4) ?? first);
  return [...years].map(([year, own]) => [year === first ? id : `${id}|${year}`, own]);
}

const supplierOf = ({ partnerTaxCode, partnerCode, partnerName }: BooksEntry): string =>
  partnerTaxCode || partnerCode.toLowerCase() || foldText(partnerName);

/** The same entries as one invoice for each partner and day: where one number is that of several invoices. */
export function splitByPartnerAndDay(entries: readonly BooksEntry[], id: string, days: DaySpan): BooksInvoice[] {
  const groups = Map.groupBy(entries, (entry) => `${supplierOf(entry)}|${entry.invoiceDate ?? entry.day}`);
  return [...groups].map(([part, group]) => sumUp(`${id}|${part}`, group, days));
}

/** The day by which the books count an entry. */
export const countedOn = ({ countsOn, day }: BooksEntry): Day => countsOn ?? day;

function sumUp(id: string, entries: readonly BooksEntry[], days: DaySpan): BooksInvoice {
  const first = entries[0]!;
  const living = entries.filter(({ isVoid }) => !isVoid);
  const inDays = entries.filter((entry) => isWithin(days, countedOn(entry)));
  const counted = inDays.filter(({ isVoid }) => !isVoid);
  const [amounts, rates] = [sumOf(living), ratesOf(living)];
  const isWhole = inDays.length === entries.length;
  const invoiceDates = entries.flatMap(({ invoiceDate }) => invoiceDate ?? []);
  const vouchers = Map.groupBy(entries, ({ voucher }) => voucher);
  return {
    id,
    number: plainInvoiceNumber(first.number),
    symbol: plainSymbol(first.symbol),
    invoiceDate: invoiceDates.length === 0 ? null : invoiceDates.reduce((a, b) => (a < b ? a : b)),
    day: entries.reduce((least, { day }) => (day < least ? day : least), first.day),
    partnerTaxCode: entries.find(({ partnerTaxCode }) => partnerTaxCode)?.partnerTaxCode ?? first.partnerTaxCode,
    partnerName: first.partnerName,
    amounts,
    rates,
    goods: goodsOf(living),
    vouchers: [...vouchers].map(([voucher, own]) => ({
      voucher,
      partner: supplierOf(own[0]!),
      amounts: sumOf(own.filter(({ isVoid }) => !isVoid)),
    })),
    counted:
      inDays.length === 0 ? null : isWhole ? { amounts, rates } : { amounts: sumOf(counted), rates: ratesOf(counted) },
    outside: isWhole ? null : (living.find((entry) => !isWithin(days, countedOn(entry))) ?? null),
    isVoid: living.length === 0,
    entryCount: living.length,
  };
}

function sumOf(entries: readonly BooksEntry[]): Amounts {
  let [beforeVat, vat] = [0, 0];
  for (const entry of entries) {
    beforeVat += entry.amount;
    vat += entry.vat;
  }
  return { beforeVat, vat, total: beforeVat + vat };
}

function ratesOf(entries: readonly BooksEntry[]): RateAmount[] {
  return [...Map.groupBy(entries, ({ rate }) => rate)]
    .map(([rate, own]) => ({ rate, amount: sumOf(own).beforeVat, vat: sumOf(own).vat }))
    .sort((a, b) => compare(a.rate ?? '', b.rate ?? ''));
}

function goodsOf(entries: readonly BooksEntry[]): GoodsLine[] {
  const sums = new Map<string, { product: string; unit: string; quantity: Quantity }>();
  for (const { product, unit, quantity } of entries) {
    const key = product.toLowerCase();
    const known = sums.get(key);
    if (known) known.quantity += quantity;
    else sums.set(key, { product, unit, quantity });
  }
  return [...sums.values()].filter(({ quantity }) => quantity !== 0n);
}
