import { convert, formatQuantity, parseFactor, parseQuantity } from '@khop/engine/quantity.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import { whereSql } from '../../../db/where.ts';
import type { Call } from '../../../http/call.ts';
import { isTakenElsewhere } from '../load/elsewhere/taken-elsewhere.ts';
import { isInForce } from '../load/in-force.ts';
import { readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import type { LedgerEntryRow } from './amis-entries.ts';

export type ReviewRow = LedgerEntryRow & {
  candidates: string[];
  why: string;
  decidedBy: string | null;
  decidedAt: string | null;
  decidedLine: string | null;
  otherLines: string[] | null;
  note: string;
  inLedger: boolean;
  appliedAmount: number;
};

/**
 * Some of the period's entries as reviews: a decision shows the entry as it was then, also when a
 * newer ledger no longer has it.
 */
export const reviews = (periodId: string, entries: RawBuilder<unknown>) => sql`
  select x.*, p.code as profile_code, e.entry_key is not null as in_ledger,
    coalesce(e.voucher_number, x.entry ->> 'voucherNumber', '') as voucher_number,
    coalesce(e.document_date, (x.entry ->> 'documentDate')::date) as document_date,
    coalesce(e.invoice_number, '') as invoice_number,
    coalesce(e.customer_code, x.entry ->> 'customerCode', '') as customer_code,
    coalesce(e.customer_name, x.entry ->> 'customerName', '') as customer_name,
    coalesce(e.product_code, x.entry ->> 'productCode', '') as product_code,
    coalesce(e.product_name, x.entry ->> 'productName', '') as product_name,
    coalesce(e.unit, x.entry ->> 'unit', '') as unit,
    coalesce(e.quantity, (x.entry ->> 'quantity')::numeric, 0) as quantity,
    coalesce(e.amount, (x.entry ->> 'amount')::bigint, 0) as amount,
    e.row_number, coalesce(b.file_name, '') as file_name,
    coalesce((select sum(a.amount) from period_already_invoiced a where a.period_id = ${periodId} and a.profile_id = x.profile_id
      and a.entry_key = x.entry_key and (a.source_key = x.decided_line or a.source_key = any(x.other_lines))), 0)::bigint as applied_amount
  from (${entries}) x
  join profiles p on p.id = x.profile_id
  left join period_amis_sales e on e.period_id = ${periodId} and e.profile_id = x.profile_id and e.entry_key = x.entry_key
  left join period_loads l on l.period_id = ${periodId} and l.profile_id = x.profile_id and l.kind = 'sales_ledger'
  left join import_batches b on b.id = l.import_id`;

const openEntries = (periodId: string) => sql`
  select r.profile_id, r.entry_key, r.candidates, r.why, '{}'::jsonb as entry,
    null as decided_by, null::timestamptz as decided_at, null as decided_line, null::text[] as other_lines, '' as note
  from period_reviews r
  where r.period_id = ${periodId} and ${isOpen(periodId)}`;

const decidedEntries = (periodId: string) => sql`
  select d.profile_id, d.entry_key, d.candidates, d.why, d.entry,
    d.created_by as decided_by, d.created_at as decided_at, d.source_key as decided_line, d.other_lines, d.note
  from period_reconciliations d where d.period_id = ${periodId}`;

/**
 * An entry `r` of the plan in force waits while there is no decision on it, the ledger still has it and no other period has
 * taken it since: its ledger calls it no sale of the period by then (`listAmisEntries`).
 */
const isOpen = (periodId: string) => sql<boolean>`
  not exists (select from period_reconciliations d
    where d.period_id = r.period_id and d.profile_id = r.profile_id and d.entry_key = r.entry_key and ${isInForce})
  and exists (select from period_amis_sales e
    where e.period_id = r.period_id and e.profile_id = r.profile_id and e.entry_key = r.entry_key)
  and not ${isTakenElsewhere(periodId)}`;

/** Decisions on entries that no plan has asked about, made after the plan in force, while the ledger still has them. */
const decidedUnasked = (periodId: string) => sql`
  select from period_reconciliations d
  join invoice_periods p on p.id = d.period_id and p.generated_at < d.created_at
  join period_amis_sales e on e.period_id = d.period_id and e.profile_id = d.profile_id and e.entry_key = d.entry_key
  where d.period_id = ${periodId} and not exists (select from period_reviews r
    where r.period_id = d.period_id and r.profile_id = d.profile_id and r.entry_key = d.entry_key)`;

/** Decisions that the plan in force still follows, though they were taken back. */
const undone = (periodId: string) => sql`
  select from period_already_invoiced a
  where a.period_id = ${periodId} and a.signals @> '["decision"]' and not exists (select from period_reconciliations d
    where d.period_id = a.period_id and d.profile_id = a.profile_id and d.entry_key = a.entry_key)
  union all
  select from invoice_periods p cross join lateral jsonb_to_recordset(p.plan -> 'decidedNone') as x (profile uuid, entry text)
  where p.id = ${periodId} and exists (select from period_amis_sales e
    where e.period_id = p.id and e.profile_id = x.profile and e.entry_key = x.entry)
  and not exists (select from period_reconciliations d
    where d.period_id = p.id and d.profile_id = x.profile and d.entry_key = x.entry)`;

/**
 * The number of entries that wait, their amount before VAT, and the number of decisions that the plan in force does not
 * know yet. An entry that a newer ledger no longer has neither waits nor was decided.
 */
export async function reviewCounts(db: Database, periodId: string) {
  const { rows } = await sql<{ count: number; amount: number; pending: number }>`
    select count(*) filter (where waits) as count, coalesce(sum(amount) filter (where waits), 0)::bigint as amount,
      count(*) filter (where decided) + (select count(*) from (${decidedUnasked(periodId)} union all ${undone(periodId)}) u) as pending
    from (
      select ${isOpen(periodId)} as waits, coalesce(e.amount, 0) as amount,
        exists (select from period_reconciliations d
          where d.period_id = r.period_id and d.profile_id = r.profile_id and d.entry_key = r.entry_key and ${isInForce}) as decided
      from period_reviews r
      left join period_amis_sales e on e.period_id = r.period_id and e.profile_id = r.profile_id and e.entry_key = r.entry_key
      where r.period_id = ${periodId}) w`.execute(db);
  return rows[0]!;
}

const COLUMNS = {
  amount: 'v.amount',
  documentDate: 'v.document_date',
  voucherNumber: 'v.voucher_number',
  profileCode: 'v.profile_code',
  customer: sql`coalesce(nullif(v.customer_name, ''), v.customer_code)`,
  product: 'v.product_code',
  quantity: 'v.quantity',
  why: 'v.why',
};

const decisionOf = ({ decidedLine, otherLines, decidedBy, decidedAt, note, appliedAmount }: ReviewRow) =>
  decidedAt === null
    ? null
    : { line: decidedLine, otherLines: otherLines ?? [], note, by: decidedBy ?? '', at: decidedAt, appliedAmount };

/** The lines that an entry was said to be. */
const saidOf = ({ decidedLine, otherLines }: ReviewRow): string[] =>
  decidedLine === null ? [] : [decidedLine, ...(otherLines ?? [])];

export async function listReviews(db: Database, periodId: string, query: Call<'listReviews'>['query']) {
  await readPeriod(db, periodId);
  const decided = query.decided ?? false;
  const conditions = [sql`true`];
  if (query.profileId?.length) conditions.push(sql`v.profile_id = any(${query.profileId}::uuid[])`);
  conditions.push(whereSql(query.where, COLUMNS));
  for (const word of searchPatterns(query.q)) {
    conditions.push(
      sql`${folded(sql`concat_ws(' ', v.voucher_number, v.customer_code, v.customer_name, v.product_code, v.product_name)`)} like ${word}`,
    );
  }
  const filtered = sql`from (${reviews(periodId, decided ? decidedEntries(periodId) : openEntries(periodId))}) v where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<ReviewRow>(db, query, {
    filtered,
    totals: { amount: sql`v.amount` },
    sorts: COLUMNS,
    fallback: '-amount',
    tie: sql`v.profile_id, v.entry_key`,
    rows: (orderBy, limit) => sql`select v.* ${filtered} ${orderBy} ${limit}`,
  });
  return { ...page, items: await presentReviews(db, periodId, page.items) };
}

export async function presentReviews(db: Database, periodId: string, rows: readonly ReviewRow[]) {
  const candidates = await candidatesOf(db, periodId, rows);
  return rows.map((row) => ({ ...row, candidates: candidates(row), decision: decisionOf(row) }));
}

type LineRow = {
  line: string;
  document: string;
  docDate: string;
  partnerCode: string;
  partnerName: string;
  itemCode: string;
  itemName: string;
  unit: string;
  baseQuantity: string;
  amount: number;
  placed: number;
};

/** The Bravo lines that the entries may be, each with its quantity in the entry's own unit. */
async function candidatesOf(db: Database, periodId: string, reviewed: readonly ReviewRow[]) {
  const keys = [...new Set(reviewed.flatMap((row) => [...row.candidates, ...saidOf(row)]))];
  const { rows: lines } = await sql<LineRow>`
    select s.source_key as line, s.document_key as document, s.doc_date, s.partner_code, coalesce(b.name, '') as partner_name,
      s.item_code, s.item_name, coalesce(t.unit, s.unit) as unit, s.base_quantity, s.amount - s.discount as amount,
      s.invoiced + s.already_invoiced as placed
    from period_sales_lines s
    left join bravo_partners b on b.code = s.partner_code
    left join bravo_items t on t.code = s.item_code
    where s.period_id = ${periodId} and s.source_key = any(${keys}::text[])`.execute(db);
  const { rows: connections } = await sql<{ profileId: string; product: string; item: string; factor: string }>`
    select c.profile_id, p.code as product, c.bravo_code as item, c.factor
    from product_connections c join amis_products p on p.id = c.amis_product_id
    where c.factor is not null and c.bravo_code = any(${[...new Set(lines.map((line) => line.itemCode))]}::text[])
      and lower(p.code) in (select lower(unnest(${[...new Set(reviewed.map((row) => row.productCode))]}::text[])))`.execute(
    db,
  );
  const byKey = new Map(lines.map((line) => [line.line, line]));
  // Ledgers write codes in another case than the catalogue now and then.
  const keyOf = (profile: string, product: string, item: string) => `${profile}|${product.toLowerCase()}|${item}`;
  const factors = new Map(
    connections.map((one) => [keyOf(one.profileId, one.product, one.item), parseFactor(one.factor)]),
  );
  return (row: ReviewRow) =>
    [...new Set([...row.candidates, ...saidOf(row)])].flatMap((key) => {
      const line = byKey.get(key);
      if (!line) return [];
      const factor = factors.get(keyOf(row.profileId, row.productCode, line.itemCode));
      const amisQuantity = factor ? formatQuantity(convert(parseQuantity(line.baseQuantity), factor)) : null;
      return [{ ...line, documentId: documentIdOf(periodId, line.document, line), amisQuantity }];
    });
}
