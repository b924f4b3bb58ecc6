import { createHash } from 'node:crypto';
import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { KindName } from './kinds.ts';

/** What one side gives to the matcher, with the fingerprint by which a rejection knows that a record has changed. */
export type SideRecord = MatchRecord & {
  readonly fingerprint: string;
  readonly units?: readonly { unit: string; rate: string }[];
};

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

const withFingerprint = <R extends MatchRecord>(record: R): R & { fingerprint: string } => ({
  ...record,
  fingerprint: fingerprintOf(record),
});

/** Price as evidence only; it never becomes money. */
const priceOf = (text: string | null): number | null => (text === null ? null : Number(text) || null);

/** The AMIS records of a profile that suggestions are made for. */
export async function amisRecords(db: Database, kind: KindName, profileId: string): Promise<SideRecord[]> {
  if (kind === 'product') {
    const rows = await db
      .selectFrom('amisProducts')
      .select(['id', 'code', 'name', 'unit', 'productGroup', 'salePrice', 'lastPurchasePrice'])
      .where('profileId', '=', profileId)
      .where('isActive', '=', true)
      .orderBy('code')
      .execute();
    return rows.map((row) =>
      withFingerprint({
        id: row.id,
        code: row.code,
        name: row.name,
        unit: row.unit,
        group: row.productGroup,
        price: priceOf(row.salePrice) ?? priceOf(row.lastPurchasePrice),
      }),
    );
  }
  const rows = await db
    .selectFrom('amisPartners')
    .select(['id', 'code', 'name', 'address', 'taxCode', 'phone', 'email'])
    .where('profileId', '=', profileId)
    .where('type', '=', 'customer')
    .where('isActive', '=', true)
    .orderBy('code')
    .execute();
  return rows.map(withFingerprint);
}

/** Bravo's records; an item's price is what the stored ledger got per base unit. */
export async function bravoRecords(db: Database, kind: KindName): Promise<SideRecord[]> {
  if (kind === 'product') {
    const prices = await db
      .selectFrom('salesLedgerLines')
      .select(['itemCode', sql<string>`(sum(amount) / nullif(sum(base_quantity), 0))::numeric(28, 2)`.as('price')])
      .where('kind', '=', 'goods')
      .where('amount', '>', 0)
      .groupBy('itemCode')
      .execute();
    const priceByItem = new Map(prices.map((row) => [row.itemCode, priceOf(row.price)]));
    const rows = await db
      .selectFrom('bravoItems')
      .select(['code', 'name', 'unit', 'units', 'itemGroup'])
      .where('isActive', '=', true)
      .orderBy('code')
      .execute();
    return rows.map((row) =>
      withFingerprint({
        id: row.code,
        code: row.code,
        name: row.name,
        unit: row.unit,
        group: row.itemGroup,
        price: priceByItem.get(row.code) ?? null,
        units: row.units as { unit: string; rate: string }[],
      }),
    );
  }
  const rows = await db
    .selectFrom('bravoPartners')
    .select(['code', 'name', 'address', 'taxCode', 'phone', 'email'])
    .where('isActive', '=', true)
    .orderBy('code')
    .execute();
  return rows.map((row) => withFingerprint({ ...row, id: row.code }));
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
