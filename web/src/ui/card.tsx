import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './states.tsx';

/** A bordered group of content. */
export function Card({
  title,
  actions,
  children,
  className,
  flush = false,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** No padding around the content (tables, grids). */
  flush?: boolean;
}) {
  return (
    <section className={cn('flex min-w-0 flex-col rounded-md border border-line bg-raised', className)}>
      {title || actions ? (
        <header className="flex min-h-10 items-center gap-2 max-sm:flex-wrap border-b border-line py-1 pr-2 pl-3">
          <h2 className="m-0 min-w-0 grow truncate text-base font-semibold">{title}</h2>
          {actions}
        </header>
      ) : null}
      <div className={flush ? 'min-w-0' : 'min-w-0 p-3'}>{children}</div>
    </section>
  );
}

/** One figure with its name. `undefined` shows a skeleton in its place. */
export function Stat({
  label,
  value,
  note,
  tone,
}: {
  label: string;
  value: ReactNode | undefined;
  note?: ReactNode;
  tone?: 'green' | 'amber' | 'red';
}) {
  const colours = { green: 'text-accent', amber: 'text-amber-ink', red: 'text-red-ink' };
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="truncate text-small text-ink-2">{label}</span>
      {/* A figure is never cut: where there is no room for it, it goes on below. */}
      <span className={cn('tabular text-title font-semibold wrap-anywhere', tone ? colours[tone] : undefined)}>
        {value === undefined ? <Skeleton className="my-1.5 w-20" /> : value}
      </span>
      {note ? <span className="text-small text-ink-3">{note}</span> : null}
    </div>
  );
}

/** Names and values of a record: `<Facts><Fact label="Mã">A1</Fact></Facts>`. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl className={cn('m-0 grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-1.5 text-grid', className)}>
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="m-0 min-w-0 break-words">
        {children === '' || children === null || children === undefined ? '–' : children}
      </dd>
    </>
  );
}
