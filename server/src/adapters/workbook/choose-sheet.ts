import { Problem } from '@khop/engine/problem.ts';
import { isBlank } from '@khop/engine/sheets/cell.ts';
import { recognise } from '@khop/engine/sheets/header.ts';
import type { ColumnMap } from '@khop/engine/sheets/mapping/column-map.ts';
import { faultsOfMap } from '@khop/engine/sheets/mapping/faults.ts';
import type { GuessSheet } from '@khop/engine/sheets/mapping/guess.ts';
import { mappedHeader, refuseFaults } from '@khop/engine/sheets/mapping/mapped-header.ts';
import { type PlacedMap, placeMap } from '@khop/engine/sheets/mapping/place-map.ts';
import type { FoundHeader } from '@khop/engine/sheets/recognise/found.ts';
import { type FoundSheet, joinedName, namesJoined, refuseOtherParts } from './sheets-together.ts';

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

/** A sheet to read; of the only one of a file, and of the only one that is read by a map, no header was looked for. */
export type ChosenSheet = { readonly name: string; readonly header?: FoundHeader };

export type SheetChoice = {
  /** One, or several that go on in the same columns. */
  readonly sheets: readonly ChosenSheet[];
  /** The others with anything in them. */
  readonly notRead: readonly string[];
  readonly map?: { readonly id: string | null; readonly map: ColumnMap };
};

/** The tops of a file's sheets, and which of them the file hides. */
export type SheetTops = { readonly sheets: readonly GuessSheet[]; readonly hidden: readonly string[] };

/** Refusals after which a remembered map may help: the headers are not known, or not all of them. */
const UNRECOGNISED: readonly string[] = ['UNKNOWN_LAYOUT', 'MISSING_COLUMN'];

/** The sheets that fit best, and the map by which they are read. Throws as `recognise` and `mappedHeader` do, and SHEETS_UNCLEAR. */
export function chooseSheets(tops: SheetTops, { layout, map, maps = [] }: ChoiceOptions): SheetChoice {
  if (map) {
    const parts = placeGiven(tops.sheets, map);
    return mappedSheets(tops, { id: null, parts });
  }
  const fitting = maps.flatMap(({ id, map: one }) => {
    const parts = partsOf(one, tops.sheets);
    return parts.length > 0 ? [{ id, parts }] : [];
  });
  const same = fitting.find(({ parts }) => parts.some(({ isSame }) => isSame));
  if (same) return mappedSheets(tops, same);
  try {
    return recognisedSheets(tops, layout);
  } catch (error) {
    const [fits] = fitting;
    if (fits && error instanceof Problem && UNRECOGNISED.includes(error.code)) return mappedSheets(tops, fits);
    throw error;
  }
}

/** A sheet that has all headers of a map. */
type MappedPart = Pick<PlacedMap, 'map' | 'isSame'> & { readonly name: string; readonly top: GuessSheet['rows'] };

const partsOf = (map: ColumnMap, sheets: readonly GuessSheet[]): MappedPart[] =>
  sheets.flatMap(({ name, rows }) => {
    const placed = placeMap(map, name, rows);
    return placed?.missing.length === 0 ? [{ name, top: rows, map: placed.map, isSame: placed.isSame }] : [];
  });

type Mapped = { readonly id: string | null; readonly parts: readonly MappedPart[] };

/** All sheets that a map fits, as parts of one report: as with sheets of one layout hidden ones count only where no other fits. */
function mappedSheets(tops: SheetTops, { id, parts }: Mapped): SheetChoice {
  const visible = parts.filter(({ name }) => !tops.hidden.includes(name));
  const { found, refusal } = headersIn(visible.length > 0 ? visible : parts, ({ map, top }) => mappedHeader(map, top));
  const [first, ...others] = found;
  if (!first) throw refusal;
  refuseOtherParts(found);
  const names = found.map(({ name }) => name);
  // The map of its first sheet, which says as well which others are read by it.
  const { map } = parts.find(({ name }) => name === first.name)!;
  const taken = { id, map: { ...map, sheet: joinedName(names) } };
  return { sheets: others.length > 0 ? found : [{ name: first.name }], notRead: filledBut(tops, names), map: taken };
}

/** The sheets with anything in them, but for some. */
const filledBut = ({ sheets }: SheetTops, names: readonly string[]): string[] =>
  sheets.flatMap(({ name, rows }) => (names.includes(name) || rows.every((row) => row.every(isBlank)) ? [] : name));

/** The sheets of a map, or another one with all of its headers. */
function placeGiven(sheets: readonly GuessSheet[], map: ColumnMap): MappedPart[] {
  refuseFaults(faultsOfMap(map));
  const named = namesJoined(map.sheet);
  const own = sheets.filter(({ name }) => named.includes(name));
  const ownParts = partsOf(map, own);
  if (own.length === named.length && ownParts.length === own.length) return ownParts;
  const [other] = partsOf(map, sheets);
  if (other) return [other];
  let nearest: PlacedMap | undefined;
  for (const { name, rows } of sheets) {
    const placed = placeMap(map, name, rows);
    if (placed && placed.map.columns.length > (nearest?.map.columns.length ?? 0)) nearest = placed;
  }
  // Its own place says more than that the headers are nowhere.
  if (own[0]) mappedHeader(map, own[0].rows);
  const missing = (nearest?.missing ?? map.columns.map(({ header }) => header))
    .map((header) => `«${header}»`)
    .join(', ');
  throw new Problem('MAP_INVALID', `Tệp không có các cột ${missing} của cách đọc này.`, { faults: [] });
}

/**
 * The sheet whose header matches most columns, with all that go on in the same columns. Hidden ones are read when no other has that layout.
 * Throws why the one that helps most does not fit, and SHEETS_UNCLEAR.
 */
function recognisedSheets(tops: SheetTops, layout: string | undefined): SheetChoice {
  const { found, refusal } = headersIn(
    tops.sheets.map(({ name, rows }) => ({ name, top: rows })),
    ({ top }) => recognise(top, layout),
  );
  const best = found.reduce<FoundSheet | undefined>(
    (most, one) => (one.header.matched > (most?.header.matched ?? 0) ? one : most),
    undefined,
  );
  if (!best) throw refusal;
  const alike = found.filter((one) => one.header.layout === best.header.layout);
  const visible = alike.filter(({ name }) => !tops.hidden.includes(name));
  const sheets = visible.length > 0 ? visible : alike;
  refuseOtherParts(sheets);
  const notRead = filledBut(
    tops,
    sheets.map(({ name }) => name),
  );
  return { sheets, notRead };
}

/** The sheets in which a header is found, and why the one that helps most has none. */
function headersIn<S extends Pick<FoundSheet, 'name' | 'top'>>(
  sheets: readonly S[],
  headerOf: (sheet: S) => FoundHeader,
): { readonly found: FoundSheet[]; readonly refusal: Problem | undefined } {
  const found: FoundSheet[] = [];
  let refusal: Problem | undefined;
  for (const sheet of sheets) {
    try {
      found.push({ name: sheet.name, header: headerOf(sheet), top: sheet.top });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (refusal === undefined || telling(error) > telling(refusal)) refusal = error;
    }
  }
  return { found, refusal };
}

/** Of several sheets' refusals, the one that helps most: what the file is, what it lacks, that it is unknown, that it is empty. */
const TELLING = ['EMPTY_SHEET', 'UNKNOWN_LAYOUT', 'MISSING_COLUMN', 'WRONG_REPORT', 'WRONG_LAYOUT'];
const telling = (problem: Problem): number => TELLING.indexOf(problem.code);
