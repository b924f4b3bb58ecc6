import { scaleVnd, type Vnd } from '@khop/engine/money.ts';
import type { AmisBooks } from './amis-world/model.ts';
import { closingOf, stockRowsOf } from './amis-world/stock-report.ts';
import type { Demand } from './demand.ts';
import type { Market } from './ledger.ts';
import type { Good, Milli } from './model.ts';
import { randomOf } from './random.ts';

export type BravoStockRow = {
  readonly warehouse: string;
  readonly good: Good;
  /** Bravo base units. */
  readonly quantity: Milli;
  readonly value: Vnd;
};

/**
 * Bravo's stock at the end of the period. Sales that AMIS has not invoiced yet have already left it; some counts differ
 * from AMIS all the same, and some goods are in one of the two only.
 */
export function makeBravoStock(
  { seed, goods, branches, fromDate, toDate }: Market,
  books: readonly AmisBooks[],
  demand: Demand,
): BravoStockRow[] {
  const random = randomOf(seed, 'bravo-stock');
  const held = new Float64Array(goods.length);
  for (const own of books) {
    for (const row of stockRowsOf(own, { fromDate, toDate }, everything)) {
      const { numerator, denominator } = row.product.factor;
      const closing = closingOf(row);
      const base = Number(((closing > 0n ? closing : 0n) * denominator) / numerator / 1_000_000n) * 1000;
      if (!row.warehouse.startsWith('KHO-')) held[row.product.good.index]! += base;
    }
  }
  return goods.flatMap((good) => {
    if (good.kind !== 'goods' || !good.inBravo) return [];
    const left = Math.max(0, held[good.index]! - demand.wanted[good.index]!);
    const counted = random.chance(150) ? Math.max(0, left + random.int(-20, 30) * 1000) : left;
    const first = Math.floor((counted * random.int(40, 90)) / 100 / 1000) * 1000;
    const parts = [first, counted - first];
    return parts.flatMap((quantity, index) => {
      const unitCost = good.cost * (good.bravoInCartons ? good.carton : 1);
      const value = scaleVnd(unitCost, BigInt(quantity), 1000n);
      return quantity > 0 ? [{ warehouse: branches[index]!.warehouse, good, quantity, value }] : [];
    });
  });
}

/** Later than any voucher. */
const everything = '9999-12-31T00:00:00.000Z';
