import { emptyOf, fieldOf, namesOf, type RecordType, type ValuesOf } from '@khop/engine/records/record.ts';

/** A record that nothing is said of: a test states what it is about, and a field that is added needs no word in it. */
export const emptyValues = <R extends RecordType>(record: R): ValuesOf<R> =>
  Object.fromEntries(namesOf(record).map((name) => [name, emptyOf(fieldOf(record, name))])) as ValuesOf<R>;
