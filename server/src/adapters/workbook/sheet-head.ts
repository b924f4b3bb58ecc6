import { decimalText } from '@khop/engine/sheets/cell.ts';
import { openRows } from './open-rows.ts';

export type SheetHead = { readonly sheet: string; readonly rows: readonly (readonly string[])[] };

/** The first rows of a file's first sheet as texts, whatever they mean. Throws as `openRows` does. */
export async function sheetHead(path: string, most: number): Promise<SheetHead> {
  const source = await openRows(path);
  try {
    const sheet = source.sheets[0] ?? '';
    const rows: string[][] = [];
    await source.read(sheet, (cells) => {
      rows.push(cells.map((cell) => (typeof cell === 'number' ? decimalText(cell) : String(cell ?? ''))));
      return rows.length < most;
    });
    return { sheet, rows };
  } finally {
    source.close();
  }
}
