import { sumVnd, type Vnd } from '../money.ts';
import { gapOf } from './bound.ts';
import type { Compiled } from './compile.ts';
import type { Micro } from './micro.ts';
import type { Part } from './pins.ts';
import { shortageExplainer } from './shortages/shortage.ts';
import type { Allocation, AllocationInstance, AllocationPlan, AllocationStats, RefusedPin, Shortage } from './types.ts';
import type { Grouping, Units } from './units.ts';
import { splitAmount } from './write.ts';

/** An instance as columns, with its pins taken out and its units found. */
export type Ready = {
  readonly instance: AllocationInstance;
  readonly c: Compiled;
  readonly pinned: readonly Part[];
  readonly refused: readonly RefusedPin[];
  readonly linesOfItem: Grouping;
  readonly lotsOfCell: Grouping;
  readonly units: Units;
};

/** The proven bounds of a plan. */
export type Bounds = Pick<AllocationStats, 'amountBound' | 'documentProfilePairsBound'>;

/** A plan without the explanations of what it leaves short, which take as long as all the rest of it. */
export type Drawn = Pick<AllocationPlan, 'allocations' | 'stats'>;

/** The plan of some parts, with its proven bounds. */
export function stated(ready: Ready, parts: readonly Part[], bounds: Bounds): AllocationPlan {
  const { allocations, stats } = drawnOf(ready, parts, bounds);
  const { refused } = ready;
  return {
    allocations,
    shortages: shortagesOf(ready, parts),
    stats,
    ...(refused.length > 0 && { refusedPins: refused }),
  };
}

/** The draws of some parts, in order of their lines, and the figures of the plan. */
export function drawnOf({ c }: Ready, parts: readonly Part[], bounds: Bounds): Drawn {
  const { lines, lots } = c.source;
  const allocations: Allocation[] = [];
  let [allocatedAmount, priority1Amount, short]: [Vnd, Vnd, number] = [0, 0, 0];
  eachLine(c, parts, (l, from, to, missing) => {
    const line = lines[l]!;
    if (isShort(c, l, missing)) short++;
    if (from === to) return;
    const amounts = splitAmount(line.amount, parts, from, to, missing);
    for (let p = from; p < to; p++) {
      const part = parts[p]!;
      const amount = amounts[p - from]!;
      allocatedAmount += amount;
      if (line.priority === 1) priority1Amount += amount;
      const lineQuantity = from + 1 === to && missing === 0 ? line.quantity : BigInt(part.lineQuantity);
      allocations.push({
        line: line.id,
        lot: lots[part.lot]!.id,
        quantity: part.quantity === part.lineQuantity ? lineQuantity : BigInt(part.quantity),
        lineQuantity,
        amount,
      });
    }
  });
  const documentProfilePairs = pairsOf(c, parts);
  return {
    allocations,
    stats: {
      amount: sumVnd(lines.map((line) => line.amount)),
      allocatedAmount,
      priority1Amount,
      documentProfilePairs,
      documentProfilePairsBound: Math.min(bounds.documentProfilePairsBound, documentProfilePairs),
      // Rounding may take one đồng from each part.
      gap: gapOf(bounds.amountBound, allocatedAmount, allocations.length + short),
      amountBound: bounds.amountBound,
      ms: 0,
    },
  };
}

function shortagesOf({ c, units, pinned, lotsOfCell }: Ready, parts: readonly Part[]): Shortage[] {
  const shortages: Shortage[] = [];
  const explain = shortageExplainer(c, units, parts, pinned, lotsOfCell);
  eachLine(c, parts, (l, from, to, missing) => {
    if (!isShort(c, l, missing)) return;
    const line = c.source.lines[l]!;
    const amount = splitAmount(line.amount, parts, from, to, missing).at(-1)!;
    const { reason, detail } = explain(l, c.lineQuantity[l]! - missing);
    shortages.push({ line: line.id, lineQuantity: BigInt(missing), amount, reason, detail });
  });
  return shortages;
}

/** A line that lacks something, or that has money and no quantity. */
const isShort = (c: Compiled, line: number, missing: Micro): boolean =>
  missing > 0 || (c.lineQuantity[line]! === 0 && c.source.lines[line]!.amount !== 0);

/** Each line with its parts (parts[from…to]) and what it misses beside them. */
function eachLine(
  c: Compiled,
  parts: readonly Part[],
  visit: (line: number, from: number, to: number, missing: Micro) => void,
): void {
  let at = 0;
  for (let l = 0; l < c.lineQuantity.length; l++) {
    const from = at;
    let served = 0;
    for (; at < parts.length && parts[at]!.line === l; at++) served += parts[at]!.lineQuantity;
    visit(l, from, at, c.lineQuantity[l]! - served);
  }
}

/** The number of distinct (document, profile) pairs of some parts, counted in a table of bits. */
export function pairsOf(c: Compiled, parts: readonly Part[]): number {
  const bits = new Uint8Array(Math.ceil((c.documents * c.profiles.length) / 8));
  let count = 0;
  for (const { line, lot } of parts) {
    const at = c.lineDocument[line]! * c.profiles.length + c.cellProfile[c.lotCell[lot]!]!;
    const mask = 1 << (at % 8);
    const byte = Math.floor(at / 8);
    if ((bits[byte]! & mask) !== 0) continue;
    bits[byte]! |= mask;
    count++;
  }
  return count;
}
