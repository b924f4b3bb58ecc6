import { type Day, formatDay } from '../../day.ts';
import { type ExpectedLot, isOpen, missingOf } from '../../expected-lots/expected-lots.ts';
import type { Quantity } from '../../quantity.ts';
import { quantityText } from '../quantity-text.ts';

/** Goods that were invoiced to a profile and that its books do not have yet. */
export type ExpectedGoods = {
  readonly invoiceId: string;
  readonly product: string;
  readonly day: Day | null;
  /** What the purchase ledger lacks, in the unit of the AMIS product. */
  readonly quantity: Quantity;
  /** «đã mua 12/10/2026 (hóa đơn C26TAA 123, 40 thùng), chưa nhập kho AMIS» */
  readonly text: string;
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
});

function textOf(lot: ExpectedLot): string {
  const { symbol, number, date } = lot.invoice;
  const bought = `đã mua${date === null ? '' : ` ${formatDay(date)}`}`;
  const amount = `${quantityText(lot.invoiced)} ${lot.unitName.toLowerCase()}`.trim();
  const invoice = `hóa đơn ${symbol} ${number ?? ''}, ${amount}`;
  if (lot.state === 'partly')
    return `${bought} (${invoice}), mới nhập kho AMIS một phần, còn ${quantityText(missingOf(lot))}`;
  return `${bought} (${invoice}), chưa nhập kho AMIS${lot.state === 'overdue' ? ', quá một tháng' : ''}`;
}
