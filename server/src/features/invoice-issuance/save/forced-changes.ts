import {
  CHANGE_CODES,
  type ChangeCode,
  type ChangeReason,
} from '@khop/engine/invoice-issuance/changes/change-codes.ts';
import { changeExplainer } from '@khop/engine/invoice-issuance/changes/change-reasons.ts';
import { compareInvoices, type InvoiceChanges } from '@khop/engine/invoice-issuance/changes/compare.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';

export type ForcedChanges = {
  readonly changes: InvoiceChanges;
  /** By invoice key, the reasons of its change or its end. */
  readonly reasons: ReadonlyMap<string, readonly ChangeReason[]>;
  /** The number of changed or removed invoices that each reason has to do with, in the order of the list. */
  readonly counts: readonly { readonly code: ChangeCode; readonly count: number }[];
};

/** Compares the plan in force with a new one, and says what forced each difference. */
export function forcedChanges(input: IssuanceInput, before: IssuancePlan, after: IssuancePlan): ForcedChanges {
  const changes = compareInvoices(before.invoices, after.invoices);
  const explain = changeExplainer(input, before, after);
  const reasons = new Map<string, readonly ChangeReason[]>();
  for (const one of changes.changed) reasons.set(one.before.key, explain(one.before, one.after));
  for (const one of changes.removed) reasons.set(one.key, explain(one, undefined));
  const all = [...reasons.values()].map((own) => new Set(own.map(({ code }) => code)));
  const counts = CHANGE_CODES.map((code) => ({ code, count: all.filter((codes) => codes.has(code)).length }));
  return { changes, reasons, counts: counts.filter(({ count }) => count > 0) };
}
