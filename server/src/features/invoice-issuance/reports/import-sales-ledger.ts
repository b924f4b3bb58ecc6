import { entryKeys } from '@khop/engine/invoice-issuance/amis-ledger/entry-key.ts';
import { coversPeriod, daysText } from '@khop/engine/invoice-issuance/preflight/ledger-file.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { formatQuantity, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import type { Row, Value } from '@khop/engine/sheets/layouts/layout.ts';
import { inMainUnit } from '@khop/engine/sheets/main-unit.ts';
import { Refusal } from '../../../refusal.ts';
import { fieldsOfLayout, titleOf } from '../../imports/differences/told.ts';
import type { ImportBatch, ImportTarget } from '../../imports/target.ts';
import { lockPeriod } from '../period-rows.ts';
import { settleInPeriod } from '../tax-settlements/settle.ts';
import { noteSeenEarlier, seenFirst } from './entries-seen.ts';
import { importPeriodInventory, openPeriod, recordLoad, replaceRows } from './import-inventory.ts';
import { readBackAtOnce } from './read-back-at-once.ts';
import { refuseOlderLedger } from './refuse-older.ts';
import { momentOf, statesOtherMoment } from './report-moment.ts';
import { raiseRevision, reasonsOfPeriod, reasonsOfReadBack } from './undo-load.ts';

/** The actor of the audit log where a thing follows by itself. */
const SYSTEM = 'hệ thống';

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
  table: 'period_amis_sales',
  told: {
    code: "r ->> 'voucher_number'",
    title: titleOf('product_code', 'product_name'),
    fields: {
      ...fieldsOfLayout('amis-sales-ledger', [
        ...['document_date', 'invoice_number', 'invoice_date', 'customer_code', 'customer_name', 'product_code'],
        ...['product_name', 'warehouse_code', 'unit', 'vat_amount', 'description', 'invoice_state', 'invoice_symbol'],
        ...['vat_rate'],
      ]),
      quantity: { label: 'Số lượng bán thuần', kind: 'number' },
      amount: { label: 'Doanh thu thuần', kind: 'number' },
      row_number: { label: 'Dòng trong tệp', kind: 'number' },
    },
  },
  codes: { product_code: 'product', customer_code: 'customer' },
  reasonsToKeep: async (tx, undone) => [
    ...(await reasonsOfPeriod(tx, undone)),
    ...(await reasonsOfReadBack(tx, undone)),
  ],
  afterUndo: async (tx, undone) => {
    await raiseRevision(tx, undone);
    // Settlements stay; the word of the ledger beside them goes with it.
    const period = await lockPeriod(tx, undone.payload.options.periodId ?? '');
    await settleInPeriod(tx, period, undone.profileId, SYSTEM);
  },
  makesKeys: true,
  mayBeEmpty: true,
  productColumn: 'product_code',
  check: importPeriodInventory.check,
  stager: () => {
    const keyOf = entryKeys();
    return (given, rowNumber) => {
      const row = inMainUnit(given);
      const voucherNumber = text(row.voucherNumber);
      const product = text(row.productCode);
      const quantity = netQuantity(row);
      const amount = netAmount(row);
      const data = {
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
        invoice_symbol: text(row.invoiceSymbol),
        vat_rate: text(row.vatRate),
        row_number: rowNumber,
      };
      return { key: data.entry_key, fingerprint: '', data };
    };
  },
  mayTakeAgain: (context, payload) => statesOtherMoment(context, payload, 'sales_ledger'),
  apply: async (tx, batch) => {
    const period = await openPeriod(tx, batch);
    refuseMissingDays(period, batch);
    const moment = momentOf(batch, period);
    await refuseOlderLedger(tx, batch, moment);
    const seen = await seenFirst(tx, batch, moment);
    const counts = await replaceRows(tx, batch, 'period_amis_sales', ['entry_key'], seen);
    await noteSeenEarlier(tx, batch, seen);
    await recordLoad(tx, batch, 'sales_ledger', moment);
    const told = await readBackAtOnce(tx, batch, period);
    await settleInPeriod(tx, period, batch.profileId, batch.createdBy);
    return { ...counts, warnings: [...told, ...(batch.rejectedRows > 0 ? [unread(batch.rejectedRows)] : [])] };
  },
};

/** The file takes the place of what was loaded before, so the days that it leaves out would be forgotten. */
function refuseMissingDays(period: { fromDate: string; toDate: string }, { result }: ImportBatch): void {
  if (coversPeriod(result, period)) return;
  throw new Refusal(
    'WRONG_PERIOD',
    `Sổ bán hàng lấy của ${daysText(result)}, không đủ kỳ ${daysText(period)}: hóa đơn AMIS của những ngày thiếu sẽ bị lập lần hai. Hãy xuất lại «Sổ chi tiết bán hàng» từ AMIS cho cả kỳ (dài hơn kỳ cũng được).`,
  );
}

const unread = (rows: number) => ({
  code: 'AMIS_SALES_UNREAD',
  message: `${formatVnd(rows)} dòng không đọc được là những lần bán đã có ở AMIS: kỳ chưa xuất tệp được cho đến khi nạp một sổ đọc được cả. Hãy sửa các dòng ấy ở AMIS, xuất lại sổ rồi nạp lại.`,
});
