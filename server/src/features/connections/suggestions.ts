import type { Evidence } from '@khop/engine/connections/record.ts';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { orderBy } from '../../db/list.ts';
import type { DB, Suggestions } from '../../db/schema.generated.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Call } from '../../http/call.ts';
import { found } from '../../refusal.ts';
import { presentPartner as presentAmisPartner, presentProduct } from '../amis/present.ts';
import { presentPartner as presentBravoPartner, presentItem } from '../bravo/present.ts';

type Query = Call<'listProductSuggestions'>['query'];
type Row = Selectable<Suggestions>;

const presentBase = (row: Row) => ({
  id: row.id,
  profileId: row.profileId,
  score: row.score,
  isBest: row.isBest,
  evidence: row.evidence as Evidence[],
  unlockValue: row.unlockValue,
  status: row.status as 'pending' | 'accepted' | 'rejected' | 'superseded',
  reason: row.reason,
  version: row.version,
  createdAt: row.createdAt,
});

const SORTS = { score: 's.score', unlockValue: 's.unlock_value', amisCode: 'a.code', bravoCode: 's.bravo_code' };

/** One page of suggestions of a kind whose AMIS side matches; the caller turns the rows into pairs. */
async function page(filtered: SelectQueryBuilder<DB & { s: Suggestions }, 's', object>, query: Query) {
  let rows = filtered;
  if (query.profileId) rows = rows.where('s.profileId', '=', query.profileId);
  rows = rows.where('s.status', '=', query.status ?? 'pending');
  if (query.minScore !== undefined) rows = rows.where('s.score', '>=', query.minScore);
  if (query.maxScore !== undefined) rows = rows.where('s.score', '<=', query.maxScore);
  if (query.bestOnly) rows = rows.where('s.isBest', '=', true);
  if (query.bravoCode) rows = rows.where('s.bravoCode', '=', query.bravoCode);
  if (query.amisCode) rows = rows.where(sql<boolean>`a.code = ${query.amisCode}`);
  for (const word of searchPatterns(query.q))
    rows = rows.where(sql<boolean>`(a.search like ${word} or b.search like ${word})`);
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const items = await orderBy(rows.selectAll('s'), query.sort, { sorts: SORTS, fallback: '-score', tie: 's.id' })
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { rows: items as Row[], total: count, limit: query.limit, offset: query.offset };
}

async function productPairs(db: Database, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const count = sql<number>`(select count(*) from product_connections c where c.amis_product_id = amis_products.id)`;
  const products = await db
    .selectFrom('amisProducts')
    .selectAll()
    .select(count.as('connectionCount'))
    .where(
      'id',
      'in',
      rows.map((row) => row.amisId),
    )
    .execute();
  const uses = sql<number>`(select count(*) from product_connections c where c.bravo_code = bravo_items.code)`;
  const items = await db
    .selectFrom('bravoItems')
    .selectAll()
    .select(uses.as('connectionCount'))
    .where(
      'code',
      'in',
      rows.map((row) => row.bravoCode),
    )
    .execute();
  const [productById, itemByCode] = [
    new Map(products.map((row) => [row.id, row])),
    new Map(items.map((row) => [row.code, row])),
  ];
  return rows.flatMap((row) => {
    const [amis, bravo] = [productById.get(row.amisId), itemByCode.get(row.bravoCode)];
    if (!amis || !bravo) return [];
    return [
      {
        ...presentBase(row),
        amis: presentProduct(amis),
        bravo: presentItem(bravo),
        suggestedFactor: row.suggestedFactor,
        factorEvidence: row.factorEvidence as string[],
        factorContradicted: row.factorContradicted,
      },
    ];
  });
}

async function partnerPairs(db: Database, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const count = sql<number>`(select count(*) from partner_connections c where c.amis_partner_id = amis_partners.id)`;
  const amisRows = await db
    .selectFrom('amisPartners')
    .selectAll()
    .select(count.as('connectionCount'))
    .where(
      'id',
      'in',
      rows.map((row) => row.amisId),
    )
    .execute();
  const uses = sql<number>`(select count(*) from partner_connections c where c.bravo_code = bravo_partners.code)`;
  const bravoRows = await db
    .selectFrom('bravoPartners')
    .selectAll()
    .select(uses.as('connectionCount'))
    .where(
      'code',
      'in',
      rows.map((row) => row.bravoCode),
    )
    .execute();
  const [amisById, bravoByCode] = [
    new Map(amisRows.map((row) => [row.id, row])),
    new Map(bravoRows.map((row) => [row.code, row])),
  ];
  return rows.flatMap((row) => {
    const [amis, bravo] = [amisById.get(row.amisId), bravoByCode.get(row.bravoCode)];
    return amis && bravo
      ? [{ ...presentBase(row), amis: presentAmisPartner(amis), bravo: presentBravoPartner(bravo) }]
      : [];
  });
}

const ofProducts = (db: Database) =>
  db
    .selectFrom('suggestions as s')
    .innerJoin('amisProducts as a', 'a.id', 's.amisId')
    .innerJoin('bravoItems as b', 'b.code', 's.bravoCode')
    .where('s.kind', '=', 'product') as unknown as SelectQueryBuilder<DB & { s: Suggestions }, 's', object>;

const ofPartners = (db: Database) =>
  db
    .selectFrom('suggestions as s')
    .innerJoin('amisPartners as a', 'a.id', 's.amisId')
    .innerJoin('bravoPartners as b', 'b.code', 's.bravoCode')
    .where('s.kind', '=', 'partner') as unknown as SelectQueryBuilder<DB & { s: Suggestions }, 's', object>;

export async function listProductSuggestions(db: Database, query: Query) {
  const { rows, ...paging } = await page(ofProducts(db), query);
  return { items: await productPairs(db, rows), ...paging };
}

export async function listPartnerSuggestions(db: Database, query: Query) {
  const { rows, ...paging } = await page(ofPartners(db), query);
  return { items: await partnerPairs(db, rows), ...paging };
}

const one = (db: Database, id: string) => db.selectFrom('suggestions').selectAll().where('id', '=', id).execute();

export const getProductSuggestion = async (db: Database, id: string) =>
  found((await productPairs(db, await one(db, id)))[0]);
export const getPartnerSuggestion = async (db: Database, id: string) =>
  found((await partnerPairs(db, await one(db, id)))[0]);
