import { splitVnd, type Vnd } from '../../money.ts';
import type { Commitments } from './commit.ts';
import type { Compiled } from './compile.ts';
import { type Micro, mulDivFloor } from './micro.ts';
import type { Network } from './network.ts';
import { drawable, factorBetween, type Part } from './pins.ts';
import type { Units } from './units.ts';

/**
 * Writes the records as parts in millionths. Running totals are rounded down on both sides, so that every part is
 * within one millionth of its exact value, a line fully served is written full, and a lot never exceeds its quantity.
 */
export function writeParts(c: Compiled, units: Units, net: Network, records: Commitments): Part[] {
  const parts: Part[] = [];
  const drawnFromLot = new Map<number, number>();
  const lotTotal = new Float64Array(net.sourceLot.length);
  const mine: { source: number; amount: number }[] = [];
  const note = (arc: number, amount: number): void => {
    mine.push({ source: net.arcSource[arc]!, amount });
  };
  for (let line = 0; line < net.lineNode.length; line++) {
    const node = net.lineNode[line]!;
    if (node < 0) continue;
    const { component, item } = net.groups[net.nodeGroup[node]!]!;
    const { divisor, exact } = units.components[component]!;
    let lineTotal = 0;
    mine.length = 0;
    records.each(line, note);
    if (mine.length > 1) mine.sort((a, b) => net.sourceLot[a.source]! - net.sourceLot[b.source]!);
    for (const { source, amount } of mine) {
      const lot = net.sourceLot[source]!;
      const before = mulDivFloor(lineTotal, divisor, units.itemScale[item]!);
      lineTotal += amount;
      const lineQuantity = mulDivFloor(lineTotal, divisor, units.itemScale[item]!) - before;
      let quantity = 0;
      if (exact) {
        const scale = units.cellScale[c.lotCell[lot]!]!;
        const drawn = mulDivFloor(lotTotal[source]!, divisor, scale);
        lotTotal[source]! += amount;
        quantity = mulDivFloor(lotTotal[source]!, divisor, scale) - drawn;
      } else {
        const drawn = drawRounded(c, line, lot, lineQuantity, c.lotLeft[lot]! - (drawnFromLot.get(lot) ?? 0));
        drawnFromLot.set(lot, (drawnFromLot.get(lot) ?? 0) + drawn.quantity);
        if (drawn.lineQuantity > 0 && drawn.quantity > 0) parts.push({ line, lot, ...drawn });
        continue;
      }
      if (lineQuantity > 0 && quantity > 0) parts.push({ line, lot, quantity, lineQuantity });
    }
  }
  return parts;
}

/** One part where amounts were rounded per item: follows the factor to a millionth and never takes more than the lot has left. */
function drawRounded(c: Compiled, line: number, lot: number, wanted: Micro, left: Micro): Omit<Part, 'line' | 'lot'> {
  const factor = factorBetween(c, line, lot)!;
  const { numerator: n, denominator: d } = factor;
  const step = BigInt(c.lotStep[lot]!);
  const exact = BigInt(wanted) * n;
  const quantity = step > 0n ? Number(step * ((2n * exact + d * step) / (2n * d * step))) : Number(exact / d);
  if (quantity <= left) return { quantity, lineQuantity: wanted };
  const dust = step === 0n && quantity - left <= 1 + Number(n / d);
  if (dust) return { quantity: left, lineQuantity: wanted };
  return drawable(wanted, left, factor, c.lineStep[line]!, c.lotStep[lot]!);
}

/** Parts by line, then lot, with those of the same line and lot made one. */
export function mergeParts(parts: Part[]): Part[] {
  const ordered = (a: Part, b: Part): number => a.line - b.line || a.lot - b.lot;
  if (parts.every((part, i) => i === 0 || ordered(parts[i - 1]!, part) < 0)) return parts;
  parts.sort(ordered);
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last && last.line === part.line && last.lot === part.lot) {
      last.quantity += part.quantity;
      last.lineQuantity += part.lineQuantity;
    } else merged.push({ ...part });
  }
  return merged;
}

/** A line's amount over its parts (parts[from…to]) and, last, what is missing; the amounts add up exactly. */
export function splitAmount(amount: Vnd, parts: readonly Part[], from: number, to: number, missing: number): Vnd[] {
  if (to === from) return [amount];
  if (to === from + 1 && missing === 0) return [amount, 0];
  return splitVnd(amount, [...parts.slice(from, to).map((part) => BigInt(part.lineQuantity)), BigInt(missing)]);
}
