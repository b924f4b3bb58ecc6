import { Readable } from 'node:stream';
import type { TaxInvoiceRow, WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { TaxInvoices } from '../../db/schema.generated.ts';
import type { FileAnswer } from '../../http/call.ts';
import { found } from '../../refusal.ts';
import { fateOf } from './fate-of.ts';
import { listedRow, ofListAlone } from './listed-invoice.ts';
import { HAS_OTHERS, OWN_SIDES, presentRow, type RoomRow, SETTLES } from './room.ts';
import type { ToldInvoice, ToldSignature } from './told-invoice.ts';

const GONE = 'Không tìm thấy hóa đơn này ở kho.';

/** The whole of one invoice, also of one that lists alone know. Throws NOT_FOUND. */
export async function taxInvoiceOf(db: Database, id: string): Promise<WholeTaxInvoice> {
  const row = await db.selectFrom('taxInvoices').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return ofXml(db, row);
  const listed = found(
    await db.selectFrom('taxListRows').select('invoiceKey').where('roomId', '=', id).executeTakeFirst(),
    GONE,
  );
  // The address of before its XML came leads to it.
  const now = await db
    .selectFrom('taxInvoices')
    .selectAll()
    .where('invoiceKey', '=', listed.invoiceKey)
    .where('isCurrent', '=', true)
    .executeTakeFirst();
  return now ? ofXml(db, now) : ofListAlone(db, id, listed.invoiceKey);
}

type Row = Selectable<TaxInvoices>;

async function ofXml(db: Database, row: Row): Promise<WholeTaxInvoice> {
  const file = await db
    .selectFrom('taxInvoiceFiles')
    .select(['name', 'sha256', 'size'])
    .where('id', '=', row.fileId)
    .executeTakeFirstOrThrow();
  // Written from values of these types.
  const { related, ...invoice } = row.invoice as ToldInvoice;
  const { signatures } = row.signature as ToldSignature;
  return {
    ...(await shownRow(db, row)),
    ...invoice,
    signatures,
    trust: row.trust as WholeTaxInvoice['trust'],
    related: [...(await earlierOf(db, related)), ...(await laterThan(db, row))],
    listed: await listedRow(db, row.invoiceKey),
    fate: await fateOf(db, row.invoiceKey),
    fileName: file.name,
    fileHash: file.sha256,
    fileSize: file.size,
    versions: await versionsOf(db, row),
  };
}

/** Its row as lists show it: a file that does not speak for its invoice has one too. */
async function shownRow(db: Database, row: Row): Promise<TaxInvoiceRow> {
  const [told] = (
    await sql<RoomRow>`
      select tax_room.*, ${OWN_SIDES} as own, ${HAS_OTHERS} as has_other_versions, ${SETTLES} as settles
      from (
        select t.*, l.state, l.processing, case when l.invoice_key is null then 'xml' else 'both' end as evidence
        from tax_invoices t left join tax_list_rows l on l.invoice_key = t.invoice_key and l.speaks where t.id = ${row.id}
      ) as tax_room`.execute(db)
  ).rows;
  return presentRow(told!);
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

type Version = WholeTaxInvoice['versions'][number];

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
  return rows.map((row) => ({ ...row, verdict: row.verdict as Version['verdict'] }));
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
