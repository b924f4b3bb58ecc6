import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank } from '@khop/engine/sheets/cell.ts';
import { isSearched, recognise } from '@khop/engine/sheets/header.ts';
import type { Issue, ReadResult } from '@khop/engine/sheets/read-result.ts';
import { type SheetReader, type SheetReaderOptions, sheetReader } from '@khop/engine/sheets/read-sheet.ts';
import type { FoundHeader } from '@khop/engine/sheets/recognise/found.ts';
import { type Glance, glanceAt } from '@khop/engine/sheets/recognise/glance.ts';
import { limits } from './limits.ts';
import { openRows } from './open-rows.ts';
import type { Pause, RowSource } from './row-source.ts';
import { hiddenSheet } from './sheet-remarks.ts';
import {
  type FoundSheet,
  joinedName,
  joinedRemark,
  notReadRemark,
  refuseOtherParts,
  repeatWatch,
} from './sheets-together.ts';

/** Reads a file in this thread: opens it, chooses the sheets that fit the layout best, reads their rows. */
export async function readFileHere(
  path: string,
  { layout, dateOrder, onRow, pause }: Pick<SheetReaderOptions, 'layout' | 'dateOrder' | 'onRow'> & { pause?: Pause },
): Promise<ReadResult> {
  const source = await openRows(path);
  try {
    const { sheets, notRead } = await chooseSheets(source, layout);
    const sheet = joinedName(sheets.map(({ name }) => name));
    const reader = sheetReader({ layout, sheet, dateOrder, ...(onRow ? { onRow } : {}) });
    const told = await readParts(source, sheets, reader, pause);
    const result = { ...reader.finish(), ...(source.moments && { moments: source.moments }) };
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
export async function glanceHere(path: string): Promise<Glance> {
  const source = await openRows(path);
  try {
    const { sheets } = await chooseSheets(source, undefined);
    return glanceAt(await topOf(source, sheets[0]!.name));
  } finally {
    source.close();
  }
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

/** A sheet to read; the only one of a file is chosen without a look at its header. */
type ChosenSheet = { readonly name: string; readonly header?: FoundHeader };

/**
 * The sheets to read, and those with anything in them that are not: the sheet whose header matches most columns, with all that
 * go on in the same columns. Hidden ones are read when no other has that layout. Throws why the first one does not fit, and SHEETS_UNCLEAR.
 */
async function chooseSheets(
  source: RowSource,
  layout: string | undefined,
): Promise<{ sheets: readonly ChosenSheet[]; notRead: readonly string[] }> {
  const [first, ...others] = source.sheets;
  if (first === undefined) throw new Problem('EMPTY_SHEET', 'Tệp không có trang tính nào.');
  if (others.length === 0) return { sheets: [{ name: first }], notRead: [] };
  const found: FoundSheet[] = [];
  const filled: string[] = [];
  let refusal: Problem | undefined;
  for (const name of source.sheets) {
    const top = await topOf(source, name);
    if (top.some((row) => !row.every(isBlank))) filled.push(name);
    try {
      found.push({ name, header: recognise(top, layout), top });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (refusal === undefined || telling(error) > telling(refusal)) refusal = error;
    }
  }
  const best = found.reduce<FoundSheet | undefined>(
    (most, one) => (one.header.matched > (most?.header.matched ?? 0) ? one : most),
    undefined,
  );
  if (!best) throw refusal;
  const isHidden = ({ name }: FoundSheet) => source.hidden?.includes(name) === true;
  const alike = found.filter((one) => one.header.layout === best.header.layout);
  const visible = alike.filter((one) => !isHidden(one));
  const sheets = visible.length > 0 ? visible : alike;
  refuseOtherParts(sheets);
  return { sheets, notRead: filled.filter((name) => !sheets.some((one) => one.name === name)) };
}

/** Of several sheets' refusals, the one that helps most: what the file is, what it lacks, that it is unknown, that it is empty. */
const TELLING = ['EMPTY_SHEET', 'UNKNOWN_LAYOUT', 'MISSING_COLUMN', 'WRONG_REPORT', 'WRONG_LAYOUT'];
const telling = (problem: Problem): number => TELLING.indexOf(problem.code);
