import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** A cell of a small table. */
export const tableCell = 'border-t border-line px-2 py-1 text-left align-top';
/** One with a figure. */
export const figureCell = `${tableCell} tabular text-right`;

/** A head of a small table; one of figures is on the right. */
export type TableHead = string | { readonly name: string; readonly isFigure: true };

const nameOf = (head: TableHead): string => (typeof head === 'string' ? head : head.name);

/** A small table under its title, which scrolls for itself: what a file brought, or what of it was refused. */
export function ScrolledTable({
  title,
  heads,
  height = 'max-h-72',
  children,
}: {
  title: string;
  heads: readonly TableHead[];
  height?: string;
  children: ReactNode;
}) {
  return (
    <section>
      <h3 className="m-0 mb-1 text-grid font-semibold">{title}</h3>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        aria-label={title}
        className={cn('overflow-auto rounded-md border border-line', height)}
      >
        <table className="w-full border-collapse text-grid">
          <thead className="sticky top-0">
            <tr>
              {heads.map((head) => (
                <th
                  key={nameOf(head)}
                  className={cn(
                    'bg-head px-2 py-1 text-small font-medium whitespace-nowrap text-ink-2',
                    typeof head === 'string' ? 'text-left' : 'text-right',
                  )}
                >
                  {nameOf(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </section>
  );
}
