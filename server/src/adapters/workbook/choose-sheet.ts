import { Problem } from '@khop/engine/problem.ts';
import { recognise } from '@khop/engine/sheets/header.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { faultsOfMap } from '@khop/engine/sheets/mapping/faults.ts';
import type { GuessSheet } from '@khop/engine/sheets/mapping/guess.ts';
import { mappedHeader, refuseFaults } from '@khop/engine/sheets/mapping/mapped-header.ts';
import { type PlacedMap, placeMap } from '@khop/engine/sheets/mapping/place-map.ts';

/** A map that was kept for files to come. */
export type RememberedMap = { readonly id: string; readonly name: string; readonly map: ColumnMap };

/** The facts that decide which sheet is read, and how. */
export type ChoiceOptions = {
  /** The layout that the file must have; without it the layout is recognised. */
  readonly layout?: string | undefined;
  /** The columns as a person says them. Nothing is then recognised. */
  readonly map?: ColumnMap | undefined;
  /** Maps of earlier files: one is taken where the file has its headers, and no others or is not recognised otherwise. */
  readonly maps?: readonly RememberedMap[] | undefined;
};

export type SheetChoice = {
  readonly sheet: string;
  readonly map?: { readonly id: string | null; readonly map: ColumnMap };
};

/** Refusals after which a remembered map may help: the headers are not known, or not all of them. */
const UNRECOGNISED: readonly string[] = ['UNKNOWN_LAYOUT', 'MISSING_COLUMN'];

/** The sheet that fits best, and the map by which it is read. Throws as `recognise` and `mappedHeader` do. */
export function chooseSheet(sheets: readonly GuessSheet[], { layout, map, maps = [] }: ChoiceOptions): SheetChoice {
  if (map) return placeGiven(sheets, map);
  const fitting = maps.flatMap(({ id, map: one }) =>
    sheets.flatMap(({ name, rows }) => {
      const placed = placeMap(one, name, rows);
      return placed && placed.missing.length === 0
        ? [{ sheet: name, isSame: placed.isSame, map: { id, map: placed.map } }]
        : [];
    }),
  );
  const same = fitting.find(({ isSame }) => isSame);
  if (same) return same;
  try {
    return { sheet: bestSheet(sheets, layout) };
  } catch (error) {
    const [fits] = fitting;
    if (fits && error instanceof Problem && UNRECOGNISED.includes(error.code)) return fits;
    throw error;
  }
}

/** The sheet of a map, or another one with all of its headers. */
function placeGiven(sheets: readonly GuessSheet[], map: ColumnMap): SheetChoice {
  refuseFaults(faultsOfMap(map));
  const own = sheets.find(({ name }) => name === map.sheet);
  let nearest: PlacedMap | undefined;
  for (const { name, rows } of own ? [own, ...sheets] : sheets) {
    const placed = placeMap(map, name, rows);
    if (placed?.missing.length === 0) return { sheet: name, map: { id: null, map: placed.map } };
    if (placed && placed.map.columns.length > (nearest?.map.columns.length ?? 0)) nearest = placed;
  }
  // Its own place says more than that the headers are nowhere.
  if (own) mappedHeader(map, own.rows);
  const missing = (nearest?.missing ?? map.columns.map(({ header }) => header))
    .map((header) => `«${header}»`)
    .join(', ');
  throw new Problem('MAP_INVALID', `Tệp không có các cột ${missing} của cách đọc này.`, { faults: [] });
}

/** The sheet whose header matches most columns. Throws why the one that helps most does not fit. */
function bestSheet(sheets: readonly GuessSheet[], layout: string | undefined): string {
  let best: { sheet: string; matched: number } | undefined;
  let refusal: Problem | undefined;
  for (const { name, rows } of sheets) {
    try {
      const { matched } = recognise(rows, layout);
      if (matched > (best?.matched ?? 0)) best = { sheet: name, matched };
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
