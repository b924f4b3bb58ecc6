import { entryKeys } from '@khop/engine/invoice-issuance/entry-key.ts';
import { formatQuantity, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import type { Row, Value } from '@khop/engine/sheets/layout.ts';
import { fingerprintOf } from '../../db/staging.ts';
import type { ImportTarget } from '../imports/target.ts';
import { importPeriodInventory, openPeriod, recordLoad, replaceRows } from './import-inventory.ts';

const text = (value: Value | undefined): string => (value === null || value === undefined ? '' : String(value));
const money = (value: Value | undefined): number => (typeof value === 'number' ? value : 0);

/** Net = Doanh số bán − Chiết khấu − Giá trị trả lại − Giá trị giảm giá, as AMIS itself computes revenue. */
const netAmount = (row: Row): number =>
  money(row.amount) - money(row.discount) - money(row.returnAmount) - money(row.allowanceAmount);

const netQuantity = (row: Row): Quantity =>
  parseQuantity(text(row.quantity) || '0') - parseQuantity(text(row.returnQuantity) || '0');

/** AMIS "Sổ chi tiết bán hàng" → what one profile has already issued in the period. The file replaces what was loaded before. */
export const importPeriodSalesLedger: ImportTarget = {
  name: 'period-sales-ledger',
  layout: 'amis-sales-ledger',
  mayBeEmpty: true,
  productColumn: 'product_code',
  check: importPeriodInventory.check,
  stager: (payload) => {
    const keyOf = entryKeys();
    return (row, rowNumber) => {
      const voucherNumber = text(row.voucherNumber);
      const product = text(row.productCode);
      const quantity = netQuantity(row);
      const amount = netAmount(row);
      const data = {
        period_id: payload.options.periodId,
        profile_id: payload.profileId,
        entry_key: keyOf({ voucherNumber, product, quantity, amount }),
        voucher_number: voucherNumber,
        document_date: text(row.documentDate) || text(row.accountingDate),
        invoice_number: text(row.invoiceNumber),
        invoice_date: row.invoiceDate ?? null,
        customer_code: text(row.customerCode),
        customer_name: text(row.customerName),
        product_code: product,
        product_name: text(row.productName),
        warehouse_code: text(row.warehouseCode),
        unit: text(row.unit),
        quantity: formatQuantity(quantity),
        amount,
        vat_amount: money(row.vatAmount),
        description: text(row.description),
        invoice_state: text(row.invoiceState),
        row_number: rowNumber,
      };
      return { key: data.entry_key, fingerprint: fingerprintOf(data), data };
    };
  },
  apply: async (tx, batch) => {
    await openPeriod(tx, batch);
    const counts = await replaceRows(tx, batch, 'period_amis_sales', ['entry_key']);
    await recordLoad(tx, batch, 'sales_ledger');
    return counts;
  },
};
