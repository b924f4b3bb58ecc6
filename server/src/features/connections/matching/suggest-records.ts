import { createHash } from 'node:crypto';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { KindName } from '../kinds.ts';

/** A record as one side gives it to the matcher. */
export type SideRecord = MatchRecord & {
  /** By this a rejection knows that a record has changed. */
  readonly fingerprint: string;
  /** By this a refresh knows that a record has changed: all that goes into matching. */
  readonly print: string;
  readonly units?: readonly { unit: string; rate: string }[];
};

export type Of = { readonly kind: KindName; readonly profileId: string };
export type SideName = 'amis' | 'bravo';

const fingerprintOf = (record: MatchRecord): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        record.code,
        record.name,
        record.unit,
        record.taxCode,
        record.phone,
        record.email,
        record.address,
      ]),
    )
    .digest('base64url')
    .slice(0, 22);

/**
 * The records of a side that suggestions are made for, as a query. A price counts as changed when it has moved by about a
 * fifth: less says nothing about whether two goods are the same. What the ledger got for an item moves with every sale
 * and does not count at all.
 */
function source({ kind, profileId }: Of, side: SideName): RawBuilder<unknown> {
  const print = (columns: string) => sql.raw(`md5(row(${columns})::text) as print`);
  if (kind === 'product')
    return side === 'amis'
      ? sql`
          select id::text, code, name, unit, product_group as "group", price::float8,
            ${print('code, name, unit, product_group, case when price > 0 then round(ln(price::float8) / ln(1.25)) end')}
          from (select *, coalesce(nullif(sale_price, 0), nullif(last_purchase_price, 0)) as price from amis_products
            where profile_id = ${profileId} and is_active) p`
      : sql`
          select code as id, code, name, unit, item_group as "group", units, ${print('code, name, unit, item_group, units')}
          from bravo_items where is_active`;
  const columns = 'code, name, address, tax_code, phone, email';
  return side === 'amis'
    ? sql`
        select id::text, ${sql.raw(columns)}, ${print(columns)} from amis_partners
        where profile_id = ${profileId} and type = 'customer' and is_active`
    : sql`select code as id, ${sql.raw(columns)}, ${print(columns)} from bravo_partners where is_active`;
}

/** All records of a side. */
export async function sideRecords(db: Database, of: Of, side: SideName): Promise<SideRecord[]> {
  const { rows } = await sql<Raw>`select * from (${source(of, side)}) r order by code`.execute(db);
  return finished(db, of, side, rows);
}

/** The number of records that are new, look different or have gone since they were matched. */
export async function countChangedOf(db: Database, of: Of, side: SideName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${source(of, side)}) r
    full join (
      select record_id, fingerprint from matched_records
      where kind = ${of.kind} and profile_id = ${of.profileId} and side = ${side}
    ) m on m.record_id = r.id
    where m.fingerprint is distinct from r.print`.execute(db);
  return rows[0]!.count;
}

type Raw = Omit<SideRecord, 'fingerprint'>;

/** Adds what the query cannot say: the fingerprint, and for items what the stored ledger got per base unit. */
async function finished(db: Database, { kind }: Of, side: SideName, rows: readonly Raw[]): Promise<SideRecord[]> {
  const prices = kind === 'product' && side === 'bravo' ? await ledgerPrices(db) : undefined;
  return rows.map((row) => ({
    ...row,
    ...(prices && { price: prices.get(row.id) ?? null }),
    fingerprint: fingerprintOf(row),
  }));
}

/**
 * The price per base unit in the stored ledger, of all items or of these. Price as evidence only; it never becomes
 * money.
 */
export async function ledgerPrices(db: Database, codes?: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; price: number }>`
    select item_code as code, (sum(amount) / sum(base_quantity))::numeric(28, 2)::float8 as price from sales_ledger_lines
    where kind = 'goods' and amount > 0 and ${codes ? sql`item_code = any (${codes})` : sql`true`}
    group by item_code having sum(base_quantity) <> 0`.execute(db);
  return new Map(rows.flatMap(({ code, price }) => (price === 0 ? [] : [[code, price]])));
}

/** Đồng of the current period's ledger that have no invoice yet, by item or partner code. */
export async function uninvoicedValue(db: Database, kind: KindName): Promise<Map<string, number>> {
  const column = kind === 'product' ? ('s.itemCode' as const) : ('s.partnerCode' as const);
  const rows = await db
    .selectFrom('periodSalesLines as s')
    .innerJoin('invoicePeriods as p', 'p.id', 's.periodId')
    .where('p.status', '!=', 'closed')
    .select([
      `${column} as code`,
      sql<number>`sum(case when p.plan is null then s.amount - s.discount else s.unallocated end)::bigint`.as('value'),
    ])
    .groupBy(column)
    .execute();
  return new Map(rows.map((row) => [row.code, Math.max(0, row.value)]));
}
