import { type Cell, cellText } from '@khop/engine/sheets/cell.ts';
import { type GuessSheet, guessMap, type MapGuess } from '@khop/engine/sheets/mapping/guess.ts';
import { type PlacedMap, placeMap } from '@khop/engine/sheets/mapping/place-map.ts';
import type { RememberedMap } from '../choose-sheet.ts';
import { inFileThread } from '../file-thread.ts';
import { openRows } from '../open-rows.ts';

/** The first rows of a sheet as texts, as they are. */
export type SheetPreview = { readonly name: string; readonly rows: readonly (readonly string[])[] };

export type FilePreview = {
  readonly sheets: readonly SheetPreview[];
  /** The best guess of what the columns are; null when no row looks like a header. */
  readonly guess: MapGuess | null;
  /** The remembered map with most of its headers in the file, at least half of them; null when there is none. */
  readonly near: (PlacedMap & { readonly id: string; readonly name: string }) | null;
};

export type PreviewRequest = {
  readonly path: string;
  readonly layout: string | undefined;
  readonly maps: readonly RememberedMap[];
};

/** Rows that a person looks through, and that a guess does. */
const SHOWN_ROWS = 30;
const LOOKED_AT_ROWS = 70;
const MOST_SHEETS = 20;
/** A guess compares every cell of a header with every name: sheets full of long texts would take it seconds each. */
const GUESSED_SHEETS = 8;
const MOST_COLUMNS = 120;
const LONGEST_TEXT = 200;

/** Looks at the first rows of all sheets, off the main thread. Throws as `openRows` does. */
export const previewWorkbook = (
  path: string,
  { layout, maps = [] }: Partial<Pick<PreviewRequest, 'layout' | 'maps'>> = {},
): Promise<FilePreview> =>
  inFileThread<PreviewRequest, FilePreview>(new URL('./preview-worker.ts', import.meta.url), { path, layout, maps });

/** The same in this thread. */
export async function previewHere({ path, layout, maps }: PreviewRequest): Promise<FilePreview> {
  const source = await openRows(path);
  try {
    const sheets: GuessSheet[] = [];
    for (const name of source.sheets.slice(0, MOST_SHEETS)) {
      const rows: Cell[][] = [];
      await source.read(name, (cells) => {
        rows.push(cells.slice(0, MOST_COLUMNS));
        return rows.length < LOOKED_AT_ROWS;
      });
      sheets.push({ name, rows });
    }
    const shown = ({ name, rows }: GuessSheet): SheetPreview => ({
      name,
      rows: rows.slice(0, SHOWN_ROWS).map((row) => row.map((cell) => cellText(cell).slice(0, LONGEST_TEXT))),
    });
    return {
      sheets: sheets.map(shown),
      guess: guessMap(sheets.slice(0, GUESSED_SHEETS), layout) ?? null,
      near: nearestOf(maps, sheets),
    };
  } finally {
    source.close();
  }
}

function nearestOf(maps: readonly RememberedMap[], sheets: readonly GuessSheet[]): FilePreview['near'] {
  let [nearest, share]: [FilePreview['near'], number] = [null, 0];
  for (const { id, name, map } of maps)
    for (const sheet of sheets) {
      const placed = placeMap(map, sheet.name, sheet.rows);
      const found = placed ? placed.map.columns.length / map.columns.length : 0;
      if (placed && found >= 0.5 && found > share) [nearest, share] = [{ ...placed, id, name }, found];
    }
  return nearest;
}
