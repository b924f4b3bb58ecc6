import { documentKeyOf } from '../../bravo/sales-line.ts';
import { sumVnd } from '../../money.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { type Adjustment, fateOf, wordsOf } from '../adjustments/return-adjustments.ts';
import type { ProfileTerms } from '../books.ts';
import { blanks, column, dayCell, listSheets, quantityCell } from './reconciliation-cells.ts';

/** The list of the adjusting invoices that a seller has to make for returns; nothing where there are none. */
export function adjustmentSheets(
  adjustments: readonly Adjustment[],
  { code, name, taxCode }: ProfileTerms,
  rowsPerSheet: number,
): SheetModel[] {
  const own = adjustments.filter(({ profile }) => profile === code);
  if (own.length === 0) return [];
  return listSheets(own, rowsPerSheet, {
    name: 'Điều chỉnh hàng trả lại',
    title: `HÓA ĐƠN ĐIỀU CHỈNH CẦN LẬP CHO HÀNG TRẢ LẠI: ${name}, MST ${taxCode}`,
    subtitle:
      'Bên bán lập hóa đơn điều chỉnh, kê khai ở kỳ của hóa đơn điều chỉnh (Thông tư 91/2026/TT-BTC Điều 10 khoản 5). Mẫu nhập của AMIS không có cột hóa đơn gốc: lập ở AMIS theo danh sách này.',
    columns: [
      column('Ngày trả', 12, 'day'),
      column('Chứng từ trả', 22),
      column('Mã khách', 14),
      column('Mã mặt hàng', 16),
      column('Tên mặt hàng', 36),
      column('Mẫu số gốc', 10),
      column('Ký hiệu gốc', 12),
      column('Số hóa đơn gốc', 14),
      column('Ngày hóa đơn gốc', 14, 'day'),
      column('Chứng từ gốc', 22),
      column('Số lượng', 12, 'quantity'),
      column('Tiền hàng', 16, 'vnd'),
      column('Thuế GTGT', 14, 'vnd'),
      column('AMIS đã điều chỉnh', 16, 'vnd'),
      column('Còn phải lập', 16, 'vnd'),
      column('Nội dung ghi trên hóa đơn', 60),
      column('Tình trạng', 50),
    ],
    row: (one) => [
      dayCell(one.line.docDate),
      documentKeyOf(one.line),
      one.line.partnerCode,
      one.line.itemCode,
      one.line.itemName,
      one.original?.form ?? '',
      one.original?.symbol ?? '',
      one.original?.number ?? '',
      one.original?.date && one.original.number !== '' ? dayCell(one.original.date) : null,
      one.original?.voucherNumber ?? '',
      one.baseQuantity === 0n ? null : quantityCell(one.baseQuantity),
      one.amount,
      one.vatAmount,
      one.done.amount,
      one.amount - one.done.amount,
      wordsOf(one),
      fateOf(one),
    ],
    total: () => [
      'Tổng cộng',
      ...blanks(10),
      sumVnd(own.map(({ amount }) => amount)),
      sumVnd(own.map(({ vatAmount }) => vatAmount)),
      sumVnd(own.map(({ done }) => done.amount)),
      sumVnd(own.map(({ amount, done }) => amount - done.amount)),
      '',
      '',
    ],
  });
}
