import type { TaxSettlement } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { type Page, pageOfSelected } from '../../../db/list.ts';
import { searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import { presentSettlements, taxColumns } from './present.ts';

const base = (db: Database) =>
  db
    .selectFrom('taxSettlements as x')
    .innerJoin('profiles as p', 'p.id', 'x.profileId')
    .leftJoin('taxInvoices as t', (join) =>
      join.onRef('t.invoiceKey', '=', 'x.invoiceKey').on('t.isCurrent', '=', true),
    );

/** Tax invoices of our sales beside our invoices: what is settled, and what waits for a person. */
export async function listTaxSettlements(
  db: Database,
  query: Call<'listTaxSettlements'>['query'],
): Promise<Page<TaxSettlement>> {
  let rows = base(db);
  if (query.profileId) rows = rows.where('x.profileId', '=', query.profileId);
  if (query.status?.length) rows = rows.where('x.status', 'in', query.status);
  if (query.differs !== undefined) rows = rows.where(sql<boolean>`(x.differences <> '[]') = ${query.differs}`);
  for (const word of searchPatterns(query.q))
    rows = rows.where(
      sql<boolean>`(x.search like ${word} or lower(x.invoice_key) like ${word} or exists (
        select from invoices i where i.id = x.invoice_id and lower(i.voucher_number) like ${word}))`,
    );
  const page = await pageOfSelected(
    rows,
    query,
    {
      sorts: {
        date: 't.date',
        number: sql`split_part(x.invoice_key, '|', 4)::numeric`,
        total: 't.total',
        status: 'x.status',
      },
      fallback: '-date',
      tie: 'x.id',
    },
    { select: (page) => page.selectAll('x').select('p.code as profileCode').select(taxColumns), present: (row) => row },
  );
  return { ...page, items: await presentSettlements(db, page.items) };
}

/** One of them. Throws NOT_FOUND. */
export async function taxSettlementOf(db: Database, id: string): Promise<TaxSettlement> {
  const row = found(
    await base(db)
      .selectAll('x')
      .select('p.code as profileCode')
      .select(taxColumns)
      .where('x.id', '=', id)
      .executeTakeFirst(),
    GONE,
  );
  return (await presentSettlements(db, [row]))[0]!;
}

export const GONE = 'Không tìm thấy việc này: hóa đơn ấy đã được đối xong, hoặc không còn chờ ai.';
