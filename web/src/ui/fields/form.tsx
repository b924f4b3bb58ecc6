import type { ReactElement } from 'react';
import {
  type Control,
  Controller,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseControllerProps,
  type UseFormReturn,
} from 'react-hook-form';

/** The props that a controlled field of the kit takes from a form. */
export type BoundField<Value> = {
  value: Value;
  onChange: (value: Value) => void;
  name: string;
  error: string | undefined;
};

/**
 * Ties a controlled field of the kit to react-hook-form:
 * `<Bound control={form.control} name="price">{(field) => <MoneyField label="Giá" {...field} />}</Bound>`.
 */
export function Bound<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  rules,
  children,
}: {
  control: Control<Values>;
  name: Name;
  rules?: UseControllerProps<Values, Name>['rules'];
  children: (field: BoundField<FieldPathValue<Values, Name>>) => ReactElement;
}) {
  return (
    <Controller
      control={control}
      name={name}
      {...(rules && { rules })}
      render={({ field, fieldState }) =>
        children({
          value: field.value,
          onChange: field.onChange,
          name: field.name,
          error: fieldState.error?.message,
        })
      }
    />
  );
}

/**
 * Attributes of a text field of the kit: `<TextField label="Tên" {...text(form, 'name')} />`. A field that must be filled in
 * (`{ required: true }`) is asked for before anything is sent.
 */
export function text<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: FieldPath<Values>,
  { required = false }: { required?: boolean } = {},
) {
  return {
    ...form.register(name, required ? { validate: filled } : {}),
    error: form.getFieldState(name, form.formState).error?.message,
  };
}

const filled = (value: unknown): true | string => String(value ?? '').trim() !== '' || 'Đang trống';

/** The service says what is wrong within a sentence; beside a field it begins one. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Puts a refusal of the service beside the fields it names (`details: [{ path, message }]` of a VALIDATION error).
 * True when at least one field took it.
 */
export function showFieldErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const details: unknown =
    typeof error === 'object' && error !== null && 'details' in error ? error.details : undefined;
  const list = Array.isArray(details) ? details : [];
  let shown = false;
  for (const entry of list as unknown[]) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { path, message } = entry as { path?: unknown; message?: unknown };
    const name = Array.isArray(path) ? path.filter((part) => part !== 'body').join('.') : path;
    if (typeof name !== 'string' || typeof message !== 'string' || !(name.split('.')[0]! in form.getValues())) continue;
    // The first of them takes the focus, so that it can be mended at once.
    form.setError(name as FieldPath<Values>, { message: sentence(message) }, { shouldFocus: !shown });
    shown = true;
  }
  return shown;
}
