import type { ProfileBooks } from '../books.ts';
import { planInvoices } from '../plan.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * Plans a period so that the drafts of the last plan stay as they are and invoices are only added for what is still open. A
 * draft that the laws forbid by now (its sale, stock, connection or issuer is gone, or AMIS has invoiced it) cannot stay: it is
 * planned anew with the rest. `stays` of the plan names the drafts that do.
 */
export function planAddingOnly(input: IssuanceInput, drafts: readonly PlannedInvoice[]): IssuancePlan {
  let staying = drafts.filter((invoice) => isOpenWay(input, invoice));
  for (;;) {
    const plan = planInvoices({ ...input, kept: [...input.kept, ...staying] });
    const broken = brokenDrafts(plan, staying);
    if (broken.size === 0) return { ...plan, stays: staying.map(({ key }) => key) };
    staying = staying.filter(({ key }) => !broken.has(key));
  }
}

/** Whether the profile may still issue for each line, and still holds each item as that product at that factor. */
function isOpenWay({ lines, profiles, period }: IssuanceInput, invoice: PlannedInvoice): boolean {
  const byId = linesOf(lines);
  const books = profiles.find(({ terms }) => terms.code === invoice.profile);
  return invoice.items.every((item) =>
    item.allocations.every((part) => {
      const line = byId.get(part.line);
      if (!line || !books) return false;
      const mayIssue = period.issuers[line.branchCode]?.includes(invoice.profile) ?? false;
      return mayIssue && (part.lot === null || isConnected(books, item.product, line.itemCode, part));
    }),
  );
}

const known = new WeakMap<IssuanceInput['lines'], Map<string, IssuanceInput['lines'][number]>>();
function linesOf(lines: IssuanceInput['lines']): Map<string, IssuanceInput['lines'][number]> {
  let byId = known.get(lines);
  if (!byId) {
    byId = new Map(lines.map((line) => [line.id, line]));
    known.set(lines, byId);
  }
  return byId;
}

type Drawn = { readonly quantity: bigint; readonly baseQuantity: bigint };

function isConnected({ productLinks }: ProfileBooks, product: string, item: string, drawn: Drawn): boolean {
  const factor = productLinks.find((link) => link.product === product && link.item === item)?.factor;
  if (!factor) return false;
  const gap = drawn.quantity * factor.denominator - drawn.baseQuantity * factor.numerator;
  return (gap < 0n ? -gap : gap) <= 4n * (factor.numerator + factor.denominator);
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
