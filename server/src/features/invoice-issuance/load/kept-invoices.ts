import { HOLDING } from '@khop/engine/invoice-issuance/invoice-status.ts';
import type {
  BuyerIdentity,
  InvoiceBuyer,
  PlannedInvoice,
  PlannedItem,
  Warning,
} from '@khop/engine/invoice-issuance/types.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { InvoiceAllocations, InvoiceItems, Invoices } from '../../../db/schema.generated.ts';
import type { PeriodRow } from '../period-rows.ts';

/** Invoices that a regeneration keeps: pinned ones and everything that has left as a file or an issued invoice. */
export async function keptInvoices(
  db: Database,
  period: PeriodRow,
  codeOf: (profileId: string) => string,
): Promise<PlannedInvoice[]> {
  return storedInvoices(db, period.id, codeOf, 'kept');
}

/** Stored invoices as the engine knows them, in voucher order per profile; a plan consists of the live ones. */
export async function storedInvoices(
  db: Database,
  periodId: string,
  codeOf: (profileId: string) => string,
  which: 'kept' | 'left' | 'live' | { readonly id: string },
): Promise<PlannedInvoice[]> {
  let query = db.selectFrom('invoices').where('periodId', '=', periodId);
  if (which === 'kept') query = query.where((eb) => eb.or([eb('pinned', '=', true), eb('status', '!=', 'draft')]));
  if (which === 'left') query = query.where('status', '!=', 'draft');
  if (which === 'live') query = query.where('status', 'in', [...HOLDING]);
  if (typeof which === 'object') query = query.where('id', '=', which.id);
  const invoices = await query.selectAll().orderBy('profileId').orderBy('voucherNumber').execute();
  // Of these invoices only: a period has a million items, of which a regeneration may keep none.
  const itemsOf = db.selectFrom('invoiceItems').where('invoiceId', 'in', query.select('id'));
  const items = await itemsOf.selectAll().orderBy('invoiceId').orderBy('lineNumber').execute();
  const allocations = await db
    .selectFrom('invoiceAllocations')
    .selectAll()
    .where('itemId', 'in', itemsOf.select('id'))
    .orderBy('itemId')
    .orderBy('position')
    .execute();
  const itemsByInvoice = Map.groupBy(items, (row) => row.invoiceId);
  const allocationsByItem = Map.groupBy(allocations, (row) => row.itemId);
  const taxOf = await taxWords(db, periodId);
  return invoices.map((row) => {
    const tax = taxOf.get(row.id);
    return { ...planned(row, itemsByInvoice.get(row.id) ?? [], allocationsByItem, codeOf), ...(tax && { tax }) };
  });
}

/** Invoice ids → what the tax invoices that settle them mean for a plan; none where a person has decided for the AMIS ledger. */
async function taxWords(db: Database, periodId: string) {
  const { rows } = await sql<{ id: string; isInAmis: boolean; replacedBy: string | null }>`
    select x.invoice_id as id, x.amis is not null as is_in_amis,
      case when x.tax ->> 'fate' = 'replaced' then x.tax ->> 'by' end as replaced_by
    from tax_settlements x join invoices i on i.id = x.invoice_id
    where i.period_id = ${periodId} and not (x.status = 'decided' and x.side = 'amis')`.execute(db);
  return new Map(
    rows.map(({ id, isInAmis, replacedBy }): [string, NonNullable<PlannedInvoice['tax']>] => [
      id,
      { isInAmis, ...(replacedBy !== null && { replacedBy }) },
    ]),
  );
}

function planned(
  row: Selectable<Invoices>,
  items: readonly Selectable<InvoiceItems>[],
  allocations: ReadonlyMap<string, readonly Selectable<InvoiceAllocations>[]>,
  codeOf: (profileId: string) => string,
): PlannedInvoice {
  return {
    key: row.invoiceKey,
    profile: codeOf(row.profileId),
    voucherNumber: row.voucherNumber,
    date: row.invoiceDatePlanned,
    documentDate: row.documentDate,
    bravoDocument: row.bravoDocument,
    buyer: buyerOf(row),
    items: items.map((item) => plannedItem(item, allocations.get(item.id) ?? [])),
    vat: row.vat as PlannedInvoice['vat'],
    amount: row.amount,
    vatAmount: row.vatAmount,
    total: row.total,
    amountInWords: row.amountInWords,
    warnings: row.warnings as Warning[],
    status: row.status as PlannedInvoice['status'],
    ...(row.invoiceNumber !== null && { invoiceNumber: row.invoiceNumber }),
    ...(row.invoiceDate !== null && { issuedOn: row.invoiceDate }),
    ...(row.invoiceSymbol !== null && { issuedSymbol: row.invoiceSymbol }),
    pinned: row.pinned,
    ...(row.listSha256 !== null && { listHash: row.listSha256 }),
  };
}

/** Reads the value that `identityToStore` makes. */
export function storedIdentity(
  stored: Selectable<Invoices>['buyerIdentity'],
): Pick<InvoiceBuyer, 'identity' | 'realName'> {
  // The column is written by this service alone, from the engine's buyer.
  const { realName, ...identity } = stored as BuyerIdentity & { readonly realName?: string };
  return {
    ...(Object.keys(identity).length > 0 && { identity }),
    ...(realName !== undefined && { realName }),
  };
}

const buyerOf = (row: Selectable<Invoices>): InvoiceBuyer => ({
  source: row.buyerSource as InvoiceBuyer['source'],
  customerCode: row.buyerCustomerCode,
  name: row.buyerName,
  address: row.buyerAddress,
  taxCode: row.buyerTaxCode,
  phone: row.buyerPhone,
  email: row.buyerEmail,
  ...storedIdentity(row.buyerIdentity),
  bravoPartnerCode: row.bravoPartnerCode,
});

const plannedItem = (
  item: Selectable<InvoiceItems>,
  allocations: readonly Selectable<InvoiceAllocations>[],
): PlannedItem => ({
  product: item.productCode,
  name: item.name,
  unit: item.unit,
  warehouse: item.warehouseCode,
  kind: item.kind as PlannedItem['kind'],
  quantity: parseQuantity(item.quantity),
  unitPrice: item.unitPrice,
  amount: item.amount,
  vatRate: item.vatRate,
  vatAmount: item.vatAmount,
  allocations: allocations.map((row) => ({
    line: row.sourceKey,
    lot: row.lot,
    quantity: parseQuantity(row.quantity),
    baseQuantity: parseQuantity(row.baseQuantity),
    amount: row.amount,
  })),
});

/** The identity of a buyer beside the tax code, and the real name, as one value: most buyers have neither. */
export const identityToStore = ({
  identity,
  realName,
}: InvoiceBuyer): BuyerIdentity & { readonly realName?: string } => ({
  ...identity,
  ...(realName !== undefined && { realName }),
});
