import { CalendarDays } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { cn } from '../cn.ts';
import { formatDay, parseTypedDay } from '../format/time.ts';
import { Popover } from '../overlays/popover.tsx';
import { part } from '../part.ts';
import { Skeleton } from '../states.tsx';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { useUnread } from './unread.ts';

const Calendar = part(() => import('./calendar.tsx'), 'Calendar');

export type DateFieldProps = FieldProps & {
  /** `YYYY-MM-DD`, or null when empty. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** First and last day that may be chosen, `YYYY-MM-DD`. */
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean;
  name?: string;
};

/** A day, typed as dd/mm/yyyy (or ddmmyyyy, d/m) or picked from a calendar. */
export function DateField({ value, onChange, min, max, disabled, name, ...field }: DateFieldProps) {
  const [text, setText] = useState(() => formatDay(value));
  const [bad, setBad] = useState<string | undefined>(undefined);
  const [open, setOpen] = useState(false);
  const focused = useRef(false);
  useEffect(() => {
    if (!focused.current) setText(formatDay(value));
  }, [value]);

  const problemOf = (day: string | undefined): string | undefined => {
    if (day === undefined) return 'Ngày không hợp lệ. Nhập dạng dd/mm/yyyy, ví dụ 05/03/2026.';
    if (min && day < min) return `Ngày phải từ ${formatDay(min)} trở đi.`;
    if (max && day > max) return `Ngày phải đến ${formatDay(max)} trở về trước.`;
    return undefined;
  };
  const isRead = text.trim() === '' || text === formatDay(value);
  const unread = useUnread(isRead ? undefined : problemOf(parseTypedDay(text)), setBad);
  const accept = (typed: string): boolean => {
    if (typed.trim() === '') {
      setBad(undefined);
      if (value !== null) onChange(null);
      return true;
    }
    const day = parseTypedDay(typed);
    const problem = problemOf(day);
    setBad(problem);
    if (problem !== undefined || day === undefined) return false;
    setText(formatDay(day));
    if (day !== value) onChange(day);
    return true;
  };

  return (
    <Field {...field} error={field.error ?? bad}>
      {(control) => (
        <span className="relative flex items-center">
          <input
            {...control}
            {...unread}
            name={name}
            disabled={disabled}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/yyyy"
            value={text}
            onFocus={() => {
              focused.current = true;
            }}
            onChange={(event) => {
              setText(event.target.value);
              setBad(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') accept(text);
              if (event.key === 'ArrowDown' && event.altKey) {
                event.preventDefault();
                setOpen(true);
              }
            }}
            onBlur={() => {
              focused.current = false;
              accept(text);
            }}
            className={cn(controlClass, 'tabular pr-9 pointer-coarse:pr-12')}
          />
          <span className="absolute right-1 pointer-coarse:right-0">
            <Popover
              label="Chọn ngày"
              open={open}
              onOpenChange={setOpen}
              align="end"
              trigger={
                <button
                  type="button"
                  aria-label="Mở lịch"
                  disabled={disabled}
                  className="flex size-7 items-center justify-center rounded-md text-ink-3 pointer-coarse:size-11 hover:bg-hover hover:text-ink"
                >
                  <CalendarDays aria-hidden className="size-4" />
                </button>
              }
            >
              <Suspense fallback={<Skeleton className="h-64 w-60" />}>
                <Calendar
                  value={value}
                  min={min}
                  max={max}
                  onChange={(day) => {
                    setOpen(false);
                    setText(formatDay(day));
                    setBad(undefined);
                    onChange(day);
                  }}
                />
              </Suspense>
            </Popover>
          </span>
        </span>
      )}
    </Field>
  );
}
