import { symbolIfOf } from '@khop/engine/invoice-issuance/amis-ledger/last-issued.ts';
import type { InvoiceStatus } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { masked } from '@khop/engine/records/record.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { pageOfSelected } from '../../../db/list.ts';
import type { InvoiceItems, Invoices } from '../../../db/schema.generated.ts';
import { folded, searchPatterns } from '../../../db/search.ts';
import type { Call } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import { storedIdentity } from '../load/kept-invoices.ts';
import { readPeriod } from '../period-rows.ts';
import { documentIdOf } from '../sales/sales-documents.ts';
import { taxOfInvoice } from '../tax-settlements/present.ts';
import { contractOf } from './invoice-contract.ts';

const base = (db: Database) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('profiles as p', 'p.id', 'i.profileId')
    .leftJoin('bravoPartners as b', 'b.code', 'i.bravoPartnerCode');

const ledgerColumns = [
  'p.code as profileCode',
  'b.name as ledgerName',
  'b.taxCode as ledgerTaxCode',
  'b.address as ledgerAddress',
] as const;

type SummaryRow = Selectable<Invoices> & {
  profileCode: string;
  ledgerName: string | null;
  ledgerTaxCode: string | null;
  ledgerAddress: string | null;
};

type Told = { readonly code: string; readonly message: string; readonly line?: string };

/** The warnings of the invoice itself, and those of the plan in force about it. */
const warningsOf = ({ warnings, planWarnings }: Pick<SummaryRow, 'warnings' | 'planWarnings'>): Told[] =>
  [...(warnings as Told[]), ...(planWarnings as Told[])].map(({ code, message, line }) => ({
    ...{ code, message },
    ...(line !== undefined && { line }),
  }));

/** The identity of the buyer beside the tax code, whole: a list masks it. */
function presentIdentity({ buyerIdentity }: Pick<SummaryRow, 'buyerIdentity'>) {
  const { identity = {}, realName = '' } = storedIdentity(buyerIdentity);
  return { personalId: '', passport: '', nationality: '', budgetCode: '', ...identity, realName };
}

/** The buyer with its personal data masked, for lists and the log. */
export const maskedBuyer = <Buyer extends ReturnType<typeof presentIdentity>>(buyer: Buyer): Buyer => ({
  ...buyer,
  personalId: masked(buyer.personalId),
  passport: masked(buyer.passport),
});

const presentListed = (row: SummaryRow) => {
  const summary = presentSummary(row);
  return { ...summary, buyer: maskedBuyer(summary.buyer) };
};

const presentSummary = (row: SummaryRow) => ({
  id: row.id,
  periodId: row.periodId,
  profileId: row.profileId,
  profileCode: row.profileCode,
  voucherNumber: row.voucherNumber,
  date: row.invoiceDatePlanned,
  documentDate: row.documentDate,
  bravoDocument: row.bravoDocument,
  buyer: {
    source: row.buyerSource as 'connection' | 'tax_code' | 'new_customer' | 'consumer' | 'chosen',
    customerId: row.buyerCustomerId,
    customerCode: row.buyerCustomerCode,
    name: row.buyerName,
    address: row.buyerAddress,
    taxCode: row.buyerTaxCode,
    phone: row.buyerPhone,
    email: row.buyerEmail,
    ...presentIdentity(row),
    reason: row.buyerReason,
  },
  ledgerBuyer: {
    code: row.bravoPartnerCode,
    name: row.ledgerName ?? '',
    taxCode: row.ledgerTaxCode ?? '',
    address: row.ledgerAddress ?? '',
  },
  amount: row.amount,
  vatAmount: row.vatAmount,
  total: row.total,
  itemCount: row.itemCount,
  warningCount: warningsOf(row).length,
  status: row.status as InvoiceStatus,
  pinned: row.pinned,
  reviewed: row.reviewedAt === null ? null : { by: row.reviewedBy!, at: row.reviewedAt },
  invoiceNumber: row.invoiceNumber,
  invoiceDate: row.invoiceDate,
  amisDifference: row.amisDifference === 0 ? null : row.amisDifference,
  version: row.version,
});

const SORTS = {
  voucherNumber: 'i.voucher_number',
  date: 'i.document_date',
  total: 'i.total',
  amount: 'i.amount',
  profileCode: 'p.code',
  buyerName: 'vi:i.buyer_name',
  status: 'i.status',
};
const COLUMNS = {
  taxCode: 'i.buyer_tax_code',
  ledgerBuyer: 'b.name',
  source: 'i.buyer_source',
  document: 'i.bravo_document',
  vatAmount: 'i.vat_amount',
  warnings: sql`jsonb_array_length(i.warnings) + jsonb_array_length(i.plan_warnings)`,
  invoiceNumber: 'i.invoice_number',
};

/**
 * Every word of a search says a voucher, an invoice number, a buyer or a tax code, in part; or the whole search is an amount
 * as it is printed: a part of one would be found everywhere.
 */
function says(q: string) {
  const words = searchPatterns(q).map(
    (
      word,
    ) => sql`(i.search like ${word} or ${folded(sql`concat_ws(' ', i.voucher_number, i.bravo_document)`)} like ${word}
      or i.invoice_number like ${word} or i.buyer_tax_code like ${word})`,
  );
  const amount = /^-?\d[\d.,]*$/.test(q.trim()) ? q.replace(/[\s.,]/g, '') : undefined;
  const isAmount =
    amount === undefined ? sql`false` : sql`${amount} in (i.total::text, i.amount::text, i.vat_amount::text)`;
  return words.length === 0 ? sql<boolean>`true` : sql<boolean>`((${sql.join(words, sql` and `)}) or ${isAmount})`;
}

/** Invoices of a period, filtered; totals sum the whole filter. */
export async function listInvoices(db: Database, periodId: string, query: Call<'listAmisInvoices'>['query']) {
  await readPeriod(db, periodId);
  let rows = base(db).where('i.periodId', '=', periodId);
  if (query.profileId?.length) rows = rows.where('i.profileId', 'in', query.profileId);
  if (query.status?.length) rows = rows.where('i.status', 'in', query.status);
  if (query.buyerSource?.length) rows = rows.where('i.buyerSource', 'in', query.buyerSource);
  if (query.warnings !== undefined)
    rows = rows.where(sql<boolean>`(i.warnings <> '[]' or i.plan_warnings <> '[]') = ${query.warnings}`);
  if (query.pinned !== undefined) rows = rows.where('i.pinned', '=', query.pinned);
  if (query.reviewed !== undefined) rows = rows.where('i.reviewedAt', query.reviewed ? 'is not' : 'is', null);
  if (query.fromDate) rows = rows.where('i.documentDate', '>=', query.fromDate);
  if (query.toDate) rows = rows.where('i.documentDate', '<=', query.toDate);
  if (query.document) rows = rows.where('i.bravoDocument', '=', query.document);
  if (query.q) rows = rows.where(says(query.q));
  return pageOfSelected(
    rows,
    query,
    { sorts: SORTS, columns: COLUMNS, fallback: 'voucherNumber', tie: 'i.id' },
    {
      select: (page) => page.selectAll('i').select(ledgerColumns),
      present: presentListed,
      totals: {
        amount: sql`coalesce(sum(i.amount), 0)::bigint`,
        vatAmount: sql`coalesce(sum(i.vat_amount), 0)::bigint`,
        total: sql`coalesce(sum(i.total), 0)::bigint`,
      },
    },
  );
}

const presentItem = (row: Selectable<InvoiceItems> & { allocationCount: number }) => ({
  id: row.id,
  lineNumber: row.lineNumber,
  productCode: row.productCode,
  name: row.name,
  unit: row.unit,
  warehouseCode: row.warehouseCode,
  kind: row.kind as 'goods' | 'service' | 'discount' | 'free',
  quantity: row.quantity,
  unitPrice: row.unitPrice,
  amount: row.amount,
  vatRate: row.vatRate,
  vatAmount: row.vatAmount,
  allocationCount: row.allocationCount,
});

/** One invoice as a document: seller, buyer beside the ledger's own, items, VAT per rate, words, warnings. */
export async function getInvoice(db: Database, id: string) {
  const row = found(
    await base(db)
      .selectAll('i')
      .select(ledgerColumns)
      .select([
        'p.name as sellerName',
        'p.taxCode as sellerTaxCode',
        'p.address as sellerAddress',
        'p.invoiceForm',
        'p.invoiceSymbol as profileSymbol',
        'p.logoUrl',
      ])
      .where('i.id', '=', id)
      .executeTakeFirst(),
    'Không tìm thấy hóa đơn này. Có thể kỳ đã được sinh lại.',
  );
  const items = await db
    .selectFrom('invoiceItems as t')
    .selectAll('t')
    .select((eb) =>
      eb
        .selectFrom('invoiceAllocations as a')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('a.itemId', '=', 't.id')
        .as('allocationCount'),
    )
    .where('t.invoiceId', '=', id)
    .orderBy('t.lineNumber')
    .execute();
  const contract = await contractOf(db, row);
  return {
    ...presentSummary(row),
    seller: {
      name: row.sellerName,
      taxCode: row.sellerTaxCode,
      address: row.sellerAddress,
      invoiceForm: row.invoiceForm,
      // The profile has this year's symbol alone.
      invoiceSymbol: row.invoiceSymbol ?? symbolIfOf(row.profileSymbol, row.invoiceDate ?? row.invoiceDatePlanned),
      logoUrl: row.logoUrl,
    },
    ...(contract && { contract }),
    ...(row.listSha256 !== null && { listSha256: row.listSha256 }),
    items: items.map((item) => presentItem({ ...item, allocationCount: item.allocationCount ?? 0 })),
    vat: row.vat as { rate: string; amount: number; vatAmount: number }[],
    amountInWords: row.amountInWords,
    warnings: warningsOf(row),
    taxInvoice: await taxOfInvoice(db, row.id),
  };
}

/** The origin of an invoice item's quantity: ledger line and stock lot, part by part. */
export async function listAllocations(db: Database, itemId: string, query: Call<'listAllocations'>['query']) {
  const item = found(
    await db.selectFrom('invoiceItems').select(['id', 'periodId']).where('id', '=', itemId).executeTakeFirst(),
    'Không tìm thấy dòng hóa đơn này.',
  );
  const rows = db
    .selectFrom('invoiceAllocations as a')
    .leftJoin('periodSalesLines as s', (join) =>
      join.onRef('s.periodId', '=', 'a.periodId').onRef('s.sourceKey', '=', 'a.sourceKey'),
    )
    .where('a.itemId', '=', item.id);
  const columns = ['a.id', 'a.sourceKey', 'a.lot', 'a.warehouseCode', 'a.availableFrom', 'a.quantity'] as const;
  const ofLine = ['s.documentKey', 's.docDate', 's.partnerCode', 's.itemCode', 's.itemName'] as const;
  return pageOfSelected(
    rows,
    query,
    { sorts: { docDate: 's.doc_date' }, fallback: 'docDate', tie: 'a.position' },
    {
      select: (page) => page.select([...columns, 'a.baseQuantity', 'a.amount', ...ofLine]),
      present: ({ sourceKey, documentKey, docDate, partnerCode, itemCode, itemName, ...row }) => ({
        ...row,
        line: sourceKey,
        bravoDocument: documentKey ?? '',
        documentId: documentIdOf(item.periodId, documentKey ?? '', { docDate, partnerCode }),
        docDate: docDate ?? '',
        itemCode: itemCode ?? '',
        itemName: itemName ?? '',
      }),
    },
  );
}
