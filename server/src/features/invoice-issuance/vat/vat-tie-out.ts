import { VAT_REASON_NAMES, type VatReason } from '@khop/engine/invoice-issuance/vat/vat-parts.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfSelected } from '../../../db/list.ts';
import { searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { readPeriod } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';

const open = (ledger: number) => ({
  ...{ ledger, invoiced: 0, alreadyInvoiced: 0, unallocated: ledger, excluded: 0, difference: 0 },
});

/** The cockpit's figures. A plan of before they were kept knows the sum of the differences, not their invoices. */
export function statsVat(plan: PlanSummary | null, ledgerVat: number) {
  if (!plan) return { ...open(ledgerVat), beyondRounding: { invoices: 0, difference: 0 } };
  if (plan.vat) return { ...plan.vat.total, beyondRounding: plan.vat.beyondRounding };
  const { vatTieOut, vatRounding } = plan;
  const invoiced = vatTieOut.invoiced + vatRounding;
  return { ...vatTieOut, invoiced, difference: 0 - vatRounding, beyondRounding: null };
}

/** The tie-out of VAT per rate of the ledger; before the first plan all of it is not invoiced yet. */
export async function vatTieOut(db: Database, periodId: string) {
  const period = await readPeriod(db, periodId);
  const plan = period.plan as PlanSummary | null;
  const byRate = plan?.vat?.byRate ?? (await ledgerByRate(db, periodId, plan === null));
  const ledger = byRate.reduce((sum, rate) => sum + rate.ledger, 0);
  const { beyondRounding: _, ...total } = statsVat(plan, ledger);
  const byReason = (plan?.vat?.byReason ?? []).map((one) => ({ ...one, why: VAT_REASON_NAMES[one.reason] }));
  return { total, byRate: [...byRate], byReason };
}

/** Of a plan that does not know its rates nothing is said but the ledger. */
async function ledgerByRate(db: Database, periodId: string, unplanned: boolean) {
  if (!unplanned) return [];
  const { rows } = await sql<{ rate: string; vat: number }>`
    select coalesce(vat_rate, '') as rate, sum(vat_amount)::bigint as vat from period_sales_lines
    where period_id = ${periodId} group by 1 order by 1`.execute(db);
  return rows.map(({ rate, vat }) => ({ rate, netted: 0, ...open(vat) }));
}

const SORTING = {
  sorts: {
    difference: sql`abs(d.difference)`,
    voucherNumber: 'i.voucher_number',
    invoiceVat: 'd.invoice_vat',
    ledgerVat: 'd.ledger_vat',
  },
  fallback: '-difference',
  tie: 'd.position',
} as const;

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;

/** Every difference with its invoice, rate and reason. */
export async function listVatDifferences(db: Database, periodId: string, query: Call<'listVatDifferences'>['query']) {
  await readPeriod(db, periodId);
  let rows = db
    .selectFrom('periodVatDifferences as d')
    .leftJoin('profiles as p', 'p.id', 'd.profileId')
    .leftJoin('invoices as i', (join) =>
      join
        .onRef('i.periodId', '=', 'd.periodId')
        .onRef('i.profileId', '=', 'd.profileId')
        .onRef('i.invoiceKey', '=', 'd.invoiceKey'),
    )
    .where('d.periodId', '=', periodId);
  if (query.profileId?.length) rows = rows.where('d.profileId', 'in', query.profileId);
  if (query.reason?.length) rows = rows.where('d.reason', 'in', query.reason);
  if (query.beyondRounding !== undefined) rows = rows.where('d.reason', query.beyondRounding ? '!=' : '=', 'rounding');
  for (const word of searchPatterns(query.q)) rows = rows.where('i.search', 'like', word);
  return pageOfSelected(rows, query, SORTING, {
    select: (page) =>
      page.select([
        'd.profileId',
        'd.rate',
        'd.ledgerRate',
        'd.reason',
        'd.amount',
        'd.invoiceVat',
        'd.ledgerVat',
        'd.difference',
        'i.id as invoiceId',
        'i.voucherNumber',
        'i.status',
        'i.buyerName',
        sql<string | null>`coalesce(i.invoice_date, i.invoice_date_planned)`.as('date'),
        'p.code as profileCode',
      ]),
    present: (row) => ({
      ...row,
      profileCode: row.profileCode ?? '',
      voucherNumber: row.voucherNumber ?? '',
      buyerName: row.buyerName ?? '',
      status: row.status as never,
      reason: row.reason as VatReason,
      why: VAT_REASON_NAMES[row.reason as VatReason],
    }),
    totals: {
      difference: sumOf('d.difference'),
      invoiceVat: sumOf('d.invoice_vat'),
      ledgerVat: sumOf('d.ledger_vat'),
    },
  });
}
