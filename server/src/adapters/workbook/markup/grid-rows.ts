import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank } from '@khop/engine/sheets/cell.ts';
import { limits } from '../limits.ts';
import type { RowSink } from '../row-source.ts';

/** Takes rows as markup names them: repeated, or at a number further down; blank rows come only before filled ones. */
export type GridRows = {
  /** Gives a row `times`; answers with its first number, counted from 1. */
  row(cells: Cell[], times?: number): number;
  /** Passes rows over, up to before this number. */
  skipTo(rowNumber: number): void;
  /** True once the sink wants no more. */
  readonly isEnded: boolean;
};

/** Cells that markup may have repeated: a few bytes may ask for a whole sheet of them. */
const MOST_REPEATED = 20_000_000;

/** Throws FILE_TOO_LARGE where a sheet has more rows than Excel's, FILE_SUSPICIOUS where it is made of repetitions. */
export function gridRows(sink: RowSink): GridRows {
  let [rowNumber, blank, ended, repeated] = [0, 0, false, 0];
  const give = (cells: Cell[]): void => {
    if (ended) return;
    if (++rowNumber > limits.rows) throw new Problem('FILE_TOO_LARGE', `Trang tính có hơn ${limits.rows} dòng.`);
    if (sink(cells) === false) ended = true;
  };
  return {
    row(cells, times = 1) {
      const first = rowNumber + blank + 1;
      if (cells.every(isBlank)) {
        blank += times;
        return first;
      }
      repeated += (times - 1) * cells.length;
      if (repeated > MOST_REPEATED)
        throw new Problem(
          'FILE_SUSPICIOUS',
          'Tệp lặp lại một ô quá nhiều lần nên bị từ chối. Hãy mở bằng Excel và lưu lại.',
        );
      for (; blank > 0 && !ended; blank--) give([]);
      for (let time = 0; time < times && !ended; time++) give(cells.slice());
      return first;
    },
    skipTo(number) {
      blank = Math.max(blank, number - 1 - rowNumber);
    },
    get isEnded() {
      return ended;
    },
  };
}

/** Puts a cell in a column, so many times; beyond the columns that are read it is dropped. */
export function putCells(cells: Cell[], column: number, cell: Cell, times = 1): void {
  for (let at = column; at < Math.min(column + times, limits.columns); at++) {
    while (cells.length < at) cells.push(null);
    cells[at] = cell;
  }
}

/** A count that markup names; 1 where it is none. */
export const countOf = (text: string | undefined): number => {
  const count = Number(text ?? 1);
  return Number.isSafeInteger(count) && count >= 1 ? count : 1;
};

/** The refusal of markup that ends before what it has begun: rows may be missing. */
export const cutShort = (): Problem =>
  new Problem('FILE_DAMAGED', 'Tệp bị cắt cụt hoặc tải lên chưa đủ. Hãy xuất lại tệp.');
