import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfSelected } from '../../../db/list.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';

const SORTING = {
  sorts: { amount: 'h.amount', docDate: sql`coalesce(s.doc_date, g.day)`, itemCode: 's.item_code' },
  columns: {
    document: sql`coalesce(s.document_key, g.document)`,
    itemName: sql`coalesce(s.item_name, g.name)`,
    reason: 'h.reason',
    quantity: 'h.base_quantity',
    unit: sql`coalesce(t.unit, s.unit)`,
    message: 'h.message',
    remedy: 'h.remedy',
    partner: sql`coalesce(nullif(b.name, ''), s.partner_code, g.buyer)`,
  },
  fallback: '-amount',
  // A line may lack several parts.
  tie: ['h.source_key', 'h.position'],
} as const;

/**
 * The sales that could not be invoiced, part by part, each with its reason, numbers and remedy. A line that Bravo has no more, of an
 * invoice that stays, is shown as that invoice has it: left out, the list would say more than the tie-out.
 */
export async function listShortages(db: Database, periodId: string, query: Call<'listShortages'>['query']) {
  await readPeriod(db, periodId);
  let rows = db
    .selectFrom('periodShortages as h')
    .leftJoin('periodSalesLines as s', (join) =>
      join.onRef('s.periodId', '=', 'h.periodId').onRef('s.sourceKey', '=', 'h.sourceKey'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('invoiceAllocations as a')
          .innerJoin('invoiceItems as o', 'o.id', 'a.itemId')
          .innerJoin('invoices as i', 'i.id', 'o.invoiceId')
          .select(['i.id', 'i.documentDate as day', 'i.bravoDocument as document', 'i.buyerName as buyer', 'o.name'])
          .whereRef('a.periodId', '=', 'h.periodId')
          .whereRef('a.sourceKey', '=', 'h.sourceKey')
          .where('s.sourceKey', 'is', null)
          .orderBy('i.id')
          .limit(1)
          .as('g'),
      (join) => join.onTrue(),
    )
    .leftJoin('bravoPartners as b', 'b.code', 's.partnerCode')
    .leftJoin('bravoItems as t', 't.code', 's.itemCode')
    .where('h.periodId', '=', periodId)
    // Of lines that a load has taken away since, the plan is outdated, and nothing is known any more.
    .where((eb) => eb.or([eb('s.sourceKey', 'is not', null), eb('g.id', 'is not', null)]));
  if (query.reason?.length) rows = rows.where('h.reason', 'in', query.reason);
  if (query.itemCode) rows = rows.where('s.itemCode', '=', query.itemCode);
  if (query.partnerCode) rows = rows.where('s.partnerCode', '=', query.partnerCode);
  for (const word of searchPatterns(query.q)) {
    rows = rows.where((eb) =>
      eb.or([
        eb(folded(sql`concat_ws(' ', s.document_key, g.document, g.buyer, g.name)`), 'like', word),
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
        's.partnerCode',
        's.itemCode',
        's.unit',
        'g.id as invoiceId',
        sql<string>`coalesce(s.document_key, g.document, '')`.as('document'),
        sql<string>`coalesce(s.doc_date, g.day)`.as('docDate'),
        sql<string>`coalesce(s.item_name, g.name, '')`.as('itemName'),
        sql<string>`coalesce(b.name, g.buyer, '')`.as('partnerName'),
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
      onLedger: row.documentKey !== null,
      documentId: documentIdOf(periodId, row.document, row.documentKey === null ? undefined : row),
      document: row.document,
      docDate: row.docDate,
      invoiceId: row.invoiceId,
      partnerCode: row.partnerCode ?? '',
      partnerName: row.partnerName,
      itemCode: row.itemCode ?? '',
      itemName: row.itemName,
      unit: row.baseUnit ?? row.unit ?? '',
    }),
    totals: { amount: sql<number>`coalesce(sum(h.amount), 0)::bigint` },
  });
}
