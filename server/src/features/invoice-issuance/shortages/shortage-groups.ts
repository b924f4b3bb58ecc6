import { REASON_NAMES } from '@khop/engine/invoice-issuance/shortages/reason-names.ts';
import { REMEDIES } from '@khop/engine/invoice-issuance/shortages/remedies.ts';
import type { ShortageReason } from '@khop/engine/invoice-issuance/types.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { type PeriodRow, profilesOf, readPeriod } from '../period-rows.ts';
import { expectedOf, presentGoods } from './expected.ts';

type GroupRow = {
  key: string;
  name: string;
  reason: ShortageReason;
  reasons: ShortageReason[];
  branchCode: string;
  parts: number;
  documents: number;
  baseQuantity: string | null;
  unit: string;
  firstDay: string | null;
  amount: number;
  vatAmount: number;
};

/** The keys of the groups, and their names; a kept invoice may leave over a line that the ledger has lost. */
const BY = {
  item: { key: "coalesce(s.item_code, '')", name: 'coalesce(max(t.name), max(s.item_name))' },
  partner: { key: "coalesce(s.partner_code, '')", name: 'max(b.name)' },
  reason: { key: 'h.reason', name: "''" },
} as const;

/** Shortages added up by what would mend them: the item to connect or buy, the customer to mark, or the reason. */
export async function listShortageGroups(db: Database, periodId: string, query: Call<'listShortageGroups'>['query']) {
  const period = await readPeriod(db, periodId);
  const { key, name } = BY[query.by];
  const ofReason = query.reason ? sql`and h.reason = any(${query.reason}::text[])` : sql``;
  const quantity = query.by === 'item' ? sql`sum(h.base_quantity)` : sql`null::numeric`;
  const unit = query.by === 'item' ? sql`coalesce(max(t.unit), max(s.unit), '')` : sql`''`;
  const groups = sql`
    select ${sql.raw(key)} as key, coalesce(${sql.raw(name)}, '') as name, count(*)::int as parts,
      (array_agg(h.reason order by h.amount desc, h.reason))[1] as reason, array_agg(distinct h.reason) as reasons,
      coalesce((array_agg(s.branch_code order by h.amount desc, s.branch_code))[1], '') as branch_code,
      count(distinct s.document_key || ' ' || s.doc_date || ' ' || s.partner_code)::int as documents, ${quantity} as base_quantity, ${unit} as unit,
      min(s.doc_date) as first_day, sum(h.amount)::bigint as amount, sum(h.vat_amount)::bigint as vat_amount
    from period_shortages h
    left join period_sales_lines s on s.period_id = h.period_id and s.source_key = h.source_key
    left join bravo_items t on t.code = s.item_code
    left join bravo_partners b on b.code = s.partner_code
    where h.period_id = ${periodId} ${ofReason}
    group by 1`;
  const conditions = [sql`true`];
  for (const word of searchPatterns(query.q))
    conditions.push(sql`${folded(sql`concat_ws(' ', g.key, g.name)`)} like ${word}`);
  const filtered = sql`from (${groups}) g where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<GroupRow>(db, query, {
    filtered,
    totals: { amount: sql`g.amount`, parts: sql`g.parts` },
    sorts: { amount: 'g.amount', parts: 'g.parts', code: 'g.key', firstDay: 'g.first_day' },
    fallback: '-amount',
    tie: sql`g.key`,
    rows: (orderBy, limit) => sql`select g.* ${filtered} ${orderBy} ${limit}`,
  });
  const expectedFor = query.by === 'item' ? await expectedForItems(db, period) : () => [];
  const items = page.items.map((row) => ({
    ...row,
    expected: expectedFor(row.key),
    code: row.key,
    name: query.by === 'reason' ? REASON_NAMES[row.reason] : row.name,
    remedy: REMEDIES[row.reason],
  }));
  return { ...page, items };
}

/** The goods on their way into the books of the period's profiles, by the Bravo item that their product is connected with. */
async function expectedForItems(db: Database, period: PeriodRow) {
  const profiles = await profilesOf(db, period);
  const expected = await expectedOf(db, profiles);
  const products = [...new Set(expected.values().flatMap((byProduct) => byProduct.keys()))];
  if (products.length === 0) return () => [];
  const { rows } = await sql<{ item: string; profileId: string; product: string }>`
    select c.bravo_code as item, c.profile_id, p.code as product
    from product_connections c join amis_products p on p.id = c.amis_product_id
    where c.profile_id = any (${profiles.map(({ id }) => id)}::uuid[]) and lower(p.code) = any (${products}::text[])
    order by c.bravo_code, p.code`.execute(db);
  const byItem = Map.groupBy(rows, ({ item }) => item);
  return (item: string) =>
    profiles.flatMap(({ id, code }) =>
      (byItem.get(item) ?? [])
        .filter(({ profileId }) => profileId === id)
        .flatMap(({ product }) => expected.get(code)?.get(product.toLowerCase()) ?? [])
        .map((goods) => ({ ...presentGoods(goods), profileId: id, profileCode: code })),
    );
}
