import { type Cell, columnLetters, isBlank } from '../cell.ts';
import { labelOf } from '../header.ts';
import type { Layout, LayoutField, LayoutName } from '../layouts/layout.ts';
import { layoutOf, layouts } from '../layouts/layouts.ts';
import type { ColumnMap, MappedColumn } from './column-map.ts';
import { headersAt } from './headers.ts';
import { KNOWN_NAME, likenesses } from './likeness.ts';
import { daysIn, decimalIn, type Looks, looksOf, suits } from './looks.ts';

/** A question that a column's texts leave open: which day or number is `value`? */
export type OpenNotation = { readonly field: string; readonly kind: 'days' | 'decimal'; readonly value: string };

/** A map that no person has said yet, with how sure each of its columns is (0 … 1) and what has to be asked. */
export type MapGuess = {
  readonly map: ColumnMap;
  readonly sureness: Readonly<Record<string, number>>;
  readonly open: readonly OpenNotation[];
  /** The sum by which sheets, rows and layouts are compared. */
  readonly score: number;
};

export type GuessSheet = { readonly name: string; readonly rows: readonly (readonly Cell[])[] };

/** Rows that may be a header, rows below it that are looked at, and columns. */
const HEADER_ROWS = 30;
const LOOKED_AT = 40;
/** Rows of a sheet that are compared, those with most words: a header has more than titles, and no fewer than data. */
const MOST_CANDIDATES = 8;
const MOST_COLUMNS = 120;
/** Below it a header says too little. */
const LEAST_SURE = 0.45;
/** The sureness of a column that is the only one of its looks. */
const BY_LOOKS_ALONE = 0.4;

/** The best guess over these sheets; without a layout, over all layouts too. Undefined when no sheet has two cells in a row. */
export function guessMap(sheets: readonly GuessSheet[], layoutName?: string): MapGuess | undefined {
  const wanted = layoutName === undefined ? Object.values(layouts) : [layoutOf(layoutName)];
  let best: MapGuess | undefined;
  for (const sheet of sheets)
    for (const layout of wanted) {
      const guess = guessInSheet(sheet, layout);
      if (guess && guess.score > (best?.score ?? -1)) best = guess;
    }
  return best;
}

/** The guess for a header that a person has chosen. */
export function guessAtHeader(
  { name, rows }: GuessSheet,
  { layout, headerRow, headerRows }: Pick<ColumnMap, 'layout' | 'headerRow' | 'headerRows'>,
): MapGuess {
  return guessAt(rows, { layout: layoutOf(layout), sheet: name, headerRow: headerRow - 1, headerRows });
}

function guessInSheet({ name, rows }: GuessSheet, layout: Layout): MapGuess | undefined {
  let best: MapGuess | undefined;
  const candidates = rows
    .slice(0, HEADER_ROWS)
    .flatMap((row, at) => (mayBeHeader(row) ? [{ at, words: row.filter(isWord).length }] : []))
    .toSorted((a, b) => b.words - a.words || a.at - b.at)
    .slice(0, MOST_CANDIDATES)
    .toSorted((a, b) => a.at - b.at);
  for (const { at: row } of candidates) {
    for (const headerRows of [1, 2] as const) {
      if (headerRows === 2 && !isLowerHeader(rows[row + 1])) continue;
      const guess = guessAt(rows, { layout, sheet: name, headerRow: row, headerRows });
      // Two rows have to be worth it.
      if (guess.score > (best?.score ?? -1) + (headerRows === 2 ? 0.3 : 0)) best = guess;
    }
  }
  return best;
}

const isWord = (cell: Cell | undefined): boolean => typeof cell === 'string' && !isBlank(cell) && /\p{L}/u.test(cell);

/** At least two words, and more of them than of anything else. */
function mayBeHeader(row: readonly Cell[]): boolean {
  const filled = row.filter((cell) => !isBlank(cell));
  const words = filled.filter(isWord).length;
  return words >= 2 && words * 2 > filled.length;
}

const isLowerHeader = (row: readonly Cell[] = []): boolean =>
  row.some(isWord) && row.every((cell) => isBlank(cell) || isWord(cell));

type Place = Pick<ColumnMap, 'sheet' | 'headerRow' | 'headerRows'> & { readonly layout: Layout };

/** The guess for a header at this place; `headerRow` counts from 0. */
function guessAt(rows: readonly (readonly Cell[])[], { layout, sheet, headerRow, headerRows }: Place): MapGuess {
  const headers = headersAt(rows, headerRow, headerRows);
  const below = rows.slice(headerRow + headerRows, headerRow + headerRows + LOOKED_AT);
  const width = Math.min(MOST_COLUMNS, Math.max(headers.length, ...below.map((row) => row.length)));
  const cells = Array.from({ length: width }, (_, index) => below.map((row) => row[index]));
  const looks = cells.map(looksOf);
  const chosen = choose(layout, headers, looks);
  const open: OpenNotation[] = [];
  const columns = [...chosen]
    .toSorted(([, a], [, b]) => a.index - b.index)
    .map(([field, { index }]): MappedColumn => {
      const days = field.type === 'day' ? daysIn(cells[index]!) : {};
      const decimal = field.type === 'quantity' ? decimalIn(cells[index]!) : {};
      if (!days.order && days.open) open.push({ field: field.field, kind: 'days', value: days.open });
      if (!decimal.sign && decimal.open) open.push({ field: field.field, kind: 'decimal', value: decimal.open });
      return {
        ...{ field: field.field, column: columnLetters(index), header: headers[index] ?? '' },
        ...(days.order && { days: days.order }),
        ...(decimal.sign && { decimal: decimal.sign }),
      };
    });
  const map = { layout: layout.name as LayoutName, sheet, headerRow: headerRow + 1, headerRows, columns, headers };
  const sureness = Object.fromEntries(
    [...chosen].map(([field, { sure }]) => [field.field, Math.round(sure * 100) / 100]),
  );
  const filled = headers.filter((header) => header !== '').length;
  const hasData = below.some((row) => row.some((cell) => typeof cell === 'number' || typeof cell === 'object'));
  const score =
    [...chosen.values()].reduce((sum, { sure }) => sum + sure, 0) + filled / (width + 1) + (hasData ? 0.2 : 0);
  return { map, sureness, open, score };
}

type Choice = { readonly index: number; readonly sure: number };

/** One column for each field and one field for each column, the surest first; of equally sure ones those that are required. */
function choose(layout: Layout, headers: readonly string[], looks: readonly Looks[]): Map<LayoutField, Choice> {
  const pairs = looks.flatMap((look, index) =>
    [...likenesses(headers[index] ?? '', layout)].flatMap(([field, likeness]) => {
      const sure = surenessOf(likeness, field, look);
      return sure < LEAST_SURE ? [] : [{ field, index, sure }];
    }),
  );
  const rank = ({ field, sure }: (typeof pairs)[number]): number =>
    sure + (field.required ? 0.03 : field.readOnly ? -0.03 : 0);
  const order = layout.fields;
  const chosen = new Map<LayoutField, Choice>();
  const taken = new Set<number>();
  for (const { field, index, sure } of pairs.toSorted(
    (a, b) => rank(b) - rank(a) || order.indexOf(a.field) - order.indexOf(b.field) || a.index - b.index,
  )) {
    if (chosen.has(field) || taken.has(index)) continue;
    chosen.set(field, { index, sure });
    taken.add(index);
  }
  for (const type of ['day', 'vnd'] as const) {
    const [field, ...others] = layout.fields.filter((one) => one.required && one.type === type && !chosen.has(one));
    const [index, ...more] = looks.flatMap((look, at) =>
      !taken.has(at) && look.filled > 0 && suits(look, type) >= 0.8 ? [at] : [],
    );
    if (!field || index === undefined || others.length + more.length > 0) continue;
    chosen.set(field, { index, sure: BY_LOOKS_ALONE });
    taken.add(index);
  }
  return chosen;
}

function surenessOf(likeness: number, field: LayoutField, looks: Looks): number {
  if (likeness < LEAST_SURE) return 0;
  const fit = suits(looks, field.type);
  // A name that is known as it is holds whatever the cells look like: their faults are told when they are read.
  if (likeness >= KNOWN_NAME) return likeness * (0.85 + 0.15 * fit);
  return fit < 0.2 ? likeness * 0.3 : likeness * (0.6 + 0.4 * fit);
}

/** The required fields that a guess has no column for, as people know them. */
export const unguessed = ({ map, sureness }: MapGuess): readonly string[] =>
  layoutOf(map.layout)
    .fields.filter((field) => field.required && !(field.field in sureness))
    .map(labelOf);
