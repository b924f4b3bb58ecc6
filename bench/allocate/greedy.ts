import type { AllocationInstance } from '@khop/engine/allocation/types.ts';
import { unitsOf } from './instances.ts';

/**
 * The peer that a spreadsheet is: lines in order of date, each from the oldest lots that it may use. Counts in floats:
 * a yardstick, not a plan.
 */
export function firstInFirstOut(instance: AllocationInstance): { amount: number; priority1: number; pairs: number } {
  const lotsOf = new Map<string, { left: number; day: string; profile: string }[]>();
  for (const lot of instance.lots) {
    const key = `${lot.profile}\n${lot.product}`;
    const list = lotsOf.get(key) ?? [];
    list.push({ left: Math.max(0, unitsOf(lot.quantity)), day: lot.availableFrom, profile: lot.profile });
    lotsOf.set(key, list);
  }
  const stockOf = new Map<string, { lot: { left: number; day: string; profile: string }; factor: number }[]>();
  for (const connection of instance.links) {
    const { numerator, denominator } = connection.factor;
    const list = stockOf.get(connection.item) ?? [];
    for (const lot of lotsOf.get(`${connection.profile}\n${connection.product}`) ?? []) {
      list.push({ lot, factor: Number(numerator) / Number(denominator) });
    }
    stockOf.set(connection.item, list);
  }
  for (const list of stockOf.values())
    list.sort((a, b) => (a.lot.day < b.lot.day ? -1 : a.lot.day > b.lot.day ? 1 : 0));
  const pairs = new Set<string>();
  let amount = 0;
  let priority1 = 0;
  const byDate = [...instance.lines].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  for (const line of byDate) {
    const quantity = unitsOf(line.quantity);
    let left = quantity;
    for (const { lot, factor } of stockOf.get(line.item) ?? []) {
      if (left <= 0 || lot.day > line.date) break;
      if (lot.left <= 0 || (line.profiles && !line.profiles.includes(lot.profile))) continue;
      const drawn = Math.min(left, lot.left / factor);
      lot.left -= drawn * factor;
      left -= drawn;
      pairs.add(`${line.document}\n${lot.profile}`);
    }
    const served = quantity > 0 ? (line.amount * (quantity - left)) / quantity : 0;
    amount += served;
    if (line.priority === 1) priority1 += served;
  }
  return { amount: Math.round(amount), priority1: Math.round(priority1), pairs: pairs.size };
}
