import { formatQuantity } from '../../quantity.ts';
import type { PlannedInvoice } from '../types.ts';

export type ChangedField = 'date' | 'buyer' | 'items' | 'amount' | 'vatAmount' | 'allocations' | 'voucherNumber';

export type InvoiceChanges = {
  readonly added: readonly PlannedInvoice[];
  readonly removed: readonly PlannedInvoice[];
  readonly changed: readonly {
    readonly before: PlannedInvoice;
    readonly after: PlannedInvoice;
    readonly fields: readonly ChangedField[];
  }[];
  readonly unchanged: number;
};

/** The invoices that a regeneration would add, change and remove, by key. Status and pin are not content. */
export function compareInvoices(before: readonly PlannedInvoice[], after: readonly PlannedInvoice[]): InvoiceChanges {
  const old = new Map(before.map((invoice) => [invoice.key, invoice]));
  const added: PlannedInvoice[] = [];
  const changed: InvoiceChanges['changed'][number][] = [];
  let unchanged = 0;
  for (const invoice of after) {
    const known = old.get(invoice.key);
    old.delete(invoice.key);
    if (!known) {
      added.push(invoice);
      continue;
    }
    const fields = changedFields(known, invoice);
    if (fields.length === 0) unchanged++;
    else changed.push({ before: known, after: invoice, fields });
  }
  return { added, removed: [...old.values()], changed, unchanged };
}

const CONTENT: Readonly<Record<ChangedField, (invoice: PlannedInvoice) => unknown>> = {
  voucherNumber: (invoice) => invoice.voucherNumber,
  date: (invoice) => [invoice.date, invoice.documentDate],
  buyer: ({ buyer }) => [buyer.customerCode, buyer.name, buyer.address, buyer.taxCode, buyer.phone, buyer.email],
  items: ({ items }) =>
    items.map((item) => [
      item.product,
      item.name,
      item.unit,
      item.warehouse,
      item.kind,
      formatQuantity(item.quantity),
      item.vatRate,
    ]),
  amount: (invoice) => invoice.amount,
  vatAmount: (invoice) => invoice.vatAmount,
  allocations: ({ items }) =>
    items.map(({ allocations }) =>
      allocations.map((one) => [
        one.line,
        one.lot,
        formatQuantity(one.quantity),
        formatQuantity(one.baseQuantity),
        one.amount,
      ]),
    ),
};

function changedFields(before: PlannedInvoice, after: PlannedInvoice): ChangedField[] {
  return (Object.keys(CONTENT) as ChangedField[]).filter(
    (field) => JSON.stringify(CONTENT[field](before)) !== JSON.stringify(CONTENT[field](after)),
  );
}
