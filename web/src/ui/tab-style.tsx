import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** The look of a tab; tabs that are links of their own use it too. */
export const tabClass = (active: boolean) =>
  cn(
    'relative flex h-9 shrink-0 items-center gap-1.5 px-1 text-base whitespace-nowrap no-underline hover:text-ink pointer-coarse:h-11',
    'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
    active ? 'font-medium text-accent after:bg-primary dark:after:bg-accent' : 'text-ink-2 after:bg-transparent',
  );

export const tabListClass = 'flex shrink-0 gap-4 overflow-x-auto border-b border-line px-4 [scrollbar-width:none]';

/** A number beside a tab's name. */
export function TabCount({ children }: { children: ReactNode }) {
  return (
    <span className="tabular rounded-full bg-grey-tint px-1.5 text-small font-normal text-grey-ink">{children}</span>
  );
}
