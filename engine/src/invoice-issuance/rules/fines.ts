import type { Day } from '../../day.ts';
import { type FineBracket, type FineRange, type InvoiceRules, ruleOn } from './invoice-rules.ts';

/** Invoices made at the wrong time, or not made; of sales, or of what the law takes more lightly. */
export type FineClass = Exclude<keyof FineBracket, 'from'>;

/** The step of the fine ladder for one case: an estimate of the range, never a decision. */
export type FineStep = FineRange & {
  /** The concrete fine without mitigating or aggravating facts: the middle of the range. */
  readonly middle: number;
  /** The count at which the next, dearer step begins; null on the last one. */
  readonly nextFrom: number | null;
};

/** Persons and household businesses pay half of what an organisation pays. */
const HOUSEHOLD_DIVISOR = 2;

/**
 * The step for `count` invoices of one class that one case holds (law.md, F1: they are one act, by their number).
 * `endedOn` is the day on which the act ended: the law of that day counts. Null for no invoice at all.
 */
export function fineStep(
  count: number,
  of: FineClass,
  endedOn: Day,
  { fineLadders }: Pick<InvoiceRules, 'fineLadders'>,
  { isHousehold = false }: { readonly isHousehold?: boolean } = {},
): FineStep | null {
  const { brackets } = ruleOn(fineLadders, endedOn)!;
  const at = brackets.findLastIndex((bracket) => bracket.from <= count);
  if (count === 0 || at < 0) return null;
  const { low, high } = brackets[at]![of];
  const divisor = isHousehold ? HOUSEHOLD_DIVISOR : 1;
  const next = brackets.slice(at + 1).find((bracket) => bracket[of].high > high);
  return {
    low: low / divisor,
    high: high / divisor,
    middle: (low + high) / (2 * divisor),
    nextFrom: next?.from ?? null,
  };
}
