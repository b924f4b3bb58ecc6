import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { TabCount, tabClass, tabListClass } from './tab-style.tsx';
import { usePrinting } from './use-printing.ts';

export type TabItem = { value: string; label: ReactNode; count?: string; panel: ReactNode };

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
  const isPrinting = usePrinting();
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
      {/* On paper the tabs are gone, and with them the name of the part that is printed. */}
      {isPrinting ? (
        <p className="m-0 mb-2 px-3 text-base font-semibold sm:px-4">
          {items.find((item) => item.value === value)?.label}
        </p>
      ) : null}
      {/* The panel that is left goes at once: for a frame beside the next one, both would jump. */}
      {items
        .filter((item) => item.value === value)
        .map((item) => (
          <Base.Panel key={item.value} value={item.value} className="flex min-h-0 grow flex-col outline-none">
            {item.panel}
          </Base.Panel>
        ))}
    </Base.Root>
  );
}
