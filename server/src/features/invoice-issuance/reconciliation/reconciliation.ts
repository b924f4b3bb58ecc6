import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import { whereSql } from '../../../db/where.ts';
import type { Call } from '../../../http/call.ts';
import { readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import { type PlaceSums, partsOf, placeSums } from './reconciliation-parts.ts';

type By = Call<'listReconciliation'>['query']['by'];

/** A kept invoice may carry a line that the ledger no longer has. */
const GONE = '(không còn trên sổ Bravo)';
const NO_PROFILE = '(chưa thuộc hồ sơ nào)';

/** Key, code and name of each dimension, from a part's line `s` and profile `p`. */
const DIMENSIONS: Readonly<Record<By, { key: string; name: string; joins: string; none: string }>> = {
  partner: {
    key: 's.partner_code',
    name: 'max(b.name)',
    joins: 'left join bravo_partners b on b.code = s.partner_code',
    none: GONE,
  },
  item: { key: 's.item_code', name: 'max(s.item_name)', joins: '', none: GONE },
  profile: {
    key: 'x.profile_id::text',
    name: 'max(p.name)',
    joins: 'left join profiles p on p.id = x.profile_id',
    none: NO_PROFILE,
  },
  day: { key: 's.doc_date::text', name: "''", joins: '', none: GONE },
};

const SORTS: Readonly<Record<string, string>> = {
  key: 'code',
  name: 'name',
  ledger: 'ledger',
  invoiced: 'invoiced',
  alreadyInvoiced: 'already_invoiced',
  unallocated: 'unallocated',
  excluded: 'excluded',
  netted: 'netted',
};

const GROUP_COLUMNS = Object.fromEntries(Object.entries(SORTS).map(([name, column]) => [name, `g.${column}`]));

type Row = PlaceSums & { key: string; code: string; name: string; parts: number };

/** The tie-out per partner, item, profile or day: every row adds up, and all rows together are the period's tie-out. */
export async function listReconciliation(db: Database, periodId: string, query: Call<'listReconciliation'>['query']) {
  const period = await readPeriod(db, periodId);
  const { key, name, joins, none } = DIMENSIONS[query.by];
  const code = query.by === 'profile' ? 'max(p.code)' : `max(${key})`;
  const groups = sql`
    select coalesce(${sql.raw(key)}, '') as key, coalesce(${sql.raw(code)}, ${none}) as code, coalesce(${sql.raw(name)}, '') as name,
      count(*) as parts, ${placeSums}
    from (${partsOf(period)}) x
    left join period_sales_lines s on s.period_id = ${periodId} and s.source_key = x.source_key
    ${sql.raw(joins)}
    group by ${sql.raw(key)}`;
  const conditions = [sql`true`];
  conditions.push(whereSql(query.where, GROUP_COLUMNS));
  for (const word of searchPatterns(query.q))
    conditions.push(sql`${folded(sql`concat_ws(' ', g.code, g.name)`)} like ${word}`);
  const filtered = sql`from (${groups}) g where ${sql.join(conditions, sql` and `)}`;
  return pageOfStatement<Row>(db, query, {
    filtered,
    totals: {
      ledger: sql`g.ledger`,
      invoiced: sql`g.invoiced`,
      alreadyInvoiced: sql`g.already_invoiced`,
      unallocated: sql`g.unallocated`,
      excluded: sql`g.excluded`,
      netted: sql`g.netted`,
    },
    sorts: GROUP_COLUMNS,
    fallback: query.by === 'day' ? 'key' : '-ledger',
    tie: sql`g.key`,
    rows: (orderBy, limit) => sql`select g.* ${filtered} ${orderBy} ${limit}`,
  });
}

type PartRow = {
  place: 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded' | 'netted';
  line: string;
  onLedger: boolean;
  document: string;
  docDate: string | null;
  partnerCode: string;
  partnerName: string;
  itemCode: string;
  itemName: string;
  unit: string;
  baseQuantity: string;
  amount: number;
  profileCode: string;
  invoiceId: string | null;
  voucherNumber: string;
  reason: string | null;
  why: string;
  fileName: string;
  rowNumber: number | null;
};

const PART_COLUMNS = {
  docDate: 's.doc_date',
  amount: 'x.amount',
  document: 's.document_key',
  itemCode: 's.item_code',
  // The content of the column: the name, or else the code.
  partnerCode: sql`coalesce((select nullif(b.name, '') from bravo_partners b where b.code = s.partner_code), s.partner_code)`,
  itemName: 's.item_name',
  quantity: 'x.base_quantity',
  place: 'x.place',
  profileCode: sql`(select p.code from profiles p where p.id = x.profile_id)`,
  unit: 's.unit',
  line: 'x.source_key',
  why: 'x.why',
};

/** The parts themselves, down to the imported rows: the Bravo line at one end, the invoice or the AMIS row at the other. */
export async function listReconciliationParts(
  db: Database,
  periodId: string,
  query: Call<'listReconciliationParts'>['query'],
) {
  const period = await readPeriod(db, periodId);
  const conditions = [sql`true`];
  if (query.place?.length) conditions.push(sql`x.place in (${sql.join(query.place)})`);
  if (query.partnerCode) conditions.push(sql`s.partner_code = ${query.partnerCode}`);
  if (query.itemCode) conditions.push(sql`s.item_code = ${query.itemCode}`);
  if (query.onLedger !== undefined) conditions.push(sql`(s.source_key is not null) = ${query.onLedger}`);
  if (query.profileId?.length) {
    const named = query.profileId.filter((one) => one !== 'none');
    const isNone = sql`(${query.profileId.includes('none')} and x.profile_id is null)`;
    conditions.push(sql`(x.profile_id = any(${named}::uuid[]) or ${isNone})`);
  }
  if (query.day) conditions.push(sql`s.doc_date = ${query.day}`);
  if (query.fromDate) conditions.push(sql`s.doc_date >= ${query.fromDate}`);
  if (query.toDate) conditions.push(sql`s.doc_date <= ${query.toDate}`);
  conditions.push(whereSql(query.where, PART_COLUMNS));
  for (const word of searchPatterns(query.q)) {
    conditions.push(
      sql`${folded(sql`concat_ws(' ', s.document_key, x.reference, x.source_key, s.partner_code, s.item_code, s.item_name)`)} like ${word}`,
    );
  }
  const filtered = sql`
    from (${partsOf(period)}) x
    left join period_sales_lines s on s.period_id = ${periodId} and s.source_key = x.source_key
    where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<PartRow>(db, query, {
    filtered,
    totals: { amount: sql`x.amount` },
    sorts: {
      docDate: 'y.doc_date',
      amount: 'y.amount',
      document: 'y.document',
      itemCode: 'y.item_code',
      partnerCode: 'y.partner_code',
    },
    fallback: 'docDate',
    // Parts that are equal in all of it are equal in all that is shown.
    tie: sql`y.document, y.line, y.place, y.reference, y.amount, y.base_quantity, y.reason, y.why, y.profile_id, y.entry_key`,
    // Names are joined to the rows of the page alone.
    rows: (orderBy, limit) => sql`
      with y as (
        select x.place, x.source_key as line, s.source_key is not null as on_ledger, coalesce(s.document_key, '') as document, s.doc_date,
          coalesce(s.partner_code, '') as partner_code, coalesce(s.item_code, '') as item_code, coalesce(s.item_name, '') as item_name,
          coalesce(s.unit, '') as line_unit, x.base_quantity, x.amount, x.profile_id, x.invoice_id, x.reference, x.entry_key, x.reason, x.why
        ${filtered}),
      shown as (select * from y ${orderBy} ${limit})
      select y.place, y.line, y.on_ledger, y.document, y.doc_date, y.partner_code, coalesce(b.name, '') as partner_name, y.item_code,
        y.item_name, coalesce(t.unit, y.line_unit) as unit, y.base_quantity, y.amount, coalesce(p.code, '') as profile_code, y.invoice_id,
        y.reference as voucher_number, y.reason, y.why, coalesce(m.file_name, '') as file_name, e.row_number
      from shown y
      left join profiles p on p.id = y.profile_id
      left join bravo_partners b on b.code = y.partner_code
      left join bravo_items t on t.code = y.item_code
      left join period_amis_sales e on e.period_id = ${periodId} and e.profile_id = y.profile_id and e.entry_key = y.entry_key
      left join period_loads l on l.period_id = ${periodId} and l.profile_id = e.profile_id and l.kind = 'sales_ledger'
      left join import_batches m on m.id = l.import_id
      ${orderBy}`,
  });
  const items = page.items.map(({ reason, ...row }) => ({
    ...row,
    reason: reason as never,
    documentId: documentIdOf(periodId, row.document, row),
  }));
  return { ...page, items };
}
