import type { Factor, Quantity } from '../quantity.ts';
import type { Allocation, AllocationInstance, Lot, SaleLine, Shortage } from './types.ts';

/**
 * Checks a finished plan against every law, reading only the instance and the plan: an independent witness, written
 * without the allocator's own structures. Returns one sentence per violation; none means the plan is lawful.
 */
export function brokenLaws(instance: AllocationInstance, plan: Judged): string[] {
  const broken: string[] = [];
  const lots = new Map(instance.lots.map((lot) => [lot.id, lot]));
  const lines = new Map(instance.lines.map((line) => [line.id, line]));
  const factors = factorsOf(instance);
  const drawn = new Map<string, Quantity>();
  const served = new Map<string, Quantity>();
  const amounts = new Map<string, number>();
  const seen = new Set<string>();
  for (const part of plan.allocations) {
    const lot = lots.get(part.lot);
    const line = lines.get(part.line);
    if (!lot || !line) {
      broken.push(`allocation ${part.line} ← ${part.lot} names an unknown line or lot`);
      continue;
    }
    const where = `${line.id} ← ${lot.id}`;
    if (seen.has(where)) broken.push(`${where} is written twice`);
    seen.add(where);
    const { quantity, lineQuantity } = part;
    broken.push(...brokenByPart(line, lot, part, factors, where));
    drawn.set(lot.id, (drawn.get(lot.id) ?? 0n) + quantity);
    served.set(line.id, (served.get(line.id) ?? 0n) + lineQuantity);
    amounts.set(line.id, (amounts.get(line.id) ?? 0) + part.amount);
  }
  const short = new Set<string>();
  for (const shortage of plan.shortages) {
    if (short.has(shortage.line)) broken.push(`${shortage.line} is short twice`);
    short.add(shortage.line);
    served.set(shortage.line, (served.get(shortage.line) ?? 0n) + shortage.lineQuantity);
    amounts.set(shortage.line, (amounts.get(shortage.line) ?? 0) + shortage.amount);
  }
  for (const lot of instance.lots) {
    if ((drawn.get(lot.id) ?? 0n) > (lot.quantity < 0n ? 0n : lot.quantity)) broken.push(`lot ${lot.id} is oversold`);
  }
  for (const line of instance.lines) {
    if ((served.get(line.id) ?? 0n) !== line.quantity) broken.push(`quantities of ${line.id} do not add up`);
    if ((amounts.get(line.id) ?? 0) !== line.amount) broken.push(`amounts of ${line.id} do not add up`);
  }
  return broken;
}

/** The parts of a plan that the laws speak of. */
type Judged = {
  readonly allocations: readonly Allocation[];
  readonly shortages: readonly Pick<Shortage, 'line' | 'lineQuantity' | 'amount'>[];
};

const pairKey = (item: string, profile: string, product: string): string => JSON.stringify([item, profile, product]);

function factorsOf(instance: AllocationInstance): Map<string, Factor[]> {
  const factors = new Map<string, Factor[]>();
  for (const { item, profile, product, factor } of instance.links) {
    const key = pairKey(item, profile, product);
    factors.set(key, [...(factors.get(key) ?? []), factor]);
  }
  return factors;
}

function brokenByPart(
  line: SaleLine,
  lot: Lot,
  { quantity, lineQuantity }: Pick<Allocation, 'quantity' | 'lineQuantity'>,
  factors: ReadonlyMap<string, readonly Factor[]>,
  where: string,
): string[] {
  const broken: string[] = [];
  if (quantity <= 0n || lineQuantity <= 0n) broken.push(`${where} draws nothing`);
  if (lot.availableFrom > line.date) broken.push(`${where} draws before the lot exists`);
  if (line.profiles && !line.profiles.includes(lot.profile)) broken.push(`${where} leaves the profiles that may issue`);
  if (lot.step && quantity % lot.step !== 0n) broken.push(`${where} breaks the lot's step`);
  if (line.step && lineQuantity % line.step !== 0n) broken.push(`${where} breaks the line's step`);
  const known = factors.get(pairKey(line.item, lot.profile, lot.product)) ?? [];
  // Within two millionths on each side: |quantity − lineQuantity × n/d| ≤ 2 + 2n/d.
  const fits = known.some(({ numerator: n, denominator: d }) => {
    const gap = quantity * d - lineQuantity * n;
    return (gap < 0n ? -gap : gap) <= 2n * (n + d);
  });
  if (!fits) broken.push(`${where} does not follow its factor`);
  return broken;
}
