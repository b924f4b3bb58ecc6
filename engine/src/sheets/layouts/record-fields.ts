import { type Field, fieldOf, type Having, having, type RecordType } from '../../records/record.ts';
import type { FieldType, LayoutField } from './layout.ts';

type Headed<R extends RecordType> = Having<R, 'heading'>;

/** A field of the record, one that this list heads in its own way, or a column that the record does not have. */
type Entry<R extends RecordType> = Headed<R> | readonly [Headed<R>, Partial<LayoutField>] | LayoutField;

const isOfRecord = <R extends RecordType>(entry: Entry<R>): entry is Headed<R> | readonly [Headed<R>, object] =>
  typeof entry === 'string' || Array.isArray(entry);

const typeOf = ({ kind, heading }: Field): FieldType => (heading?.choices ? 'choice' : kind === 'note' ? 'text' : kind);

/**
 * Columns of a record's list as the system writes it, in its order. What the record has beside them comes after, read where
 * a file has it and never written.
 */
export function sheetFields<R extends RecordType>(record: R, entries: readonly Entry<R>[]): LayoutField[] {
  const columnOf = (name: Headed<R>, changes: Partial<LayoutField> = {}): LayoutField => {
    const field = fieldOf(record, name);
    return { field: name, type: typeOf(field), ...field.heading!, ...changes };
  };
  const columns = entries.map((entry) => {
    if (!isOfRecord(entry)) return entry;
    return typeof entry === 'string' ? columnOf(entry) : columnOf(...entry);
  });
  const written = new Set(columns.map(({ field }) => field));
  const others = having(record, 'heading').filter((name) => !written.has(name));
  return [...columns, ...others.map((name) => columnOf(name, { readOnly: true }))];
}
