import { type Cell, isBlank } from '../../cell.ts';

/** The reason against reading a row of a file of separated values; undefined for one that is as wide as its header. */
export type ShiftedRows = (cells: readonly Cell[]) => string | undefined;

/**
 * Finds rows that have more cells than their header: a comma in «12,5» or in a name without quotes has made two cells of one, and every
 * figure behind it is read from the wrong column. Separators that end each row, with nothing behind them, make no cell.
 */
export function shiftedRows(header: readonly (readonly Cell[])[]): ShiftedRows {
  const width = Math.max(...header.map((row) => row.length));
  let ends: number | undefined;
  return (cells) => {
    ends ??= cells.slice(width).every(isBlank) ? Math.max(cells.length - width, 0) : 0;
    const isWider = cells.length > width + ends || cells.slice(width).some((cell) => !isBlank(cell));
    if (!isWider) return undefined;
    return `dòng có ${cells.length} ô mà dòng tiêu đề có ${width}: dấu ngăn cột nằm trong số hay trong tên (như «12,5») đã tách một ô thành hai, nên các cột sau bị lệch. Hãy đặt ô ấy trong ngoặc kép, hoặc xuất lại tệp dạng .xlsx.`;
  };
}
