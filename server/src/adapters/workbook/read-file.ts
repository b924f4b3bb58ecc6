import { Problem } from '@khop/engine/problem.ts';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { isSearched, recognise } from '@khop/engine/sheets/header.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { type SheetReaderOptions, sheetReader } from '@khop/engine/sheets/read-sheet.ts';
import { type Glance, glanceAt } from '@khop/engine/sheets/recognise/glance.ts';
import { openRows } from './open-rows.ts';
import type { Pause, RowSource } from './row-source.ts';

/** Reads a file in this thread: opens it, chooses the sheet that fits the layout best, reads its rows. */
export async function readFileHere(
  path: string,
  { layout, dateOrder, onRow, pause }: Pick<SheetReaderOptions, 'layout' | 'dateOrder' | 'onRow'> & { pause?: Pause },
): Promise<ReadResult> {
  const source = await openRows(path);
  try {
    const sheet = await chooseSheet(source, layout);
    const reader = sheetReader({ layout, sheet, dateOrder, ...(onRow ? { onRow } : {}) });
    const push = (cells: Cell[]): boolean => {
      reader.push(cells);
      return true;
    };
    const told = await source.read(sheet, push, pause);
    const result = { ...reader.finish(), ...(source.moments && { moments: source.moments }) };
    return { ...result, warnings: [...(source.notes ?? []), ...told, ...result.warnings] };
  } finally {
    source.close();
  }
}

/** Looks at the top of the sheet that fits best, in this thread. */
export async function glanceHere(path: string): Promise<Glance> {
  const source = await openRows(path);
  try {
    return glanceAt(await topOf(source, await chooseSheet(source, undefined)));
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

/** The sheet whose header matches most columns; the only sheet without a look. Throws why the first one does not fit. */
async function chooseSheet(source: RowSource, layout: string | undefined): Promise<string> {
  const [first, ...others] = source.sheets;
  if (first === undefined) throw new Problem('EMPTY_SHEET', 'Tệp không có trang tính nào.');
  if (others.length === 0) return first;
  let best: { sheet: string; matched: number } | undefined;
  let refusal: Problem | undefined;
  for (const sheet of source.sheets) {
    const top = await topOf(source, sheet);
    try {
      const { matched } = recognise(top, layout);
      if (matched > (best?.matched ?? 0)) best = { sheet, matched };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (refusal === undefined || telling(error) > telling(refusal)) refusal = error;
    }
  }
  if (best) return best.sheet;
  throw refusal;
}

/** Of several sheets' refusals, the one that helps most: what the file is, what it lacks, that it is unknown, that it is empty. */
const TELLING = ['EMPTY_SHEET', 'UNKNOWN_LAYOUT', 'MISSING_COLUMN', 'WRONG_REPORT', 'WRONG_LAYOUT'];
const telling = (problem: Problem): number => TELLING.indexOf(problem.code);
