import {
  type Field,
  type FieldName,
  fieldOf,
  type Having,
  type HeldName,
  having,
  heldNames,
  isAsked,
  namesOf,
  type RecordType,
  type ValueOf,
} from '@khop/engine/records/record.ts';
import { z } from 'zod';
import { filterChoices } from './paging.ts';
import { commaList, day, decimal, quantity, vatRate, vnd } from './values.ts';

/** The schema of a value on the wire, by the kind of its field. */
const WIRE = {
  text: z.string(),
  note: z.string(),
  code: z.string(),
  taxCode: z.string(),
  phone: z.string(),
  boolean: z.boolean(),
  vatRate,
  price: decimal,
  quantity,
  vnd,
  day,
};

const wireOf = ({ kind, words = {} }: Field): z.ZodType =>
  kind === 'choice' ? z.enum(Object.keys(words)) : WIRE[kind];

const orNull = ({ nullable }: Field, value: z.ZodType): z.ZodType => (nullable ? value.nullable() : value);

/** A text has a limit of length and, but for a note, is trimmed. */
function changeOf(field: Field): z.ZodType {
  const { kind, edited } = field;
  if (typeof edited !== 'object') return wireOf(field);
  if (kind === 'note') return z.string().max(edited.max);
  if (edited.digits)
    return z
      .string()
      .trim()
      .regex(new RegExp(`^(\\d{${edited.max}})?$`), `Cần đúng ${edited.max} chữ số`);
  return (edited.required ? z.string().trim().min(1) : z.string().trim()).max(edited.max);
}

const filterOf = ({ kind, filter, ...field }: Field): z.ZodType =>
  filter === 'several'
    ? commaList(wireOf({ kind, ...field }) as z.ZodType<string, string>)
    : kind === 'boolean'
      ? z.stringbool()
      : z.string();

type FilterValue<F extends Field> = F extends { readonly filter: 'several' }
  ? Exclude<ValueOf<F>, null>[]
  : F['kind'] extends 'boolean'
    ? boolean
    : string;

// The schemas below are made of the record's value, and their types of the record's type: hence the casts.

/** The fields of a record as the API gives it. */
export const resourceFields = <R extends RecordType>(record: R) =>
  shapeOf(namesOf(record), (name) => orNull(fieldOf(record, name), wireOf(fieldOf(record, name)))) as {
    [N in FieldName<R>]: z.ZodType<ValueOf<R['fields'][N]>, ValueOf<R['fields'][N]>>;
  };

/** The fields that a person may change, as a PATCH takes them: one that is left out stays as it is. */
export const changeFields = <R extends RecordType>(record: R) =>
  shapeOf(having(record, 'edited'), (name) =>
    orNull(fieldOf(record, name), changeOf(fieldOf(record, name))).optional(),
  ) as {
    [N in Having<R, 'edited'>]: z.ZodOptional<z.ZodType<ValueOf<R['fields'][N]>, ValueOf<R['fields'][N]>>>;
  };

/** The filters of the record's list. */
export const filterFields = <R extends RecordType>(record: R) =>
  shapeOf(having(record, 'filter'), (name) => filterOf(fieldOf(record, name)).optional()) as {
    [N in Having<R, 'filter'>]: z.ZodOptional<z.ZodType<FilterValue<R['fields'][N]>, string>>;
  };

/** The values that the list holds, for the filters that offer them. */
export const heldFields = <R extends RecordType>(record: R) =>
  shapeOf(heldNames(record), () => filterChoices) as { [N in HeldName<R>]: typeof filterChoices };

const shapeOf = (names: readonly string[], schema: (name: never) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(names.map((name) => [name, schema(name as never)]));

/** Columns that take conditions, beside those that the list is sorted by. */
export const conditionsOf = <R extends RecordType>(record: R): string[] =>
  namesOf(record).filter((name) => !fieldOf(record, name).sorts && isAsked(fieldOf(record, name)));

/**
 * Names with some put before others. The document was published before there were records: in the order that it had then,
 * and in that it stays.
 */
export function inOrder<const N extends string>(names: readonly N[], before: { readonly [M in N]?: N }): N[] {
  const ordered = [...names];
  for (const [name, next] of Object.entries(before) as [N, N][]) {
    ordered.splice(ordered.indexOf(name), 1);
    ordered.splice(ordered.indexOf(next), 0, name);
  }
  return ordered;
}

/** The same for the properties of a schema. The cast: `inOrder` leaves none of them out. */
export const shapeInOrder = <S extends object>(
  shape: S,
  before: { readonly [N in keyof S & string]?: keyof S & string },
): S => Object.fromEntries(inOrder(Object.keys(shape), before).map((name) => [name, shape[name as keyof S]])) as S;
