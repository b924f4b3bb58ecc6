import type { Compiled } from '../compile.ts';
import { toMicro } from '../micro.ts';
import { factorBetween, type Part } from '../pins.ts';
import type { Units } from '../units.ts';
import { drawRounded, follower, mergeParts } from '../write.ts';

/** Rounds parts that were capped or topped up by a millionth as they will be when this plan is read as the last one. */
export function roundAsRead(c: Compiled, units: Units, parts: readonly Part[]): void {
  drawAll(c, units, parts);
}

/** The parts of the last plan on these lines, if they are lawful together and keep every pin; undefined where they are not. */
export function lawfulPrevious(
  c: Compiled,
  units: Units,
  pinned: readonly Part[],
  isInside: (line: number) => boolean = () => true,
): Part[] | undefined {
  const { previous, lines, lots } = c.source;
  if (!previous || previous.length === 0) return undefined;
  const lineIndex = new Map(lines.map((line, index) => [line.id, index]));
  const lotIndex = new Map(lots.map((lot, index) => [lot.id, index]));
  const wanted: Part[] = [];
  for (const one of previous) {
    const line = lineIndex.get(one.line);
    const lot = lotIndex.get(one.lot);
    const lineQuantity = toMicro(one.lineQuantity);
    if (line === undefined || lot === undefined || !isInside(line) || lineQuantity <= 0) continue;
    wanted.push({ line, lot, quantity: 0, lineQuantity });
  }
  const parts = mergeParts(wanted);
  const byPair = new Map(parts.map((part) => [`${part.line}/${part.lot}`, part]));
  for (const pin of pinned) {
    if (!isInside(pin.line)) continue;
    const part = byPair.get(`${pin.line}/${pin.lot}`);
    if (!part || part.lineQuantity < pin.lineQuantity) return undefined;
  }
  const outside = pinned.filter(({ line }) => !isInside(line));
  return drawAll(c, units, parts, outside) ? parts : undefined;
}

/** Fills in the AMIS quantities; false, and nothing filled in, as soon as a law forbids a part. */
function drawAll(c: Compiled, units: Units, parts: readonly Part[], outside: readonly Part[] = []): boolean {
  const lotLeft = c.lotQuantity.slice();
  for (const { lot, quantity } of outside) lotLeft[lot]! -= quantity;
  const lineLeft = c.lineQuantity.slice();
  const follow = follower(new Float64Array(lotLeft.length));
  const quantities = new Float64Array(parts.length);
  for (let at = 0; at < parts.length; at++) {
    const { line, lot, lineQuantity } = parts[at]!;
    const allowed = c.sets[c.lineSet[line]!];
    const cell = c.lotCell[lot]!;
    const item = c.lineItem[line]!;
    const step = c.lineStep[line]!;
    if (!factorBetween(c, line, lot) || c.lotDay[lot]! > c.lineDay[line]!) return false;
    if ((allowed && !allowed.has(c.cellProfile[cell]!)) || (step > 0 && lineQuantity % step !== 0)) return false;
    const exact = units.components[units.componentOfItem[item]!]?.exact === true && c.lotStep[lot] === 0;
    let quantity: number;
    if (exact) quantity = follow(lineQuantity, units.itemScale[item]!, units.cellScale[cell]!, lot);
    else {
      // As it is written: a part may take a lot's last millionths instead of its own rounding.
      const drawn = drawRounded(c, line, lot, lineQuantity, lotLeft[lot]!);
      if (drawn.lineQuantity !== lineQuantity) return false;
      quantity = drawn.quantity;
    }
    lotLeft[lot]! -= quantity;
    lineLeft[line]! -= lineQuantity;
    if (quantity <= 0 || (!exact && lotLeft[lot]! < 0) || lineLeft[line]! < 0) return false;
    quantities[at] = quantity;
  }
  // A millionth of a line is several of a lot where the factor is above one, so parts that were rounded up on the line's
  // side can come to a little more than the lot: the last of them bear it, each no more than one such millionth.
  for (let at = parts.length - 1; at >= 0; at--) {
    const { line, lot } = parts[at]!;
    if (lotLeft[lot]! >= 0) continue;
    const { numerator, denominator } = factorBetween(c, line, lot)!;
    const borne = Math.min(-lotLeft[lot]!, 1 + Number(numerator / denominator), quantities[at]! - 1);
    quantities[at]! -= borne;
    lotLeft[lot]! += borne;
  }
  if (lotLeft.some((left) => left < 0)) return false;
  parts.forEach((part, at) => {
    part.quantity = quantities[at]!;
  });
  return true;
}

/**
 * The worth of parts in aims (a) and (b), before rounding to đồng; `unpaid` is the quantity of lines without an amount, in
 * millionths of the finest item of each component. The slacks are the differences that rounding to millionths may hide.
 */
export type Worth = {
  readonly priority1: number;
  readonly total: number;
  readonly unpaid: number;
  readonly slack: number;
  readonly unpaidSlack: number;
};

/** Millionths that rounding may take from a part. */
const ROUNDING = 4;

export function worthOf(c: Compiled, units: Units, parts: readonly Part[]): Worth {
  let [priority1, total, unpaid, slack, unpaidSlack] = [0, 0, 0, 0, 0];
  for (let from = 0; from < parts.length; ) {
    const { line } = parts[from]!;
    let to = from;
    let served = 0;
    for (; to < parts.length && parts[to]!.line === line; to++) served += parts[to]!.lineQuantity;
    const [amount, quantity] = [c.lineAmount[line]!, c.lineQuantity[line]!];
    const value = served === quantity ? amount : (amount * served) / quantity;
    total += value;
    if (c.linePriority[line] === 1) priority1 += value;
    // Rounding never takes a whole part: one of a few millionths is worth more than none.
    const rounding = Math.min(ROUNDING * (to - from), served / 2);
    slack += (rounding * amount) / quantity;
    if (amount === 0) {
      const weight = weightOf(c, units, line);
      unpaid += served * weight;
      unpaidSlack += rounding * weight;
    }
    from = to;
  }
  return { priority1, total, unpaid, slack, unpaidSlack };
}

/** Millionths of its component's finest item in one millionth of a line. */
function weightOf(c: Compiled, { components, componentOfItem, itemScale }: Units, line: number): number {
  const item = c.lineItem[line]!;
  return itemScale[item]! / (components[componentOfItem[item]!]?.finestScale ?? 1);
}

/** True when the one is worth less than the other beyond what rounding explains. */
export function isWorthLess(one: Worth, other: Worth): boolean {
  const slack = one.slack + other.slack + 1e-12 * (one.total + other.total);
  for (const aim of ['priority1', 'total'] as const) {
    if (Math.abs(other[aim] - one[aim]) > slack) return other[aim] > one[aim];
  }
  return other.unpaid - one.unpaid > one.unpaidSlack + other.unpaidSlack;
}
