import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { itemClass, overlays, popupClass } from '../overlays/overlays.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { letterOf } from './letter.ts';

export type ComboboxProps<Item> = FieldProps & {
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Looks the text up on the server; "" is asked when the list opens. Aborted when the text changes. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Item[]>;
  itemKey: (item: Item) => string;
  itemLabel: (item: Item) => string;
  /** Two lines, badges …; the label when left out. */
  renderItem?: (item: Item) => ReactNode;
  placeholder?: string;
  disabled?: boolean;
  delayMs?: number;
};

/** The results of the last search. A new search ends the one under way; none outlives the field. */
function useSearch<Item>(search: ComboboxProps<Item>['search']) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const running = useRef<AbortController | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      running.current?.abort();
    },
    [],
  );
  const look = (text: string, wait: number) => {
    clearTimeout(timer.current);
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState('loading');
    timer.current = setTimeout(() => {
      search(text, controller.signal).then(
        (found) => {
          if (controller.signal.aborted) return;
          setItems(found);
          setState('idle');
        },
        () => {
          if (!controller.signal.aborted) setState('failed');
        },
      );
    }, wait);
  };
  return { items, state, look };
}

/** One record out of a list that lives on the server: a button that opens a search. */
export function Combobox<Item>({
  value,
  onChange,
  search,
  itemKey,
  itemLabel,
  renderItem = itemLabel,
  placeholder = strings.common.choose,
  disabled,
  delayMs = 200,
  ...field
}: ComboboxProps<Item>) {
  const { items, state, look } = useSearch(search);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Field {...field}>
      {(control) => (
        <Base.Root
          items={items}
          value={value}
          onValueChange={(next) => onChange(next)}
          open={open}
          onOpenChange={(next) => {
            setOpen(next);
            setTyped('');
            if (next) look('', 0);
          }}
          inputValue={typed}
          onInputValueChange={(text, details) => {
            setTyped(details.reason === 'item-press' ? '' : text);
            if (details.reason === 'input-change' || details.reason === 'input-clear') look(text, delayMs);
          }}
          itemToStringLabel={itemLabel}
          isItemEqualToValue={(a, b) => itemKey(a) === itemKey(b)}
          filter={null}
          autoHighlight
          disabled={disabled}
        >
          <span className="relative flex items-center">
            <Base.Trigger
              id={control.id}
              aria-invalid={control['aria-invalid']}
              aria-describedby={control['aria-describedby']}
              onKeyDown={(event) => {
                const letter = letterOf(event);
                if (letter === undefined || disabled) return;
                // A letter typed on the closed picker is the beginning of the search.
                event.preventDefault();
                event.preventBaseUIHandler();
                const text = open ? typed + letter : letter;
                setOpen(true);
                setTyped(text);
                look(text, delayMs);
              }}
              className={cn(controlClass, 'flex cursor-default items-center pr-14 text-left')}
            >
              <span className={cn('truncate', value === null && 'text-ink-3')}>
                {value === null ? placeholder : itemLabel(value)}
              </span>
            </Base.Trigger>
            <span className="absolute right-1 flex items-center text-ink-3">
              {value === null || disabled ? null : (
                <button
                  type="button"
                  aria-label={`${strings.common.unselect} ${itemLabel(value)}`}
                  onClick={() => onChange(null)}
                  className="flex size-6 items-center justify-center rounded-md hover:bg-hover hover:text-ink"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              )}
              <span aria-hidden className="pointer-events-none flex size-6 items-center justify-center">
                <ChevronsUpDown className="size-3.5" />
              </span>
            </span>
          </span>
          <Base.Portal container={overlays()}>
            <Base.Positioner sideOffset={4} className="z-50 outline-none">
              <Base.Popup
                aria-label={typeof field.label === 'string' ? field.label : strings.common.search}
                aria-busy={state === 'loading' || undefined}
                className={cn(
                  popupClass,
                  'max-h-[min(22rem,var(--available-height))] w-(--anchor-width) min-w-56 overflow-y-auto',
                )}
              >
                <Base.Input
                  aria-label={strings.common.search}
                  placeholder={strings.common.search}
                  className={cn(controlClass, 'sticky top-0 z-10 mb-1')}
                />
                <Base.Status className="px-2 py-1 text-grid text-ink-3 empty:hidden">
                  {state === 'loading' && items.length === 0 ? strings.common.loading : null}
                  {state === 'failed' ? strings.errors.request : null}
                  {state === 'idle' && items.length === 0 ? strings.palette.empty : null}
                </Base.Status>
                <Base.List>
                  {(item: Item) => (
                    <Base.Item key={itemKey(item)} value={item} className={itemClass}>
                      <span className="min-w-0 grow">{renderItem(item)}</span>
                      <Base.ItemIndicator className="text-accent">
                        <Check aria-hidden />
                      </Base.ItemIndicator>
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
