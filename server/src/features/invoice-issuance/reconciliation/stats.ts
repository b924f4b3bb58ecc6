import { HOLDING, type InvoiceStatus } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { REMEDIES } from '@khop/engine/invoice-issuance/shortages/remedies.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { type PeriodProfile, profilesOf, readPeriod } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';
import { reviewCounts } from '../reviews/reviews.ts';
import { statsVat } from '../vat/vat-tie-out.ts';
import { profileCoverage } from './profile-coverage.ts';

type DayRow = {
  day: string;
  ledger: number;
  invoiced: number;
  alreadyInvoiced: number;
  unallocated: number;
  excluded: number;
};

/** The cockpit's figures. Before the first generation the whole ledger counts as not yet allocated. */
export async function periodStats(db: Database, periodId: string) {
  const period = await readPeriod(db, periodId);
  const plan = period.plan as PlanSummary | null;
  const [profiles, ledger, byDay, invoices, byProfile, loads, shortages, reviews] = await Promise.all([
    profilesOf(db, period),
    ledgerFigures(db, periodId),
    dayFigures(db, periodId, plan === null),
    statusFigures(db, periodId),
    profileFigures(db, periodId),
    loadsOf(db, periodId),
    shortageFigures(db, periodId),
    reviewCounts(db, periodId),
  ]);
  return {
    status: period.status as 'open' | 'generated' | 'exported' | 'closed',
    tieOut: plan?.tieOut ?? open(ledger.amount),
    vatTieOut: plan?.vatTieOut ?? open(ledger.vatAmount),
    vat: statsVat(plan, ledger.vatAmount),
    ledgerLines: ledger.lines,
    ledgerDocuments: ledger.documents,
    invoices: invoices.reduce((sum, row) => sum + row.count, 0),
    invoiceTotal: invoices
      .filter((row) => HOLDING.has(row.status as InvoiceStatus))
      .reduce((sum, row) => sum + row.total, 0),
    byStatus: Object.fromEntries(invoices.map((row) => [row.status, row.count])),
    shortages: shortages.map((row) => ({
      reason: row.reason as keyof typeof REMEDIES,
      lines: row.lines,
      amount: row.amount,
      remedy: REMEDIES[row.reason as keyof typeof REMEDIES],
    })),
    byProfile: profiles.map((profile) => presentProfile(profile, byProfile, loads)),
    coverage: await profileCoverage(db, period, new Map(byProfile.map(({ profileId, amount }) => [profileId, amount]))),
    byDay: byDay.rows,
    warnings: plan?.warnings.slice(0, 200).map((one) => ({ ...one })) ?? [],
    warningCount: plan?.warningCount ?? 0,
    reviewCount: reviews.count,
    reviewAmount: reviews.amount,
    decisionsPending: reviews.pending,
    lastChange: plan?.change ?? null,
  };
}

const open = (amount: number) => ({
  ledger: amount,
  invoiced: 0,
  alreadyInvoiced: 0,
  unallocated: amount,
  excluded: 0,
});

const ledgerFigures = (db: Database, periodId: string) =>
  db
    .selectFrom('periodSalesLines')
    .select([
      sql<number>`count(*)`.as('lines'),
      // A number that Bravo gives anew is of several documents.
      sql<number>`(select count(*) from (
        select distinct document_key, doc_date, partner_code from period_sales_lines where period_id = ${periodId}) d)`.as(
        'documents',
      ),
      sql<number>`coalesce(sum(amount - discount), 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(vat_amount), 0)::bigint`.as('vatAmount'),
    ])
    .where('periodId', '=', periodId)
    .executeTakeFirstOrThrow();

const dayFigures = (db: Database, periodId: string, isUnplanned: boolean) =>
  sql<DayRow>`
      select doc_date as day, sum(amount - discount)::bigint as ledger, sum(invoiced)::bigint as invoiced, sum(already_invoiced)::bigint as already_invoiced,
        sum(case when ${isUnplanned} then amount - discount else unallocated end)::bigint as unallocated, sum(excluded)::bigint as excluded
      from period_sales_lines where period_id = ${periodId} group by doc_date order by doc_date`.execute(db);

const statusFigures = (db: Database, periodId: string) =>
  db
    .selectFrom('invoices')
    .select(['status', sql<number>`count(*)`.as('count'), sql<number>`sum(total)::bigint`.as('total')])
    .where('periodId', '=', periodId)
    .groupBy('status')
    .execute();

const profileFigures = (db: Database, periodId: string) =>
  db
    .selectFrom('invoices')
    .select([
      'profileId',
      sql<number>`count(*)`.as('invoices'),
      sql<number>`sum(amount)::bigint`.as('amount'),
      sql<number>`sum(vat_amount)::bigint`.as('vatAmount'),
      sql<number>`count(*) filter (where amis_difference <> 0)`.as('amisDifferences'),
      sql<number>`coalesce(sum(amis_difference), 0)::bigint`.as('amisDifference'),
    ])
    .where('periodId', '=', periodId)
    .where('status', 'in', [...HOLDING])
    .groupBy('profileId')
    .execute();

const loadsOf = (db: Database, periodId: string) =>
  db
    .selectFrom('periodLoads')
    .select(['profileId', 'kind', 'loadedAt', 'madeAt', 'containsLedgerAt'])
    .where('periodId', '=', periodId)
    .execute();

const shortageFigures = (db: Database, periodId: string) =>
  db
    .selectFrom('periodShortages')
    .select([
      'reason',
      sql<number>`count(distinct source_key)`.as('lines'),
      sql<number>`sum(amount)::bigint`.as('amount'),
    ])
    .where('periodId', '=', periodId)
    .groupBy('reason')
    .orderBy('amount', 'desc')
    .execute();

function presentProfile(
  profile: PeriodProfile,
  figures: Awaited<ReturnType<typeof profileFigures>>,
  loads: Awaited<ReturnType<typeof loadsOf>>,
) {
  const own = figures.find((row) => row.profileId === profile.id);
  const loadOf = (kind: string) => loads.find((load) => load.profileId === profile.id && load.kind === kind);
  const stock = loadOf('inventory');
  const salesLedger = loadOf('sales_ledger');
  return {
    profileId: profile.id,
    code: profile.code,
    name: profile.name,
    invoices: own?.invoices ?? 0,
    amount: own?.amount ?? 0,
    vatAmount: own?.vatAmount ?? 0,
    stockLoadedAt: stock?.loadedAt ?? null,
    salesLedgerLoadedAt: salesLedger?.loadedAt ?? null,
    amisDifferences: own?.amisDifferences ?? 0,
    amisDifference: own?.amisDifference ?? 0,
    stockMadeAt: stock?.madeAt ?? null,
    stockContainsLedgerAt: stock?.containsLedgerAt ?? null,
    salesLedgerMadeAt: salesLedger?.madeAt ?? null,
  };
}
