import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { cn } from '../cn.ts';
import { formatDecimal, parseTypedDecimal } from '../format/number.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { useUnread } from './unread.ts';

export type NumberFieldProps = FieldProps & {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
};

/** A whole number with steppers (counts, lines per invoice). Not for money or quantities. */
export function NumberField({ value, onChange, min, max, step = 1, disabled, ...field }: NumberFieldProps) {
  const [bad, setBad] = useState(false);
  // «10 000» of a spreadsheet is ten thousand: what is pasted is read whole or not at all.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const pasted = parseTypedDecimal(event.clipboardData.getData('text/plain'));
    const whole = pasted?.includes('.') ? Number.NaN : Number(pasted);
    const fits = Number.isSafeInteger(whole) && whole >= (min ?? whole) && whole <= (max ?? whole);
    setBad(!fits);
    if (fits) onChange(whole);
  };
  const stepper =
    'flex w-7 shrink-0 items-center justify-center text-ink-2 hover:bg-hover disabled:opacity-40 pointer-coarse:w-11';
  return (
    <Field {...field} error={field.error ?? (bad ? wholeMessage(min, max) : undefined)}>
      {(control) => (
        <Base.Root
          id={control.id}
          locale="vi-VN"
          value={value}
          onValueChange={(next) => {
            setBad(false);
            onChange(next);
          }}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
        >
          <Base.Group className={cn(controlClass, 'flex overflow-hidden px-0! focus-within:border-primary')}>
            <Base.Decrement aria-label="Giảm" className={stepper}>
              <Minus aria-hidden className="size-3.5" />
            </Base.Decrement>
            <Base.Input
              aria-invalid={control['aria-invalid']}
              aria-describedby={control['aria-describedby']}
              onPaste={paste}
              className="tabular w-full min-w-0 border-x border-line bg-transparent px-2 text-right outline-none"
            />
            <Base.Increment aria-label="Tăng" className={stepper}>
              <Plus aria-hidden className="size-3.5" />
            </Base.Increment>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  );
}

const wholeMessage = (min: number | undefined, max: number | undefined): string =>
  ['Cần một số nguyên', ...(min === undefined ? [] : [`từ ${formatDecimal(min)}`])]
    .concat(max === undefined ? [] : [`đến ${formatDecimal(max)}`])
    .join(' ')
    .concat('.');

export type DecimalFieldProps = FieldProps & {
  /** An exact decimal string ("1234.5"), or null when empty. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Most decimals accepted; 0 for whole numbers. */
  places?: number;
  /** Unit shown at the right, e.g. "đ" or "Thùng". */
  unit?: string;
  placeholder?: string;
  disabled?: boolean;
  name?: string;
};

/** A quantity or a price: typed and shown as `1.234,5`, kept as an exact decimal string. Never a float. */
export function QuantityField({
  value,
  onChange,
  places = 6,
  unit,
  placeholder,
  disabled,
  name,
  ...field
}: DecimalFieldProps) {
  const [text, setText] = useState(() => formatDecimal(value));
  const [bad, setBad] = useState(false);
  const focused = useRef(false);
  useEffect(() => {
    if (!focused.current) setText(formatDecimal(value));
  }, [value]);
  const read = (typed: string): string | null | undefined => {
    if (typed.trim() === '') return null;
    const parsed = parseTypedDecimal(typed);
    return parsed !== undefined && (parsed.split('.')[1]?.length ?? 0) <= places ? parsed : undefined;
  };
  const message =
    places === 0 ? 'Cần một số nguyên, ví dụ 1.234.567.' : `Cần một số, tối đa ${places} chữ số lẻ, ví dụ 1.234,5.`;
  const unread = useUnread(read(text) === undefined ? message : undefined, () => setBad(true));
  return (
    <Field {...field} error={field.error ?? (bad ? message : undefined)}>
      {(control) => (
        <span className="relative flex">
          <input
            {...control}
            {...unread}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder}
            value={text}
            onFocus={(event) => {
              focused.current = true;
              event.target.select();
            }}
            onChange={(event) => {
              setText(event.target.value);
              setBad(false);
              const parsed = read(event.target.value);
              if (parsed !== undefined) onChange(parsed);
            }}
            onBlur={() => {
              focused.current = false;
              const parsed = read(text);
              setBad(parsed === undefined);
              if (parsed !== undefined) setText(formatDecimal(parsed));
            }}
            style={unit ? { paddingRight: `calc(${unit.length}ch + 18px)` } : undefined}
            className={cn(controlClass, 'tabular text-right')}
          />
          {unit ? (
            <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-ink-3">
              {unit}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
}
