import { Readable } from 'node:stream';
import type { TaxInvoiceRow, WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { pageOfSelected } from '../../db/list.ts';
import type { TaxInvoices } from '../../db/schema.generated.ts';
import { searchPatterns } from '../../db/search.ts';
import type { Call, FileAnswer } from '../../http/call.ts';
import { found } from '../../refusal.ts';
import type { ToldInvoice, ToldSignature } from './told-invoice.ts';

const GONE = 'Không tìm thấy hóa đơn này ở kho.';

const OWN_SIDES = sql<TaxInvoiceRow['own']>`(
  select coalesce(jsonb_agg(jsonb_build_object('profileId', p.id, 'code', p.code, 'side', s.side) order by s.side, p.code), '[]')
  from tax_invoice_sides s join profiles p on p.id = s.profile_id where s.tax_invoice_id = tax_invoices.id)`;

const SETTLES = sql<TaxInvoiceRow['settles']>`(
  select jsonb_build_object('settlementId', x.id, 'invoiceId', i.id, 'voucherNumber', i.voucher_number)
  from tax_settlements x join invoices i on i.id = x.invoice_id where x.invoice_key = tax_invoices.invoice_key)`;

const HAS_OTHERS = sql<boolean>`exists (
  select from tax_invoices o where o.invoice_key = tax_invoices.invoice_key and o.data_sha256 <> tax_invoices.data_sha256)`;

const SUMMED: Readonly<Record<string, RawBuilder<number | string | null>>> = {
  beforeVat: sql<number | null>`sum(before_vat)::bigint`,
  vat: sql<number | null>`sum(vat)::bigint`,
  total: sql<number | null>`sum(total)::bigint`,
};

type Row = Selectable<TaxInvoices> & {
  readonly own: TaxInvoiceRow['own'];
  readonly hasOtherVersions: boolean;
  readonly settles: TaxInvoiceRow['settles'];
};

const presentRow = (row: Row): TaxInvoiceRow => ({
  id: row.id,
  sellerTaxCode: row.sellerTaxCode,
  form: row.form,
  symbol: row.symbol,
  number: row.number,
  date: row.date,
  sellerName: row.sellerName,
  buyerName: row.buyerName,
  buyerTaxCode: row.buyerTaxCode,
  currency: row.currency,
  beforeVat: row.beforeVat,
  vat: row.vat,
  total: row.total,
  lineCount: row.lineCount,
  // The table allows these values alone.
  relation: row.relation as TaxInvoiceRow['relation'],
  verdict: row.verdict as TaxInvoiceRow['verdict'],
  signer: row.signer as TaxInvoiceRow['signer'],
  problemCount: row.problemCount,
  hasOtherVersions: row.hasOtherVersions,
  own: row.own,
  settles: row.settles,
  createdAt: row.createdAt,
});

/** The room's invoices, each once: of several files the one that speaks for it. */
export function listTaxInvoices(db: Database, query: Call<'listTaxInvoices'>['query']) {
  let rows = db.selectFrom('taxInvoices').where('isCurrent', '=', true);
  const { profileId, side } = query;
  if (profileId !== undefined || side !== undefined)
    rows = rows.where(
      sql<boolean>`exists (select from tax_invoice_sides s where s.tax_invoice_id = tax_invoices.id
        and ${profileId === undefined ? sql`true` : sql`s.profile_id = ${profileId}`}
        and ${side === undefined ? sql`true` : sql`s.side = ${side}`})`,
    );
  if (query.verdict?.length) rows = rows.where('verdict', 'in', query.verdict);
  if (query.relation?.length) rows = rows.where('relation', 'in', query.relation);
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
      select: (page) =>
        page.selectAll().select([OWN_SIDES.as('own'), HAS_OTHERS.as('hasOtherVersions'), SETTLES.as('settles')]),
      present: presentRow,
      totals: SUMMED,
    },
  );
}

/** The whole of one invoice. Throws NOT_FOUND. */
export async function taxInvoiceOf(db: Database, id: string): Promise<WholeTaxInvoice> {
  const row = found(
    await db
      .selectFrom('taxInvoices')
      .selectAll()
      .select([OWN_SIDES.as('own'), HAS_OTHERS.as('hasOtherVersions'), SETTLES.as('settles')])
      .where('id', '=', id)
      .executeTakeFirst(),
    GONE,
  );
  const file = await db
    .selectFrom('taxInvoiceFiles')
    .select(['name', 'sha256', 'size'])
    .where('id', '=', row.fileId)
    .executeTakeFirstOrThrow();
  // Written from values of these types.
  const { related, ...invoice } = row.invoice as ToldInvoice;
  const { signatures } = row.signature as ToldSignature;
  return {
    ...presentRow(row),
    ...invoice,
    signatures,
    trust: row.trust as WholeTaxInvoice['trust'],
    related: [...(await earlierOf(db, related)), ...(await laterThan(db, row))],
    fileName: file.name,
    fileHash: file.sha256,
    fileSize: file.size,
    versions: await versionsOf(db, row),
  };
}

type Related = WholeTaxInvoice['related'];

/** The invoices that an invoice names, with those of them that are in the room. */
async function earlierOf(db: Database, related: ToldInvoice['related']): Promise<Related> {
  const keys = related.flatMap(({ key }) => key ?? []);
  const rows = keys.length === 0 ? [] : await currentOf(db, keys);
  const ids = new Map(rows.map(({ id, invoiceKey }) => [invoiceKey, id]));
  return related.map(({ key, ...one }) => ({ ...one, direction: 'earlier', id: (key && ids.get(key)) ?? null }));
}

const currentOf = (db: Database, keys: readonly string[]) =>
  db
    .selectFrom('taxInvoices')
    .select(['id', 'invoiceKey'])
    .where('isCurrent', '=', true)
    .where('invoiceKey', 'in', keys)
    .execute();

/** The invoices that replace or adjust this one. */
async function laterThan(db: Database, { invoiceKey }: Pick<Row, 'invoiceKey'>): Promise<Related> {
  if (invoiceKey === null) return [];
  const rows = await db
    .selectFrom('taxInvoiceRelations as r')
    .innerJoin('taxInvoices as t', 't.id', 'r.taxInvoiceId')
    .select(['r.relation', 't.id', 't.form', 't.symbol', 't.number', 't.date'])
    .where('r.otherKey', '=', invoiceKey)
    .where('t.isCurrent', '=', true)
    .orderBy('t.date')
    .orderBy('t.id')
    .execute();
  return rows.map(({ relation, number, ...one }) => ({
    ...one,
    direction: 'later',
    relation: relation as Related[number]['relation'],
    number: number ?? '',
    list: '',
    note: '',
  }));
}

async function versionsOf(db: Database, { id, invoiceKey }: Pick<Row, 'id' | 'invoiceKey'>) {
  if (invoiceKey === null) return [];
  const rows = await db
    .selectFrom('taxInvoices as t')
    .innerJoin('taxInvoiceFiles as f', 'f.id', 't.fileId')
    .select(['t.id', 'f.name as fileName', 't.verdict', 't.createdAt', 't.isCurrent'])
    .where('t.invoiceKey', '=', invoiceKey)
    .where('t.id', '<>', id)
    .orderBy('t.createdAt')
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({ ...row, verdict: row.verdict as TaxInvoiceRow['verdict'] }));
}

/** The file of an invoice, byte by byte as it came. Throws NOT_FOUND. */
export async function taxInvoiceFile(db: Database, id: string): Promise<FileAnswer> {
  const row = found(
    await db
      .selectFrom('taxInvoices as t')
      .innerJoin('taxInvoiceFiles as f', 'f.id', 't.fileId')
      .select(['t.sellerTaxCode', 't.form', 't.symbol', 't.number', 'f.content'])
      .where('t.id', '=', id)
      .executeTakeFirst(),
    GONE,
  );
  const name = [row.sellerTaxCode, `${row.form}${row.symbol}`, row.number ?? 'nhap'].join('_');
  return {
    fileName: `${name.replace(/[^\w-]/g, '-')}.xml`,
    contentType: 'application/xml',
    content: Readable.from([row.content]),
  };
}
