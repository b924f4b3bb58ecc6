import type { Notation } from '@khop/engine/sheets/body/notation.ts';
import { columnLetters } from '@khop/engine/sheets/cell.ts';
import type { LayoutName } from '@khop/engine/sheets/layouts/layout.ts';
import type { ColumnMap, MappedColumn } from '@khop/engine/sheets/mapping/column-map.ts';
import { guessAtHeader, guessMap } from '@khop/engine/sheets/mapping/guess.ts';
import { headersAt } from '@khop/engine/sheets/mapping/headers.ts';
import type { OutputOf } from '../../../api/operations.ts';

export type Preview = OutputOf<'previewFileMap'>;
export type Rows = readonly (readonly string[])[];

/** The field that one column is, and by whose word: a guess with its sureness, a remembered map, or the person at the screen. */
export type Choice = Notation & {
  readonly field: string;
  readonly by: 'guess' | 'memory' | 'person';
  readonly sureness: number;
};

/** A map on its way: the sheet, its header, and the choices by the letters of their columns. */
export type Draft = {
  readonly sheet: string;
  readonly headerRow: number;
  readonly headerRows: 1 | 2;
  readonly choices: Readonly<Record<string, Choice>>;
};

const choicesOf = (
  columns: readonly MappedColumn[],
  by: Choice['by'],
  sureness: Readonly<Record<string, number>>,
): Draft['choices'] =>
  Object.fromEntries(
    columns.map(({ field, column, days, decimal }) => [
      column,
      { field, by, sureness: sureness[field] ?? 0, ...(days && { days }), ...(decimal && { decimal }) },
    ]),
  );

/** The draft that a preview begins with. */
export function draftOf({ guess, sureness, near, sheets }: Preview): Draft {
  if (!guess) return { sheet: sheets[0]?.name ?? '', headerRow: 1, headerRows: 1, choices: {} };
  const { sheet, headerRow, headerRows, columns } = guess;
  return { sheet, headerRow, headerRows, choices: choicesOf(columns, near ? 'memory' : 'guess', sureness) };
}

/** The draft with its header elsewhere; what its columns are is guessed anew from the texts that are shown. */
export function withHeader(
  layout: string,
  rows: Rows,
  { sheet, headerRow, headerRows }: Pick<Draft, 'sheet' | 'headerRow' | 'headerRows'>,
): Draft {
  // The service names only layouts that there are.
  const at = { layout: layout as LayoutName, headerRow, headerRows };
  const { map, sureness } = guessAtHeader({ name: sheet, rows }, at);
  // Days and numbers are shown as texts here, so what they are like is left to the reading of the file.
  const columns = map.columns.map(({ days: _, decimal: __, ...column }) => column);
  return { sheet, headerRow, headerRows, choices: choicesOf(columns, 'guess', sureness) };
}

/** The draft of another sheet of the file. */
export function withSheet(layout: string, { name, rows }: { name: string; rows: Rows }): Draft {
  const at = guessMap([{ name, rows }], layout)?.map;
  return withHeader(layout, rows, { sheet: name, headerRow: at?.headerRow ?? 1, headerRows: at?.headerRows ?? 1 });
}

/** The draft with a column that is another field, or none: a field has one column, so its earlier one is free again. */
export function withField(draft: Draft, column: string, field: string): Draft {
  const others = Object.entries(draft.choices).filter(([letters, one]) => letters !== column && one.field !== field);
  const chosen: [string, Choice][] = field === '' ? [] : [[column, { field, by: 'person', sureness: 1 }]];
  return { ...draft, choices: Object.fromEntries([...others, ...chosen]) };
}

/** The draft with a column whose texts write days or numbers in this way. */
export function withNotation(draft: Draft, column: string, { days, decimal }: Notation): Draft {
  const { days: _, decimal: __, ...choice } = draft.choices[column]!;
  const next = { ...choice, ...(days && { days }), ...(decimal && { decimal }) };
  return { ...draft, choices: { ...draft.choices, [column]: next } };
}

/** The columns of a sheet by letters, with their headers; at least as many as any of the rows shown. */
export function columnsOf(rows: Rows, { headerRow, headerRows }: Pick<Draft, 'headerRow' | 'headerRows'>) {
  const headers = headersAt(rows, headerRow - 1, headerRows);
  const width = Math.max(headers.length, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, index) => ({ letters: columnLetters(index), header: headers[index] ?? '' }));
}

/** The map that a draft says. */
export function mapOf(layout: string, rows: Rows, draft: Draft): ColumnMap {
  const { sheet, headerRow, headerRows, choices } = draft;
  const columns = columnsOf(rows, draft).flatMap(({ letters, header }): MappedColumn[] => {
    const choice = choices[letters];
    if (!choice) return [];
    const { field, days, decimal } = choice;
    return [{ field, column: letters, header, ...(days && { days }), ...(decimal && { decimal }) }];
  });
  const headers = [...headersAt(rows, headerRow - 1, headerRows)];
  // The service names only layouts that there are.
  return { layout: layout as LayoutName, sheet, headerRow, headerRows, columns, headers };
}
