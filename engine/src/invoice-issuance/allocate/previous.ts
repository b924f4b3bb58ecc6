import type { Vnd } from '../../money.ts';
import type { Compiled } from './compile.ts';
import { parseMicro } from './micro.ts';
import { factorBetween, type Part } from './pins.ts';
import type { AllocationStats } from './types.ts';
import type { Units } from './units.ts';
import { drawRounded, follower, mergeParts, splitAmount } from './write.ts';

/**
 * Aim (e) at its plainest: the last plan itself, when it is still lawful, keeps every pin and is no worse than the new
 * one. Returns the parts to use.
 */
export function preferPrevious(c: Compiled, units: Units, pinned: readonly Part[], parts: Part[]): Part[] {
  // What was capped or topped up by a millionth is rounded as it will be when this plan is read as the last one.
  drawAll(c, units, parts);
  if (!c.source.previous?.length) return parts;
  return previousAsGood(c, units, pinned, worth(c, parts), 0) ?? parts;
}

/** The parts of the last plan if it is lawful, keeps every pin, and is at most `rounding` đồng and no pair worse than `other`. */
export function previousAsGood(
  c: Compiled,
  units: Units,
  pinned: readonly Part[],
  other: Worth,
  rounding: Vnd,
): Part[] | undefined {
  const last = lawfulPrevious(c, units, pinned);
  if (!last) return undefined;
  const own = worth(c, last);
  const isAsGood =
    own.priority1Amount + rounding >= other.priority1Amount &&
    own.allocatedAmount + rounding >= other.allocatedAmount &&
    own.documentProfilePairs <= other.documentProfilePairs;
  return isAsGood ? last : undefined;
}

function lawfulPrevious(c: Compiled, units: Units, pinned: readonly Part[]): Part[] | undefined {
  const { previous, lines, lots } = c.source;
  if (!previous || previous.length === 0) return undefined;
  const lineIndex = new Map(lines.map((line, index) => [line.id, index]));
  const lotIndex = new Map(lots.map((lot, index) => [lot.id, index]));
  const wanted: Part[] = [];
  for (const one of previous) {
    const line = lineIndex.get(one.line);
    const lot = lotIndex.get(one.lot);
    const lineQuantity = parseMicro(one.lineQuantity);
    if (line === undefined || lot === undefined || lineQuantity <= 0) return undefined;
    wanted.push({ line, lot, quantity: 0, lineQuantity });
  }
  const parts = mergeParts(wanted);
  const byPair = new Map(parts.map((part) => [`${part.line}/${part.lot}`, part]));
  for (const pin of pinned) {
    const part = byPair.get(`${pin.line}/${pin.lot}`);
    if (!part || part.lineQuantity < pin.lineQuantity) return undefined;
  }
  return drawAll(c, units, parts) ? parts : undefined;
}

/** Fills in the AMIS quantities; false, and nothing filled in, as soon as a law forbids a part. */
function drawAll(c: Compiled, units: Units, parts: readonly Part[]): boolean {
  const lotLeft = c.lotQuantity.slice();
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

type Worth = Pick<AllocationStats, 'priority1Amount' | 'allocatedAmount' | 'documentProfilePairs'>;

function worth(c: Compiled, parts: readonly Part[]): Worth {
  const pairs = new Set<number>();
  let priority1 = 0;
  let total = 0;
  for (let from = 0; from < parts.length; ) {
    const { line } = parts[from]!;
    let to = from;
    let missing = c.lineQuantity[line]!;
    for (; to < parts.length && parts[to]!.line === line; to++) {
      missing -= parts[to]!.lineQuantity;
      pairs.add(c.lineDocument[line]! * c.profiles.length + c.cellProfile[c.lotCell[parts[to]!.lot]!]!);
    }
    const amount = c.lineAmount[line]! - splitAmount(c.lineAmount[line]!, parts, from, to, missing).at(-1)!;
    total += amount;
    if (c.linePriority[line] === 1) priority1 += amount;
    from = to;
  }
  return { priority1Amount: priority1, allocatedAmount: total, documentProfilePairs: pairs.size };
}
