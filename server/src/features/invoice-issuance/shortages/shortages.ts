import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfSelected } from '../../../db/list.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';

const SORTING = {
  sorts: { amount: 'h.amount', docDate: 's.doc_date', itemCode: 's.item_code' },
  columns: {
    document: 's.document_key',
    itemName: 's.item_name',
    reason: 'h.reason',
    quantity: 'h.base_quantity',
    unit: sql`coalesce(t.unit, s.unit)`,
    message: 'h.message',
    remedy: 'h.remedy',
    partner: sql`coalesce(nullif(b.name, ''), s.partner_code)`,
  },
  fallback: '-amount',
  tie: 'h.source_key',
} as const;

/** The sales that could not be invoiced, part by part, each with its reason, numbers and remedy. */
export async function listShortages(db: Database, periodId: string, query: Call<'listShortages'>['query']) {
  await readPeriod(db, periodId);
  let rows = db
    .selectFrom('periodShortages as h')
    .innerJoin('periodSalesLines as s', (join) =>
      join.onRef('s.periodId', '=', 'h.periodId').onRef('s.sourceKey', '=', 'h.sourceKey'),
    )
    .leftJoin('bravoPartners as b', 'b.code', 's.partnerCode')
    .leftJoin('bravoItems as t', 't.code', 's.itemCode')
    .where('h.periodId', '=', periodId);
  if (query.reason?.length) rows = rows.where('h.reason', 'in', query.reason);
  if (query.itemCode) rows = rows.where('s.itemCode', '=', query.itemCode);
  if (query.partnerCode) rows = rows.where('s.partnerCode', '=', query.partnerCode);
  for (const word of searchPatterns(query.q)) {
    rows = rows.where((eb) =>
      eb.or([
        eb(folded(sql`s.document_key`), 'like', word),
        eb('b.search', 'like', word),
        eb('t.search', 'like', word),
      ]),
    );
  }
  return pageOfSelected(rows, query, SORTING, {
    select: (page) =>
      page.select([
        'h.sourceKey',
        'h.position',
        'h.reason',
        'h.baseQuantity',
        'h.amount',
        'h.message',
        'h.remedy',
        'h.competitors',
        's.documentKey',
        's.docNo',
        's.docDate',
        's.partnerCode',
        's.itemCode',
        's.itemName',
        's.unit',
        'b.name as partnerName',
        't.unit as baseUnit',
      ]),
    present: (row) => ({
      reason: row.reason as never,
      baseQuantity: row.baseQuantity,
      amount: row.amount,
      message: row.message,
      remedy: row.remedy,
      competitors: row.competitors as { document: string; line: string; quantity: string }[],
      line: row.sourceKey,
      documentId: documentIdOf(periodId, row.documentKey),
      document: row.documentKey,
      docDate: row.docDate,
      partnerCode: row.partnerCode,
      partnerName: row.partnerName ?? '',
      itemCode: row.itemCode,
      itemName: row.itemName,
      unit: row.baseUnit ?? row.unit,
    }),
    totals: { amount: sql<number>`coalesce(sum(h.amount), 0)::bigint` },
  });
}
