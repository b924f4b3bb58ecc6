import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cn } from '../cn.ts';
import { Kbd } from '../kbd.tsx';
import { itemClass, overlays, popupClass } from './overlays.ts';

export type MenuEntry =
  | {
      kind?: 'item';
      label: string;
      icon?: ReactNode;
      keys?: string;
      danger?: boolean;
      disabled?: boolean;
      /** The reason why it cannot be chosen now, shown under it while it is disabled. */
      why?: string;
      onSelect: () => void;
    }
  | { kind: 'check'; label: string; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }
  | {
      kind: 'radio';
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onChange: (value: string) => void;
      /** The menu goes with the choice, which changes the page; else it stays, to look at another one. */
      closes?: boolean;
    }
  | { kind: 'heading'; label: string }
  | { kind: 'separator' };

export type MenuProps = {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'right';
};

/** Actions behind a button. */
export function Menu({ trigger, entries, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal container={overlays()}>
        <Base.Positioner sideOffset={4} align={align} side={side} collisionPadding={8} className="z-50 outline-none">
          <MenuPopup entries={entries} />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A menu without a trigger of its own, opened at an element (column menus, context menus). */
export function AnchoredMenu({
  anchor,
  onClose,
  entries,
  label,
}: {
  anchor: HTMLElement | null;
  onClose: () => void;
  entries: readonly MenuEntry[];
  label: string;
}) {
  return (
    <Base.Root
      open={anchor !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Base.Portal container={overlays()}>
        <Base.Positioner
          anchor={anchor}
          sideOffset={4}
          align="start"
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <MenuPopup entries={entries} label={label} finalFocus={anchor} />
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuPopup({
  entries,
  label,
  finalFocus,
}: {
  entries: readonly MenuEntry[];
  label?: string;
  finalFocus?: HTMLElement | null;
}) {
  return (
    <Base.Popup
      aria-label={label}
      finalFocus={finalFocus === undefined ? undefined : () => finalFocus}
      className={cn(popupClass, 'max-h-(--available-height) max-w-(--available-width) min-w-48 overflow-y-auto')}
    >
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity beyond their place
        <Entry key={index} entry={entry} />
      ))}
    </Base.Popup>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
    case 'heading':
      return <div className="px-2 pt-1.5 pb-0.5 text-small font-medium text-ink-3">{entry.label}</div>;
    case 'check':
      return (
        <Base.CheckboxItem
          checked={entry.checked}
          onCheckedChange={entry.onChange}
          disabled={entry.disabled}
          closeOnClick={false}
          className={itemClass}
        >
          <span className="flex size-4 items-center text-accent">
            <Base.CheckboxItemIndicator>
              <Check aria-hidden />
            </Base.CheckboxItemIndicator>
          </span>
          {entry.label}
        </Base.CheckboxItem>
      );
    case 'radio':
      return (
        <Base.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
          <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-small font-medium text-ink-3">
            {entry.label}
          </div>
          {entry.options.map((option) => (
            <Base.RadioItem
              key={option.value}
              value={option.value}
              closeOnClick={entry.closes ?? false}
              className={itemClass}
            >
              <span className="flex size-4 items-center text-accent">
                <Base.RadioItemIndicator>
                  <Check aria-hidden />
                </Base.RadioItemIndicator>
              </span>
              {option.label}
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      );
    default: {
      const why = entry.disabled ? entry.why : undefined;
      return (
        <Base.Item
          onClick={entry.onSelect}
          disabled={entry.disabled}
          className={cn(itemClass, why ? 'text-ink-3 data-disabled:opacity-100' : entry.danger && 'text-red-ink')}
        >
          {entry.icon}
          <span className="grow">
            {entry.label}
            {why ? <span className="block text-small">{why}</span> : null}
          </span>
          {entry.keys ? <Kbd>{entry.keys}</Kbd> : null}
        </Base.Item>
      );
    }
  }
}
