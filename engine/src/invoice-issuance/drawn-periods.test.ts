import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { planAddingOnly } from './changes/add-only.ts';
import { changeExplainer } from './changes/change-reasons.ts';
import { compareInvoices } from './changes/compare.ts';
import { fileText, findingText, list, planText, told } from './drawn/text-fixture.ts';
import { drawnPeriods, inputOf, keptOf, moved, readBackOf } from './drawn-fixture.ts';
import { memoryOf } from './memory-fixture.ts';
import { planInvoices } from './plan.ts';
import type { GivenPeriod } from './plan-fixture.ts';
import { CASES } from './preflight/finding-fixture.ts';
import { preflight } from './preflight/preflight.ts';
import { layoutFindings } from './preflight/preflight-layouts.ts';
import type { IssuancePlan } from './types.ts';

/*
 * The engine's answers about drawn periods are those that were last agreed to: a change that breaks no law of the other
 * tests shows here. A few periods are written out, to be read; of many there is one line each. `vitest -u` on this file
 * writes the answers anew: read the difference of the written-out ones before it is kept.
 */
const agreed = (name: string): string => `../../golden/drawn/${name}.txt`;

const digest = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);

/**
 * The effect of a second plan on the first after something has changed, with its reasons, with and without invoices
 * that stay.
 */
function changeText(given: GivenPeriod, before: IssuancePlan, n: number): string[] {
  const kept = n % 3 ? keptOf(before.invoices) : [];
  const input = { ...inputOf(moved(given, n), n), ...memoryOf(before.invoices), kept };
  const plan = planInvoices(input);
  const explain = changeExplainer(input, before, plan);
  const { added, changed, removed, unchanged } = compareInvoices(before.invoices, plan.invoices);
  const onlyAdded = compareInvoices(before.invoices, planAddingOnly(input, before.invoices).invoices).added;
  return [
    `unchanged ${unchanged}`,
    ...list('added', added),
    ...changed.map((one) => `changed ${one.after.key} ${one.fields} ${told(explain(one.before, one.after))}`),
    ...removed.map((one) => `removed ${one.key} ${told(explain(one, undefined))}`),
    ...list('short', plan.shortages),
    ...list('warning', plan.warnings),
    ...findingText(input, plan),
    ...list(
      'adding only',
      onlyAdded.map(({ key, amount }) => [key, amount]),
    ),
  ];
}

const periods = drawnPeriods(90).map((given, n) => {
  const input = inputOf(given, n);
  return { given, input, plan: planInvoices(input) };
});

test('plans, findings, changes and workbooks of many periods are as agreed to', async () => {
  const text = periods.map(({ given, input, plan }, n) => {
    const { ledger, invoiced } = plan.tieOut;
    const parts = [planText(plan), findingText(input), findingText(input, plan), changeText(given, plan, n)];
    const back = readBackOf(given, plan.invoices);
    const settled = planInvoices(back);
    parts.push([...planText(settled), ...findingText(back, settled)]);
    const files = n < 40 ? [...fileText(input, plan), ...fileText(input, plan, 7)] : [];
    return `${n}: ${plan.invoices.length} invoices, ${invoiced} of ${ledger} · ${[...parts, files].map(digest).join(' ')}`;
  });
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('many'));
});

test('a few drawn periods, written out, are as agreed to', async () => {
  const few = [...periods.entries()].filter(([, { plan }]) => plan.invoices.length > 3).slice(0, 4);
  const text = few.flatMap(([n, { given, input, plan }]) => [
    `period ${n} ${told(given)}`,
    ...planText(plan),
    ...findingText(input, plan),
    ...changeText(given, plan, n),
    '',
  ]);
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('few'));
  const [, { input, plan }] = few[0]!;
  await expect(fileText(input, plan).join('\n')).toMatchFileSnapshot(agreed('workbooks'));
});

test('every finding is told in the words agreed to', async () => {
  const text = Object.entries(CASES).flatMap(([code, make]) => {
    const { input, plan } = make();
    const beside = preflight(input, plan).map((finding) => finding.code);
    const unknown = layoutFindings(input, new Set());
    return [`case ${code} of ${beside} and ${told(unknown)}`, ...findingText(input, plan, code), ''];
  });
  await expect(text.join('\n')).toMatchFileSnapshot(agreed('findings'));
});
