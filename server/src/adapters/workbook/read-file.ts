import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { isSearched } from '@khop/engine/sheets/header.ts';
import type { Issue, ReadResult } from '@khop/engine/sheets/read-result.ts';
import { type SheetReader, type SheetReaderOptions, sheetReader } from '@khop/engine/sheets/read-sheet.ts';
import { type Glance, glanceAt, glanceByMap } from '@khop/engine/sheets/recognise/glance.ts';
import { type ChoiceOptions, type ChosenSheet, chooseSheets, type SheetChoice } from './choose-sheet.ts';
import { limits } from './limits.ts';
import { openRows } from './open-rows.ts';
import type { Pause, RowSource } from './row-source.ts';
import { hiddenSheet } from './sheet-remarks.ts';
import { joinedName, joinedRemark, notReadRemark, repeatWatch } from './sheets-together.ts';

/** All that is said beforehand about the reading of a file: its layout, its columns, its days and numbers. */
export type ReadingSaid = Pick<SheetReaderOptions, 'dateOrder' | 'decimal' | 'notations'> & ChoiceOptions;

/** Reads a file in this thread: opens it, chooses the sheets that fit the layout best, reads their rows. */
export async function readFileHere(
  path: string,
  { onRow, pause, ...said }: ReadingSaid & Pick<SheetReaderOptions, 'onRow'> & { pause?: Pause },
): Promise<ReadResult> {
  const source = await openRows(path);
  try {
    const { sheets, notRead, map } = await choiceIn(source, said);
    const { layout, dateOrder, decimal, notations } = said;
    const sheet = joinedName(sheets.map(({ name }) => name));
    const how = { layout, dateOrder, decimal, notations, map: map?.map, isDelimited: source.isDelimited };
    const reader = sheetReader({ ...how, sheet, ...(onRow ? { onRow } : {}) });
    const told = await readParts(source, sheets, reader, pause);
    const result = { ...reader.finish(), ...(map && { map }), ...(source.moments && { moments: source.moments }) };
    const warnings = [...(source.notes ?? []), ...told, ...notReadRemark(notRead), ...result.warnings];
    return { ...result, warnings };
  } finally {
    source.close();
  }
}

/** Reads sheets one behind the other; answers with warnings about them. Throws SHEETS_UNCLEAR. */
async function readParts(
  source: RowSource,
  sheets: readonly ChosenSheet[],
  reader: SheetReader,
  pause: Pause | undefined,
): Promise<Issue[]> {
  const told: Issue[] = [];
  const parts: { name: string; rows: number }[] = [];
  const isTextOnly = sheets.some(({ header }) => header?.layout.addsUp);
  const watch = sheets.length > 1 ? repeatWatch(isTextOnly) : undefined;
  for (const [index, { name, header }] of sheets.entries()) {
    if (index > 0) reader.turn();
    let rows = 0;
    const push = (cells: Cell[]): boolean => {
      rows++;
      const isAbove = index > 0 && header !== undefined && rows <= header.dataRow;
      if (!isAbove) watch?.take(cells, name, rows);
      reader.push(isAbove ? [] : cells);
      return true;
    };
    told.push(...(await source.read(name, push, pause)));
    parts.push({ name, rows });
    if (source.hidden?.includes(name)) told.push(hiddenSheet(name));
    if (parts.reduce((sum, part) => sum + part.rows, 0) > limits.rows)
      throw new Problem(
        'FILE_TOO_LARGE',
        `Các trang cùng mẫu của tệp có hơn ${limits.rows} dòng. Hãy tách mỗi trang một tệp.`,
      );
  }
  return parts.length > 1 ? [joinedRemark(parts), ...told] : told;
}

/** Looks at the top of the sheet that fits best, in this thread. */
export async function glanceHere({ path, maps }: { path: string } & Pick<ChoiceOptions, 'maps'>): Promise<Glance> {
  const source = await openRows(path);
  try {
    const { sheets, map } = await choiceIn(source, { maps });
    const top = await topOf(source, sheets[0]!.name);
    return map ? { ...glanceByMap(top, map.map), mapId: map.id } : glanceAt(top);
  } finally {
    source.close();
  }
}

/** The only sheet without a look, if nothing is said of it; else those that fit best. */
async function choiceIn(source: RowSource, said: ChoiceOptions): Promise<SheetChoice> {
  const [first, ...others] = source.sheets;
  if (first === undefined) throw new Problem('EMPTY_SHEET', 'Tệp không có trang tính nào.');
  if (others.length === 0 && !said.map && !said.maps?.length) return { sheets: [{ name: first }], notRead: [] };
  const sheets: { name: string; rows: Cell[][] }[] = [];
  for (const name of source.sheets) sheets.push({ name, rows: await topOf(source, name) });
  return chooseSheets({ sheets, hidden: source.hidden ?? [] }, said);
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
