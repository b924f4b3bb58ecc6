import { formatDay } from '@khop/engine/day.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { SheetModel, SheetRow } from '@khop/engine/sheets/sheet-model.ts';

/** The change that one installation makes to a sheet that AMIS exports otherwise everywhere. */
export type SheetHabit = 'text-days' | 'extra-columns' | 'invoice-states' | 'invoice-symbols';

const cellsOf = (row: SheetRow): readonly Cell[] => ('cells' in row ? row.cells : row);
const withCells = (row: SheetRow, cells: readonly Cell[]): SheetRow => ('cells' in row ? { ...row, cells } : cells);

/** Days as texts dd/MM/yyyy instead of dates, as after a detour over another program. */
export function withTextDays(sheet: SheetModel): SheetModel {
  const textOf = (cell: Cell): Cell => (typeof cell === 'object' && cell !== null ? formatDay(cell.day) : cell);
  return { ...sheet, rows: Array.from(sheet.rows, (row) => withCells(row, cellsOf(row).map(textOf))) };
}

const extraHeads = ['Ngày cấp', 'Nơi Cấp', 'Người đại diện PL', 'Ngày tạo', 'Người tạo', 'Trường mở rộng 1'];

type AddColumn = (sheet: SheetModel, rows: readonly Row[], headerRow: number) => SheetModel;

/** A column, added by an installation, that shows one field more of every row. */
const withColumn =
  (head: string, field: string): AddColumn =>
  (sheet, rows, headerRow) => {
    const added = Array.from(sheet.rows, (row, at): SheetRow => {
      const index = at - headerRow;
      if (index === -1) return withCells(row, [...cellsOf(row), head]);
      const value = rows[index]?.[field] ?? null;
      return index >= 0 && index < rows.length ? [...cellsOf(row), value] : row;
    });
    return { ...sheet, columns: [...sheet.columns, { width: 24, format: 'text' }], rows: added };
  };

/** The fate of a row's invoice. */
export const withInvoiceStates = withColumn('Trạng thái hóa đơn', 'invoiceState');
export const withInvoiceSymbols = withColumn('Ký hiệu HĐ', 'invoiceSymbol');

/**
 * The columns that an installation has switched on in its list of customers: days as texts among them, none of them
 * known here.
 */
export function withExtraColumns(sheet: SheetModel, rows: readonly Row[], headerRow: number): SheetModel {
  const extraOf = (row: Row, index: number): Cell[] => {
    const day = String((index % 28) + 1).padStart(2, '0');
    const month = String((index % 12) + 1).padStart(2, '0');
    return [
      `${day}/${month}/2015`,
      'Cục CS QLHC về TTXH',
      row.name ?? null,
      `${month}/${day}/2025 8:00:00 SA`,
      'ketoan',
      null,
    ];
  };
  const added = Array.from(sheet.rows, (row, at): SheetRow => {
    const index = at - headerRow;
    if (index === -1) return withCells(row, [...cellsOf(row), ...extraHeads]);
    return index >= 0 && index < rows.length ? [...cellsOf(row), ...extraOf(rows[index]!, index)] : row;
  });
  const columns = extraHeads.map(() => ({ width: 16, format: 'text' as const }));
  return { ...sheet, columns: [...sheet.columns, ...columns], rows: added };
}
