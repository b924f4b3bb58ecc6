import { Problem } from '../../problem.ts';
import { type Cell, columnLetters } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';

/** So many headers in one row make it a header, too. */
const LEAST_HEADERS = 3;
/** Filled cells at the beginning of a row that are looked at: a header has more of them, and most rows are none. */
const LOOKED_AT = 6;

const folded = (cell: Cell | undefined): string => (typeof cell === 'string' ? foldHeader(cell) : '');

/**
 * Refuses a second header below the first one that has the columns elsewhere, as where two exports were pasted below each other: AMIS moves columns from
 * one export to the next, and the rows below would be read by the places of the first, quantities as money. Throws COLUMNS_MOVED.
 */
export function secondHeader(header: readonly Cell[], headerRow: number) {
  const names = header.map(folded);
  const known = new Set(names.filter((name) => name !== ''));
  const written = new Set(header.filter((cell) => folded(cell) !== ''));
  const mayBeHeader = (cells: readonly Cell[]): boolean => {
    let filled = 0;
    for (const cell of cells) {
      if (cell === null || cell === undefined) continue;
      if (typeof cell === 'string' && written.has(cell)) return true;
      if (++filled === LOOKED_AT) return false;
    }
    return false;
  };
  return (cells: readonly Cell[], rowNumber: number): void => {
    if (!mayBeHeader(cells)) return;
    const here = cells.map(folded);
    if (here.filter((name) => known.has(name)).length < LEAST_HEADERS) return;
    const moved = here.findIndex((name, at) => known.has(name) && names[at] !== name);
    if (moved < 0) return;
    const before = names.indexOf(here[moved]!);
    throw new Problem(
      'COLUMNS_MOVED',
      `Dòng ${rowNumber} là dòng tiêu đề thứ hai, thứ tự cột khác dòng ${headerRow}: «${String(cells[moved]).slice(0, 80).trim()}» ở cột ${columnLetters(moved)}, trước đó ở cột ${columnLetters(before)}. Hai báo cáo đã được dán vào một trang: hãy để mỗi báo cáo một tệp, hoặc sắp lại cột cho giống nhau, rồi tải lên.`,
      { row: rowNumber, headerRow },
    );
  };
}
