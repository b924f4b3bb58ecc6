import { newCustomersOf } from '@khop/engine/invoice-issuance/invoices/new-customers.ts';
import type { IssuancePlan, ShortageReason, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { storedInvoices } from './kept-invoices.ts';
import type { PeriodRow } from './period-rows.ts';
import type { PlanSummary } from './plan-summary.ts';

/** The plan in force, read back as the engine gave it, with invoices as people have edited them since. */
export async function storedPlan(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<IssuancePlan> {
  const summary = period.plan as PlanSummary;
  const shortages = await db
    .selectFrom('periodShortages')
    .selectAll()
    .where('periodId', '=', period.id)
    .orderBy('sourceKey')
    .orderBy('position')
    .execute();
  const already = await db
    .selectFrom('periodAlreadyInvoiced')
    .selectAll()
    .where('periodId', '=', period.id)
    .orderBy('sourceKey')
    .orderBy('position')
    .execute();
  const netted = await db
    .selectFrom('periodNetted')
    .selectAll()
    .where('periodId', '=', period.id)
    .orderBy('returnLine')
    .orderBy('saleLine')
    .execute();
  const excluded = await db
    .selectFrom('periodExcluded')
    .selectAll()
    .where('periodId', '=', period.id)
    .orderBy('sourceKey')
    .execute();
  const lots = await db.selectFrom('periodLots').selectAll().where('periodId', '=', period.id).orderBy('lot').execute();
  const reviews = await db
    .selectFrom('periodReviews')
    .selectAll()
    .where('periodId', '=', period.id)
    .orderBy('profileId')
    .orderBy('entryKey')
    .execute();
  const invoices = await storedInvoices(db, period.id, codeOf, 'standing');
  const ofInvoices = await invoiceWarnings(db, period.id);
  return {
    lots: lots.map((row) => ({
      id: row.lot,
      profile: codeOf(row.profileId),
      warehouse: row.warehouseCode,
      product: row.productCode,
      availableFrom: row.availableFrom,
      quantity: parseQuantity(row.quantity),
      source: row.source as IssuancePlan['lots'][number]['source'],
    })),
    invoices,
    newCustomers: newCustomersOf(invoices),
    alreadyInvoiced: already.map((row) => ({
      line: row.sourceKey,
      profile: codeOf(row.profileId),
      entry: row.entryKey,
      voucherNumber: row.voucherNumber,
      invoiceNumber: row.invoiceNumber,
      baseQuantity: parseQuantity(row.baseQuantity),
      amount: row.amount,
      vatAmount: row.vatAmount,
      signals: row.signals as string[],
    })),
    shortages: shortages.map((row) => ({
      line: row.sourceKey,
      reason: row.reason as ShortageReason,
      baseQuantity: parseQuantity(row.baseQuantity),
      amount: row.amount,
      vatAmount: row.vatAmount,
      message: row.message,
      remedy: row.remedy,
      competitors: (row.competitors as { document: string; line: string; quantity: string }[]).map((one) => ({
        ...one,
        quantity: parseQuantity(one.quantity),
      })),
    })),
    excluded: excluded.map((row) => ({
      line: row.sourceKey,
      amount: row.amount,
      vatAmount: row.vatAmount,
      reason: row.reason as 'cancelled' | 'internal' | 'not_a_sale',
      note: row.note,
    })),
    netted: netted.map((row) => ({
      returnLine: row.returnLine,
      saleLine: row.saleLine,
      baseQuantity: parseQuantity(row.baseQuantity),
      amount: row.amount,
      vatAmount: row.vatAmount,
    })),
    review: reviews.map((row) => ({
      profile: codeOf(row.profileId),
      entry: row.entryKey,
      candidates: row.candidates as string[],
      why: row.why,
    })),
    tieOut: summary.tieOut,
    vatTieOut: summary.vatTieOut,
    vatRounding: summary.vatRounding,
    settled: [],
    ledgerRoles: (summary.ledgerRoles ?? []).map((one) => ({ ...one, profile: codeOf(one.profile) })),
    allocation: summary.allocation,
    warnings: [...summary.warnings.filter((one) => one.invoice === undefined), ...ofInvoices],
  };
}

/** What the plan says of single invoices stands beside them, every one of it; the plan itself keeps only the first. */
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
