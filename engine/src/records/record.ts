/**
 * A business record, said once as a plain value: what its fields are called, what they hold and what may be done with them.
 * Every room derives its part with ordinary functions of its own (decision 0036):
 *
 *   engine    columns of workbooks            sheets/layouts/record-fields.ts
 *   contract  resource, changes, filters      record-fields.ts
 *   server    sorts, filters, import          db/records/
 *   web       columns, filters, facts, form   shared/records
 */

/** Kinds of values, named as the `FieldType` of the sheets; a `note` is a text of several lines. */
export type FieldKind =
  | 'text'
  | 'note'
  | 'code'
  | 'taxCode'
  | 'phone'
  | 'boolean'
  | 'choice'
  | 'vatRate'
  | 'price'
  | 'quantity'
  | 'vnd'
  | 'day';

/** The column of a field in workbooks. */
export type Heading = {
  /** The header as the system itself writes it. */
  readonly header: string;
  /** Other headers met in real files; for a grouped field, the forms that are alone in one header row. */
  readonly aliases?: readonly string[];
  /** `column`: the file is refused without this column. `value`: and a row is rejected without a value. */
  readonly required?: 'column' | 'value';
  /** Summed into the control totals. */
  readonly total?: boolean;
  /** Words of the cells: value of the row → texts met in files, the first one being what the system writes. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /**
   * Value of a row when the file has the column and its cell is blank: only if the system itself writes a blank for it.
   * Default null.
   */
  readonly blank?: null | string | number | boolean;
};

export type Field = {
  readonly kind: FieldKind;
  /** Its name for people, on every screen. */
  readonly label: string;
  /** A shorter name for columns and filters, which have little room. */
  readonly short?: string;
  /** The words beside its tick in a form, if they are not the label. */
  readonly ticked?: string;
  /** Value → what people read; the values of a `choice` are these. */
  readonly words?: Readonly<Record<string, string>>;
  /** Column of the table, when it is not the field's name in snake case. */
  readonly column?: string;
  readonly nullable?: true;
  /** Value of a new record when nothing is said. Default: null, '' or false. */
  readonly empty?: string | boolean;
  /** The list can be sorted by it. */
  readonly sorts?: true;
  /** Not a column of the list, which could be asked conditions. */
  readonly unlisted?: true;
  /** The list has a filter of its own for it, which takes one value or several. */
  readonly filter?: 'one' | 'several';
  /** Found by the search of the list. */
  readonly searched?: true;
  /** A person may change it; a text up to a length, `required` not to nothing, `digits` to exactly so many or to nothing. */
  readonly edited?: true | { readonly max: number; readonly required?: true; readonly digits?: true };
  /**
   * Personal data (Luật 91/2025/QH15): whole only where one record is opened, masked in lists, their files and the log, and
   * nothing that a list is asked for.
   */
  readonly personal?: true;
  /** The import of the record's list takes it in. */
  readonly heading?: Heading;
  /** A blank cell leaves it as it is, because people decide about it (decision 0023); otherwise a blank cell empties it. */
  readonly keptWhenBlank?: true;
};

export type RecordType = {
  readonly table: string;
  /** Its name in the audit log. */
  readonly entity: string;
  /** One of them, as a title. */
  readonly noun: string;
  /** In the order of the screens. */
  readonly fields: Readonly<Record<string, Field>>;
};

export type FieldName<R extends RecordType> = keyof R['fields'] & string;

/** The fields of a record that say `P`: naming another one is a compile error. */
export type Having<R extends RecordType, P extends keyof Field> = {
  [N in FieldName<R>]: P extends keyof R['fields'][N] ? N : never;
}[FieldName<R>];

type Held<F extends Field> = F['kind'] extends 'boolean'
  ? boolean
  : F['kind'] extends 'vnd'
    ? number
    : F['kind'] extends 'choice'
      ? keyof F['words'] & string
      : string;

export type ValueOf<F extends Field> = F extends { readonly nullable: true } ? Held<F> | null : Held<F>;

/** The record itself: amounts are whole đồng, quantities and prices decimal strings, days `YYYY-MM-DD`. */
export type ValuesOf<R extends RecordType> = { [N in FieldName<R>]: ValueOf<R['fields'][N]> };

/** Names of a record's fields, in order. */
export const namesOf = <R extends RecordType>(record: R): FieldName<R>[] => Object.keys(record.fields);

/** Names of the fields that say `property`, in order. */
export const having = <R extends RecordType, P extends keyof Field>(record: R, property: P): Having<R, P>[] =>
  // The type names the fields that the filter leaves.
  namesOf(record).filter((name) => property in record.fields[name]!) as string[] as Having<R, P>[];

/** The field of that name, with all that a field may say. */
export const fieldOf = <R extends RecordType>(record: R, name: FieldName<R>): Field => record.fields[name]!;

/** Its column in the table of the record. */
export const columnOf = <R extends RecordType>(record: R, name: FieldName<R>): string =>
  fieldOf(record, name).column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Personal data as a list shows them: enough to distinguish two records of one name. */
export const masked = (value: string): string => (value === '' ? '' : `••••${value.length > 4 ? value.slice(-4) : ''}`);

/** The values of a record with its personal data masked; what the record does not say stays as it is. */
export function maskedValues<T extends Readonly<Record<string, unknown>>>(record: RecordType, values: T): T {
  const names = having(record, 'personal') as string[];
  return { ...values, ...Object.fromEntries(names.map((name) => [name, masked(String(values[name] ?? ''))])) };
}

/** A change for the log, its personal data masked: numbers that only differ where the mask is are said to differ. */
export function maskedChange<T extends Readonly<Record<string, unknown>>>(record: RecordType, before: T, after: T) {
  const shown = { before: maskedValues(record, before), after: maskedValues(record, after) };
  const hidden = (having(record, 'personal') as string[]).filter(
    (name) => before[name] !== after[name] && shown.before[name] === shown.after[name],
  );
  return {
    ...shown,
    after: { ...shown.after, ...Object.fromEntries(hidden.map((name) => [name, `${shown.after[name]} (số khác)`])) },
  };
}

/** True when conditions on the list may name the field. */
export const isAsked = ({ unlisted, personal }: Field): boolean => !unlisted && !personal;

/** Value of the field when nothing is said. */
export function emptyOf({ kind, nullable, empty }: Field): null | string | boolean {
  if (empty !== undefined) return empty;
  return nullable ? null : kind === 'boolean' ? false : '';
}

/** Fields whose filter offers what the list holds; a flag or a choice offers its words. */
export type HeldName<R extends RecordType> = {
  [N in Having<R, 'filter'>]: R['fields'][N]['kind'] extends 'boolean' | 'choice' ? never : N;
}[Having<R, 'filter'>];

export const heldNames = <R extends RecordType>(record: R): HeldName<R>[] =>
  // As in `having`.
  having(record, 'filter').filter(
    (name) => !['boolean', 'choice'].includes(fieldOf(record, name).kind),
  ) as string[] as HeldName<R>[];
