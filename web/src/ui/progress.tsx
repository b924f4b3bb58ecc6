import { cn } from './cn.ts';
import { formatCount } from './format/number.ts';
import { formatDuration } from './format/time.ts';

export type ProgressProps = {
  /** The work that is going on, as an accessible name. */
  label: string;
  /** 0–100; left out while unknown. */
  percent?: number | null | undefined;
  done?: number | null | undefined;
  total?: number | null | undefined;
  etaSeconds?: number | null | undefined;
  tone?: 'green' | 'red' | 'grey';
  /** The bar alone, without the line of figures. */
  bare?: boolean;
};

/** A bar with its numbers and the time left. */
export function Progress({ label, percent, done, total, etaSeconds, tone = 'green', bare = false }: ProgressProps) {
  const known = typeof percent === 'number' && Number.isFinite(percent);
  const value = known ? Math.min(100, Math.max(0, percent)) : undefined;
  const figures = [
    typeof done === 'number' && typeof total === 'number' && total > 0
      ? `${formatCount(done)}/${formatCount(total)}`
      : '',
    value === undefined ? '' : `${Math.floor(value)}%`,
    typeof etaSeconds === 'number' && etaSeconds > 0 ? `còn khoảng ${formatDuration(etaSeconds)}` : '',
  ].filter(Boolean);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {bare ? null : (
        <div className="flex flex-wrap justify-between gap-x-2 text-small text-ink-2">
          <span className="truncate">{label}</span>
          <span className="tabular shrink-0">{figures.join(' · ')}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === undefined ? undefined : Math.floor(value)}
        aria-valuetext={figures.join(', ') || undefined}
        className="h-1.5 forced-color-adjust-none overflow-hidden rounded-full bg-grey-tint"
      >
        <div
          className={cn(
            'h-full rounded-full transition-[width] duration-150',
            tone === 'red' ? 'bg-red' : tone === 'grey' ? 'bg-ink-3' : 'bg-primary dark:bg-accent',
            value === undefined && 'w-1/3 animate-pulse',
          )}
          style={value === undefined ? undefined : { width: `${value}%` }}
        />
      </div>
    </div>
  );
}
