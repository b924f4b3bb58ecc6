import type { Readable } from 'node:stream';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { errorMarker } from '@khop/engine/sheets/error-sheet.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { SheetRow } from '@khop/engine/sheets/sheet-model.ts';
import { openRows } from './open-rows.ts';
import { writeWorkbook } from './write-workbook.ts';

/**
 * The user's own sheet with a "Lỗi" column that says, row by row, why it was rejected: to be mended and uploaded again.
 * `path` is the file that `result` was read from. Throws as `openRows` does.
 */
export async function writeErrorWorkbook(path: string, result: ReadResult): Promise<Readable> {
  const source = await openRows(path);
  const marker = errorMarker(result);
  const rows: SheetRow[] = [];
  try {
    await source.read(result.sheet, (cells: Cell[]) => {
      rows.push(marker.mark(cells, rows.length + 1));
      return true;
    });
  } finally {
    source.close();
  }
  return writeWorkbook([{ name: result.sheet || 'Loi', columns: marker.columns, rows, freezeRows: result.headerRow }]);
}
