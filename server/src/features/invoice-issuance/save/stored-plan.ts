import { newCustomersOf } from '@khop/engine/invoice-issuance/invoices/new-customers.ts';
import type { IssuancePlan, ShortageReason, Warning } from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { storedInvoices } from '../load/kept-invoices.ts';
import type { PeriodRow } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';

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
    lots: await storedLots(db, period.id, codeOf),
    invoices,
    newCustomers: newCustomersOf(invoices),
    alreadyInvoiced: await storedAlreadyInvoiced(db, period.id, codeOf),
    shortages: await storedShortages(db, period.id),
    excluded: await storedExcluded(db, period.id),
    netted: await storedNetted(db, period.id),
    review: await storedReviews(db, period.id, codeOf),
    tieOut: summary.tieOut,
    vatTieOut: summary.vatTieOut,
    vatRounding: summary.vatRounding,
    settled: [],
    ledgerRoles: (summary.ledgerRoles ?? []).map((one) => ({ ...one, profile: codeOf(one.profile) })),
    allocation: summary.allocation,
    warnings: [...summary.warnings.filter((one) => one.invoice === undefined), ...ofInvoices],
  };
}

type CodeOf = (profileId: string) => string;

async function storedLots(db: Database, periodId: string, codeOf: CodeOf): Promise<IssuancePlan['lots']> {
  const rows = await db.selectFrom('periodLots').selectAll().where('periodId', '=', periodId).orderBy('lot').execute();
  return rows.map((row) => ({
    id: row.lot,
    profile: codeOf(row.profileId),
    warehouse: row.warehouseCode,
    product: row.productCode,
    availableFrom: row.availableFrom,
    quantity: parseQuantity(row.quantity),
    source: row.source as IssuancePlan['lots'][number]['source'],
  }));
}

async function storedAlreadyInvoiced(
  db: Database,
  periodId: string,
  codeOf: CodeOf,
): Promise<IssuancePlan['alreadyInvoiced']> {
  const rows = await db
    .selectFrom('periodAlreadyInvoiced')
    .selectAll()
    .where('periodId', '=', periodId)
    .orderBy('sourceKey')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    line: row.sourceKey,
    profile: codeOf(row.profileId),
    entry: row.entryKey,
    voucherNumber: row.voucherNumber,
    invoiceNumber: row.invoiceNumber,
    baseQuantity: parseQuantity(row.baseQuantity),
    amount: row.amount,
    vatAmount: row.vatAmount,
    signals: row.signals as string[],
  }));
}

async function storedShortages(db: Database, periodId: string): Promise<IssuancePlan['shortages']> {
  const rows = await db
    .selectFrom('periodShortages')
    .selectAll()
    .where('periodId', '=', periodId)
    .orderBy('sourceKey')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
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
  }));
}

async function storedExcluded(db: Database, periodId: string): Promise<IssuancePlan['excluded']> {
  const rows = await db
    .selectFrom('periodExcluded')
    .selectAll()
    .where('periodId', '=', periodId)
    .orderBy('sourceKey')
    .execute();
  return rows.map((row) => ({
    line: row.sourceKey,
    amount: row.amount,
    vatAmount: row.vatAmount,
    reason: row.reason as 'cancelled' | 'internal' | 'not_a_sale',
    note: row.note,
  }));
}

async function storedNetted(db: Database, periodId: string): Promise<IssuancePlan['netted']> {
  const rows = await db
    .selectFrom('periodNetted')
    .selectAll()
    .where('periodId', '=', periodId)
    .orderBy('returnLine')
    .orderBy('saleLine')
    .execute();
  return rows.map((row) => ({
    returnLine: row.returnLine,
    saleLine: row.saleLine,
    baseQuantity: parseQuantity(row.baseQuantity),
    amount: row.amount,
    vatAmount: row.vatAmount,
  }));
}

async function storedReviews(db: Database, periodId: string, codeOf: CodeOf): Promise<IssuancePlan['review']> {
  const rows = await db
    .selectFrom('periodReviews')
    .selectAll()
    .where('periodId', '=', periodId)
    .orderBy('profileId')
    .orderBy('entryKey')
    .execute();
  return rows.map((row) => ({
    profile: codeOf(row.profileId),
    entry: row.entryKey,
    candidates: row.candidates as string[],
    why: row.why,
  }));
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
