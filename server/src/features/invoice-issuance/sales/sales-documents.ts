import { type Day, isDay } from '@khop/engine/day.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfStatement } from '../../../db/list-sql.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import { whereSql } from '../../../db/where.ts';
import type { Call } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import { readPeriod } from '../period-rows.ts';

type Coverage = 'covered' | 'partly' | 'uncovered' | 'excluded' | 'returned';

export type DocumentRow = {
  documentKey: string;
  periodId: string;
  branchCode: string;
  docCode: string;
  docNo: string;
  docDate: Day;
  docStatus: string;
  partnerCode: string;
  partnerName: string | null;
  invoiceRequirement: string | null;
  lines: number;
  amount: number;
  vatAmount: number;
  invoiced: number;
  alreadyInvoiced: number;
  unallocated: number;
  excluded: number;
  coverage: Coverage;
  isUnstated: boolean;
};

/** The day and partner of a document: Bravo may give its number anew. */
type OfSale = { readonly docDate: string | null; readonly partnerCode: string | null };

/**
 * A document's address in a URL: its period and key, so that one page can show it without asking for the period first. Without
 * its sale it is all that has the number.
 */
export const documentIdOf = (periodId: string, documentKey: string, sale?: OfSale): string =>
  Buffer.from(
    [`${periodId}|${documentKey}`, ...(sale?.docDate ? [sale.docDate, sale.partnerCode ?? ''] : [])].join('\u0000'),
  ).toString('base64url');

function parseDocumentId(id: string): { periodId: string; documentKey: string; sale: OfSale | undefined } {
  const [text = '', docDate, partnerCode = ''] = Buffer.from(id, 'base64url').toString().split('\u0000');
  const at = text.indexOf('|');
  const periodId = text.slice(0, at);
  const isKnown = docDate === undefined || isDay(docDate);
  found(/^[0-9a-f-]{36}$/.test(periodId) && isKnown ? periodId : undefined, 'Không tìm thấy chứng từ này.');
  return {
    periodId,
    documentKey: text.slice(at + 1),
    sale: docDate === undefined ? undefined : { docDate, partnerCode },
  };
}

/** Coverage follows from the sums: everything invoiced, a part, nothing; or nothing to invoice at all. */
const coverage = sql<Coverage>`case
  when d.unallocated = 0 and d.invoiced = 0 and d.already_invoiced = 0 then
    case when d.excluded <> 0 then 'excluded' when d.is_unstated then 'uncovered' else 'returned' end
  when d.unallocated = 0 then 'covered'
  when d.invoiced = 0 and d.already_invoiced = 0 then 'uncovered'
  else 'partly' end`;

const OF_NUMBER = sql`s.document_key, s.period_id`;
const OF_SALE = sql`${OF_NUMBER}, s.doc_date, s.partner_code`;

const documents = (periodId: string, groups = OF_SALE) => sql`
  select s.document_key, s.period_id, min(s.branch_code) as branch_code, min(s.doc_code) as doc_code, min(s.doc_no) as doc_no, min(s.doc_date) as doc_date,
    min(s.doc_status) as doc_status, min(s.partner_code) as partner_code, count(*) as lines, sum(s.amount - s.discount)::bigint as amount,
    sum(s.vat_amount)::bigint as vat_amount, sum(s.invoiced)::bigint as invoiced, sum(s.already_invoiced)::bigint as already_invoiced,
    sum(case when p.plan is null then s.amount - s.discount else s.unallocated end)::bigint as unallocated, sum(s.excluded)::bigint as excluded,
    bool_or(s.unstated <> '') as is_unstated
  from period_sales_lines s join invoice_periods p on p.id = s.period_id
  where s.period_id = ${periodId}
  group by ${groups}`;

const present = ({ documentKey, periodId, partnerName, invoiceRequirement, isUnstated: _, ...row }: DocumentRow) => ({
  ...row,
  id: documentIdOf(periodId, documentKey, row),
  partnerName: partnerName ?? '',
  invoiceRequirement: invoiceRequirement ?? 'unset',
});

const COLUMNS = {
  docDate: 'd.doc_date',
  docNo: 'd.doc_no',
  partnerCode: 'd.partner_code',
  amount: 'd.amount',
  unallocated: 'd.unallocated',
  invoiced: 'd.invoiced',
  branchCode: 'd.branch_code',
  docCode: 'd.doc_code',
  partnerName: 'b.name',
  requirement: sql`coalesce(b.invoice_requirement, 'unset')`,
  lines: 'd.lines',
  coverage,
  alreadyInvoiced: 'd.already_invoiced',
  excluded: 'd.excluded',
};

/** Bravo documents of a period with what became of their đồng; before a generation everything is still open. */
export async function listSalesDocuments(db: Database, periodId: string, query: Call<'listPeriodSales'>['query']) {
  await readPeriod(db, periodId);
  const conditions = [sql`true`];
  if (query.coverage?.length) conditions.push(sql`${coverage} in (${sql.join(query.coverage)})`);
  if (query.branchCode?.length) conditions.push(sql`d.branch_code = any(${query.branchCode}::text[])`);
  if (query.docCode) conditions.push(sql`d.doc_code = ${query.docCode}`);
  if (query.partnerCode) conditions.push(sql`d.partner_code = ${query.partnerCode}`);
  if (query.fromDate) conditions.push(sql`d.doc_date >= ${query.fromDate}`);
  if (query.toDate) conditions.push(sql`d.doc_date <= ${query.toDate}`);
  if (query.reason?.length) {
    conditions.push(sql`exists (
      select from period_shortages h join period_sales_lines l on l.period_id = h.period_id and l.source_key = h.source_key
      where h.period_id = d.period_id and h.reason in (${sql.join(query.reason)}) and l.document_key = d.document_key
        and l.doc_date = d.doc_date and l.partner_code = d.partner_code)`);
  }
  conditions.push(whereSql(query.where, COLUMNS));
  for (const word of searchPatterns(query.q)) {
    conditions.push(
      sql`(${folded(sql`concat_ws(' ', d.document_key, d.partner_code)`)} like ${word} or b.search like ${word})`,
    );
  }
  const filtered = sql`from (${documents(periodId)}) d left join bravo_partners b on b.code = d.partner_code where ${sql.join(conditions, sql` and `)}`;
  const page = await pageOfStatement<DocumentRow>(db, query, {
    filtered,
    totals: {
      amount: sql`d.amount`,
      invoiced: sql`d.invoiced`,
      alreadyInvoiced: sql`d.already_invoiced`,
      unallocated: sql`d.unallocated`,
      excluded: sql`d.excluded`,
    },
    sorts: COLUMNS,
    fallback: 'docDate',
    tie: sql`d.document_key, d.doc_date, d.partner_code`,
    rows: (orderBy, limit) => sql`
      select d.*, b.name as partner_name, b.invoice_requirement, ${coverage} as coverage ${filtered} ${orderBy} ${limit}`,
  });
  return { ...page, items: page.items.map(present) };
}

/** One document's row with the keys of its lines, or NOT_FOUND. */
export async function readSalesDocument(db: Database, id: string) {
  const { periodId, documentKey, sale } = parseDocumentId(id);
  const own = sale
    ? sql`d.document_key = ${documentKey} and d.doc_date = ${sale.docDate} and d.partner_code = ${sale.partnerCode}`
    : sql`d.document_key = ${documentKey}`;
  const { rows } = await sql<DocumentRow>`
    select d.*, b.name as partner_name, b.invoice_requirement, ${coverage} as coverage
    from (${documents(periodId, sale ? OF_SALE : OF_NUMBER)}) d left join bravo_partners b on b.code = d.partner_code where ${own}`.execute(
    db,
  );
  return { periodId, documentKey, sale, document: present(found(rows[0], 'Không tìm thấy chứng từ này trong kỳ.')) };
}
