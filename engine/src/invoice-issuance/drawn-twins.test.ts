import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatQuantity } from '../quantity.ts';
import { changeExplainer } from './changes/change-reasons.ts';
import { compareInvoices } from './changes/compare.ts';
import { keptOf } from './drawn-fixture.ts';
import { memoryOf } from './memory-fixture.ts';
import { planInvoices } from './plan.ts';
import { issuanceInput } from './plan-fixture.ts';
import { movedOn, twins } from './twins-fixture.ts';
import type { IssuancePlan } from './types.ts';

/*
 * The answers about months whose sales are alike are those that were last agreed to: the sale that an entry of AMIS is
 * taken to be, the entries left to an accountant with the reason, and the reasons told for a change. The first months
 * are written out, to be read; of the others there is a digest. `vitest -u` on this file writes them anew.
 */
const SEED = 20_261_122;
const WRITTEN = 12;

const told = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? formatQuantity(one) : one));
const digest = (lines: readonly string[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);

/** A line for each month, and the first of them in full. */
const agreed = (months: readonly string[][]): string =>
  months.flatMap((own, n) => [`${n}: ${own.length} · ${digest(own)}`, ...(n < WRITTEN ? own : [])]).join('\n');

const matches = ({ alreadyInvoiced, review, warnings, shortages, tieOut }: IssuancePlan): string[] => [
  ...alreadyInvoiced.map((one) => `  is ${told(one)}`),
  ...review.map(({ entry, candidates, why }) => `  may be ${entry}: ${candidates.join(' ')} (${why})`),
  ...warnings.map((one) => `  warning ${told(one)}`),
  ...shortages.map((one) => `  short ${told({ ...one, detail: undefined })}`),
  `  ${told(tieOut)}`,
];

test('the entries of AMIS are taken to be the sales agreed to', async () => {
  const months = fc.sample(twins, { numRuns: 200, seed: SEED }).map((given) => {
    const input = issuanceInput(given);
    const plan = planInvoices(input);
    // The same with invoices that stay: they hold part of what the entries may be.
    const kept = planInvoices({ ...input, kept: keptOf(planInvoices({ ...input, reconciliations: [] }).invoices) });
    return [...matches(plan), ...matches(kept)];
  });
  await expect(agreed(months)).toMatchFileSnapshot('../../golden/drawn/matches.txt');
});

test('the reasons told for a change are those agreed to', async () => {
  const months = fc.sample(twins, { numRuns: 200, seed: SEED + 1 }).map((given, n) => {
    const old = planInvoices(issuanceInput(given));
    const input = { ...issuanceInput(movedOn(given, n)), ...memoryOf(old.invoices) };
    const plan = planInvoices(input);
    const explain = changeExplainer(input, old, plan);
    const { added, changed, removed, unchanged } = compareInvoices(old.invoices, plan.invoices);
    return [
      `  ${unchanged} unchanged, added ${added.map(({ key }) => key).join(' ')}`,
      ...changed.map((one) => `  ${one.after.key} ${one.fields}: ${told(explain(one.before, one.after))}`),
      ...removed.map((one) => `  ${one.key} gone: ${told(explain(one, undefined))}`),
    ];
  });
  await expect(agreed(months)).toMatchFileSnapshot('../../golden/drawn/changes.txt');
});
