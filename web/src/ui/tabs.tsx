import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type TabItem = { value: string; label: ReactNode; count?: string; panel: ReactNode };

/** The look of a tab; tabs that are links of their own use it too. */
export const tabClass = (active: boolean) =>
  cn(
    'relative flex h-9 shrink-0 items-center gap-1.5 px-1 text-base whitespace-nowrap no-underline hover:text-ink pointer-coarse:h-11',
    'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full',
    active ? 'font-medium text-accent after:bg-primary dark:after:bg-accent' : 'text-ink-2 after:bg-transparent',
  );

export const tabListClass = 'flex gap-4 overflow-x-auto border-b border-line px-4';

/** Parts of one page. Tabs that are pages of their own are links: see TabLinks in link.tsx. */
export function Tabs({
  value,
  onChange,
  items,
  label,
  className,
}: {
  value: string;
  onChange: (value: string) => void;
  items: readonly TabItem[];
  label: string;
  className?: string;
}) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(String(next))}
      className={cn('flex min-h-0 flex-col', className)}
    >
      <Base.List aria-label={label} className={tabListClass}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} className={tabClass(item.value === value)}>
            {item.label}
            {item.count ? <TabCount>{item.count}</TabCount> : null}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="flex min-h-0 grow flex-col outline-none">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}

export function TabCount({ children }: { children: ReactNode }) {
  return (
    <span className="tabular rounded-full bg-grey-tint px-1.5 text-small font-normal text-grey-ink">{children}</span>
  );
}
