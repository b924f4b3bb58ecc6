import type { Day } from '@khop/engine/day.ts';
import { scaleVnd, type Vnd } from '@khop/engine/money.ts';
import { ONE, type Quantity } from '@khop/engine/quantity.ts';
import type { AmisProduct } from '../model.ts';
import { type AmisBooks, type Moment, standsAt } from './model.ts';

/** One row of "Tổng hợp tồn kho": opening + in − out = closing, in quantity and in value. AMIS units. */
export type StockRow = {
  readonly product: AmisProduct;
  readonly warehouse: string;
  readonly opening: Quantity;
  readonly in: Quantity;
  readonly out: Quantity;
  readonly openingValue: Vnd;
  readonly inValue: Vnd;
  readonly outValue: Vnd;
};

export const closingOf = (row: StockRow): Quantity => row.opening + row.in - row.out;
export const closingValueOf = (row: StockRow): Vnd => row.openingValue + row.inValue - row.outValue;

/** Đồng of a quantity at a price per unit. */
export const worthOf = (quantity: Quantity, price: Vnd): Vnd => scaleVnd(price, quantity, ONE);

type Sums = { -readonly [K in 'opening' | 'in' | 'out']: Quantity } & {
  readonly product: AmisProduct;
  readonly warehouse: string;
  openingValue: Vnd;
  inValue: Vnd;
};

/**
 * The stock of the days `fromDate..toDate` as a report made at `moment` shows it: everything dated within them and
 * entered by then. A transfer is Xuất kho of one warehouse and Nhập kho of the other, a return is Nhập kho.
 */
export function stockRowsOf(books: AmisBooks, days: { fromDate: Day; toDate: Day }, moment: Moment): StockRow[] {
  const sums = new Map<string, Sums>();
  const at = (product: AmisProduct, warehouse: string): Sums => {
    const key = `${warehouse}\u0000${product.code}`;
    const known = sums.get(key);
    if (known) return known;
    const made = { product, warehouse, opening: 0n, in: 0n, out: 0n, openingValue: 0, inValue: 0 };
    sums.set(key, made);
    return made;
  };
  for (const { kind, date, recordedAt, product, warehouse, quantity, value } of books.movements) {
    if (recordedAt > moment || date > days.toDate) continue;
    const row = at(product, warehouse);
    if (kind === 'opening' || date < days.fromDate) {
      row.opening += quantity;
      row.openingValue += value;
    } else if (quantity > 0n) {
      row.in += quantity;
      row.inValue += value;
    } else row.out -= quantity;
  }
  for (const voucher of books.sales) {
    const { date, lines } = voucher;
    if (!standsAt(voucher, moment) || date > days.toDate || date < days.fromDate) continue;
    for (const { product, warehouse, quantity, returned } of lines) {
      if (warehouse === '') continue;
      const row = at(product, warehouse);
      row.out += quantity;
      row.in += returned;
      row.inValue += worthOf(returned, product.cost);
    }
  }
  return [...sums.values()].map((row) => ({ ...row, outValue: outValueOf(row) }));
}

/**
 * The value of departures at the average of the stock; a stock that is used up keeps only the value that never belonged
 * to goods.
 */
function outValueOf({ product, opening, in: came, out, openingValue, inValue }: Sums): Vnd {
  const held = opening + came;
  if (out === 0n) return 0;
  if (held === out) return worthOf(opening, product.cost) + inValue;
  return held > 0n ? scaleVnd(openingValue + inValue, out, held) : worthOf(out, product.cost);
}
