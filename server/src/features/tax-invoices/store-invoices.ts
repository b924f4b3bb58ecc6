import { directionOf, type TaxDirection } from '@khop/engine/tax-invoices/direction.ts';
import type { ReadTaxInvoice, TaxFile, TaxPiece } from '../../adapters/tax-xml/port.ts';
import { toJson } from '../../db/json.ts';
import { searchText } from '../../db/search.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../id.ts';
import { hashOfData, isProblem, toldInvoice, toldSignature } from './told-invoice.ts';

/** A profile, by which an invoice is a purchase or a sale. */
export type OwnProfile = { readonly id: string; readonly profileCode: string; readonly taxCode: string };

export type RefusedInvoice = { readonly name: string; readonly code: string; readonly message: string };

/** An invoice that is one of the profiles' purchases or sales. */
export type OurInvoice = { readonly id: string; readonly read: ReadTaxInvoice; readonly direction: Found };
type Found = Exclude<TaxDirection, { direction: 'nobody' }>;

/**
 * Stores invoices with the bytes of their files. One that is there already, from the very same file, is passed over; of several files
 * of one invoice all are kept, and the best proven one speaks.
 */
export async function storeInvoices(
  tx: Tx,
  ours: readonly OurInvoice[],
  own: readonly OwnProfile[],
  { runId, createdBy }: { readonly runId: string; readonly createdBy: string },
): Promise<void> {
  const read = ours.map((one) => one.read.file);
  const files = await storeFiles(tx, read, createdBy);
  const fresh = await insertInvoices(
    tx,
    ours,
    ours.map((one) => ({ ...rowOf(one, files.get(one.read.file.hash)!), run_id: runId })),
  );
  await insertSides(tx, fresh, own);
  await insertRelations(tx, fresh);
  await settleCurrent(
    tx,
    fresh.flatMap((one) => one.read.invoice.key ?? []),
  );
}

/** Sorts out the invoices that are ours, and the refused ones: those of other firms, and those whose signature is broken. */
export function sortOut(piece: TaxPiece, own: readonly OwnProfile[]) {
  const ours: OurInvoice[] = [];
  const refused: RefusedInvoice[] = piece.refused.map(({ name, code, message }) => ({ name, code, message }));
  for (const read of piece.invoices) {
    const { name } = read.file;
    const direction = directionOf(read.invoice, own);
    const broken = brokenMessage(read);
    if (broken !== undefined) refused.push({ name, code: 'SIGNATURE_BROKEN', message: broken });
    else if (direction.direction === 'nobody') refused.push({ name, code: 'NOT_OURS', message: direction.message });
    else ours.push({ id: newId(), read, direction });
  }
  return { ours, refused };
}

/** The reason why an invoice with a broken signature is not taken in; undefined for every other. */
function brokenMessage({ signature }: ReadTaxInvoice): string | undefined {
  if (signature.verdict !== 'broken') return undefined;
  const reason = signature.findings.find(({ code }) => code === 'SIGNATURE_BROKEN')?.message;
  return reason ?? 'Chữ ký của hóa đơn bị hỏng: nội dung đã đổi sau khi ký. Hãy tải lại tệp gốc từ nhà cung cấp.';
}

/** SHA-256 of a file → its id, stored or known. */
async function storeFiles(tx: Tx, given: readonly TaxFile[], createdBy: string): Promise<ReadonlyMap<string, string>> {
  const files = [...new Map(given.map((file) => [file.hash, file])).values()];
  if (files.length === 0) return new Map();
  await tx.client.query(
    `insert into tax_invoice_files (id, sha256, name, size, content, created_by)
     select f.id, f.sha256, f.name, length(f.content), f.content, $5
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[]) as f (id, sha256, name, content)
     order by f.sha256 on conflict (sha256) do nothing`,
    [
      files.map(() => newId()),
      files.map(({ hash }) => hash),
      files.map(({ name }) => name),
      files.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      createdBy,
    ],
  );
  const { rows } = await tx.client.query<{ id: string; sha256: string }>(
    'select id, sha256 from tax_invoice_files where sha256 = any($1)',
    [files.map(({ hash }) => hash)],
  );
  return new Map(rows.map(({ id, sha256 }) => [sha256, id]));
}

/** Column → SQL type of what an invoice's row is made of. */
const COLUMNS = {
  id: 'uuid',
  file_id: 'uuid',
  ordinal: 'integer',
  invoice_key: 'text',
  seller_tax_code: 'text',
  form: 'text',
  symbol: 'text',
  number: 'text',
  date: 'date',
  seller_name: 'text',
  buyer_name: 'text',
  buyer_tax_code: 'text',
  currency: 'text',
  before_vat: 'bigint',
  vat: 'bigint',
  total: 'bigint',
  line_count: 'integer',
  relation: 'text',
  verdict: 'text',
  signer: 'text',
  trust: 'text',
  problem_count: 'integer',
  is_current: 'boolean',
  invoice: 'jsonb',
  signature: 'jsonb',
  data_sha256: 'text',
  search: 'text',
  tokens: 'text[]',
  run_id: 'uuid',
} as const;

type Row = Record<keyof typeof COLUMNS, unknown>;

/** Inserts those that are not there yet. @returns them. */
async function insertInvoices(
  { client }: Tx,
  ours: readonly OurInvoice[],
  rows: readonly Row[],
): Promise<readonly OurInvoice[]> {
  const names = Object.keys(COLUMNS).join(', ');
  const types = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
  const { rows: inserted } = await client.query<{ id: string }>(
    `insert into tax_invoices (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as r (${types.join(', ')})
     on conflict (file_id, ordinal) do nothing returning id`,
    [toJson(rows)],
  );
  const fresh = new Set(inserted.map(({ id }) => id));
  return ours.filter(({ id }) => fresh.has(id));
}

function rowOf({ id, read: { invoice, signature, ordinal } }: OurInvoice, fileId: string): Omit<Row, 'run_id'> {
  const { identity, seller, buyer, totals } = invoice;
  const findings = [...invoice.findings, ...signature.findings];
  return {
    id,
    file_id: fileId,
    ordinal,
    invoice_key: invoice.key,
    seller_tax_code: identity.sellerTaxCode,
    form: identity.form,
    symbol: identity.symbol,
    number: identity.number,
    date: invoice.date,
    seller_name: seller.name ?? '',
    buyer_name: buyer.name ?? buyer.person ?? '',
    buyer_tax_code: buyer.taxCode ?? '',
    currency: invoice.currency,
    before_vat: totals.inVnd?.beforeVat ?? null,
    vat: totals.inVnd?.vat ?? null,
    total: totals.inVnd?.total ?? null,
    line_count: invoice.lines.length,
    relation: invoice.related[0]?.relation ?? 'new',
    verdict: signature.verdict,
    signer: signature.signer,
    trust: signature.trust,
    problem_count: findings.filter(isProblem).length,
    // Which of several files speaks is settled behind; one without a number speaks for itself.
    is_current: invoice.key === null,
    invoice: toldInvoice(invoice, signature),
    signature: toldSignature(signature),
    data_sha256: hashOfData(invoice),
    tokens: invoice.tokens,
    search: searchText(
      identity.symbol,
      identity.number ?? '',
      seller.name ?? '',
      identity.sellerTaxCode,
      buyer.name ?? '',
      buyer.person ?? '',
      buyer.taxCode ?? '',
    ),
  };
}

async function insertSides({ client }: Tx, fresh: readonly OurInvoice[], own: readonly OwnProfile[]): Promise<void> {
  const ids = new Map(own.map(({ profileCode, id }) => [profileCode, id]));
  const rows = fresh.flatMap(({ id, direction }) => [
    ...direction.sellers.map((code) => ({ tax_invoice_id: id, profile_id: ids.get(code), side: 'sale' })),
    ...direction.buyers.map((code) => ({ tax_invoice_id: id, profile_id: ids.get(code), side: 'purchase' })),
  ]);
  await client.query(
    'insert into tax_invoice_sides select * from jsonb_populate_recordset(null::tax_invoice_sides, $1::jsonb)',
    [toJson(rows)],
  );
  await client.query('select keep_tax_invoice_goods($1::uuid[])', [fresh.map(({ id }) => id)]);
}

async function insertRelations({ client }: Tx, fresh: readonly OurInvoice[]): Promise<void> {
  const rows = fresh.flatMap(({ id, read }) =>
    read.invoice.related.map(({ relation, key }, position) => ({
      tax_invoice_id: id,
      position,
      relation,
      other_key: key,
    })),
  );
  await client.query(
    'insert into tax_invoice_relations select * from jsonb_populate_recordset(null::tax_invoice_relations, $1::jsonb)',
    [toJson(rows)],
  );
}

/** Says which file speaks for each of these invoices: the one with the best signature, of equal ones the first. */
async function settleCurrent({ client }: Tx, keys: readonly string[]): Promise<void> {
  const best = `select distinct on (invoice_key) id, invoice_key from tax_invoices where invoice_key = any($1)
    order by invoice_key, array_position(array['intact', 'intact_weak', 'unsigned', 'unreadable'], verdict), created_at, id`;
  // Two statements: at no moment may two speak.
  await client.query(
    `update tax_invoices t set is_current = false from (${best}) b where t.invoice_key = b.invoice_key and t.id <> b.id and t.is_current`,
    [keys],
  );
  await client.query(
    `update tax_invoices t set is_current = true from (${best}) b where t.id = b.id and not t.is_current`,
    [keys],
  );
}

/** The invoices that a run has brought, in however many attempts: `versions` are further files of invoices that were there before. */
export async function countBrought({ client }: Tx, runId: string) {
  const { rows } = await client.query<{ brought: number; versions: number; purchases: number; sales: number }>(
    `select count(*)::int as brought,
       (count(*) filter (where exists (
         select from tax_invoices o where o.invoice_key = t.invoice_key and (o.created_at, o.id) < (t.created_at, t.id))))::int as versions,
       (count(*) filter (where exists (
         select from tax_invoice_sides s where s.tax_invoice_id = t.id and s.side = 'purchase')))::int as purchases,
       (count(*) filter (where exists (
         select from tax_invoice_sides s where s.tax_invoice_id = t.id and s.side = 'sale')))::int as sales
     from tax_invoices t where t.run_id = $1`,
    [runId],
  );
  return rows[0]!;
}
