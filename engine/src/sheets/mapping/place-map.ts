import { type Cell, columnLetters } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import type { ColumnMap, MappedColumn } from './column-map.ts';
import { columnIndex, headersAt } from './headers.ts';

/** A map moved to where its headers are in another sheet. */
export type PlacedMap = {
  readonly map: ColumnMap;
  /** Headers of the map that the sheet lacks. */
  readonly missing: readonly string[];
  /** The sheet has these headers, all of them and no others, in whatever order. */
  readonly isSame: boolean;
};

/** Rows in which the headers of a map are looked for. */
const SEARCHED_ROWS = 45;

/**
 * Finds a map's headers in a sheet's top rows: in another order, in another row, among other columns. Undefined where none of
 * them is. Of several rows the one with most, and of equal ones the map's own.
 */
export function placeMap(map: ColumnMap, sheet: string, top: readonly (readonly Cell[])[]): PlacedMap | undefined {
  const own = map.headerRow - 1;
  const rows = [own, ...Array.from({ length: Math.min(top.length, SEARCHED_ROWS) }, (_, row) => row)];
  let best: PlacedMap | undefined;
  for (const row of rows) {
    if (row >= top.length) continue;
    const placed = placeAt(map, headersAt(top, row, map.headerRows));
    if (placed.columns.length <= (best?.map.columns.length ?? 0)) continue;
    const { columns, headers, missing, isSame } = placed;
    best = { map: { ...map, sheet, headerRow: row + 1, columns, headers }, missing, isSame };
  }
  return best;
}

function placeAt(map: ColumnMap, headers: readonly string[]) {
  const [now, before] = [headers.map(foldHeader), map.headers?.map(foldHeader)];
  const [columns, missing]: [MappedColumn[], string[]] = [[], []];
  for (const column of map.columns) {
    const index = indexOf(column, now, before);
    if (index === undefined) missing.push(column.header === '' ? column.column : column.header);
    else columns.push({ ...column, column: columnLetters(index), header: headers[index] ?? '' });
  }
  const isSame = before !== undefined && before.toSorted().join('\n') === now.toSorted().join('\n');
  return { columns, missing, headers, isSame };
}

const placesOf = (headers: readonly string[], header: string): readonly number[] =>
  headers.flatMap((one, index) => (one === header ? [index] : []));

/** The column with the map's header. Among several of one name it is the one of the same turn, if they are as many as before. */
function indexOf(
  { column, header }: MappedColumn,
  now: readonly string[],
  before: readonly string[] | undefined,
): number | undefined {
  const [own, wanted] = [columnIndex(column) ?? -1, foldHeader(header)];
  // A column without a header is known by its place alone, and that only while all the others are at theirs.
  if (wanted === '') {
    const isUnmoved = before === undefined || before.join('\n') === now.join('\n');
    return isUnmoved ? own : undefined;
  }
  const places = placesOf(now, wanted);
  if (before === undefined)
    return places.length === 1 || places.includes(own) ? (places.includes(own) ? own : places[0]) : undefined;
  const earlier = placesOf(before, wanted);
  return earlier.length === places.length ? places[earlier.indexOf(own)] : undefined;
}
