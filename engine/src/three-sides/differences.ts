import { type Day, formatDay } from '../day.ts';
import { formatVnd } from '../money.ts';
import { type BooksInvoice, NOTHING, plus } from './books-invoices.ts';
import type { DraftRow } from './draft-row.ts';
import { isSamePartner } from './join.ts';
import { amountsDiffer, type Between, differs, goodsDiffer, ratesDiffer, roundingOf } from './sides-differ.ts';
import type { Amounts, Delivery, Difference, GoodsLine, RateAmount, TaxSideInvoice } from './types.ts';

const monthOf = (day: Day): string => day.slice(0, 7);

/** The worth of an invoice by the tax side: nothing once it is replaced or cancelled; null: not known in đồng. */
export const worthOf = ({ amounts, fate }: TaxSideInvoice): Amounts | null => (fate.counts ? amounts : NOTHING);

const SIDES = { pair: 'AT', money: 'tax', goods: 'tax' } as const satisfies Between;

/** The differences of tax and books where both have the invoice. `tellsVat`: the ledger has a column of VAT. */
export function taxAndBooks(tax: TaxSideInvoice, books: BooksInvoice, tellsVat: boolean): Difference[] {
  const fate = fatesDiffer(tax, books);
  if (fate.length > 0) return fate;
  if (!tax.fate.counts || books.isVoid) return [];
  const within = roundingOf(Math.max(books.entryCount, tax.goods?.length ?? 0));
  const inCurrency = currencyDiffers(tax, books, within);
  return [
    ...numbersDiffer(tax, books),
    ...partnersDiffer(books.partnerTaxCode, tax.partnerTaxCode, 'AT'),
    ...daysDiffer(tax, books),
    ...duplicates(tax, books, within),
    ...goodsDiffer(books.goods, tax.goods, SIDES),
    ...(inCurrency.length > 0
      ? inCurrency
      : [
          ...(tellsVat ? ratesDiffer(books.rates, tax.rates, SIDES, within) : []),
          ...amountsDiffer(books.amounts, tax.amounts!, SIDES, { within, tellsVat }),
        ]),
  ];
}

const FATE_WORDS = { true: 'còn hiệu lực', false: 'đã bị thay thế hoặc hủy' } as const;

function fatesDiffer(tax: TaxSideInvoice, books: BooksInvoice): Difference[] {
  const lives = !books.isVoid && books.amounts.total !== 0;
  const isSame = tax.fate.counts ? !books.isVoid : !lives;
  return isSame
    ? []
    : [differs('FATE', 'AT', [FATE_WORDS[`${!books.isVoid}`], FATE_WORDS[`${tax.fate.counts}`]], 'tax')];
}

function numbersDiffer(tax: TaxSideInvoice, books: BooksInvoice): Difference[] {
  const isSame = books.number === tax.number && (books.symbol === '' || books.symbol === tax.symbol);
  const told = ({ symbol, number }: { symbol: string; number: string }): string =>
    number === '' ? 'chưa ghi số' : [symbol, number].filter((part) => part !== '').join(' ');
  return isSame ? [] : [differs('NUMBER', 'AT', [told(books), told(tax)], 'tax')];
}

function partnersDiffer(ours: string | null, theirs: string, pair: 'AT' | 'BT'): Difference[] {
  if (ours === null || isSamePartner(ours, theirs)) return [];
  return [differs('PARTNER', pair, [ours || 'không có MST', theirs || 'không có MST'], 'tax')];
}

function daysDiffer(tax: TaxSideInvoice, { invoiceDate }: BooksInvoice): Difference[] {
  if (invoiceDate === null || invoiceDate === tax.date) return [];
  const kind = monthOf(invoiceDate) === monthOf(tax.date) ? 'DATE' : 'PERIOD';
  return [differs(kind, 'AT', [formatDay(invoiceDate), formatDay(tax.date)], 'tax')];
}

/** One of several vouchers is the whole invoice already, so that the others are too much. */
function duplicates(
  { amounts }: TaxSideInvoice,
  { vouchers, amounts: sum }: BooksInvoice,
  within: number,
): Difference[] {
  if (vouchers.length < 2 || amounts === null || Math.abs(sum.beforeVat - amounts.beforeVat) <= within) return [];
  const whole = vouchers.find((one) => Math.abs(one.amounts.beforeVat - amounts.beforeVat) <= within);
  if (!whole) return [];
  const others = vouchers.filter((one) => one !== whole).map(({ voucher }) => voucher);
  return [differs('DUPLICATE', 'AT', [[whole.voucher, ...others].join(', '), 'một hóa đơn'], 'tax')];
}

function currencyDiffers(tax: TaxSideInvoice, books: BooksInvoice, within: number): Difference[] {
  const { currency, foreignTotal, amounts } = tax;
  const told = `${foreignTotal === null ? '' : formatVnd(foreignTotal)} ${currency}`.trim();
  if (amounts === null) return [differs('CURRENCY', 'AT', [`${formatVnd(books.amounts.total)} đ`, told], 'tax')];
  const isTaken =
    foreignTotal !== null &&
    Math.abs(books.amounts.total - foreignTotal) <= within &&
    Math.abs(amounts.total - foreignTotal) > within;
  return isTaken ? [differs('CURRENCY', 'AT', [`${formatVnd(books.amounts.total)} đ`, told], 'tax')] : [];
}

/** One number on vouchers of different partners or of the same content, which the tax side does not have to compare with. */
export function duplicatesInBooks({ vouchers, number }: BooksInvoice): Difference[] {
  if (number === '' || vouchers.length < 2) return [];
  const [first, ...others] = vouchers;
  const isTwice = others.some(
    ({ partner, amounts }) => partner !== first!.partner || amounts.total === first!.amounts.total,
  );
  return isTwice
    ? [differs('DUPLICATE', 'A', [vouchers.map(({ voucher }) => voucher).join(', '), 'một số hóa đơn'], 'none')]
    : [];
}

/** Deliveries of one invoice as one: parts that are invoiced elsewhere have no rates and no goods of AMIS. */
export function sumOfDeliveries(deliveries: readonly Delivery[]): {
  readonly amounts: Amounts;
  readonly rates: readonly RateAmount[];
  readonly goods: readonly GoodsLine[] | null;
  readonly isWhole: boolean;
} {
  const isWhole = deliveries.every(({ stage }) => stage !== 'invoiced_elsewhere');
  return {
    amounts: deliveries.reduce((sum, { amounts }) => plus(sum, amounts), NOTHING),
    rates: deliveries.flatMap(({ rates }) => rates),
    goods: isWhole ? deliveries.flatMap(({ goods }) => goods ?? []) : null,
    isWhole,
  };
}

/** The differences of what was delivered with its invoice, by the tax side where it is there, else by the books. */
export function deliveryAndInvoice(row: DraftRow, tellsVat: boolean): Difference[] {
  const { tax, books, deliveries, isAdjusted } = row;
  if (deliveries.length === 0 || isAdjusted) return [];
  const delivered = sumOfDeliveries(deliveries);
  const lines = Math.max(delivered.goods?.length ?? 0, books?.entryCount ?? 0, tax?.goods?.length ?? 0);
  const within = roundingOf(lines);
  if (tax?.fate.counts) {
    if (tax.amounts === null) return [];
    const between: Between = { pair: 'BT', money: 'delivery', goods: 'delivery' };
    return [
      ...(delivered.isWhole ? partnersDiffer(deliveries[0]!.partnerTaxCode, tax.partnerTaxCode, 'BT') : []),
      ...goodsDiffer(delivered.goods, tax.goods, between),
      ...(delivered.isWhole ? ratesDiffer(delivered.rates, tax.rates, { ...between, money: 'tax' }, within) : []),
      ...amountsDiffer(delivered.amounts, tax.amounts, between, { within, tellsVat: delivered.isWhole }),
    ];
  }
  if (tax !== null || books === null || books.isVoid) return [];
  const between: Between = { pair: 'BA', money: 'delivery', goods: 'delivery' };
  return [
    ...goodsDiffer(delivered.goods, books.goods, between),
    ...amountsDiffer(delivered.amounts, books.amounts, between, { within, tellsVat: tellsVat && delivered.isWhole }),
  ];
}
