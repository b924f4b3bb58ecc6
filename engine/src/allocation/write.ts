import { splitVnd, type Vnd } from '../money.ts';
import type { Compiled } from './compile.ts';
import type { Stage } from './documents/stage.ts';
import { type Micro, mulDivFloor } from './micro.ts';
import { drawable, factorBetween, type Part } from './pins.ts';

/**
 * Writes the records as parts in millionths. A line's running total is rounded down, so every part is within a millionth
 * of its exact value and a line fully served is written full; AMIS quantities follow from what is written, with the
 * remainder carried from part to part of a lot, and a lot never exceeds its quantity. So writing a plan that was read
 * back gives the same plan.
 */
export function writeParts({ c, units, net, records }: Stage): Part[] {
  const parts: Part[] = [];
  const drawn = new Float64Array(c.lotLeft.length);
  const rest = new Float64Array(c.lotLeft.length);
  const due = new Float64Array(c.lotLeft.length);
  const follow = follower(rest);
  const sources: number[] = [];
  const amounts: number[] = [];
  const note = (arc: number, amount: number): void => {
    // In order of the lots; there are hardly ever more than a few.
    const source = net.arcSource[arc]!;
    let at = sources.length;
    for (; at > 0 && net.sourceLot[sources[at - 1]!]! > net.sourceLot[source]!; at--) {
      sources[at] = sources[at - 1]!;
      amounts[at] = amounts[at - 1]!;
    }
    sources[at] = source;
    amounts[at] = amount;
  };
  for (let line = 0; line < net.lineNode.length; line++) {
    const node = net.lineNode[line]!;
    if (node < 0) continue;
    const { component, item } = net.groups[net.nodeGroup[node]!]!;
    const { divisor, exact } = units.components[component]!;
    const itemScale = units.itemScale[item]!;
    let lineTotal = 0;
    sources.length = 0;
    amounts.length = 0;
    records.each(line, note);
    for (let at = 0; at < sources.length; at++) {
      const lot = net.sourceLot[sources[at]!]!;
      const amount = amounts[at]!;
      const before = mulDivFloor(lineTotal, divisor, itemScale);
      lineTotal += amount;
      let lineQuantity = mulDivFloor(lineTotal, divisor, itemScale) - before;
      const left = c.lotLeft[lot]! - drawn[lot]!;
      let quantity = lineQuantity;
      due[lot]! += amount;
      if (!exact) ({ quantity, lineQuantity } = drawRounded(c, line, lot, lineQuantity, left));
      else if (itemScale !== units.cellScale[c.lotCell[lot]!]!) {
        const cellScale = units.cellScale[c.lotCell[lot]!]!;
        // A draw from a stepped lot is a whole number of steps: nothing to round.
        if (c.lotStep[lot]! > 0) quantity = mulDivFloor(amount, divisor, cellScale);
        else {
          // A part rounded up on the line's side must not take the quantity that later parts of the lot are due.
          const most = mulDivFloor(due[lot]!, divisor, cellScale) - drawn[lot]!;
          quantity = Math.min(most, follow(lineQuantity, itemScale, cellScale, lot));
        }
      }
      if (quantity > left) quantity = left;
      if (lineQuantity <= 0 || quantity <= 0) continue;
      drawn[lot]! += quantity;
      parts.push({ line, lot, quantity, lineQuantity });
    }
  }
  return parts;
}

/** AMIS millionths for base-unit millionths: the remainder of rounding down is carried to the next part of the lot. */
export function follower(rest: Float64Array): (x: Micro, itemScale: number, cellScale: number, lot: number) => Micro {
  return (lineQuantity, itemScale, cellScale, lot) => {
    const product = lineQuantity * itemScale + rest[lot]!;
    if (product <= Number.MAX_SAFE_INTEGER) {
      const quantity = Math.floor(product / cellScale);
      if (quantity > 0) rest[lot] = product % cellScale;
      return quantity;
    }
    const exact = BigInt(lineQuantity) * BigInt(itemScale) + BigInt(rest[lot]!);
    rest[lot] = Number(exact % BigInt(cellScale));
    return Number(exact / BigInt(cellScale));
  };
}

/**
 * One part where amounts were rounded per item: follows the factor to a millionth and never takes more than the lot has left.
 * Where the lot has steps, an amount that is no whole number of them, but for two millionths of either unit, is drawn
 * down to the last whole one.
 */
export function drawRounded(
  c: Compiled,
  line: number,
  lot: number,
  wanted: Micro,
  left: Micro,
): Omit<Part, 'line' | 'lot'> {
  const factor = factorBetween(c, line, lot)!;
  const { numerator: n, denominator: d } = factor;
  const step = BigInt(c.lotStep[lot]!);
  const exact = BigInt(wanted) * n;
  const quantity = step > 0n ? Number(step * ((2n * exact + d * step) / (2n * d * step))) : Number(exact / d);
  const gap = BigInt(quantity) * d - exact;
  const isWhole = step === 0n || (gap < 0n ? -gap : gap) <= 2n * (n + d);
  if (isWhole && quantity <= left) return { quantity, lineQuantity: wanted };
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

/** A line's amount over its parts (parts[from…to]) and, last, the missing part; the amounts add up exactly. */
export function splitAmount(amount: Vnd, parts: readonly Part[], from: number, to: number, missing: number): Vnd[] {
  if (to === from) return [amount];
  if (to === from + 1 && missing === 0) return [amount, 0];
  return splitVnd(amount, [...parts.slice(from, to).map((part) => BigInt(part.lineQuantity)), BigInt(missing)]);
}
