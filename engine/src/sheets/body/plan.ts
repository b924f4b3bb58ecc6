import type { TotalColumn } from '../control-totals.ts';
import { type Layout, quickToCopy, type Row } from '../layouts/layout.ts';
import type { FoundHeader } from '../recognise/found.ts';

/** A column that is read. One that serves another field as well is there twice, once for each field. */
export type Column = TotalColumn;

/** The rules by which the rows of one sheet are read, worked out once. */
export type Plan = {
  readonly layout: Layout;
  readonly columns: readonly Column[];
  readonly required: readonly Column[];
  /** Columns that all have to be filled in a row of data; undefined where the file has none. */
  readonly dataColumns: readonly (Column | undefined)[];
  readonly placeColumns: readonly Column[];
  /** The values that a row starts from: null without a column, the field's blank with one. */
  readonly blankRow: Row;
  /** Headers that are the fields' own names come from a program, not from a person's Excel. */
  readonly plain: boolean;
  readonly has: (field: string) => boolean;
};

/** The plan of a found header. */
export function planOf({ layout, columns: found }: FoundHeader): Plan {
  const columns = found.flatMap(({ index, header, field, standsFor, notation }): Column[] =>
    [field, standsFor].flatMap((one) => (one ? [{ index, header, field: one, notation }] : [])),
  );
  const names = new Set(columns.map((column) => column.field.field));
  const blankRow: Row = {};
  for (const field of layout.fields) blankRow[field.field] = null;
  // Derived, and there from the start: rows of one shape are quick.
  if (names.has('amount') && layout.name.endsWith('-ledger')) blankRow.netAmount = 0;
  for (const { field } of columns) if (field.blank !== undefined) blankRow[field.field] = field.blank;
  return {
    layout,
    columns,
    required: columns.filter((column) => column.field.required === 'value'),
    dataColumns: (layout.dataWhen ?? []).map((name) => columns.find((column) => column.field.field === name)),
    placeColumns: columns.filter((column) => layout.placedBy?.includes(column.field.field)),
    blankRow: quickToCopy(blankRow),
    plain: found.every(({ header, field }) => field === null || header === field.field),
    has: (field) => names.has(field),
  };
}
