import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { strings } from '../strings.ts';
import { cn } from '../ui/cn.ts';
import type { Crumb } from '../ui/link.tsx';

/** Breadcrumbs are told by the pages themselves: a layout gives the first ones, its page the last. */
type Level = { token: symbol; depth: number; crumbs: readonly Crumb[] };

let levels: readonly Level[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly Level[]) => {
  levels = next;
  for (const listener of listeners) listener();
};

/** Crumbs of a layout (depth 0) that come before those of its page. */
export function useCrumbs(crumbs: readonly Crumb[], depth = 0): void {
  const key = JSON.stringify(crumbs);
  useEffect(() => {
    const token = Symbol('crumbs');
    change([...levels, { token, depth, crumbs: JSON.parse(key) as Crumb[] }].sort((a, b) => a.depth - b.depth));
    return () => change(levels.filter((level) => level.token !== token));
  }, [key, depth]);
}

export function useAllCrumbs(): readonly Crumb[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => levels,
  );
  return all.flatMap((level) => level.crumbs);
}

export type PageProps = {
  /** The last crumb and the window's title. */
  title: string;
  /** Crumbs before the title, e.g. the list that a document belongs to. */
  crumbs?: readonly Crumb[];
  /** Buttons of the page, shown above the content at the right. */
  actions?: ReactNode;
  /** A line under the title. */
  description?: ReactNode;
  /** `list` fills the window with a grid; `document` scrolls with a comfortable width. */
  kind?: 'list' | 'document' | 'wide';
  children: ReactNode;
};

/** Wide enough that the lines of an invoice show their whole names on a usual screen. */
const DOCUMENT = 'mx-auto w-full max-w-[76rem]';

/** The frame of every page inside the shell. */
export function Page({ title, crumbs = [], actions, description, kind = 'document', children }: PageProps) {
  useCrumbs([...crumbs, { label: title }], 1);
  useEffect(() => {
    document.title = `${title} · ${strings.product}`;
  }, [title]);
  return (
    <div
      className={cn(
        'relative flex min-h-0 min-w-0 grow flex-col',
        kind === 'list' ? 'print-list' : 'overflow-y-auto sm:[scrollbar-gutter:stable]',
      )}
    >
      <h1 className="sr-only print:not-sr-only print:mb-2 print:text-title">{title}</h1>
      {actions || description ? (
        <div className={cn('flex flex-wrap items-center gap-2 px-3 pt-3 sm:px-4', kind === 'document' && DOCUMENT)}>
          {description ? (
            <div className="min-w-0 grow text-grid text-ink-2">{description}</div>
          ) : (
            <span className="grow" />
          )}
          {actions ? <div className="flex flex-wrap gap-2 print:hidden">{actions}</div> : null}
        </div>
      ) : null}
      {kind === 'list' ? (
        children
      ) : (
        <div className={cn('min-w-0 px-3 py-3 sm:px-4', kind === 'document' && DOCUMENT)}>{children}</div>
      )}
    </div>
  );
}
