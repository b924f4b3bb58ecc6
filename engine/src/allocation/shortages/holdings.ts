import type { Part } from '../pins.ts';
import { groupBy } from '../units.ts';

/**
 * The holders of each lot in a finished plan, as columns. Parts are numbered as in the plan, in order of their lines.
 */
export type Holdings = {
  readonly partLine: Int32Array;
  /** AMIS millionths. */
  readonly partQuantity: Float64Array;
  /** Parts of a lot, the largest first: parts[start[lot] … start[lot + 1]]. */
  readonly start: Int32Array;
  readonly parts: Int32Array;
  /** The quantity drawn from each lot, in AMIS millionths. */
  readonly drawn: Float64Array;
  /** True when the part is the only one of its line. */
  readonly isAlone: (part: number) => boolean;
};

export function holdingsOf(lots: number, plan: readonly Part[]): Holdings {
  const partLine = new Int32Array(plan.length);
  const partLot = new Int32Array(plan.length);
  const partQuantity = new Float64Array(plan.length);
  const drawn = new Float64Array(lots);
  plan.forEach(({ line, lot, quantity }, part) => {
    partLine[part] = line;
    partLot[part] = lot;
    partQuantity[part] = quantity;
    drawn[lot]! += quantity;
  });
  const { start, rows: parts } = groupBy(partLot, lots, () => true);
  for (let lot = 0; lot < lots; lot++) largestFirst(parts, start[lot]!, start[lot + 1]!, partQuantity);
  const isAlone = (part: number): boolean =>
    partLine[part - 1] !== partLine[part] && partLine[part + 1] !== partLine[part];
  return { partLine, partQuantity, start, parts, drawn, isAlone };
}

/** Above this many, sorting in place by insertion would take longer. */
const FEW = 24;

function largestFirst(parts: Int32Array, from: number, to: number, quantity: Float64Array): void {
  if (to - from > FEW) {
    parts.subarray(from, to).sort((a, b) => quantity[b]! - quantity[a]! || a - b);
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const part = parts[at]!;
    let place = at;
    for (; place > from && quantity[parts[place - 1]!]! < quantity[part]!; place--) parts[place] = parts[place - 1]!;
    parts[place] = part;
  }
}
