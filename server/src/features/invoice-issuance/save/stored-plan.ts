import { newCustomersOf } from '@khop/engine/invoice-issuance/invoices/new-customers.ts';
import type { IssuancePlan, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { storedInvoices } from '../load/kept-invoices.ts';
import type { PeriodRow } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';
import { storedPart } from './plan-parts.ts';

/** The plan in force, read back as the engine gave it, with invoices as people have edited them since. */
export async function storedPlan(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<IssuancePlan> {
  const summary = period.plan as PlanSummary;
  const invoices = await storedInvoices(db, period.id, codeOf, 'live');
  const ofInvoices = await invoiceWarnings(db, period.id);
  return {
    lots: await storedPart(db, period.id, 'lots', codeOf),
    invoices,
    newCustomers: newCustomersOf(invoices),
    alreadyInvoiced: await storedPart(db, period.id, 'alreadyInvoiced', codeOf),
    shortages: await storedPart(db, period.id, 'shortages', codeOf),
    excluded: await storedPart(db, period.id, 'excluded', codeOf),
    netted: await storedPart(db, period.id, 'netted', codeOf),
    review: await storedPart(db, period.id, 'review', codeOf),
    tieOut: summary.tieOut,
    vatTieOut: summary.vatTieOut,
    vatRounding: summary.vatRounding,
    settled: [],
    ledgerRoles: (summary.ledgerRoles ?? []).map((one) => ({ ...one, profile: codeOf(one.profile) })),
    allocation: summary.allocation,
    warnings: [...summary.warnings.filter((one) => one.invoice === undefined), ...ofInvoices],
  };
}

/**
 * The plan's warnings about single invoices are kept beside these, every one of them; the plan itself keeps only the
 * first.
 */
async function invoiceWarnings(db: Database, periodId: string): Promise<Warning[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('planWarnings')
    .where('periodId', '=', periodId)
    .where(sql<boolean>`plan_warnings <> '[]'`)
    .orderBy('profileId')
    .orderBy('voucherNumber')
    .execute();
  return rows.flatMap((row) => row.planWarnings as Warning[]);
}
