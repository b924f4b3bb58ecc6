import { DayPicker } from 'react-day-picker';
import { vi } from 'react-day-picker/locale';
import { cn } from '../cn.ts';

const toDate = (day: string): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
const toDay = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

const navButton =
  'flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-hover disabled:opacity-40 pointer-coarse:size-11 [&_svg]:size-4 [&_svg]:fill-current';

const classNames = {
  root: 'relative text-grid',
  months: 'flex flex-col gap-4 sm:flex-row',
  month: 'flex flex-col gap-2',
  month_caption: 'flex h-7 items-center justify-center gap-1 font-medium',
  dropdowns: 'flex gap-1',
  dropdown_root: 'relative inline-flex items-center',
  dropdown: 'absolute inset-0 cursor-pointer appearance-none opacity-0',
  caption_label: 'inline-flex items-center gap-0.5 [&_svg]:size-3.5 [&_svg]:fill-current',
  nav: 'absolute inset-x-0 top-0 z-10 flex justify-between pointer-events-none [&>*]:pointer-events-auto',
  button_previous: navButton,
  button_next: navButton,
  month_grid: 'border-collapse',
  weekday: 'size-8 text-small font-normal text-ink-3',
  week: '',
  day: 'p-0 text-center',
  day_button:
    'tabular flex size-8 items-center justify-center rounded-md hover:bg-hover disabled:opacity-40 pointer-coarse:size-11',
  today: '[&>button]:font-semibold [&>button]:text-accent',
  selected: '[&>button]:bg-primary! [&>button]:text-on-primary!',
  range_middle: 'bg-tint [&>button]:bg-transparent! [&>button]:text-tint-ink!',
  range_start: 'rounded-l-md bg-tint',
  range_end: 'rounded-r-md bg-tint',
  outside: 'text-ink-3',
  disabled: 'opacity-40',
  hidden: 'invisible',
};

type Limits = { min?: string | undefined; max?: string | undefined };

const outside = ({ min, max }: Limits) => [
  ...(min ? [{ before: toDate(min) }] : []),
  ...(max ? [{ after: toDate(max) }] : []),
];

const isOneMonth = ({ min, max }: Limits): boolean => Boolean(min && max && min.slice(0, 7) === max.slice(0, 7));

const common = {
  locale: vi,
  weekStartsOn: 1 as const,
  captionLayout: 'dropdown' as const,
  formatters: {
    formatWeekdayName: (date: Date) => ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'][date.getDay()]!,
    // As accountants write months; the locale spells them out.
    formatMonthDropdown: (date: Date) => `Tháng ${date.getMonth() + 1}`,
  },
  classNames,
};

const span = () => {
  const year = new Date().getFullYear();
  return { startMonth: new Date(year - 10, 0), endMonth: new Date(year + 3, 11) };
};

/** One day from a month in Vietnamese. */
export function Calendar({
  value,
  onChange,
  min,
  max,
}: Limits & { value: string | null; onChange: (day: string) => void }) {
  return (
    <DayPicker
      {...common}
      {...span()}
      mode="single"
      showOutsideDays
      autoFocus
      selected={value ? toDate(value) : undefined}
      defaultMonth={value ? toDate(value) : undefined}
      disabled={outside({ min, max })}
      onSelect={(date) => {
        if (date) onChange(toDay(date));
      }}
    />
  );
}

/** A first and a last day. */
export function RangeCalendar({
  from,
  to,
  onChange,
  min,
  max,
  className,
}: Limits & {
  from: string | null;
  to: string | null;
  onChange: (from: string | null, to: string | null) => void;
  className?: string;
}) {
  return (
    <DayPicker
      {...common}
      {...span()}
      mode="range"
      numberOfMonths={matchMedia('(min-width: 640px)').matches && !isOneMonth({ min, max }) ? 2 : 1}
      className={cn(className)}
      selected={{ from: from ? toDate(from) : undefined, to: to ? toDate(to) : undefined }}
      defaultMonth={from || min ? toDate(from || min!) : undefined}
      disabled={outside({ min, max })}
      onSelect={(range) => onChange(range?.from ? toDay(range.from) : null, range?.to ? toDay(range.to) : null)}
    />
  );
}
