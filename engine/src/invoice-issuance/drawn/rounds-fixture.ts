import { addDays } from '../../day.ts';
import { planAddingOnly } from '../changes/add-only.ts';
import { changeExplainer } from '../changes/change-reasons.ts';
import { compareInvoices } from '../changes/compare.ts';
import { dayBoard } from '../gate/day-board.ts';
import { gateFindings } from '../gate/gate-findings.ts';
import { memoryOf } from '../memory-fixture.ts';
import { planInvoices } from '../plan.ts';
import { ruleChanges } from '../rule-changes/rule-changes.ts';
import { latenessOf } from '../rules/lateness.ts';
import { purchaseNeeds } from '../shortages/purchase-needs.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { afterAmis } from './amis-hands-fixture.ts';
import { fileText, findingText, list, planText, told } from './text-fixture.ts';

/** Days on which the law changes, before, in and after the period. */
const TURNS = ['2026-07-01', '2026-09-01', '2026-11-24', '2027-01-01'];

const roundText = (input: IssuanceInput, plan: IssuancePlan): string[] => [
  ...planText(plan),
  ...findingText(input, plan),
  ...fileText(input, plan),
  ...list('late', latenessOf(input, plan)),
  ...list('day', dayBoard(input, plan, addDays(input.period.toDate, -10))),
  ...list('gate', gateFindings(input, plan)),
  ...list(
    'turn',
    TURNS.map((on) => ruleChanges(input, plan, on)),
  ),
  ...list('need', purchaseNeeds(input, plan)),
];

function changeText(input: IssuanceInput, before: IssuancePlan, plan: IssuancePlan): string[] {
  const explain = changeExplainer(input, before, plan);
  const { added, changed, removed } = compareInvoices(before.invoices, plan.invoices);
  const kept = new Set(input.kept.map(({ key }) => key));
  const drafts = before.invoices.filter(({ key, status }) => status === 'draft' && !kept.has(key));
  const onlyAdded = compareInvoices(before.invoices, planAddingOnly(input, drafts).invoices).added;
  return [
    ...list('added', added),
    ...changed.map((one) => `changed ${one.after.key} ${one.fields} ${told(explain(one.before, one.after))}`),
    ...removed.map((one) => `removed ${one.key} ${told(explain(one, undefined))}`),
    ...onlyAdded.map(({ key, amount }) => `adding only ${key} ${amount}`),
  ];
}

export type Rounds = {
  /** The number of invoices of each plan, and how much of the ledger they carry. */
  readonly figures: string;
  /** Everything that is said of each plan. */
  readonly texts: readonly string[];
};

/**
 * A month that goes round twice: planned, handed over, issued under careless hands, read back and planned again, each time
 * with a ledger that has moved.
 */
export function roundsOf(
  first: IssuanceInput,
  n: number,
  moves: (input: IssuanceInput, n: number) => IssuanceInput,
): Rounds {
  const plans = [planInvoices(first)];
  const parts = [roundText(first, plans[0]!)];
  let input = first;
  for (const round of [1, 2]) {
    const before = plans.at(-1)!;
    input = { ...afterAmis(moves(first, n + round), before.invoices, n, round), ...memoryOf(before.invoices) };
    const plan = planInvoices(input);
    parts.push([...roundText(input, plan), ...changeText(input, before, plan)]);
    plans.push(plan);
  }
  const [one, ...more] = plans.map(
    ({ invoices, tieOut }) => `${invoices.length} (${tieOut.invoiced} of ${tieOut.ledger})`,
  );
  return { figures: `${one}, then ${more.join(', then ')}`, texts: parts.map((lines) => lines.join('\n')) };
}
