import type { TaxInvoiceRow } from '@khop/contract/tax-invoices/resources.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { pageOfSelected } from '../../db/list.ts';
import type { TaxRoom } from '../../db/schema.generated.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Call } from '../../http/call.ts';

/** Of a row of `tax_room`. */
export const OWN_SIDES = sql<TaxInvoiceRow['own']>`(
  select coalesce(jsonb_agg(jsonb_build_object('profileId', p.id, 'code', p.code, 'side', s.side) order by s.side, p.code), '[]')
  from tax_room_sides s join profiles p on p.id = s.profile_id where s.room_id = tax_room.id)`;

export const HAS_OTHERS = sql<boolean>`exists (
  select from tax_invoices o join tax_invoices t on t.id = tax_room.id
  where o.invoice_key = t.invoice_key and o.data_sha256 <> t.data_sha256)`;

/** The invoice of ours that it settles. */
export const SETTLES = sql<TaxInvoiceRow['settles']>`(
  select jsonb_build_object('settlementId', x.id, 'invoiceId', i.id, 'voucherNumber', i.voucher_number)
  from tax_settlements x join invoices i on i.id = x.invoice_id where x.invoice_key = tax_room.invoice_key)`;

/** Answers beside the columns of a row of the room. */
export const BESIDE = [OWN_SIDES.as('own'), HAS_OTHERS.as('hasOtherVersions'), SETTLES.as('settles')] as const;

const SUMMED: Readonly<Record<string, RawBuilder<number | string | null>>> = {
  beforeVat: sql<number | null>`sum(before_vat)::bigint`,
  vat: sql<number | null>`sum(vat)::bigint`,
  total: sql<number | null>`sum(total)::bigint`,
};

export type RoomRow = Selectable<TaxRoom> & {
  readonly own: TaxInvoiceRow['own'];
  readonly hasOtherVersions: boolean;
  readonly settles: TaxInvoiceRow['settles'];
};

/** A view's columns are typed as if each could be null: those of both tables behind it that cannot be are written with `!`. */
export const presentRow = (row: RoomRow): TaxInvoiceRow => ({
  id: row.id!,
  sellerTaxCode: row.sellerTaxCode!,
  form: row.form!,
  symbol: row.symbol!,
  number: row.number,
  date: row.date,
  sellerName: row.sellerName!,
  buyerName: row.buyerName!,
  buyerTaxCode: row.buyerTaxCode!,
  currency: row.currency!,
  beforeVat: row.beforeVat,
  vat: row.vat,
  total: row.total,
  lineCount: row.lineCount!,
  // The tables allow these values alone.
  relation: row.relation as TaxInvoiceRow['relation'],
  verdict: row.verdict as TaxInvoiceRow['verdict'],
  signer: row.signer as TaxInvoiceRow['signer'],
  evidence: row.evidence as TaxInvoiceRow['evidence'],
  state: row.state as TaxInvoiceRow['state'],
  processing: row.processing as TaxInvoiceRow['processing'],
  problemCount: row.problemCount!,
  hasOtherVersions: row.hasOtherVersions,
  own: row.own,
  settles: row.settles,
  createdAt: row.createdAt!,
});

/** The room's invoices, each once: of several files the one that speaks for it, and those that lists alone know. */
export function listTaxInvoices(db: Database, query: Call<'listTaxInvoices'>['query']) {
  let rows = db.selectFrom('taxRoom');
  const { profileId, side } = query;
  if (profileId !== undefined || side !== undefined)
    // One set of ids, and not a question per row: the room may hold a hundred thousand.
    rows = rows.where(
      sql<boolean>`id in (select s.room_id from tax_room_sides s where ${profileId === undefined ? sql`true` : sql`s.profile_id = ${profileId}`}
        and ${side === undefined ? sql`true` : sql`s.side = ${side}`})`,
    );
  if (query.verdict?.length) rows = rows.where('verdict', 'in', query.verdict);
  if (query.relation?.length) rows = rows.where('relation', 'in', query.relation);
  if (query.state?.length) rows = rows.where('state', 'in', query.state);
  if (query.evidence) rows = rows.where('evidence', '=', query.evidence);
  if (query.fromDate) rows = rows.where('date', '>=', query.fromDate);
  if (query.toDate) rows = rows.where('date', '<=', query.toDate);
  if (query.hasProblem !== undefined) rows = rows.where('problemCount', query.hasProblem ? '>' : '=', 0);
  for (const word of searchPatterns(query.q)) rows = rows.where('search', 'like', word);
  return pageOfSelected(
    rows,
    query,
    {
      sorts: {
        date: 'date',
        number: sql`nullif(number, '')::numeric`,
        sellerName: 'vi:sellerName',
        buyerName: 'vi:buyerName',
        total: 'total',
        createdAt: 'createdAt',
      },
      columns: {
        symbol: 'symbol',
        sellerTaxCode: 'sellerTaxCode',
        buyerTaxCode: 'buyerTaxCode',
        beforeVat: 'beforeVat',
        vat: 'vat',
      },
      fallback: '-date',
      tie: 'id',
    },
    {
      select: (page) => page.selectAll().select(BESIDE),
      present: presentRow,
      totals: SUMMED,
    },
  );
}
