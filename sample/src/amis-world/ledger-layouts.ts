import { formatDay } from '@khop/engine/day.ts';
import { formatQuantity, parseQuantity, type Quantity } from '@khop/engine/quantity.ts';
import { type Cell, columnLetters, decimalText } from '@khop/engine/sheets/cell.ts';
import type { Row, Value } from '@khop/engine/sheets/layouts/layout.ts';
import type { ColumnFormat, SheetModel, SheetRow } from '@khop/engine/sheets/sheet-model.ts';

type Days = { readonly fromDate: string; readonly toDate: string };

const quantity = (row: Row, field: string): Quantity => parseQuantity(String(row[field] ?? '0'));
const money = (row: Row, field: string): number => Number(row[field] ?? 0);
const day = (value: Value | undefined): Cell => (value ? { day: String(value) } : null);
const text =
  (field: string) =>
  (row: Row): Cell =>
    row[field] === null || row[field] === undefined ? null : String(row[field]);

/** A number cell where a double holds the decimal, else the text. */
function decimal(exact: string): Cell {
  const number = Number(exact);
  return decimalText(number) === exact ? number : exact;
}

/** The sold quantity less the returned one: this form has no columns for returns, they are rows below zero. */
const net = (row: Row): Quantity => quantity(row, 'quantity') - quantity(row, 'returnQuantity');
const netAmount = (row: Row): number => money(row, 'amount') - money(row, 'returnAmount');

type Column = {
  readonly head: string;
  readonly format: ColumnFormat;
  readonly of: (row: Row) => Cell;
  readonly sum?: (rows: readonly Row[]) => Cell;
};

const words = (head: string, of: (row: Row) => Cell): Column => ({ head, format: 'text', of });
const date = (head: string, field: string): Column => ({ head, format: 'day', of: (row) => day(row[field]) });
const vnd = (head: string, of: (row: Row) => number): Column => ({
  ...{ head, format: 'vnd', of },
  sum: (rows) => rows.reduce((sum, row) => sum + of(row), 0),
});

/** The 25 columns in which AMIS exports the ledger by default, with the spaces that end some of the heads. */
const columns: readonly Column[] = [
  date('Ngày hạch toán', 'accountingDate'),
  date('Ngày chứng từ', 'documentDate'),
  words('Số chứng từ', text('voucherNumber')),
  date('Ngày hóa đơn', 'invoiceDate'),
  words('Số hóa đơn', text('invoiceNumber')),
  words('Diễn giải chung', text('description')),
  words('Tên hàng trên chứng từ ', text('productName')),
  words('Mã khách hàng', text('customerCode')),
  words('Tên khách hàng', text('customerName')),
  words('Mã hàng', text('productCode')),
  words('Tên hàng', text('productName')),
  words('Hàng khuyến mại', (row) => (row.isPromotion === true ? '✓' : null)),
  words('ĐVT', text('unit')),
  {
    ...{ head: 'Tổng số lượng bán', format: 'quantity', of: (row) => decimal(formatQuantity(net(row))) },
    sum: (rows) => decimal(formatQuantity(rows.reduce((sum, row) => sum + net(row), 0n))),
  },
  { head: 'Đơn giá', format: 'quantity', of: (row) => (row.unitPrice ? decimal(String(row.unitPrice)) : null) },
  vnd('Doanh số bán', netAmount),
  words('TK Nợ', text('debitAccount')),
  words('TK Có', text('creditAccount')),
  words('TK chiết khấu', () => '5211'),
  vnd('Chiết khấu', (row) => money(row, 'discount')),
  vnd('Tổng thanh toán', (row) => money(row, 'totalAmount')),
  words('TK giá vốn', (row) => (row.isPromotion === true ? '64214' : '632')),
  vnd('Giá vốn', (row) => money(row, 'cogsAmount')),
  words('Tên nhân viên bán hàng', () => null),
  words('Mã thống kê', () => null),
];

/**
 * "Sổ chi tiết bán hàng" in its form of 25 columns: no warehouse, no VAT, no columns of returns. The same sales, to the đồng,
 * as the form of all columns shows.
 */
export function wideLedgerSheet(rows: readonly Row[], days: Days): SheetModel {
  const last = columnLetters(columns.length - 1);
  const sheetRows: SheetRow[] = [
    { style: 'title', cells: ['SỔ CHI TIẾT BÁN HÀNG'] },
    { style: 'subtitle', cells: [`Từ ngày ${formatDay(days.fromDate)} đến ngày ${formatDay(days.toDate)}`] },
    { style: 'subtitle', cells: [] },
    { style: 'header', cells: columns.map(({ head }) => head) },
    ...rows.map((row) => columns.map(({ of }) => of(row))),
    { style: 'total', cells: columns.map(({ sum }, at) => (at === 0 ? 'Tổng cộng' : (sum?.(rows) ?? null))) },
  ];
  return {
    name: 'SO CHI TIET BAN HANG',
    columns: columns.map(({ format }) => ({ format, width: format === 'text' ? 20 : 14 })),
    merges: [`A1:${last}1`, `A2:${last}2`],
    rows: sheetRows,
  };
}
