import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type { PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import { engineVersion } from '../engine-version.ts';
import type { PeriodRow } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';
import { savePlanParts } from './plan-parts.ts';
import { dropProposal } from './plan-proposal.ts';
import { dropUndo, keepForUndo, noteChange } from './plan-undo.ts';
import type { ReadyPlan } from './ready-plan.ts';
import { type StagedInvoices, saveInvoices, stageInvoices } from './save-invoices.ts';
import { saveLineResults, stageLineResults } from './save-line-results.ts';
import { saveVat } from './save-vat.ts';
import { warningsToKeep } from './warnings-to-keep.ts';

type StagedPlan = {
  readonly invoices: StagedInvoices;
  /** Profile code → id. */
  readonly idOf: (code: string) => string;
};

/** Brings what there is much of to the database, in temporary tables of this transaction, before the period is locked. */
export async function stagePlan(tx: Tx, period: PeriodRow, ready: ReadyPlan): Promise<StagedPlan> {
  const rows = await tx.db.selectFrom('profiles').select(['id', 'code']).where('id', 'in', period.profileIds).execute();
  const profileId = new Map(rows.map((row) => [row.code, row.id]));
  const idOf = (code: string): string => profileId.get(code)!;
  const invoices = await stageInvoices(tx, period, ready, idOf);
  await stageLineResults(tx, ready.results);
  return { invoices, idOf };
}

/** Switches a period to a new plan, of which everything is computed: invoices, line results, shortages, reviews and the summary, all in `tx`. */
export async function savePlan(
  tx: Tx,
  period: PeriodRow,
  ready: ReadyPlan,
  { invoices, idOf }: StagedPlan,
  by: { actor: string; at: Date; runId: string },
) {
  const { plan, before } = ready;
  const { change } = invoices;
  await keepForUndo(tx, period, by.runId, by);
  await saveInvoices(tx, period, plan, invoices, idOf);
  await noteChange(tx, period.id, change);
  // An invoice that AMIS says to be cancelled or replaced is a fact: the plan before it cannot come back.
  const earlier = new Set(before?.invoices.map(({ profile, key }) => `${profile}|${key}`));
  if (plan.settled.some((one) => !HOLDING.has(one.status) && earlier.has(`${one.profile}|${one.key}`)))
    await dropUndo(tx, period.id);
  await dropProposal(tx, period.id);
  await saveLineResults(tx, period.id);
  await savePlanParts(tx, period.id, plan, idOf);
  const vat = await saveVat(tx, period.id, ready.vat, idOf);
  const summary: PlanSummary = {
    tieOut: plan.tieOut,
    vatTieOut: plan.vatTieOut,
    vatRounding: plan.vatRounding,
    vat,
    allocation: plan.allocation,
    warnings: warningsToKeep(plan.warnings),
    warningCount: plan.warnings.length,
    change,
    // By id: a profile's code may be changed.
    ledgerRoles: plan.ledgerRoles.map((one) => ({ ...one, profile: idOf(one.profile) })),
    decidedNone: await decidedNone(tx, period.id),
    inputHash: ready.inputHash,
    groundHash: ready.groundHash,
    catalogueHash: ready.catalogueHash,
    madeBy: engineVersion(),
  };
  await tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({
      plan: toJson(summary),
      generatedAt: by.at.toISOString(),
      ...(period.status === 'open' && { status: 'generated' }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', period.id)
    .execute();
  await audit(tx, {
    actor: by.actor,
    action: 'period.generate',
    entity: 'period',
    entityId: period.id,
    summary: `Sinh hóa đơn kỳ ${period.name}: thêm ${change.added}, đổi ${change.changed}, bỏ ${change.removed}, giữ ${change.kept}`,
    after: { tieOut: plan.tieOut, vatTieOut: plan.vatTieOut, change },
  });
  return {
    change,
    tieOut: plan.tieOut,
    vatTieOut: plan.vatTieOut,
    invoices: plan.invoices.length,
    shortages: plan.shortages.length,
    ...describeChanges(ready.forced),
  };
}

/** Read while the period is locked, so that they are those of the plan's input. */
async function decidedNone(tx: Tx, periodId: string) {
  const rows = await tx.db
    .selectFrom('periodReconciliations')
    .select(['profileId as profile', 'entryKey as entry'])
    .where('periodId', '=', periodId)
    .where('sourceKey', 'is', null)
    .orderBy('profileId')
    .orderBy('entryKey')
    .execute();
  return rows;
}

const CHANGES_SHOWN = 200;

/** The changes of a regeneration, invoice by invoice, for the person who asked for it; the first of each kind. */
function describeChanges({ changes, reasons, counts }: ReadyPlan['forced']) {
  const { added, changed, removed } = changes;
  const brief = ({ profile, voucherNumber, bravoDocument, total }: PlannedInvoice) => ({
    profile,
    voucherNumber,
    bravoDocument,
    total,
  });
  const why = ({ key }: PlannedInvoice) => ({ reasons: reasons.get(key) ?? [] });
  const listed = {
    added: added.slice(0, CHANGES_SHOWN).map(brief),
    changed: changed
      .slice(0, CHANGES_SHOWN)
      .map((one) => ({ ...brief(one.after), before: one.before.total, fields: one.fields, ...why(one.before) })),
    removed: removed.slice(0, CHANGES_SHOWN).map((one) => ({ ...brief(one), ...why(one) })),
  };
  return { changes: listed, reasons: counts };
}
