import type { BRAVO_SOURCES, INVOICE_REQUIREMENTS } from '@khop/contract/bravo.ts';
import type { Clause } from '@khop/contract/clauses.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { choicesOf, pageOfSelected } from '../../db/list.ts';
import { searchPatterns } from '../../db/search.ts';
import { found } from '../../refusal.ts';
import { presentItem, presentPartner } from './present.ts';

type MasterFilter = {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly totals: boolean;
  readonly sort?: string | undefined;
  readonly where?: readonly Clause[] | undefined;
  readonly type?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly connected?: boolean | undefined;
  readonly source?: (typeof BRAVO_SOURCES)[number] | undefined;
  /** Connections are counted in this profile only. */
  readonly profileId?: string | undefined;
};

/** Connections of the row's code, as a condition and as a count. */
function connections(master: 'items' | 'partners', profileId?: string) {
  const [table, own] =
    master === 'items'
      ? [sql.table('product_connections'), sql.ref('bravo_items.code')]
      : [sql.table('partner_connections'), sql.ref('bravo_partners.code')];
  const ofProfile = profileId === undefined ? sql`true` : sql`c.profile_id = ${profileId}`;
  const number = sql<number>`(select count(*) from ${table} c where c.bravo_code = ${own} and ${ofProfile})`;
  return {
    exist: sql<boolean>`exists (select from ${table} c where c.bravo_code = ${own} and ${ofProfile})`,
    number,
    count: number.as('connectionCount'),
  };
}

/** An item as the contract shows it. Throws NOT_FOUND. */
export async function itemByCode(db: Database, code: string) {
  const row = await db
    .selectFrom('bravoItems')
    .selectAll()
    .select(connections('items').count)
    .where('code', '=', code)
    .executeTakeFirst();
  return presentItem(found(row, `Không tìm thấy vật tư Bravo «${code}». Hãy đồng bộ vật tư rồi thử lại.`));
}

export function listItems(db: Database, query: MasterFilter & { readonly group?: string | undefined }) {
  const { exist, count, number } = connections('items', query.profileId);
  let rows = db.selectFrom('bravoItems');
  if (query.group !== undefined) rows = rows.where('itemGroup', '=', query.group);
  if (query.type !== undefined) rows = rows.where('type', '=', query.type);
  if (query.isActive !== undefined) rows = rows.where('isActive', '=', query.isActive);
  if (query.source !== undefined) rows = rows.where('source', '=', query.source);
  if (query.connected !== undefined) rows = rows.where(exist, '=', query.connected);
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  const sorts = {
    code: 'code',
    name: 'vi:name',
    unit: 'vi:unit',
    group: 'vi:itemGroup',
    type: 'type',
    modifiedAt: 'modifiedAt',
  };
  return pageOfSelected(
    rows,
    query,
    {
      sorts,
      columns: { isActive: 'isActive', connectionCount: number, syncedAt: 'syncedAt' },
      fallback: 'code',
      tie: 'code',
    },
    { select: (page) => page.selectAll().select(count), present: presentItem },
  );
}

export async function itemFilters(db: Database) {
  const rows = db.selectFrom('bravoItems');
  return { group: await choicesOf(rows, 'itemGroup'), type: await choicesOf(rows, 'type') };
}

/** A partner as the contract shows it. Throws NOT_FOUND. */
export async function partnerByCode(db: Database, code: string) {
  const row = await db
    .selectFrom('bravoPartners')
    .selectAll()
    .select(connections('partners').count)
    .where('code', '=', code)
    .executeTakeFirst();
  return presentPartner(found(row, `Không tìm thấy đối tượng Bravo «${code}». Hãy đồng bộ đối tượng rồi thử lại.`));
}

type PartnerFilter = MasterFilter & {
  readonly invoiceRequirement?: readonly (typeof INVOICE_REQUIREMENTS)[number][] | undefined;
  readonly hasTaxCode?: boolean | undefined;
  /** The partner has sales in this period. */
  readonly periodId?: string | undefined;
};

export function listPartners(db: Database, query: PartnerFilter) {
  const { exist, count, number } = connections('partners', query.profileId);
  let rows = db.selectFrom('bravoPartners');
  if (query.type !== undefined) rows = rows.where('type', '=', query.type);
  if (query.isActive !== undefined) rows = rows.where('isActive', '=', query.isActive);
  if (query.invoiceRequirement?.length) rows = rows.where('invoiceRequirement', 'in', query.invoiceRequirement);
  if (query.hasTaxCode !== undefined) rows = rows.where('taxCode', query.hasTaxCode ? '<>' : '=', '');
  if (query.periodId !== undefined) {
    const sold = db.selectFrom('periodSalesLines').select('partnerCode').where('periodId', '=', query.periodId);
    rows = rows.where('code', 'in', sold);
  }
  if (query.source !== undefined) rows = rows.where('source', '=', query.source);
  if (query.connected !== undefined) rows = rows.where(exist, '=', query.connected);
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  const sorts = {
    code: 'code',
    name: 'vi:name',
    taxCode: 'taxCode',
    type: 'type',
    invoiceRequirement: 'invoiceRequirement',
    modifiedAt: 'modifiedAt',
  };
  return pageOfSelected(
    rows,
    query,
    {
      sorts,
      columns: { address: 'address', phone: 'phone', email: 'email', isActive: 'isActive', connectionCount: number },
      fallback: 'code',
      tie: 'code',
    },
    { select: (page) => page.selectAll().select(count), present: presentPartner },
  );
}

export const partnerFilters = async (db: Database) => ({
  type: await choicesOf(db.selectFrom('bravoPartners'), 'type'),
});
