import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { changeExplainer } from '../changes/change-reasons.ts';
import { compareInvoices } from '../changes/compare.ts';
import { keptOf } from '../drawn-fixture.ts';
import { dayBoard } from '../gate/day-board.ts';
import { gateFindings } from '../gate/gate-findings.ts';
import { memoryOf } from '../memory-fixture.ts';
import { planInvoices } from '../plan.ts';
import { ruleChanges } from '../rule-changes/rule-changes.ts';
import { latenessOf } from '../rules/lateness.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { mixedPeriods } from './mixed-fixture.ts';
import { fileText, findingText, list, planText, told } from './text-fixture.ts';

/*
 * Periods in which everything beside the sales is drawn too (lists, terms, bases, numbers of AMIS, other periods) have
 * the answers that were last agreed to. A line for each period, a digest for each question; `vitest -u` writes it anew.
 */

const digest = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);

/** Days on which the law changes, before, in and after the period. */
const TURNS = ['2025-06-01', '2026-01-16', '2026-07-01', '2026-09-01', '2026-11-24', '2027-01-01'];

const turnText = (input: IssuanceInput, plan: IssuancePlan): string[] =>
  TURNS.flatMap((on) => {
    const { rules, effects } = ruleChanges(input, plan, on);
    return [
      ...list('rule', rules),
      ...list('effect', effects),
      ...list('before', ruleChanges(input, undefined, on).effects),
    ];
  });

const timeText = (input: IssuanceInput, plan: IssuancePlan): string[] => [
  ...list('late', latenessOf(input, plan)),
  ...list('day', dayBoard(input, plan, '2026-09-20')),
  ...list('unplanned day', dayBoard(input, undefined, undefined)),
  ...list('gate', gateFindings(input, plan)),
];

/** The second plan with some invoices kept, after the goods that other periods hold have become more. */
function againText(input: IssuanceInput, before: IssuancePlan, n: number): string[] {
  const { reserved = [], later = [] } = input.otherPeriods ?? {};
  const more = reserved.map((one) => ({ ...one, quantity: one.quantity * 4n }));
  const again: IssuanceInput = {
    ...input,
    ...memoryOf(before.invoices),
    ...{ kept: keptOf(before.invoices), otherPeriods: { reserved: more, later } },
    lines: input.lines.filter((_, i) => (n + i) % 9 !== 0),
  };
  const plan = planInvoices(again);
  const explain = changeExplainer(again, before, plan);
  const { added, changed, removed } = compareInvoices(before.invoices, plan.invoices);
  return [
    ...planText(plan),
    ...findingText(again, plan),
    ...list('added', added),
    ...changed.map((one) => `changed ${one.after.key} ${one.fields} ${told(explain(one.before, one.after))}`),
    ...removed.map((one) => `removed ${one.key} ${told(explain(one, undefined))}`),
    ...timeText(again, plan),
    ...fileText(again, plan),
  ];
}

test('plans, findings, workbooks and effects of changes of the law of mixed periods are as agreed to', async () => {
  const text = mixedPeriods(150).map((input, n) => {
    const plan = planInvoices(input);
    const { ledger, invoiced } = plan.tieOut;
    const parts = [
      ...[planText(plan), findingText(input), findingText(input, plan), turnText(input, plan), timeText(input, plan)],
      ...[againText(input, plan, n), fileText(input, plan)],
    ];
    return `${n}: ${plan.invoices.length} invoices, ${invoiced} of ${ledger} · ${parts.map(digest).join(' ')}`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot('../../../golden/drawn/mixed.txt');
});
