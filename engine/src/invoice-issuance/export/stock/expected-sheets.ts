import { type ExpectedLot, type ExpectedState, missingOf } from '../../../expected-lots/expected-lots.ts';
import type { SheetModel } from '../../../sheets/sheet-model.ts';
import { column, dayCell, listSheets, quantityCell } from '../reconciliation-cells.ts';

/** The words of a lot's state, on screens and in workbooks. */
export const EXPECTED_STATE_NAMES: Readonly<Record<ExpectedState, string>> = {
  unconnected: 'Chờ nối',
  expected: 'Đang về',
  overdue: 'Quá một tháng chưa nhập',
  partly: 'Đã nhập một phần',
  received: 'Đã nhập kho',
  cancelled: 'Không còn',
};

type Product = { readonly name: string; readonly unit: string };

/** The goods that are on their way into the books of a profile, one row per line of an invoice. */
export const expectedSheets = (
  lots: readonly ExpectedLot[],
  products: ReadonlyMap<string, Product>,
  rowsPerSheet: number,
): SheetModel[] =>
  listSheets(lots, rowsPerSheet, {
    name: 'Hàng đang về',
    columns: [
      column('Ngày hóa đơn', 12, 'day'),
      column('Ký hiệu', 10),
      column('Số hóa đơn', 12),
      column('MST nhà cung cấp', 16),
      column('Nhà cung cấp', 36),
      column('Tên trên hóa đơn', 40),
      column('ĐVT hóa đơn', 10),
      column('SL hóa đơn', 14, 'quantity'),
      column('Mã hàng AMIS', 18),
      column('Tên hàng AMIS', 40),
      column('ĐVT AMIS', 10),
      column('SL theo AMIS', 14, 'quantity'),
      column('Đã nhập', 14, 'quantity'),
      column('Còn chưa nhập', 14, 'quantity'),
      column('Tiền hàng', 18, 'vnd'),
      column('Tình trạng', 24),
      column('Chứng từ nhập', 24),
    ],
    row: (lot) => {
      const { invoice, product, quantity } = lot;
      const known = product === null ? undefined : products.get(product);
      return [
        invoice.date === null ? null : dayCell(invoice.date),
        ...[invoice.symbol, invoice.number ?? '', invoice.supplier, invoice.supplierName, lot.name, lot.unitName],
        quantityCell(lot.invoiced),
        ...[product ?? '', known?.name ?? '', known?.unit ?? ''],
        quantity === null ? null : quantityCell(quantity),
        quantityCell(lot.received),
        quantity === null ? null : quantityCell(missingOf(lot)),
        lot.value,
        EXPECTED_STATE_NAMES[lot.state],
        [...new Set(lot.receipts.map(({ voucher }) => voucher))].join(', '),
      ];
    },
    total: () => [
      'Tổng cộng',
      ...Array.from({ length: 13 }, () => null),
      lots.reduce((sum, { value }) => sum + (value ?? 0), 0),
    ],
  });
