import {
  type Field,
  type FieldName,
  fieldOf,
  isAsked,
  namesOf,
  type RecordType,
  type ValuesOf,
} from '@khop/engine/records/record.ts';
import type { CellKind, GridColumn } from '../../ui/grid/types.ts';
import { activeColumn } from './record-state.tsx';
import { fieldText, shortLabel, wordOptions } from './record-words.ts';

const CELLS: Partial<Record<Field['kind'], CellKind>> = {
  code: 'code',
  taxCode: 'code',
  price: 'quantity',
  quantity: 'quantity',
  vnd: 'vnd',
  vatRate: 'rate',
  day: 'day',
};

/** The width in pixels of a column that does not say its own. */
const WIDTH = 140;

/**
 * Columns of a record's list, in its order: `look` gives widths and which begin hidden, and a cell of its own where words
 * are not enough. A list that needs more than two of these cells is better written by hand.
 */
export const recordColumns = <R extends RecordType>(
  record: R,
  look: { readonly [N in FieldName<R>]?: Partial<GridColumn<ValuesOf<R>>> },
): GridColumn<ValuesOf<R>>[] =>
  namesOf(record)
    .filter((name) => !fieldOf(record, name).unlisted)
    .map((name) => ({ ...columnOf(record, name), ...look[name] }));

function columnOf<R extends RecordType>(record: R, name: FieldName<R>): GridColumn<ValuesOf<R>> {
  // A record with a field of this name has it as `inUse` says.
  if (name === 'isActive') return activeColumn<{ isActive: boolean }>() as GridColumn<ValuesOf<R>>;
  const field = fieldOf(record, name);
  const kind = CELLS[field.kind];
  return {
    id: name,
    header: shortLabel(field),
    ...(kind && { kind }),
    // Flags and rates are read in words; of choices the words are the column's options, beside a cell that shows them.
    value: (row) => (field.kind === 'boolean' || kind === 'rate' ? fieldText(field, row[name]) : row[name]),
    ...(field.sorts ? { sort: true } : isAsked(field) && { filter: true }),
    ...((field.words || kind === 'rate') && { options: wordOptions(field) }),
    ...(field.kind === 'choice' && { text: (row) => fieldText(field, row[name]) }),
    width: WIDTH,
  };
}
