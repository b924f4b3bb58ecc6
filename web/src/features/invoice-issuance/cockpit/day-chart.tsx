import { useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { cn } from '../../../ui/cn.ts';
import { formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';

type Day = OutputOf<'getPeriodStats'>['byDay'][number];

const NAMES: Readonly<Record<string, string>> = {
  invoiced: 'Lập hóa đơn',
  alreadyInvoiced: 'Đã xuất ở AMIS',
  unallocated: 'Chưa xuất',
  excluded: 'Loại khỏi kỳ',
};
const COLOURS: Readonly<Record<string, string>> = {
  invoiced: 'bg-primary',
  alreadyInvoiced: 'bg-primary/45',
  unallocated: 'bg-amber-line',
  excluded: 'bg-ink-3/50',
};

const PARTS = ['invoiced', 'alreadyInvoiced', 'unallocated', 'excluded'] as const;

/** Round ticks from zero up; a day below zero (returns) only gets the room that it needs. */
function scaleOf(days: readonly Day[]): { bottom: number; ticks: number[] } {
  const stack = (day: Day, sign: 1 | -1) => PARTS.reduce((sum, part) => sum + sign * Math.max(0, sign * day[part]), 0);
  const top = Math.max(1, ...days.map((day) => stack(day, 1)));
  const bottom = Math.min(0, ...days.map((day) => stack(day, -1)));
  const unit = 10 ** Math.floor(Math.log10(top));
  const step = [0.2, 0.25, 0.5, 1, 2].map((part) => part * unit).find((one) => top / one <= 4) ?? unit * 5;
  return { bottom, ticks: Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step) };
}

/** The parts of a day from zero outwards, those below zero (returns) downwards: where each begins and how long it is. */
function partsOf(day: Day): { part: (typeof PARTS)[number]; from: number; size: number }[] {
  let up = 0;
  let down = 0;
  return PARTS.map((part) => {
    const value = day[part];
    if (value < 0) {
      down += value;
      return { part, from: down, size: -value };
    }
    up += value;
    return { part, from: up - value, size: value };
  });
}

/** Each day's ledger as one bar of four parts. The same figures are in the table beside it. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const [pointed, setPointed] = useState<number>();
  const { bottom, ticks } = scaleOf(days);
  const range = (ticks.at(-1) ?? 1) - bottom;
  const height = (value: number) => `${((value - bottom) / range) * 100}%`;
  const shown = pointed === undefined ? undefined : days[pointed];
  const every = Math.ceil(days.length / 16);
  return (
    <div aria-hidden className="relative h-44 pb-5 pl-14 text-small text-ink-3">
      <div className="relative h-full">
        {ticks.map((tick) => (
          <div key={tick} className="absolute inset-x-0 h-px bg-line" style={{ bottom: height(tick) }}>
            <span className="tabular absolute top-1/2 right-full mr-2 -translate-y-1/2 whitespace-nowrap">
              {`${(tick / 1e6).toLocaleString('vi-VN')} tr`}
            </span>
          </div>
        ))}
        <div className="absolute inset-0 flex" onPointerLeave={() => setPointed(undefined)}>
          {days.map((day, index) => (
            <div
              key={day.day}
              className={cn('relative min-w-0 grow basis-0', index === pointed && 'bg-hover')}
              onPointerEnter={() => setPointed(index)}
            >
              {partsOf(day).map(({ part, from, size }) => (
                <div
                  key={part}
                  className={cn('absolute inset-x-[12%] forced-color-adjust-none', COLOURS[part])}
                  style={{ bottom: height(from), height: `${(size / range) * 100}%` }}
                />
              ))}
              {index % every === 0 ? (
                <span className="tabular absolute top-full left-1/2 mt-1 -translate-x-1/2">
                  {Number(day.day.slice(8))}
                </span>
              ) : null}
            </div>
          ))}
        </div>
        {shown ? (
          <div
            className={cn(
              'pointer-events-none absolute top-0 z-10 rounded-md border border-line bg-raised px-2.5 py-1.5 text-grid text-ink shadow-overlay',
              pointed! < days.length / 2 ? 'right-0' : 'left-0',
            )}
          >
            <p className="m-0 pb-1 font-medium">{formatDay(shown.day)}</p>
            {PARTS.map((part) => (
              <p key={part} className="m-0 flex items-center gap-2">
                <span className={cn('size-2 rounded-full forced-color-adjust-none', COLOURS[part])} />
                <span className="grow pr-3 text-ink-2">{NAMES[part]}</span>
                <span className="tabular">{formatVnd(shown[part])}</span>
              </p>
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
}
