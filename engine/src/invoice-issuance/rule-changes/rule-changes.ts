import { addDays, type Day } from '../../day.ts';
import {
  type Confirmation,
  type InvoiceRules,
  RANGED_KINDS,
  RULE_KINDS,
  type RuleKind,
  ruleOn,
} from '../rules/invoice-rules.ts';
import { ruleText, sourceText } from '../rules/rules-in-use.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { openParts } from './at-hand.ts';
import { dateEffects } from './date-effects.ts';
import type { RuleEffect, RuleTurn } from './effect.ts';
import { formEffects } from './form-effects.ts';
import type { Turn } from './names.ts';
import { vatEffects } from './vat-effects.ts';

/** A rule that turns on a day. */
export type TurningRule = {
  readonly kind: RuleKind;
  readonly turn: Turn;
  /** The rule in words, as the middle of a sentence. */
  readonly text: string;
  /** The rule that it follows, in the same words where only the decree is another; null where there is none. */
  readonly before: string | null;
  readonly source: string;
  readonly confirmed: Confirmation | null;
};

/** The answer to «Luật đổi vào ngày …». */
export type RuleChanges = {
  readonly on: Day;
  readonly rules: readonly TurningRule[];
  /** The effects on the open documents, the dearest questions first: rates, then dates, then forms. */
  readonly effects: readonly RuleEffect[];
};

/**
 * The rules that turn on a day, by comparing the day with the one before it, and their effect on the documents that have
 * no invoice with a number yet (drafts, and what waits). A range that ends on the day itself still holds on it: it is
 * named with its last day, and its effect is that of the next day. Nothing between today and the day is added up.
 */
export function ruleChanges(
  input: IssuanceInput,
  plan: Pick<IssuancePlan, 'invoices' | 'shortages'> | undefined,
  on: Day,
): RuleChanges {
  const turn: RuleTurn = { input, parts: openParts(input, plan), on, before: addDays(on, -1) };
  return {
    on,
    rules: turningRules(input.invoiceRules, on),
    effects: [...vatEffects(turn), ...dateEffects(turn), ...formEffects(turn)],
  };
}

/** Days off end by themselves: that a holiday is over is no change of the law. */
const DAYS_OFF: readonly RuleKind[] = ['holidays', 'swaps'];

function turningRules(rules: InvoiceRules, on: Day): TurningRule[] {
  return RULE_KINDS.flatMap((kind) => turningOf(kind, rules[kind], on));
}

function turningOf<Kind extends RuleKind>(
  kind: Kind,
  rules: readonly InvoiceRules[Kind][number][],
  on: Day,
): TurningRule[] {
  const isRanged = RANGED_KINDS.includes(kind);
  const isDayOff = DAYS_OFF.includes(kind);
  const told = (rule: InvoiceRules[Kind][number], turn: Turn, before: string | null): TurningRule => ({
    ...{ kind, turn, before, text: ruleText(kind, rule) },
    ...{ source: sourceText(rule), confirmed: rule.confirmed },
  });
  const earlier = isRanged
    ? rules.find((rule) => endOf(rule) === addDays(on, -1))
    : isDayOff
      ? undefined
      : ruleOn(rules, addDays(on, -1));
  const begun = rules.filter(({ fromDate }) => fromDate === on);
  const begins = begun.map((rule) => told(rule, 'begins', earlier && !isDayOff ? ruleText(kind, earlier) : null));
  if (!isRanged || isDayOff) return begins;
  const ends = begun.length === 0 && earlier ? [told(earlier, 'ends', null)] : [];
  return [
    ...begins,
    ...ends,
    ...rules.filter((rule) => endOf(rule) === on).map((rule) => told(rule, 'last_day', null)),
  ];
}

const endOf = (rule: InvoiceRules[RuleKind][number]): Day | undefined => ('toDate' in rule ? rule.toDate : undefined);

/** The coming days on which a rule begins or has ended, with every turn of a year (symbols and numbers), the next first. */
export function comingChanges(rules: InvoiceRules, today: Day, count: number, isWithDaysOff = true): Day[] {
  const days = RULE_KINDS.filter((kind) => isWithDaysOff || !DAYS_OFF.includes(kind)).flatMap((kind) =>
    rules[kind].flatMap((rule) => {
      const end = DAYS_OFF.includes(kind) ? undefined : endOf(rule);
      return end === undefined ? [rule.fromDate] : [rule.fromDate, addDays(end, 1)];
    }),
  );
  const newYear = `${Number(today.slice(0, 4)) + 1}-01-01`;
  return [...new Set([...days, newYear])]
    .filter((day) => day > today)
    .sort()
    .slice(0, count);
}

/** The day to look at without being asked: the next one on which more changes than a day off. */
export const nextChange = (rules: InvoiceRules, today: Day): Day => comingChanges(rules, today, 1, false)[0]!;
