import {
  type Field,
  fieldOf,
  type Having,
  having,
  type RecordType,
  type ValuesOf,
} from '@khop/engine/records/record.ts';
import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Bound, text } from '../../ui/fields/form.tsx';
import { QuantityField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea, TextField } from '../../ui/fields/text-field.tsx';
import { shownValue } from './changes.ts';
import { fieldText, wordOptions } from './record-words.ts';

/** The values in the form of a record; a select has no empty value. */
export type FormValues = Record<string, string | boolean | null>;
const UNSAID = 'unknown';

/** The fields of the record that a PATCH takes beside the version. */
export type RecordChanges<R extends RecordType> = Partial<Pick<ValuesOf<R>, Having<R, 'edited'>>>;

const isSelect = ({ kind, nullable }: Field): boolean =>
  kind === 'choice' || kind === 'vatRate' || (kind === 'boolean' && nullable === true);

/** The options of a select: that nothing is said, the words, and a value beside them that the record has. */
function selectOptions(field: Field, value: string) {
  const unsaid = { value: UNSAID, label: field.kind === 'boolean' ? 'Chưa rõ' : 'Chưa khai' };
  const options = [...(field.nullable ? [unsaid] : []), ...wordOptions(field)];
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: fieldText(field, value) }];
}

/** A value of the form in the words and figures that the form shows. */
export function formText(field: Field, value: FormValues[string]): string {
  if (!isSelect(field)) return shownValue(typeof value === 'boolean' ? value : fieldText(field, value));
  const chosen = String(value);
  return selectOptions(field, chosen).find((option) => option.value === chosen)!.label;
}

/** The record as its form holds it. */
export const formValues = <R extends RecordType>(record: R, values: ValuesOf<R>): FormValues =>
  Object.fromEntries(
    having(record, 'edited').map((name) => {
      const value = values[name] as string | boolean | null;
      return [name, isSelect(fieldOf(record, name)) ? String(value ?? UNSAID) : value];
    }),
  );

/** The changes made in the form, as the service takes them. */
export const formChanges = <R extends RecordType>(record: R, changes: Partial<FormValues>): RecordChanges<R> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const { kind, nullable } = record.fields[name]!;
      if (nullable && value === UNSAID) return [name, null];
      return [name, kind === 'boolean' && typeof value === 'string' ? value === 'true' : value];
    }),
    // The names are those of the form, which has the fields that may be changed.
  ) as RecordChanges<R>;

/** A text of this length and more has a line to itself. */
const LONG = 500;

type Place = 'line' | 'half' | 'area' | 'tick';

function placeOf({ kind, nullable, edited }: Field): Place {
  if (kind === 'note') return 'area';
  if (kind === 'boolean' && !nullable) return 'tick';
  return typeof edited === 'object' && edited.max >= LONG ? 'line' : 'half';
}

/** The fields of a record that a person may change: long texts first, then short ones side by side, notes and ticks. */
export function RecordFields({ record, form }: { record: RecordType; form: UseFormReturn<FormValues> }) {
  const at = (place: Place) =>
    having(record, 'edited')
      .filter((name) => placeOf(fieldOf(record, name)) === place)
      .map((name) => <RecordField key={name} name={name} field={fieldOf(record, name)} form={form} />);
  return (
    <>
      {at('line')}
      <div className="grid grid-cols-2 gap-3">{at('half')}</div>
      {at('area')}
      <div className="flex flex-wrap gap-x-6">{at('tick')}</div>
    </>
  );
}

function RecordField({ name, field, form }: { name: string; field: Field; form: UseFormReturn<FormValues> }) {
  const { kind, label, ticked = label, edited } = field;
  if (placeOf(field) === 'tick')
    return (
      <Bound control={form.control} name={name}>
        {({ value, onChange }) => <Checkbox label={ticked} name={name} checked={value === true} onChange={onChange} />}
      </Bound>
    );
  if (isSelect(field))
    return (
      <Bound control={form.control} name={name}>
        {({ value, ...bound }) => (
          <Select label={label} value={String(value)} {...bound} options={selectOptions(field, String(value))} />
        )}
      </Bound>
    );
  if (kind === 'price')
    return (
      <Bound control={form.control} name={name}>
        {({ value, ...bound }) => (
          <QuantityField label={label} unit="đ" value={value === null ? null : String(value)} {...bound} />
        )}
      </Bound>
    );
  if (kind === 'day')
    return (
      <Bound control={form.control} name={name}>
        {({ value, ...bound }) => <DateField label={label} value={value === null ? null : String(value)} {...bound} />}
      </Bound>
    );
  if (kind === 'note') return <TextArea label={label} {...text(form, name)} />;
  const required = typeof edited === 'object' && edited.required === true;
  return <TextField label={label} required={required} type={kind === 'phone' ? 'tel' : 'text'} {...text(form, name)} />;
}
