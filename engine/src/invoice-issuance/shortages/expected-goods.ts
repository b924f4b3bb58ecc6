import { type Day, formatDay } from '../../day.ts';
import { type ExpectedLot, isOpen, missingOf, ROUNDING } from '../../expected-lots/expected-lots.ts';
import { convert, convertBack, type Factor, type Quantity } from '../../quantity.ts';
import { quantityText } from '../quantity-text.ts';

/** Goods that were invoiced to a profile and that its books do not have yet. */
export type ExpectedGoods = {
  readonly invoiceId: string;
  readonly product: string;
  readonly day: Day | null;
  /** The part that the purchase ledger lacks, in the unit of the AMIS product. */
  readonly quantity: Quantity;
  /** «đã mua 12/10/2026 (hóa đơn C26TAA 123, 40 thùng), chưa nhập kho AMIS» */
  readonly text: string;
  /** The quantity in the purchase ledger, where that is off by exactly the factor: it was booked in the unit of the supplier, or converted twice. */
  readonly offByFactor: { readonly booked: Quantity; readonly due: Quantity; readonly factor: Factor } | null;
};

/** Profile → product in lower-case letters → its open expected lots, the earliest first. They are told beside a lack and never fill it. */
export type ExpectedByProduct = ReadonlyMap<string, ReadonlyMap<string, readonly ExpectedGoods[]>>;

/** The open lots of one profile by product. */
export const openByProduct = (lots: readonly ExpectedLot[]): ReadonlyMap<string, readonly ExpectedGoods[]> =>
  Map.groupBy(
    lots.filter(isOpen).flatMap((lot) => (lot.product === null ? [] : [goodsOf(lot, lot.product)])),
    ({ product }) => product.toLowerCase(),
  );

const goodsOf = (lot: ExpectedLot, product: string): ExpectedGoods => ({
  invoiceId: lot.invoice.id,
  product,
  day: lot.invoice.date,
  quantity: missingOf(lot),
  text: textOf(lot),
  offByFactor: offByFactorOf(lot),
});

function offByFactorOf({ quantity, factor, receipts }: ExpectedLot): ExpectedGoods['offByFactor'] {
  if (quantity === null || factor === null) return null;
  const booked = receipts.reduce((sum, receipt) => sum + receipt.quantity, 0n);
  return booked > 0n && isOffBy(booked, quantity, factor) ? { booked, due: quantity, factor } : null;
}

/** True when two different quantities are the same once one of them is converted by the factor, or back by it. */
export function isOffBy(one: Quantity, other: Quantity, factor: Factor): boolean {
  const isNear = (a: Quantity, b: Quantity): boolean => (a > b ? a - b : b - a) < ROUNDING;
  return !isNear(one, other) && (isNear(convert(one, factor), other) || isNear(convertBack(one, factor), other));
}

function textOf(lot: ExpectedLot): string {
  const { symbol, number, date } = lot.invoice;
  const bought = `đã mua${date === null ? '' : ` ${formatDay(date)}`}`;
  const amount = `${quantityText(lot.invoiced)} ${lot.unitName.toLowerCase()}`.trim();
  const invoice = `hóa đơn ${symbol} ${number ?? ''}, ${amount}`;
  if (lot.state === 'partly')
    return `${bought} (${invoice}), mới nhập kho AMIS một phần, còn ${quantityText(missingOf(lot))}`;
  return `${bought} (${invoice}), chưa nhập kho AMIS${lot.state === 'overdue' ? ', quá một tháng' : ''}`;
}
