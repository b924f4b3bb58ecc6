import type { ColumnNotations, Notation } from '../body/notation.ts';
import { columnLetters } from '../cell.ts';
import type { Layout, LayoutField } from '../layouts/layout.ts';

/** A column of the sheet and the field that it was recognised as. */
export type FoundColumn = {
  readonly index: number;
  readonly header: string;
  readonly field: LayoutField | null;
  /** The field of another column with this header, or with another name of its figures; this one is not read. */
  readonly repeats?: LayoutField;
  /** A field without a column of its own that this one serves too. */
  readonly standsFor?: LayoutField;
  /** The way in which its texts write days and numbers, where a person has said so. */
  readonly notation?: Notation;
};

/** The place of a layout's header in a sheet. Row indexes count from 0; `dataRow` is the first row below the header. */
export type FoundHeader = {
  readonly layout: Layout;
  readonly headerRow: number;
  readonly dataRow: number;
  readonly columns: readonly FoundColumn[];
  readonly matched: number;
  /** Headers of required columns that are not there. */
  readonly missing: readonly string[];
};

/** A header whose columns know what a person has said of them. */
export function withNotations(found: FoundHeader, said: ColumnNotations | undefined): FoundHeader {
  if (said === undefined) return found;
  const columns = found.columns.map((column) => {
    const answer = said[columnLetters(column.index)];
    return answer ? { ...column, notation: { ...column.notation, ...answer } } : column;
  });
  return { ...found, columns };
}
