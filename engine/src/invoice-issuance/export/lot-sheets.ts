import type { SheetModel } from '../../sheets/sheet-model.ts';
import { provenStock } from '../stock/proven-stock.ts';
import type { IssuancePlan } from '../types.ts';
import { column, dayCell, listSheets, quantityCell } from './reconciliation-cells.ts';

const SOURCES = { opening: 'Tồn đầu kỳ', purchase: 'Mua hàng', other_incoming: 'Nhập khác, chưa rõ ngày' } as const;

/**
 * Every lot with the goods that invoices take of it beyond those that have left in the stock report: never more than it
 * holds. Goods of invoices that the report contains are in its Xuất kho, not in the lots.
 */
export function lotSheets(
  input: Parameters<typeof provenStock>[0],
  plan: Pick<IssuancePlan, 'invoices'>,
  rowsPerSheet: number,
): SheetModel[] {
  const stock = provenStock(input, plan);
  const free = new Map(stock.flatMap((one) => [...one.free]));
  const lots = stock.flatMap((one) => one.lots);
  return listSheets(lots, rowsPerSheet, {
    name: 'Lô hàng',
    columns: [
      column('Lô', 40),
      column('Hồ sơ', 10),
      column('Mã kho', 10),
      column('Mã hàng AMIS', 18),
      column('Nguồn', 24),
      column('Dùng được từ', 13, 'day'),
      column('Số lượng', 12, 'quantity'),
      column('Đã lên hóa đơn', 14, 'quantity'),
      column('Còn lại', 12, 'quantity'),
    ],
    row: (lot) => {
      const left = free.get(lot.id) ?? 0n;
      const figures = [lot.quantity, lot.quantity - left, left].map(quantityCell);
      const { id, profile, warehouse, product } = lot;
      return [id, profile, warehouse, product, SOURCES[lot.source], dayCell(lot.availableFrom), ...figures];
    },
  });
}
