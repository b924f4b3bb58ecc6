import type { GivenState, SALES_LINE_KINDS } from '@khop/contract/bravo.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { pageOfSelected } from '../../db/list.ts';
import { folded, searchPatterns } from '../../db/search.ts';
import { hasLeft, isTwin } from './given/twins.ts';
import { presentStoredLine } from './present.ts';

type SalesFilter = {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly totals: boolean;
  readonly sort?: string | undefined;
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly branchCode?: string | undefined;
  readonly docCode?: string | undefined;
  readonly docNo?: string | undefined;
  readonly partnerCode?: string | undefined;
  readonly itemCode?: string | undefined;
  readonly source?: 'bravo' | 'given' | undefined;
  readonly kind?: (typeof SALES_LINE_KINDS)[number] | undefined;
  readonly notInFileOf?: string | undefined;
};

/** The keys of the lines that the file of a run left out. */
const keysNotInFile = (db: Database, runId: string) =>
  db
    .selectFrom('importDifferences')
    .select((eb) => eb.ref('rowKey').$notNull().as('rowKey'))
    .where('runId', '=', runId)
    .where('rowKey', 'is not', null);

/** Stored ledger lines. A word of `q` is looked for in the document as screens name it and in the partner's and item's search text. */
export function listStoredSales(db: Database, query: SalesFilter) {
  let rows = db.selectFrom('salesLedgerLines');
  if (query.fromDate) rows = rows.where('docDate', '>=', query.fromDate);
  if (query.toDate) rows = rows.where('docDate', '<=', query.toDate);
  for (const filter of ['branchCode', 'docCode', 'docNo', 'partnerCode', 'itemCode', 'kind', 'source'] as const) {
    const value = query[filter];
    if (value !== undefined) rows = rows.where(filter, '=', value);
  }
  if (query.notInFileOf !== undefined) rows = rows.where('sourceKey', 'in', keysNotInFile(db, query.notInFileOf));
  for (const word of searchPatterns(query.q)) {
    rows = rows.where((eb) =>
      eb.or([
        eb(
          folded(sql`concat(branch_code, '/', doc_code, '/', doc_no, ' ', partner_code, ' ', item_code)`),
          'like',
          word,
        ),
        eb('partnerCode', 'in', eb.selectFrom('bravoPartners').select('code').where('search', 'like', word)),
        eb('itemCode', 'in', eb.selectFrom('bravoItems').select('code').where('search', 'like', word)),
      ]),
    );
  }
  const sorts = {
    docDate: 'docDate',
    docNo: 'docNo',
    partnerCode: 'partnerCode',
    itemCode: 'itemCode',
    amount: 'amount',
    quantity: 'quantity',
  };
  const netAmount = sql<number>`amount - discount`;
  const sorting = { sorts: { ...sorts, netAmount }, fallback: 'docDate', tie: 'sourceKey' };
  const partnerName = sql<string | null>`(select p.name from bravo_partners p where p.code = partner_code)`;
  // By way of the few periods: the keys of both tables begin with one.
  const inPeriod = sql`select from invoice_periods p join period_sales_lines s on s.period_id = p.id and s.source_key = sales_ledger_lines.source_key`;
  const twins = sql`from sales_ledger_lines b where b.source = 'bravo' and ${isTwin('sales_ledger_lines', 'b')}`;
  const state = sql<GivenState | null>`case when source = 'bravo' then null
    when ${hasLeft('sales_ledger_lines.source_key')} then 'invoiced'
    when (select count(distinct (b.branch_code, b.doc_code)) > 1 ${twins}) then 'ambiguous'
    when exists (select ${twins}) then 'in_bravo'
    when exists (${inPeriod}) then 'in_period' else 'waiting' end`;
  return pageOfSelected(rows, query, sorting, {
    select: (page) =>
      page.selectAll().select([partnerName.as('partnerName'), netAmount.as('netAmount'), state.as('state')]),
    present: presentStoredLine,
    totals: {
      quantity: sql<string | null>`sum(quantity)`,
      baseQuantity: sql<string | null>`sum(base_quantity)`,
      amount: sql<number | null>`sum(amount)::bigint`,
      discount: sql<number | null>`sum(discount)::bigint`,
      netAmount: sql<number | null>`sum(amount - discount)::bigint`,
      vatAmount: sql<number | null>`sum(vat_amount)::bigint`,
    },
  });
}
