import type { MatchRecord } from '@khop/engine/connections/record.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import type { RunWork } from '../../../jobs/run-work.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { type ItemKey, itemsOf, sameItem } from './item-words.ts';
import type { MatchedItem, MatchInput } from './suggest-items-thread.ts';

export type SuggestItemsPayload = { readonly profileId: string };

/** Work of such a run: match every unconnected item of a profile's suppliers, then replace what was suggested before. */
export async function suggestItems(work: RunWork<SuggestItemsPayload>): Promise<void> {
  const { context, signal } = work;
  const { profileId } = work.payload;
  await work.progress({ stage: 'Đọc hai danh mục', done: 0, total: null });
  const [products, items] = await Promise.all([
    productRecords(context.db, profileId),
    unconnectedItems(context.db, profileId),
  ]);
  await work.progress({ stage: 'So khớp', done: 0, total: products.length });
  const matched = await inThread<MatchInput, MatchedItem[]>(
    new URL('./suggest-items-thread.ts', import.meta.url),
    { products, items: items.map(({ record }) => record) },
    { signal },
  );
  await work.finish(async (tx) => {
    await tx.db.deleteFrom('supplierItemSuggestions').where('profileId', '=', profileId).execute();
    // A product may have gone meanwhile.
    const { rows } = await sql<{ id: string }>`
      select id from amis_products where profile_id = ${profileId} for key share`.execute(tx.db);
    const known = new Set(rows.map(({ id }) => id));
    const kept = matched.filter(({ product }) => known.has(products[product]!.id));
    await tx.copy('supplier_item_suggestions', COLUMNS, suggestionRows(profileId, kept, { products, items }));
    return { items: items.length, suggested: new Set(kept.map(({ item }) => item)).size };
  });
}

const COLUMNS = [
  ...['profile_id', 'supplier_tax_code', 'item_key', 'unit_key', 'place', 'amis_product_id', 'score', 'evidence'],
  ...['factor', 'factor_evidence', 'factor_contradicted'],
];

type Item = { readonly key: ItemKey; readonly record: MatchRecord };

function* suggestionRows(
  profileId: string,
  matched: readonly MatchedItem[],
  { products, items }: { readonly products: readonly MatchRecord[]; readonly items: readonly Item[] },
): Generator<unknown[]> {
  const places = new Map<number, number>();
  for (const { item, product, score, evidence, factor } of matched) {
    const place = (places.get(item) ?? 0) + 1;
    places.set(item, place);
    const { supplierTaxCode, itemKey, unitKey } = items[item]!.key;
    yield [
      ...[profileId, supplierTaxCode, itemKey, unitKey, place, products[product]!.id, score, toJson(evidence)],
      ...[factor?.factor ?? null, toJson(factor?.evidence ?? []), factor?.contradicted ?? false],
    ];
  }
}

/** Products as the matcher reads them; the price is the one that they were last bought at. */
async function productRecords(db: Database, profileId: string): Promise<MatchRecord[]> {
  const { rows } = await sql<MatchRecord>`
    select id::text, code, name, unit, product_group as "group",
      coalesce(nullif(last_purchase_price, 0), nullif(sale_price, 0))::float8 as price
    from amis_products where profile_id = ${profileId} and is_active order by code`.execute(db);
  return rows;
}

async function unconnectedItems(db: Database, profileId: string): Promise<Item[]> {
  const { rows } = await sql<ItemKey & { code: string; name: string; unit: string; price: number | null }>`
    select i.supplier_tax_code, i.item_key, i.unit_key, i.code, i.name, i.unit,
      case when i.quantity > 0 and i.value > 0 then (i.value / i.quantity)::float8 end as price
    from (${itemsOf(profileId)}) i
    where not exists (select from supplier_item_connections c where c.profile_id = ${profileId} and ${sameItem('c')})
    order by 1, 2, 3`.execute(db);
  return rows.map(({ supplierTaxCode, itemKey, unitKey, ...record }) => ({
    key: { supplierTaxCode, itemKey, unitKey },
    record: { id: JSON.stringify([supplierTaxCode, itemKey, unitKey]), ...record },
  }));
}
