import { CalendarRange } from 'lucide-react';
import { Suspense, useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { cn } from '../cn.ts';
import { formatDay, today } from '../format/time.ts';
import { Popover } from '../overlays/popover.tsx';
import { part } from '../part.ts';
import { Skeleton } from '../states.tsx';
import { DateField } from './date-field.tsx';
import { useFilterNote } from './filter-notes.ts';

const RangeCalendar = part(() => import('./calendar.tsx'), 'RangeCalendar');

export type DayRange = { from: string | null; to: string | null };

const lastOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const monthRange = (year: number, month: number): DayRange => ({
  from: `${year}-${String(month).padStart(2, '0')}-01`,
  to: lastOfMonth(year, month),
});

/** Ranges that accountants ask for, seen from a day. */
function rangePresets(now: string): readonly { label: string; range: DayRange }[] {
  const year = Number(now.slice(0, 4));
  const month = Number(now.slice(5, 7));
  const quarter = Math.floor((month - 1) / 3) * 3 + 1;
  const before = month === 1 ? monthRange(year - 1, 12) : monthRange(year, month - 1);
  return [
    { label: 'Tháng này', range: monthRange(year, month) },
    { label: 'Tháng trước', range: before },
    { label: 'Quý này', range: { from: monthRange(year, quarter).from, to: lastOfMonth(year, quarter + 2) } },
    { label: 'Năm nay', range: { from: `${year}-01-01`, to: `${year}-12-31` } },
  ];
}

/** The words of a range: "01/03/2026 – 31/03/2026". */
function rangeText({ from, to }: DayRange): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `Từ ${formatDay(from)}`;
  return to ? `Đến ${formatDay(to)}` : '';
}

/** A range of days as a filter of a list: typed, picked, or by month and quarter. */
export function DateRangeFilter({
  label = 'Khoảng ngày',
  value,
  onChange,
  within,
}: {
  label?: string;
  value: DayRange;
  onChange: (value: DayRange) => void;
  /** The only days that the list has: nothing outside them is offered. */
  within?: { fromDate: string; toDate: string };
}) {
  const [open, setOpen] = useState(false);
  const text = rangeText(value);
  useFilterNote(label, text);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          icon={<CalendarRange aria-hidden />}
          className={cn('font-normal', text && 'border-primary bg-tint-soft text-tint-ink dark:border-accent/60')}
        >
          {text ? <span className="tabular">{text}</span> : label}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <DateRangeField value={value} onChange={onChange} label={label} />
        <div className="flex flex-wrap gap-1 empty:hidden">
          {within
            ? null
            : rangePresets(today()).map((preset) => (
                <Button key={preset.label} size="sm" onClick={() => onChange(preset.range)}>
                  {preset.label}
                </Button>
              ))}
          {text ? (
            <Button size="sm" variant="ghost" onClick={() => onChange({ from: null, to: null })}>
              {strings.common.clear}
            </Button>
          ) : null}
        </div>
        <Suspense fallback={<Skeleton className="h-64 w-60" />}>
          <RangeCalendar
            from={value.from}
            to={value.to}
            min={within?.fromDate}
            max={within?.toDate}
            onChange={(from, to) => onChange({ from, to })}
          />
        </Suspense>
      </div>
    </Popover>
  );
}

/** A first and a last day in a form, the first not after the last. */
function DateRangeField({
  label,
  value,
  onChange,
  error,
  required,
}: {
  label: string;
  value: DayRange;
  onChange: (value: DayRange) => void;
  error?: string | undefined;
  required?: boolean;
}) {
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(132px,1fr))] gap-2">
        <DateField
          label="Từ ngày"
          required={required ?? false}
          value={value.from}
          max={value.to ?? undefined}
          error={error}
          onChange={(from) => onChange({ ...value, from })}
        />
        <DateField
          label="Đến ngày"
          required={required ?? false}
          value={value.to}
          min={value.from ?? undefined}
          onChange={(to) => onChange({ ...value, to })}
        />
      </div>
    </fieldset>
  );
}
