import type { Day } from '@khop/engine/day.ts';
import type { Quantity } from '@khop/engine/quantity.ts';
import { Balances } from './balances.ts';
import type { AmisBooks } from './model.ts';

/** Goods that an invoice which AMIS does not know yet would take. */
export type Draw = {
  readonly warehouse: string;
  readonly product: string;
  readonly date: Day;
  readonly quantity: Quantity;
};

/** A stock of which more was invoiced through us than AMIS has. */
export type Beyond = {
  readonly warehouse: string;
  readonly product: string;
  readonly day: Day;
  readonly invoiced: Quantity;
  readonly held: Quantity;
};

/**
 * The law that everything rests on, asked of AMIS's own books: per warehouse, product and day, the quantity ever
 * invoiced through us (`planned` are those it has not taken in yet) is at most its stock without them. Stock that is
 * below zero by AMIS's own doing counts as zero.
 */
export function beyondStock(books: AmisBooks, planned: Iterable<Draw>): Beyond[] {
  const [held, invoiced] = [new Balances(), new Balances()];
  const days = new Map<string, Set<Day>>();
  const touch = (into: Balances, { warehouse, product, date, quantity }: Draw) => {
    into.add(warehouse, product, date, quantity);
    const key = `${warehouse}\u0000${product}`;
    days.set(key, (days.get(key) ?? new Set()).add(date));
  };
  for (const { product, ...movement } of books.movements) touch(held, { ...movement, product: product.code });
  for (const { date, lines, isImported, ended } of books.sales) {
    if (ended) continue;
    for (const { warehouse, product, quantity, returned } of lines) {
      if (warehouse === '') continue;
      const left = quantity - returned;
      touch(isImported ? invoiced : held, {
        warehouse,
        product: product.code,
        date,
        quantity: isImported ? left : -left,
      });
    }
  }
  for (const draw of planned) if (draw.warehouse !== '') touch(invoiced, draw);

  const heldOn = new Map([...held.all()].map((one) => [`${one.warehouse}\u0000${one.product}`, one.days]));
  const beyond: Beyond[] = [];
  for (const { warehouse, product, days: taken } of invoiced.all()) {
    const key = `${warehouse}\u0000${product}`;
    for (const day of [...days.get(key)!].sort()) {
      const quantity = balanceOn(taken, day);
      const there = balanceOn(heldOn.get(key) ?? [], day);
      const most = there > 0n ? there : 0n;
      if (quantity > most) beyond.push({ warehouse, product, day, invoiced: quantity, held: most });
    }
  }
  return beyond;
}

const balanceOn = (days: readonly { day: Day; balance: Quantity }[], day: Day): Quantity =>
  days.findLast((one) => one.day <= day)?.balance ?? 0n;
