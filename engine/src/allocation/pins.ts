import type { Factor } from '../quantity.ts';
import type { Compiled } from './compile.ts';
import { type Micro, toMicro } from './micro.ts';
import type { RefusedPin } from './types.ts';

/** A part of the plan in millionths: `quantity` in AMIS units from the lot for `lineQuantity` base units of the line. */
export type Part = { readonly line: number; readonly lot: number; quantity: Micro; lineQuantity: Micro };

/** The largest multiple of `step` within `quantity`; the quantity itself when there is no step (0). */
export function floorToStep(quantity: number, step: number): number {
  return step > 0 ? quantity - (quantity % step) : quantity;
}

/**
 * Base units that can be drawn for `wanted` from `available` AMIS units so that both sides are multiples of their steps.
 * Without a lot step the AMIS quantity is rounded down to a millionth; with one it is exact.
 */
export function drawable(
  wanted: Micro,
  available: Micro,
  factor: Factor,
  lineStep: Micro,
  lotStep: Micro,
): { lineQuantity: Micro; quantity: Micro } {
  const { numerator: n, denominator: d } = factor;
  const inLineUnits = (BigInt(available) * d) / n;
  let lineQuantity = inLineUnits < BigInt(wanted) ? inLineUnits : BigInt(wanted);
  if (lotStep > 0) {
    // x·n/d must be k·lotStep, and x a multiple of lineStep: whole multiples of both grids, or the nearest millionth below.
    const lot = BigInt(lotStep);
    const line = BigInt(lineStep);
    if (lineStep > 0) {
      // x = lineStep·m with lineStep·m·n/d ∈ lotStep·Z: m a multiple of lotStep·d / gcd(lotStep·d, lineStep·n).
      const multiple = (lot * d) / bigGcd(lot * d, line * n);
      lineQuantity -= lineQuantity % (line * multiple);
    } else {
      const steps = (lineQuantity * n) / (d * lot);
      return { lineQuantity: Number((steps * lot * d) / n), quantity: Number(steps * lot) };
    }
  } else if (lineStep > 0) lineQuantity -= lineQuantity % BigInt(lineStep);
  return { lineQuantity: Number(lineQuantity), quantity: Number((lineQuantity * n) / d) };
}

export function bigGcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** The factor between a line's item and a lot's product, if they are connected. */
export function factorBetween(c: Compiled, line: number, lot: number): Factor | undefined {
  const cell = c.lotCell[lot]!;
  return c.itemConnections[c.lineItem[line]!]!.find((connection) => connection.cell === cell)?.factor;
}

/**
 * Takes the pinned parts out of the lots and lines first, each as far as the laws allow: a pin never oversells a lot,
 * draws before its day, exceeds its line or leaves the profiles that may issue. Refused parts are returned with the
 * reason.
 */
export function takePins(c: Compiled): { parts: Part[]; refused: RefusedPin[] } {
  const parts: Part[] = [];
  const refused: RefusedPin[] = [];
  const pinned = c.source.lines.some((line) => line.pinned && line.pinned.length > 0);
  if (!pinned) return { parts, refused };
  const lotIndex = new Map(c.source.lots.map((lot, index) => [lot.id, index]));
  c.source.lines.forEach((line, l) => {
    for (const pin of line.pinned ?? []) {
      const wanted = toMicro(pin.lineQuantity);
      if (wanted <= 0) continue;
      const { part, reason } = takePin(c, l, lotIndex.get(pin.lot), wanted);
      if (part) parts.push(part);
      const missing = wanted - (part?.lineQuantity ?? 0);
      if (missing > 0) refused.push({ line: line.id, lot: pin.lot, lineQuantity: BigInt(missing), reason });
    }
  });
  return { parts, refused };
}

function takePin(
  c: Compiled,
  line: number,
  lot: number | undefined,
  wanted: Micro,
): { part?: Part; reason: RefusedPin['reason'] } {
  if (lot === undefined) return { reason: 'LOT_UNKNOWN' };
  const factor = factorBetween(c, line, lot);
  if (!factor) return { reason: 'ITEM_NOT_CONNECTED' };
  const allowed = c.sets[c.lineSet[line]!];
  if (allowed && !allowed.has(c.cellProfile[c.lotCell[lot]!]!)) return { reason: 'ISSUER_NOT_DECLARED' };
  if (c.lotDay[lot]! > c.lineDay[line]!) return { reason: 'STOCK_AFTER_SALE' };
  const room = Math.min(wanted, c.lineLeft[line]!);
  const stock = c.lotLeft[lot]!;
  const drawn = drawable(room, stock, factor, c.lineStep[line]!, c.lotStep[lot]!);
  const unstepped = drawable(room, stock, factor, 0, 0);
  const reason = room < wanted ? 'OVER_LINE' : unstepped.lineQuantity < wanted ? 'NO_STOCK' : 'BELOW_STEP';
  if (drawn.lineQuantity === 0 || drawn.quantity === 0) return { reason };
  c.lineLeft[line]! -= drawn.lineQuantity;
  c.lotLeft[lot]! -= drawn.quantity;
  return { part: { line, lot, ...drawn }, reason };
}
