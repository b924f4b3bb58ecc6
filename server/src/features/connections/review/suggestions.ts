import { PROMOTIONAL_CHIP } from '@khop/engine/connections/labels.ts';
import type { Evidence } from '@khop/engine/connections/record.ts';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfSelected } from '../../../db/list.ts';
import type { DB, Suggestions } from '../../../db/schema.generated.ts';
import { searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import { presentListedPartner as presentAmisPartner, presentProduct } from '../../amis/present.ts';
import { presentPartner as presentBravoPartner, presentItem } from '../../bravo/present.ts';
import type { KindName } from '../kinds.ts';
import { ledgerPrices } from '../matching/suggest-records.ts';

type Query = Call<'listProductSuggestions'>['query'] & Call<'listPartnerSuggestions'>['query'];
type Row = Selectable<Suggestions>;

const presentBase = (row: Row) => ({
  id: row.id,
  profileId: row.profileId,
  score: row.score,
  engineScore: row.engineScore,
  isBest: row.isBest,
  isPromotionalTwin: (row.evidence as Evidence[]).some(({ label }) => label === PROMOTIONAL_CHIP),
  evidence: row.evidence as Evidence[],
  unlockValue: row.unlockValue,
  status: row.status as 'pending' | 'accepted' | 'rejected' | 'superseded',
  reasonCode: row.reasonCode,
  reason: row.reason,
  decidedBy: row.decidedBy,
  version: row.version,
  createdAt: row.createdAt,
});

/** Suggestions with both of their records: `a` is the AMIS side, `b` Bravo's. Columns of both are given as SQL. */
type Joined = SelectQueryBuilder<DB & { s: Suggestions }, 's', object>;

// Both joins have the columns of `s`; those of `a` and `b` differ between them and are therefore no part of the type.
export const joinedSuggestions = (db: Database, kind: KindName): Joined =>
  (kind === 'product'
    ? db
        .selectFrom('suggestions as s')
        .innerJoin('amisProducts as a', 'a.id', 's.amisId')
        .innerJoin('bravoItems as b', 'b.code', 's.bravoCode')
        .where('s.kind', '=', kind)
    : db
        .selectFrom('suggestions as s')
        .innerJoin('amisPartners as a', 'a.id', 's.amisId')
        .innerJoin('bravoPartners as b', 'b.code', 's.bravoCode')
        .where('s.kind', '=', kind)) as Joined;

const SORTS = {
  score: 's.score',
  unlockValue: 's.unlock_value',
  uncertainty: 's.uncertainty',
  amisCode: 'a.code',
  bravoCode: 's.bravo_code',
};

const FACTORS = {
  suggested: sql<boolean>`s.suggested_factor is not null and not s.factor_contradicted`,
  missing: sql<boolean>`s.suggested_factor is null`,
  contradicted: sql<boolean>`s.factor_contradicted`,
} as const;

const TAX_CODES = {
  same: sql<boolean>`a.tax_code <> '' and a.tax_code = b.tax_code`,
  conflict: sql<boolean>`a.tax_code <> '' and b.tax_code <> '' and a.tax_code <> b.tax_code`,
  missing: sql<boolean>`(a.tax_code = '' or b.tax_code = '')`,
} as const;

export const searched = (rows: Joined, q: string | undefined): Joined =>
  searchPatterns(q).reduce(
    (left, word) => left.where(sql<boolean>`(a.search like ${word} or b.search like ${word})`),
    rows,
  );

async function listSuggestions(db: Database, kind: KindName, query: Partial<Query> & Pick<Query, 'limit' | 'offset'>) {
  let rows = joinedSuggestions(db, kind).where('s.status', '=', query.status ?? 'pending');
  if (query.profileId) rows = rows.where('s.profileId', '=', query.profileId);
  if (query.minScore !== undefined) rows = rows.where('s.score', '>=', query.minScore);
  if (query.maxScore !== undefined) rows = rows.where('s.score', '<=', query.maxScore);
  if (query.bestOnly) rows = rows.where('s.isBest', '=', true);
  if (query.bravoCode) rows = rows.where('s.bravoCode', '=', query.bravoCode);
  if (query.amisCode) rows = rows.where(sql<boolean>`a.code = ${query.amisCode}`);
  if (query.reasonCode) rows = rows.where('s.reasonCode', '=', query.reasonCode);
  if (query.factor) rows = rows.where(FACTORS[query.factor]);
  if (query.taxCode) rows = rows.where(TAX_CODES[query.taxCode]);
  rows = searched(rows, query.q);
  return pageOfSelected(
    rows,
    query,
    { sorts: SORTS, fallback: '-score', tie: 's.id' },
    { select: (page) => page.selectAll('s'), present: (row): Row => row as Row },
  );
}

/** Reads both records of every suggestion; one whose record has gone is left out. */
async function pairUp<A, B, T>(
  rows: readonly Row[],
  amisOf: (ids: string[]) => Promise<(A & { id: string })[]>,
  bravoOf: (codes: string[]) => Promise<(B & { code: string })[]>,
  present: (row: Row, amis: A, bravo: B) => T,
): Promise<T[]> {
  if (rows.length === 0) return [];
  const [amis, bravo] = await Promise.all([
    amisOf(rows.map(({ amisId }) => amisId)),
    bravoOf(rows.map(({ bravoCode }) => bravoCode)),
  ]);
  const amisById = new Map(amis.map((row) => [row.id, row]));
  const bravoByCode = new Map(bravo.map((row) => [row.code, row]));
  return rows.flatMap((row) => {
    const [left, right] = [amisById.get(row.amisId), bravoByCode.get(row.bravoCode)];
    return left && right ? [present(row, left, right)] : [];
  });
}

const connectionCount = (table: string, column: string, of: string) =>
  sql<number>`(select count(*) from ${sql.table(table)} c where ${sql.ref(`c.${column}`)} = ${sql.ref(of)})`.as(
    'connectionCount',
  );

export async function productPairs(db: Database, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const codes = rows.map(({ bravoCode }) => bravoCode);
  const prices = await ledgerPrices(db, codes);
  return pairUp(
    rows,
    (ids) =>
      db
        .selectFrom('amisProducts')
        .selectAll()
        .select(connectionCount('product_connections', 'amis_product_id', 'amis_products.id'))
        .where('id', 'in', ids)
        .execute(),
    (codes) =>
      db
        .selectFrom('bravoItems')
        .selectAll()
        .select(connectionCount('product_connections', 'bravo_code', 'bravo_items.code'))
        .where('code', 'in', codes)
        .execute(),
    (row, amis, bravo) => ({
      ...presentBase(row),
      amis: presentProduct(amis),
      bravo: presentItem(bravo),
      bravoPrice: prices.get(bravo.code)?.toString() ?? null,
      suggestedFactor: row.suggestedFactor,
      factorEvidence: row.factorEvidence as string[],
      factorContradicted: row.factorContradicted,
    }),
  );
}

export const partnerPairs = (db: Database, rows: readonly Row[]) =>
  pairUp(
    rows,
    (ids) =>
      db
        .selectFrom('amisPartners')
        .selectAll()
        .select(connectionCount('partner_connections', 'amis_partner_id', 'amis_partners.id'))
        .where('id', 'in', ids)
        .execute(),
    (codes) =>
      db
        .selectFrom('bravoPartners')
        .selectAll()
        .select(connectionCount('partner_connections', 'bravo_code', 'bravo_partners.code'))
        .where('code', 'in', codes)
        .execute(),
    (row, amis, bravo) => ({ ...presentBase(row), amis: presentAmisPartner(amis), bravo: presentBravoPartner(bravo) }),
  );

export async function listProductSuggestions(db: Database, query: Call<'listProductSuggestions'>['query']) {
  const page = await listSuggestions(db, 'product', query);
  return { ...page, items: await productPairs(db, page.items) };
}

export async function listPartnerSuggestions(db: Database, query: Call<'listPartnerSuggestions'>['query']) {
  const page = await listSuggestions(db, 'partner', query);
  return { ...page, items: await partnerPairs(db, page.items) };
}

const one = (db: Database, id: string) => db.selectFrom('suggestions').selectAll().where('id', '=', id).execute();

export const getProductSuggestion = async (db: Database, id: string) =>
  found((await productPairs(db, await one(db, id)))[0]);
export const getPartnerSuggestion = async (db: Database, id: string) =>
  found((await partnerPairs(db, await one(db, id)))[0]);
