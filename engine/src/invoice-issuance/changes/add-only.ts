import { planInvoices } from '../plan.ts';
import { isAtOdds } from '../preflight/draft-findings.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * Plans a period so that the drafts of the last plan stay as they are and invoices are only added for what is still open. A
 * draft that may not leave by now (its sale, stock, connection or issuer is gone, its date is too early, its buyer asks for
 * details or has another number, name or address by now, or AMIS has invoiced it) cannot stay: it is planned anew with the rest.
 * `stays` of the plan names the drafts that do.
 */
export function planAddingOnly(input: IssuanceInput, drafts: readonly PlannedInvoice[]): IssuancePlan {
  const isWrong = isAtOdds(input);
  let staying = drafts.filter((invoice) => !isWrong(invoice));
  for (;;) {
    const plan = planInvoices({ ...input, kept: [...input.kept, ...staying] });
    const broken = brokenDrafts(plan, staying);
    if (broken.size === 0) return { ...plan, stays: staying.map(({ key }) => key) };
    staying = staying.filter(({ key }) => !broken.has(key));
  }
}

/** Drafts that the plan itself shows to be wrong: outdated ones, and the last ones to draw from a lot that has not got as much. */
function brokenDrafts(plan: IssuancePlan, staying: readonly PlannedInvoice[]): Set<string> {
  const own = new Set(staying.map(({ key }) => key));
  const broken = new Set(
    plan.warnings.flatMap(({ code, invoice }) =>
      code === 'KEPT_DRAFT_OUTDATED' && invoice !== undefined && own.has(invoice) ? [invoice] : [],
    ),
  );
  const left = new Map(plan.lots.map((lot) => [lot.id, lot.quantity]));
  const draws = (invoice: PlannedInvoice) => invoice.items.flatMap((item) => item.allocations);
  for (const invoice of plan.invoices)
    for (const { lot, quantity } of draws(invoice)) if (lot !== null) left.set(lot, (left.get(lot) ?? 0n) - quantity);
  for (const invoice of staying.toReversed()) {
    const parts = draws(invoice);
    if (!parts.some(({ lot }) => lot !== null && left.get(lot)! < 0n)) continue;
    broken.add(invoice.key);
    for (const { lot, quantity } of parts) if (lot !== null) left.set(lot, left.get(lot)! + quantity);
  }
  return broken;
}
