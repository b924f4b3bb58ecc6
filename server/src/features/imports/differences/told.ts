import { columnOf, fieldOf, masked, namesOf, type RecordType } from '@khop/engine/records/record.ts';
import type { LayoutName } from '@khop/engine/sheets/layouts/layout.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';

/** A column of a table as people know it. */
export type ToldField = {
  readonly label: string;
  readonly kind: 'text' | 'number' | 'day';
  /** The words of a value, which are else the value itself. */
  readonly say?: (value: string) => string;
  /** The fields of an object that the column holds; they take the place of its own label. */
  readonly parts?: Readonly<Record<string, ToldField>>;
};

/** The words in which the rows of an import's table are told to people. */
export type ToldRows = {
  /** SQL of a row's code and of its title; `r` is the row as jsonb. */
  readonly code: string;
  readonly title: string;
  /** Column → how it is told. Columns that are not here say nothing to people. */
  readonly fields: Readonly<Record<string, ToldField>>;
  /** The column that has the keys of staged rows; `code` unless told. */
  readonly key?: string;
  /** SQL of the rows `t` that a file of profile `p.id` is expected to name. Those that it leaves out and that stay are told as missing. */
  readonly expected?: string;
};

const YES_NO = (value: string): string => (value === 'true' ? 'Có' : 'Không');

const KINDS: Readonly<Record<string, ToldField['kind']>> = {
  vnd: 'number',
  price: 'number',
  quantity: 'number',
  day: 'day',
};

const labelled = (
  label: string,
  { kind, words }: { readonly kind: string; readonly words?: Readonly<Record<string, string>> | undefined },
): ToldField => ({
  label,
  kind: KINDS[kind] ?? 'text',
  ...(kind === 'boolean' && { say: YES_NO }),
  ...(words && { say: (value) => words[value] ?? value }),
});

/** The columns of a record, under the names that every screen has for them. */
export function fieldsOfRecord(record: RecordType): Record<string, ToldField> {
  const told = namesOf(record).map((name): [string, ToldField] => {
    const { label, kind, words, personal } = fieldOf(record, name);
    const field = labelled(label, { kind, words });
    return [columnOf(record, name), personal ? { ...field, say: masked } : field];
  });
  return Object.fromEntries(told);
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** SQL of a title of two columns; one that the file leaves blank is not in it. */
export const titleOf = (first: string, second: string): string =>
  `concat_ws(' · ', r ->> '${first}', nullif(r ->> '${second}', ''))`;

/**
 * Columns of a table under the headers of the layout that fills them; `from` names the layout's field where it is not called
 * as the column is.
 */
export function fieldsOfLayout(
  layout: LayoutName,
  columns: readonly string[],
  from: Readonly<Record<string, string>> = {},
): Record<string, ToldField> {
  const told = columns.map((column): [string, ToldField] => {
    const name = from[column] ?? camelCase(column);
    const field = layouts[layout].fields.find((one) => one.field === name);
    if (!field) throw new Error(`The layout ${layout} has no field ${name}`);
    const words =
      field.choices &&
      Object.fromEntries(Object.entries(field.choices).map(([value, [first]]) => [value, first ?? '']));
    const label = [field.group, field.header].filter(Boolean).join(' – ').replace(/\s+/g, ' ');
    return [column, labelled(label, { kind: field.type, words })];
  });
  return Object.fromEntries(told);
}
