import type { InvoiceStatus } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import { whereSql } from '../../../db/where.ts';
import type { Call } from '../../../http/call.ts';
import { takenElsewhere, takersOf } from '../load/elsewhere/taken-elsewhere.ts';
import { isInForce } from '../load/in-force.ts';
import { type PeriodRow, readPeriod } from '../period-rows.ts';
import type { PlanSummary } from '../plan-summary.ts';
import { documentIdOf } from '../sales/sales-documents.ts';

/** An entry of an AMIS sales ledger, down to the imported row. */
export type LedgerEntryRow = {
  profileId: string;
  profileCode: string;
  entryKey: string;
  voucherNumber: string;
  documentDate: string;
  invoiceNumber: string;
  customerCode: string;
  customerName: string;
  productCode: string;
  productName: string;
  unit: string;
  quantity: string;
  amount: number;
  rowNumber: number | null;
  fileName: string;
};

type EntryRow = LedgerEntryRow & {
  decided: boolean;
  state: 'ours' | 'matched' | 'review' | 'not_ours' | 'correction' | 'void' | 'unmatched';
  invoiceId: string | null;
  invoiceVoucher: string | null;
  invoiceStatus: InvoiceStatus | null;
  takers: string[] | null;
  lines: { line: string; document: string; docDate: string | null; partnerCode: string | null; amount: number }[];
};

/**
 * Every entry of the AMIS sales ledgers with what it is: of our own invoices by voucher number, else as a person decided, also
 * while no plan knows of it yet (nor of a decision that was taken back), else as the plan says; of no sale here, too, when another period has taken it. The invoice is our own, or the one that the entry adjusts or replaces.
 */
const entries = ({ id: periodId, plan }: PeriodRow) => sql`
  select e.*, p.code as profile_code, coalesce(m.file_name, '') as file_name, coalesce(i.id, c.id) as invoice_id,
    coalesce(i.status, c.status) as invoice_status, coalesce(i.voucher_number, c.voucher_number) as invoice_voucher,
    coalesce(a.lines, '[]'::jsonb) as lines,
    d.entry_key is not null as decided, w.takers,
    case when i.id is not null then 'ours'
      when s.source_key is not null or (a.lines is not null and (d.entry_key is not null or not a.by_person)) then 'matched'
      when (d.entry_key is not null and d.source_key is null) or w.entry_key is not null then 'not_ours'
      when r.entry_key is not null and (d.entry_key is null or not ${isInForce}) then 'review' else coalesce(o.role, 'unmatched') end as state
  from period_amis_sales e
  join profiles p on p.id = e.profile_id
  left join period_loads l on l.period_id = e.period_id and l.profile_id = e.profile_id and l.kind = 'sales_ledger'
  left join import_batches m on m.id = l.import_id
  left join invoices i on i.period_id = e.period_id and i.profile_id = e.profile_id and i.voucher_number = e.voucher_number
    and i.status <> 'draft'
  left join (
    select (x ->> 'profile')::uuid as profile_id, x ->> 'entry' as entry, x ->> 'role' as role, x ->> 'invoice' as invoice
    from jsonb_array_elements(${toJson((plan as PlanSummary | null)?.ledgerRoles ?? [])}::jsonb) x) o
    on o.profile_id = e.profile_id and o.entry = e.entry_key
  left join invoices c on c.period_id = e.period_id and c.profile_id = e.profile_id and c.invoice_key = o.invoice
  left join lateral (
    select jsonb_agg(jsonb_build_object('line', n.source_key, 'document', coalesce(s.document_key, ''), 'docDate', s.doc_date,
        'partnerCode', s.partner_code, 'amount', n.amount) order by n.source_key) as lines,
      bool_and(n.signals @> '["decision"]') as by_person
    from period_already_invoiced n
    left join period_sales_lines s on s.period_id = n.period_id and s.source_key = n.source_key
    where n.period_id = e.period_id and n.profile_id = e.profile_id and n.entry_key = e.entry_key) a on true
  left join period_reconciliations d on d.period_id = e.period_id and d.profile_id = e.profile_id and d.entry_key = e.entry_key
  left join (${takenElsewhere(periodId)}) w on w.profile_id = e.profile_id and w.entry_key = e.entry_key
  left join period_sales_lines s on s.period_id = d.period_id and s.source_key = d.source_key
  left join period_reviews r on r.period_id = e.period_id and r.profile_id = e.profile_id and r.entry_key = e.entry_key
  where e.period_id = ${periodId}`;

/** The periods by which an entry is of no sale here; an invoice of Khớp stays one. */
const takerIds = ({ state, takers }: EntryRow): readonly string[] => (state === 'not_ours' ? (takers ?? []) : []);

const COLUMNS = {
  documentDate: 'v.document_date',
  voucherNumber: 'v.voucher_number',
  amount: 'v.amount',
  rowNumber: 'v.row_number',
  profileCode: 'v.profile_code',
  customer: sql`coalesce(nullif(v.customer_name, ''), v.customer_code)`,
  product: 'v.product_code',
  quantity: 'v.quantity',
  state: 'v.state',
  invoiceNumber: 'v.invoice_number',
  invoiceVoucher: 'v.invoice_voucher',
};

/** The AMIS sales ledger row by row: the other way through the reconciliation. */
export async function listAmisEntries(db: Database, periodId: string, query: Call<'listAmisEntries'>['query']) {
  const period = await readPeriod(db, periodId);
  const conditions = [sql`true`];
  if (query.profileId?.length) conditions.push(sql`v.profile_id = any(${query.profileId}::uuid[])`);
  if (query.state?.length) conditions.push(sql`v.state in (${sql.join(query.state)})`);
  conditions.push(whereSql(query.where, COLUMNS));
  for (const word of searchPatterns(query.q)) {
    const text = sql`concat_ws(' ', v.voucher_number, v.invoice_number, v.customer_code, v.customer_name, v.product_code, v.product_name)`;
    conditions.push(sql`${folded(text)} like ${word}`);
  }
  const filtered = sql`from (${entries(period)}) v where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<EntryRow>(db, query, {
    filtered,
    totals: { amount: sql`v.amount` },
    // Rows of a file are in its order, profile by profile.
    sorts: { ...COLUMNS, rowNumber: sql`v.profile_code, v.row_number` },
    fallback: 'rowNumber',
    tie: sql`v.profile_id, v.entry_key`,
    rows: (orderBy, limit) => sql`select v.* ${filtered} ${orderBy} ${limit}`,
  });
  const takers = await takersOf(db, [...new Set(page.items.flatMap(takerIds))]);
  const items = page.items.map((row) => ({
    ...row,
    takenBy: takers.filter(({ id }) => takerIds(row).includes(id)),
    lines: row.lines.map(({ docDate, partnerCode, ...line }) => ({
      ...line,
      documentId: documentIdOf(periodId, line.document, { docDate, partnerCode }),
    })),
  }));
  return { ...page, items };
}
