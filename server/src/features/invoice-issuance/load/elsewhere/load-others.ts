import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import type { Database } from '../../../../db/database.ts';
import { listed } from '../../../../db/listed.ts';
import type { PeriodRow } from '../../period-rows.ts';
import { soldByHandSince } from './sold-by-hand.ts';

type Others = NonNullable<IssuanceInput['otherPeriods']>;
type Held = Others['reserved'][number];
type StockOf = (period: PeriodRow, profileId: string) => Promise<Others['later'][number]['books']>;

/**
 * The goods that the period's stock has to leave to others, and what it must know of later months' books; undefined
 * when nothing.
 */
export async function loadOthers(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
  stockOf: StockOf,
): Promise<Others | undefined> {
  const sharing = await db
    .selectFrom('invoicePeriods')
    .selectAll()
    .where('id', '!=', period.id)
    .where(sql<boolean>`profile_ids && ${period.profileIds}::uuid[]`)
    .orderBy('fromDate')
    .orderBy('id')
    .execute();
  if (sharing.length === 0) return undefined;
  const isLater = (other: PeriodRow): boolean => other.fromDate > period.toDate;
  const earlier = sharing.filter((other) => !isLater(other)).map(({ id }) => id);
  const reserved = [
    ...(await heldBeside(db, { report: period, of: earlier, firm: [], codeOf })),
    ...(await soldByHandSince(db, { report: period, of: earlier, codeOf })),
  ];
  const later: Others['later'][number][] = [];
  for (const other of sharing.filter(isLater)) {
    const before = sharing.filter((one) => one.id !== other.id && one.fromDate <= other.toDate);
    const held = [
      ...(await heldBeside(db, {
        report: other,
        // Months before this one come first with whatever they plan; those after it with what has left or is pinned.
        of: before.filter((one) => !isLater(one)).map(({ id }) => id),
        firm: [other.id, ...before.filter(isLater).map(({ id }) => id)],
        codeOf,
      })),
      ...(await soldByHandSince(db, { report: other, of: [period.id, ...before.map(({ id }) => id)], codeOf })),
    ];
    for (const profileId of await reported(db, other.id, period.profileIds)) {
      const profile = codeOf(profileId);
      later.push({
        name: other.name,
        profile,
        fromDate: other.fromDate,
        toDate: other.toDate,
        books: await stockOf(other, profileId),
        held: held.filter((one) => one.profile === profile),
        contained: await containedKeys(db, period.id, other.id, profileId),
      });
    }
  }
  return reserved.length === 0 && later.length === 0 ? undefined : { reserved, later };
}

/** Profiles whose stock report a period has. */
async function reported(db: Database, periodId: string, profileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('periodLoads')
    .select('profileId')
    .where('periodId', '=', periodId)
    .where('kind', '=', 'inventory')
    .where('profileId', 'in', profileIds)
    .orderBy('profileId')
    .execute();
  return rows.map(({ profileId }) => profileId);
}

/**
 * True when the stock report `r` already shows that the goods of invoice `i` have left: a ledger that showed the
 * invoice was made no later than the report, or its month was closed before, by which a person says that everything is
 * in AMIS. That word does not hold for an invoice which a ledger of after its handing over does not show. A ledger that is loaded
 * anew after the report takes nothing back of what an earlier one had shown.
 */
const isContained = sql`(
  (o.status = 'closed' and o.closed_at <= r.made_at and not (i.status = 'exported' and exists (
    select from period_loads l
    where l.period_id = i.period_id and l.profile_id = i.profile_id and l.kind = 'sales_ledger' and l.made_at > i.handed_over_at
      and not exists (
        select from period_amis_sales s
        where s.period_id = i.period_id and s.profile_id = i.profile_id and s.voucher_number = i.voucher_number))))
  or exists (
    select from period_loads l
    where l.period_id = i.period_id and l.profile_id = i.profile_id and l.kind = 'sales_ledger' and l.made_at <= r.made_at
      and (i.status in ('issued', 'adjusted') or exists (
        select from period_amis_sales s
        where s.period_id = i.period_id and s.profile_id = i.profile_id and s.voucher_number = i.voucher_number)))
  or coalesce((
    select bool_and(s.first_seen_at is not null and s.first_seen_at <= r.made_at) from period_amis_sales s
    where s.period_id = i.period_id and s.profile_id = i.profile_id and s.voucher_number = i.voucher_number), false))`;

/** Goods of an invoice `i` that the ledger of the period of the stock report `r` has: who reads that ledger counts them. */
const inOwnLedger = sql`(
  select coalesce(sum(s.quantity), 0) from period_amis_sales s
  where r.period_id = i.period_id and s.period_id = i.period_id and s.profile_id = i.profile_id
    and s.voucher_number = i.voucher_number and lower(s.product_code) = lower(t.product_code)
    and s.warehouse_code in ('', t.warehouse_code) and s.quantity > 0 and s.document_date >= o.from_date)`;

/** Goods of the periods' invoices that the stock reports of `report` do not show as gone; of `firm` ones without free drafts. */
async function heldBeside(
  db: Database,
  asked: {
    readonly report: PeriodRow;
    readonly of: readonly string[];
    readonly firm: readonly string[];
    readonly codeOf: (id: string) => string;
  },
): Promise<Held[]> {
  if (asked.of.length + asked.firm.length === 0) return [];
  const { rows } = await sql<{
    period: string;
    profileId: string;
    warehouse: string;
    product: string;
    day: string;
    quantity: string;
  }>`
    select period, profile_id, warehouse, product, day, sum(quantity)::text as quantity from (
    select o.from_date, o.name as period, i.profile_id, t.warehouse_code as warehouse, t.product_code as product,
      i.document_date as day, greatest(sum(a.quantity) - ${inOwnLedger}, 0) as quantity
    from period_loads r
    join invoices i on i.profile_id = r.profile_id and i.status in ${listed(HOLDING)}
    join invoice_periods o on o.id = i.period_id
    join invoice_items t on t.invoice_id = i.id
    join invoice_allocations a on a.item_id = t.id and a.lot is not null
    where r.period_id = ${asked.report.id} and r.kind = 'inventory'
      and (i.period_id = any(${asked.of}::uuid[])
        or (i.period_id = any(${asked.firm}::uuid[]) and (i.status <> 'draft' or i.pinned)))
      and not ${isContained}
    group by o.from_date, o.name, i.id, r.period_id, t.warehouse_code, t.product_code) held
    where quantity > 0
    group by from_date, period, profile_id, warehouse, product, day
    order by from_date, period, profile_id, warehouse, product, day`.execute(db);
  return rows.map(({ profileId, quantity, ...row }) => ({
    ...row,
    profile: asked.codeOf(profileId),
    quantity: parseQuantity(quantity),
  }));
}

/** Keys of a period's invoices that the stock report of another period shows as gone. */
async function containedKeys(db: Database, periodId: string, reportOf: string, profileId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select i.invoice_key as key from invoices i
    join invoice_periods o on o.id = i.period_id
    join period_loads r on r.period_id = ${reportOf} and r.profile_id = i.profile_id and r.kind = 'inventory'
    where i.period_id = ${periodId} and i.profile_id = ${profileId} and i.status <> 'draft' and ${isContained}
    order by i.invoice_key`.execute(db);
  return rows.map(({ key }) => key);
}

/** The last day of an invoice that has left another period, by profile: numbers run in date order within a symbol. */
export async function lastDatesElsewhere(db: Database, period: PeriodRow): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ profileId: string; day: string }>`
    select i.profile_id, max(coalesce(i.invoice_date, i.invoice_date_planned)) as day from invoices i
    where i.profile_id = any(${period.profileIds}::uuid[]) and i.period_id <> ${period.id} and i.status <> 'draft'
    group by i.profile_id`.execute(db);
  return new Map(rows.map(({ profileId, day }) => [profileId, day]));
}
