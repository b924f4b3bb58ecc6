import type { WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { by } from '@khop/engine/order.ts';
import { type FateNode, fatesOf } from '@khop/engine/tax-invoices/fates.ts';
import type { TaxInvoiceState } from '@khop/engine/tax-invoices/tax-list.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ToldRelation } from './told-invoice.ts';

type Fate = NonNullable<WholeTaxInvoice['fate']>;
type Step = Fate['thread'][number];

/** Invoices of one thread that are followed: an honest one has a handful. */
const MOST = 500;

/** The fate of an invoice with all that replace and adjust each other around it; null for a draft. */
export async function fateOf(db: Database, invoiceKey: string | null): Promise<WholeTaxInvoice['fate']> {
  if (invoiceKey === null) return null;
  const rows = await rowsOf(db, await threadOf(db, invoiceKey));
  const fates = fatesOf(rows.map(nodeOf));
  const own = fates.get(invoiceKey);
  // A file that is no longer the room's has no fate of its own.
  if (!own) return null;
  const known = new Map(rows.map((row) => [row.key, row]));
  const named = [...fates.values()].flatMap(({ corrects }) => corrects.map(({ key }) => key));
  const absent = [...new Set(named)].filter((key) => !known.has(key)).map(absentStep);
  const thread = rows.map((row): Step => {
    const { counts, corrects } = fates.get(row.key)!;
    const { seller: _, related: __, ...step } = row;
    return { ...step, counts, corrects: [...corrects] };
  });
  return {
    counts: own.counts,
    originMonth: own.originMonth,
    review: [...own.review],
    thread: [...absent, ...thread].toSorted(by(({ date, key }) => `${date ?? ''} ${key}`)),
  };
}

/** Keys of all invoices that relations of XML connect with one, in either direction. */
async function threadOf(db: Database, invoiceKey: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with recursive thread (key) as (
      select ${invoiceKey}::text
      union
      select n.key from thread, lateral (
        select r.other_key as key from tax_invoices t join tax_invoice_relations r on r.tax_invoice_id = t.id
        where t.invoice_key = thread.key and t.is_current and r.other_key is not null
        union all
        select t.invoice_key from tax_invoice_relations r join tax_invoices t on t.id = r.tax_invoice_id
        where r.other_key = thread.key and t.is_current and t.invoice_key is not null
      ) n
    )
    select key from thread limit ${MOST}`.execute(db);
  return rows.map(({ key }) => key);
}

type Row = Omit<Step, 'counts' | 'corrects'> & {
  readonly seller: string;
  readonly related: readonly Pick<ToldRelation, 'relation' | 'key' | 'list'>[] | null;
};

async function rowsOf(db: Database, keys: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.invoice_key as key, r.id, r.form, r.symbol, r.number, r.date, r.total, r.evidence, r.state, r.seller_tax_code as seller,
      t.invoice -> 'related' as related
    from tax_room r left join tax_invoices t on t.id = r.id
    where r.invoice_key = any(${keys})`.execute(db);
  return rows;
}

const nodeOf = ({ key, seller, date, total, related, state, evidence }: Row): FateNode => ({
  key,
  sellerTaxCode: seller,
  date,
  total,
  relation: (related ?? []).map((one) => ({ relation: one.relation, key: one.key, list: one.list || undefined })),
  // The same words.
  state: state as TaxInvoiceState | null,
  hasXml: evidence !== 'list',
});

function absentStep(key: string): Step {
  const [, form = '', symbol = '', number = ''] = key.split('|');
  const nothing = { id: null, date: null, total: null, evidence: null, state: null, counts: null };
  return { key, form, symbol, number, ...nothing, corrects: [] };
}
