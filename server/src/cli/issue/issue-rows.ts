import { entryKeys } from '@khop/engine/invoice-issuance/amis-ledger/entry-key.ts';
import { bareSymbol } from '@khop/engine/invoice-issuance/amis-ledger/last-issued.ts';
import {
  type AmisCustomer,
  type AmisProduct,
  type AmisSalesEntry,
  type InventoryRow,
  keptOf,
  type PurchaseLine,
  pricesOf,
} from '@khop/engine/invoice-issuance/books.ts';
import { readPersonalId } from '@khop/engine/personal-id.ts';
import { parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import type { Row, Value } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';

const PRODUCT_ACCOUNTS = [
  ...['inventoryAccount', 'revenueAccount', 'discountAccount', 'allowanceAccount', 'returnAccount', 'cogsAccount'],
];

const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value));
const quantity = (value: Value | undefined): Quantity => parseQuantity(text(value) || '0');
const money = (value: Value | undefined): number => (typeof value === 'number' ? value : 0);

export const productOf = (row: Row): AmisProduct => ({
  code: text(row.code),
  name: text(row.name),
  unit: text(row.unit),
  kind: text(row.kind),
  vatRate: text(row.vatRate) || undefined,
  vatReduction: row.vatReduction === 'none' || row.vatReduction === 'reduced' ? row.vatReduction : 'unknown',
  vatReductionFrom: text(row.vatReductionFrom) || null,
  vatReductionTo: text(row.vatReductionTo) || null,
  vatReductionSource: text(row.vatReductionSource),
  defaultWarehouseCode: text(row.defaultWarehouseCode),
  isActive: row.isActive !== false && row.isActive !== 'false',
  prices: pricesOf(row.lastPurchasePrice, row.salePrice),
});

/** The accounts that a catalogue of products names, each once. */
export const accountsOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap((row) => PRODUCT_ACCOUNTS.map((name) => text(row[name])).filter(Boolean))),
];

export const customerOf = (row: Row): AmisCustomer => ({
  code: text(row.code),
  name: text(row.name),
  address: text(row.address),
  taxCode: text(row.taxCode),
  idNumber: readPersonalId(text(row.idNumber)),
  isOrganisation:
    row.isOrganisation === undefined || row.isOrganisation === null
      ? null
      : row.isOrganisation === true || row.isOrganisation === 'true',
  passport: text(row.passport),
  nationality: text(row.nationality),
  budgetCode: text(row.budgetCode),
  phone: text(row.phone) || text(row.contactPhone),
  email: text(row.email),
  isInternal: row.isInternal === true,
  isActive: row.isActive !== false,
});

export function inventoryRowOf(given: Row): InventoryRow {
  const row = inMainUnit(given);
  return {
    warehouse: text(row.warehouseCode),
    product: text(row.productCode),
    opening: quantity(row.openingQuantity),
    incoming: quantity(row.inQuantity),
    outgoing: quantity(row.outQuantity),
    closing: quantity(row.closingQuantity),
  };
}

/** Numbers the lines of a voucher: files have no key of their own. */
const lineIds = (): ((voucher: string) => string) => {
  const seen = new Map<string, number>();
  return (voucher) => {
    const ordinal = (seen.get(voucher) ?? 0) + 1;
    seen.set(voucher, ordinal);
    return `${voucher}#${ordinal}`;
  };
};

export function purchasesOf(rows: readonly Row[]): PurchaseLine[] {
  const idOf = lineIds();
  return rows.map(inMainUnit).map((row) => ({
    id: idOf(text(row.voucherNumber)),
    // Goods enter the books on the posting date; the supplier's own document may be older.
    date: text(row.accountingDate),
    voucherNumber: text(row.voucherNumber),
    product: text(row.productCode),
    warehouse: text(row.warehouseCode),
    ...keptOf(quantity(row.quantity), quantity(row.returnQuantity)),
  }));
}

export function salesEntriesOf(rows: readonly Row[]): AmisSalesEntry[] {
  const keyOf = entryKeys();
  return rows.map(inMainUnit).map((row) => {
    const content = {
      voucherNumber: text(row.voucherNumber),
      product: text(row.productCode),
      quantity: quantity(row.quantity) - quantity(row.returnQuantity),
      amount: money(row.amount) - money(row.discount) - money(row.returnAmount) - money(row.allowanceAmount),
    };
    return {
      ...content,
      id: keyOf(content),
      documentDate: text(row.documentDate) || text(row.accountingDate),
      invoiceNumber: text(row.invoiceNumber),
      invoiceDate: text(row.invoiceDate) || undefined,
      customerCode: text(row.customerCode),
      customerName: text(row.customerName),
      warehouse: text(row.warehouseCode),
      unit: text(row.unit),
      vatAmount: money(row.vatAmount),
      ...(row.vatRate && { vatRate: text(row.vatRate) }),
      description: text(row.description),
      invoiceState: text(row.invoiceState),
      invoiceSymbol: bareSymbol(text(row.invoiceSymbol)),
    };
  });
}
