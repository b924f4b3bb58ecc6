import {
  columnOf,
  emptyOf,
  type Field,
  fieldOf,
  type Having,
  having,
  type RecordType,
} from '@khop/engine/records/record.ts';

type Row = Readonly<Record<string, null | string | number | boolean>>;

const SQL_TYPES: Partial<Record<Field['kind'], string>> = {
  boolean: 'boolean',
  price: 'numeric',
  quantity: 'numeric',
  vnd: 'bigint',
  day: 'date',
};

const literal = (value: ReturnType<typeof emptyOf>): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

const isRequired = ({ heading }: Field): boolean => heading?.required === 'value';

/** Fields with a column of their own in workbooks, as [column of the table, field, name]. */
const imported = <R extends RecordType>(record: R): [column: string, field: Field, name: Having<R, 'heading'>][] =>
  having(record, 'heading').map((name) => [columnOf(record, name), fieldOf(record, name), name]);

/**
 * The parts by which the rows of a record's list become rows of its table: `columns` and `keptWhenBlank` are for
 * `upsertStaged`, `left` for its `insertOnly`.
 */
export function recordImport<R extends RecordType>(record: R) {
  const fields = imported(record);
  const required = fields.filter(([, field]) => isRequired(field));
  /** Searched columns that a file may lack, and those that it never lacks; the code is the same in both. */
  const searched = (has: (field: string) => boolean) => {
    const columns = having(record, 'searched').filter((name) => name !== 'code');
    const isStated = (name: string) => has(name) || required.some(([, , own]) => own === name);
    return { stated: columns.filter(isStated), left: columns.filter((name) => !isStated(name)) };
  };
  return {
    /** Column → SQL type. */
    columns: Object.fromEntries(fields.map(([column, { kind }]) => [column, SQL_TYPES[kind] ?? 'text'])),

    /** Column → SQL of what a new row has, where a blank cell, like a missing column, says nothing (decision 0023). */
    keptWhenBlank: Object.fromEntries(
      fields.flatMap(([column, field]) => (field.keptWhenBlank ? [[column, literal(emptyOf(field))]] : [])),
    ),

    /** Column → value of a row. */
    staged: (row: Row): Record<string, unknown> =>
      Object.fromEntries(
        fields.map(([column, field, name]) => {
          const value = row[name] ?? null;
          return [column, field.keptWhenBlank ? (value === '' ? null : value) : (value ?? emptyOf(field))];
        }),
      ),

    /** Columns that a file without their field leaves as they are, in records that exist. */
    left: (has: (field: string) => boolean): string[] =>
      fields.flatMap(([column, field, name]) =>
        has(name) || field.keptWhenBlank || isRequired(field) ? [] : [column],
      ),

    /** SQL of a changed row's `search`: what the file leaves out is still there to be found by. */
    searchKept: (has: (field: string) => boolean): string => {
      const { stated, left } = searched(has);
      if (left.length === 0) return 'excluded.search';
      const isSame = stated
        .map((name) => `t.${columnOf(record, name)} = excluded.${columnOf(record, name)}`)
        .join(' and ');
      const added = left.map((name) => ` || ' ' || lower(t.${columnOf(record, name)})`).join('');
      return `case when ${isSame} then t.search else trim(excluded.search${added}) end`;
    },
  };
}
