import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { isSearched } from '@khop/engine/sheets/header.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { type SheetReaderOptions, sheetReader } from '@khop/engine/sheets/read-sheet.ts';
import { type Glance, glanceAt, glanceByMap } from '@khop/engine/sheets/recognise/glance.ts';
import { type ChoiceOptions, chooseSheet, type SheetChoice } from './choose-sheet.ts';
import { openRows } from './open-rows.ts';
import type { Pause, RowSource } from './row-source.ts';

/** All that is said beforehand about the reading of a file: its layout, its columns, its days and numbers. */
export type ReadingSaid = Pick<SheetReaderOptions, 'dateOrder' | 'decimal' | 'notations'> & ChoiceOptions;

/** Reads a file in this thread: opens it, chooses the sheet that fits the layout best, reads its rows. */
export async function readFileHere(
  path: string,
  { onRow, pause, ...said }: ReadingSaid & Pick<SheetReaderOptions, 'onRow'> & { pause?: Pause },
): Promise<ReadResult> {
  const source = await openRows(path);
  try {
    const { sheet, map } = await choiceIn(source, said);
    const { layout, dateOrder, decimal, notations } = said;
    const how = { layout, dateOrder, decimal, notations, map: map?.map };
    const reader = sheetReader({ ...how, sheet, ...(onRow ? { onRow } : {}) });
    const push = (cells: Cell[]): boolean => {
      reader.push(cells);
      return true;
    };
    await source.read(sheet, push, pause);
    const result = { ...reader.finish(), ...(map && { map }), ...(source.moments && { moments: source.moments }) };
    return source.notes ? { ...result, warnings: [...source.notes, ...result.warnings] } : result;
  } finally {
    source.close();
  }
}

/** Looks at the top of the sheet that fits best, in this thread. */
export async function glanceHere({ path, maps }: { path: string } & Pick<ChoiceOptions, 'maps'>): Promise<Glance> {
  const source = await openRows(path);
  try {
    const { sheet, map } = await choiceIn(source, { maps });
    const top = await topOf(source, sheet);
    return map ? { ...glanceByMap(top, map.map), mapId: map.id } : glanceAt(top);
  } finally {
    source.close();
  }
}

/** The only sheet without a look, if nothing is said of it; else the one that fits best. */
async function choiceIn(source: RowSource, said: ChoiceOptions): Promise<SheetChoice> {
  const [first, ...others] = source.sheets;
  if (first === undefined) throw new Problem('EMPTY_SHEET', 'Tệp không có trang tính nào.');
  if (others.length === 0 && !said.map && !said.maps?.length) return { sheet: first };
  const sheets: { name: string; rows: Cell[][] }[] = [];
  for (const name of source.sheets) sheets.push({ name, rows: await topOf(source, name) });
  return chooseSheet(sheets, said);
}

/** The rows in which a header is looked for. */
async function topOf(source: RowSource, sheet: string): Promise<Cell[][]> {
  const top: Cell[][] = [];
  await source.read(sheet, (cells) => {
    top.push(cells.slice());
    return !isSearched(top);
  });
  return top;
}
