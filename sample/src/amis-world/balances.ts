import type { Day } from '@khop/engine/day.ts';
import type { Quantity } from '@khop/engine/quantity.ts';

/** The stock in every warehouse of one profile on every day. */
export class Balances {
  /** Warehouse and product → day → the quantity that came and left on it. */
  readonly #changes = new Map<string, Map<Day, Quantity>>();

  add(warehouse: string, product: string, day: Day, quantity: Quantity): void {
    const key = keyOf(warehouse, product);
    const days = this.#changes.get(key) ?? new Map<Day, Quantity>();
    this.#changes.set(key, days);
    days.set(day, (days.get(day) ?? 0n) + quantity);
  }

  /** The least stock at the end of a day or of any later one: the quantity that can still leave on that day. */
  leastFrom(warehouse: string, product: string, day: Day): Quantity {
    let balance = 0n;
    let least: Quantity | undefined;
    for (const [date, change] of [...(this.#changes.get(keyOf(warehouse, product)) ?? [])].sort(byDay)) {
      if (date > day && least === undefined) least = balance;
      balance += change;
      if (date >= day && (least === undefined || balance < least)) least = balance;
    }
    return least ?? balance;
  }

  /** Every warehouse and product with its balance at the end of each day on which something changed, by day. */
  *all(): Generator<{ warehouse: string; product: string; days: { day: Day; balance: Quantity }[] }> {
    for (const [key, changes] of this.#changes) {
      const [warehouse = '', product = ''] = key.split('\u0000');
      let balance = 0n;
      const days = [...changes].sort(byDay).map(([day, change]) => {
        balance += change;
        return { day, balance };
      });
      yield { warehouse, product, days };
    }
  }
}

const keyOf = (warehouse: string, product: string): string => `${warehouse}\u0000${product}`;
const byDay = ([a]: [Day, Quantity], [b]: [Day, Quantity]): number => (a < b ? -1 : a > b ? 1 : 0);
