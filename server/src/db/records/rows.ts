import {
  columnOf,
  type FieldName,
  fieldOf,
  type HeldName,
  having,
  heldNames,
  isAsked,
  namesOf,
  type RecordType,
  type ValuesOf,
} from '@khop/engine/records/record.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import { choicesOf } from '../list.ts';
import { searchText } from '../search.ts';

/** A column under the name that Kysely knows it by. */
const rowNameOf = <R extends RecordType>(record: R, name: FieldName<R>): string =>
  columnOf(record, name).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const columnsOf = <R extends RecordType>(record: R, names: readonly FieldName<R>[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, rowNameOf(record, name)]));

/** The fields of a row as the contract gives them. */
export const presentFields = <R extends RecordType>(record: R, row: Readonly<Record<string, unknown>>): ValuesOf<R> =>
  // records.db.test.ts holds that the table has these columns and what each holds; the answer is checked on its way out.
  Object.fromEntries(namesOf(record).map((name) => [name, row[rowNameOf(record, name)]])) as ValuesOf<R>;

/** The changes of a PATCH as columns; what is not a field of the record is left out. */
export const changedColumns = <R extends RecordType>(record: R, changes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    having(record, 'edited').flatMap((name) =>
      changes[name] === undefined ? [] : [[rowNameOf(record, name), changes[name]]],
    ),
  );

/** The columns that the list is sorted by: names in Vietnamese order, codes as they are written. */
export const sortsOf = <R extends RecordType>(record: R): Record<string, string> =>
  Object.fromEntries(
    having(record, 'sorts').map((name) => [
      name,
      fieldOf(record, name).kind === 'text' ? `vi:${rowNameOf(record, name)}` : rowNameOf(record, name),
    ]),
  );

/** The columns that conditions on the list may name beside those. */
export const conditionColumns = <R extends RecordType>(record: R): Record<string, string> =>
  columnsOf(
    record,
    namesOf(record).filter((name) => !fieldOf(record, name).sorts && isAsked(fieldOf(record, name))),
  );

/** Among the values of a filter: those rows of which nothing is said. */
const UNSAID = 'none';

/** The rows that the filters of the query let through. */
export function filteredRows<R extends RecordType, DB, TB extends keyof DB, O>(
  record: R,
  rows: SelectQueryBuilder<DB, TB, O>,
  query: Readonly<Record<string, unknown>>,
): SelectQueryBuilder<DB, TB, O> {
  let filtered = rows;
  for (const name of having(record, 'filter')) {
    const asked = query[name];
    if (asked === undefined || (Array.isArray(asked) && asked.length === 0)) continue;
    const values = Array.isArray(asked) ? asked : [asked];
    const column = sql.ref(rowNameOf(record, name));
    const isUnsaid = fieldOf(record, name).nullable && values.includes(UNSAID) ? sql`or ${column} is null` : sql``;
    filtered = filtered.where(sql<boolean>`(${column} in (${sql.join(values)}) ${isUnsaid})`);
  }
  return filtered;
}

/** The values that the rows hold, for the filters that offer them. */
export async function heldChoices<R extends RecordType, DB, TB extends keyof DB>(
  record: R,
  rows: SelectQueryBuilder<DB, TB, object>,
) {
  const held = await Promise.all(
    heldNames(record).map(async (name) => [name, await choicesOf(rows, rowNameOf(record, name))]),
  );
  // The names are those of the type.
  return Object.fromEntries(held) as { [N in HeldName<R>]: Awaited<ReturnType<typeof choicesOf>> };
}

/** Text of the `search` column. */
export const recordSearch = <R extends RecordType>(record: R, values: Readonly<Record<string, unknown>>): string =>
  searchText(...having(record, 'searched').map((name) => String(values[name] ?? '')));
