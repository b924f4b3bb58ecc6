import { documentKeyOf, saleKeyOf } from '../../bravo/sales-line.ts';
import { sumVnd } from '../../money.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { type DiscountAdjustment, dayOf, discountFateOf } from '../adjustments/discount-adjustments.ts';
import type { ProfileTerms } from '../books.ts';
import { blanks, column, dayCell, listSheets } from './reconciliation-cells.ts';

/** The words that the adjusting invoice carries: the original, or the list where it lowers several. */
function wordsOf(row: DiscountAdjustment, own: readonly DiscountAdjustment[]): string {
  const { original, line, done } = row;
  if (!original || done.replacedBy !== undefined) return '';
  const originals = new Set(own.map((one) => `${one.original?.voucherNumber} ${one.original?.number}`));
  if (originals.size > 1)
    return `Điều chỉnh giảm chiết khấu thương mại cho ${originals.size} hóa đơn theo bảng kê kèm theo (chứng từ ${documentKeyOf(line)})`;
  return `Điều chỉnh giảm chiết khấu thương mại cho hóa đơn Mẫu số ${original.form} ký hiệu ${original.symbol || '……'} số ${original.number} ngày ${dayOf(original)}`;
}

/** The list of the adjusting invoices that a seller has to make for discounts; nothing where there are none. */
export function discountSheets(
  adjustments: readonly DiscountAdjustment[],
  { code, name, taxCode }: ProfileTerms,
  rowsPerSheet: number,
): SheetModel[] {
  const own = adjustments.filter(({ profile }) => profile === code);
  if (own.length === 0) return [];
  const byDocument = Map.groupBy(own, ({ line }) => saleKeyOf(line));
  return listSheets(own, rowsPerSheet, {
    name: 'Điều chỉnh chiết khấu',
    title: `HÓA ĐƠN ĐIỀU CHỈNH CẦN LẬP CHO CHIẾT KHẤU THEO SỐ LƯỢNG, DOANH SỐ: ${name}, MST ${taxCode}`,
    subtitle:
      'Mỗi chứng từ chiết khấu một hóa đơn điều chỉnh giảm, kèm bảng kê các dòng của chứng từ ấy; kê khai ở kỳ của hóa đơn điều chỉnh (Thông tư 91/2026/TT-BTC Điều 10 khoản 5b). Mẫu nhập của AMIS không có cột hóa đơn gốc: lập ở AMIS theo danh sách này.',
    columns: [
      column('Ngày chiết khấu', 12, 'day'),
      column('Chứng từ chiết khấu', 22),
      column('Mã khách', 14),
      column('Nội dung chiết khấu', 36),
      column('Mẫu số gốc', 10),
      column('Ký hiệu gốc', 12),
      column('Số hóa đơn gốc', 14),
      column('Ngày hóa đơn gốc', 14, 'day'),
      column('Chứng từ gốc', 22),
      column('Thuế suất', 10),
      column('Tiền hàng trước chiết khấu', 16, 'vnd'),
      column('Chiết khấu', 16, 'vnd'),
      column('Thuế GTGT', 14, 'vnd'),
      column('Thuế trên sổ Bravo', 14, 'vnd'),
      column('AMIS đã điều chỉnh', 16, 'vnd'),
      column('Còn phải lập', 16, 'vnd'),
      column('Nội dung ghi trên hóa đơn', 60),
      column('Tình trạng', 50),
    ],
    row: (one) => [
      dayCell(one.line.docDate),
      documentKeyOf(one.line),
      one.line.partnerCode,
      one.line.itemName,
      one.original?.form ?? '',
      one.original?.symbol ?? '',
      one.original?.number ?? '',
      one.original?.date ? dayCell(one.original.date) : null,
      one.original?.voucherNumber ?? '',
      one.rate ?? '',
      one.value,
      one.amount,
      one.vatAmount,
      one.ledgerVat,
      one.done.amount,
      one.amount - one.done.amount,
      wordsOf(one, byDocument.get(saleKeyOf(one.line))!),
      discountFateOf(one),
    ],
    total: () => [
      'Tổng cộng',
      ...blanks(10),
      sumVnd(own.map(({ amount }) => amount)),
      sumVnd(own.map(({ vatAmount }) => vatAmount)),
      sumVnd(own.map(({ ledgerVat }) => ledgerVat)),
      sumVnd(own.map(({ done }) => done.amount)),
      sumVnd(own.map(({ amount, done }) => amount - done.amount)),
      '',
      '',
    ],
  });
}
