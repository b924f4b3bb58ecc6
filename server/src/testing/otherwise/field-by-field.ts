import type { Cell } from '@khop/engine/sheets/cell.ts';
import type { LayoutField, LayoutName } from '@khop/engine/sheets/layouts/layout.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import { sheetFile } from '../workbook-file.ts';

/** The content of a cell of each kind; a text is distinguished by its column. */
const CELLS: Readonly<Record<LayoutField['type'], (field: LayoutField) => Cell>> = {
  text: ({ field }) => `Thử ${field}`,
  code: ({ field }) => `T-${field}`,
  taxCode: () => '0101243150',
  phone: () => '0900 111 222',
  vnd: () => 54_321,
  quantity: () => 7,
  price: () => 1234.5,
  factor: () => '1/12',
  day: () => ({ day: '2026-09-17' }),
  boolean: () => 'Có',
  vatRate: () => '5',
  choice: ({ choices }) => Object.values(choices ?? {})[0]![0]!,
};

/** The content of each row by field, in place of the one of its kind. */
export type Stated = Readonly<Record<string, Cell>>;

/**
 * A file of a layout with a row for each of its columns that needs no value, in which nothing else is filled beside what a
 * row must have (`base`, of the row's number); with one in which every column is, and one in which none is; and a row for
 * each word that a column of words takes. `left`: columns that the file does not have.
 */
export function fieldByField(layout: LayoutName, base: (row: number) => Stated, left: readonly string[] = []) {
  const first = (field: LayoutField, n: number, all: readonly LayoutField[]) =>
    all.findIndex((one) => one.field === field.field) === n;
  const fields = layouts[layout].fields.filter(first).filter(({ field }) => !left.includes(field));
  const cellOf = (field: LayoutField) => CELLS[field.type](field);
  const rows: Stated[] = [
    Object.fromEntries(fields.map((field) => [field.field, cellOf(field)])),
    {},
    ...fields.map((field) => ({ [field.field]: cellOf(field) })),
    ...fields.flatMap(({ field, choices = {} }) =>
      Object.values(choices)
        .slice(1)
        .map((words) => ({ [field]: words[0]! })),
    ),
  ];
  return sheetFile([
    fields.map(({ header }) => header),
    ...rows.map((row, n) => {
      const stated = { ...row, ...base(n) };
      return fields.map(({ field }) => stated[field] ?? null);
    }),
  ]);
}
