import type { Day } from '../../day.ts';
import { by } from '../../order.ts';
import { type InvoiceRules, RULE_KINDS, type RuleKind } from './invoice-rules.ts';

export type AnyRule = InvoiceRules[RuleKind][number];

/**
 * A rule that one set has and the other has not, or has otherwise. Rules of a kind are distinguished by their first
 * day.
 */
export type RuleDifference = {
  readonly kind: RuleKind;
  readonly fromDate: Day;
  readonly before: AnyRule | null;
  readonly after: AnyRule | null;
};

/** The differences between one set of rules and another, kind by kind, in the order of days. */
export function ruleDifferences(before: InvoiceRules, after: InvoiceRules): RuleDifference[] {
  return RULE_KINDS.flatMap((kind) => {
    const [old, new_] = [byDay(before[kind]), byDay(after[kind])];
    const days = [...new Set([...old.keys(), ...new_.keys()])].sort();
    return days.flatMap((fromDate) => {
      const pair = { before: old.get(fromDate) ?? null, after: new_.get(fromDate) ?? null };
      return isSameRule(pair.before, pair.after) ? [] : [{ kind, fromDate, ...pair }];
    });
  });
}

/** True when two rules say the same, from the same source, with the same confirmation. */
export const isSameRule = (a: AnyRule | null, b: AnyRule | null): boolean => writtenOut(a) === writtenOut(b);

const byDay = (rules: readonly AnyRule[]): Map<Day, AnyRule> => new Map(rules.map((rule) => [rule.fromDate, rule]));

/** One text for one content, in whatever order its fields were written. */
const writtenOut = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(by(([field]) => field)))
      : inner,
  );
