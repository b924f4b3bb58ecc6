import type { Vnd } from '../money.ts';
import type { Stage } from './documents/stage.ts';
import type { Fraction } from './number-field.ts';

/** Fractions of a đồng in which the bound is summed. */
const PARTS = 1_000_000n;

/**
 * The linear-programming optimum over all lines in đồng, rounded down: what pins give, plus what the greedy flow proved
 * best for components with one unit, plus the optima of the programs of the others. Lines that are bounded elsewhere are left out.
 */
export function amountBound(
  { c, units, net, given }: Stage,
  programs: readonly (Fraction | undefined)[],
  isElsewhere: (line: number) => boolean = () => false,
): Vnd {
  let whole: Vnd = 0;
  let parts = 0n;
  for (let l = 0; l < c.lineAmount.length; l++) {
    if (isElsewhere(l)) continue;
    const amount = c.lineAmount[l]!;
    const exact = units.components[units.componentOfItem[c.lineItem[l]!]!]?.exact === true;
    const served = exact ? given[l]! : 0;
    const quantity = c.lineQuantity[l]!;
    const pinned = quantity - c.lineLeft[l]!;
    if (served === net.lineFull[l] || (quantity > 0 && pinned === quantity)) {
      whole += amount;
      continue;
    }
    if (served > 0) parts += (BigInt(amount) * PARTS * BigInt(served)) / BigInt(net.lineFull[l]!);
    if (pinned > 0) parts += (BigInt(amount) * PARTS * BigInt(pinned)) / BigInt(quantity);
  }
  for (const program of programs) if (program) parts += (program.n * PARTS) / program.d;
  return whole + Number(parts / PARTS);
}

/**
 * The share of the bound that the plan leaves behind. Each part of a line that is served in part, or in several parts,
 * may be off by one đồng through rounding alone; that is not a gap.
 */
export function gapOf(bound: Vnd, allocated: Vnd, roundedParts: number): number {
  const missing = bound - allocated;
  return missing <= roundedParts || bound === 0 ? 0 : missing / bound;
}
