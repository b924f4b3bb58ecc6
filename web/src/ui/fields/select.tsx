import { Select as Base } from '@base-ui/react/select';
import { foldText } from '@khop/engine/text/fold.ts';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { itemClass, overlays, popupClass } from '../overlays/overlays.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { useFilterNote } from './filter-notes.ts';
import { letterOf } from './letter.ts';

export type Option<Value extends string> = {
  value: Value;
  label: string;
  hint?: string;
  /** The number of rows with this value, at the right. */
  count?: string;
};

export type SelectProps<Value extends string> = FieldProps & {
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly Option<Value>[];
  placeholder?: string;
  disabled?: boolean;
  name?: string;
};

/** One of a few choices. For long or server-side lists use Combobox. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder = strings.common.choose,
  disabled,
  name,
  ...field
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <Base.Root
          id={control.id}
          open={open}
          onOpenChange={setOpen}
          name={name}
          items={options.map(({ value: key, label }) => ({ value: key, label }))}
          value={value}
          onValueChange={(next) => {
            if (next !== null) onChange(next);
          }}
          disabled={disabled}
        >
          <Base.Trigger
            aria-invalid={control['aria-invalid']}
            aria-describedby={control['aria-describedby']}
            onKeyDown={(event) => {
              const letter = letterOf(event);
              if (letter === undefined || open || disabled) return;
              // A letter shows the choices and goes to the one that begins with it; it never changes the value unseen.
              event.preventDefault();
              event.preventBaseUIHandler();
              setOpen(true);
              const at = options.findIndex(({ label }) => foldText(label).startsWith(foldText(letter)));
              if (at >= 0) requestAnimationFrame(() => requestAnimationFrame(() => optionAt(at)?.focus()));
            }}
            className={cn(controlClass, 'flex cursor-default items-center justify-between gap-2 text-left')}
          >
            <Base.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
            <Base.Icon className="text-ink-3">
              <ChevronsUpDown aria-hidden className="size-3.5" />
            </Base.Icon>
          </Base.Trigger>
          <OptionPopup options={options} />
        </Base.Root>
      )}
    </Field>
  );
}

/** An option of the list that is open. */
const optionAt = (index: number): HTMLElement | undefined =>
  overlays()?.querySelectorAll<HTMLElement>('[role="listbox"] [role="option"]')[index];

function OptionPopup({ options }: { options: readonly Option<string>[] }): ReactNode {
  return (
    <Base.Portal container={overlays()}>
      <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
        <Base.Popup
          className={cn(
            popupClass,
            'max-h-[min(24rem,var(--available-height))] min-w-(--anchor-width) overflow-y-auto',
          )}
        >
          {options.map((option) => (
            <Base.Item key={option.value} value={option.value} className={itemClass}>
              <span className="flex min-w-0 grow flex-col">
                <Base.ItemText>{option.label}</Base.ItemText>
                {option.hint ? <span className="text-small text-ink-3">{option.hint}</span> : null}
              </span>
              {option.count ? <span className="tabular text-small text-ink-3">{option.count}</span> : null}
              <Base.ItemIndicator className="text-accent">
                <Check aria-hidden />
              </Base.ItemIndicator>
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** A filter of a list that takes several values: "Trạng thái: Nháp, Đã xuất". None is "all". */
export function FilterMultiSelect({
  label,
  values,
  onChange,
  options,
}: {
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  options: readonly Option<string>[];
}) {
  const chosen = values.map((value) => options.find((option) => option.value === value)?.label ?? value).join(', ');
  useFilterNote(label, chosen);
  return (
    // Not modal: a click elsewhere goes where it is meant, and closes the list on its way.
    <Base.Root<string, true> multiple modal={false} value={[...values]} onValueChange={(next) => onChange(next)}>
      <Base.Trigger
        aria-label={`${label}: ${chosen || strings.common.all}`}
        title={chosen || undefined}
        className={cn(filterClass, chosen === '' ? filterTones.all : filterTones.narrowed)}
      >
        <span className="max-w-64 truncate">{chosen === '' ? label : `${label}: ${chosen}`}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
      </Base.Trigger>
      <OptionPopup options={options} />
    </Base.Root>
  );
}

const filterClass =
  'flex h-control shrink-0 cursor-default items-center gap-1.5 rounded-md border px-2.5 text-base hover:bg-hover';
const filterTones = {
  all: 'border-control-line bg-raised text-ink',
  narrowed: 'border-primary bg-tint-soft text-tint-ink dark:border-accent/60',
} as const;

/** A filter of a list: "Trạng thái: Tất cả". An empty string is "all". */
export function FilterSelect<Value extends string>({
  label,
  value,
  onChange,
  options,
  allLabel = strings.common.all,
}: {
  label: string;
  value: Value | '';
  onChange: (value: Value | '') => void;
  options: readonly Option<Value>[];
  allLabel?: string;
}) {
  const all: readonly Option<Value | ''>[] = [{ value: '', label: allLabel }, ...options];
  const shown = value === '' ? undefined : (all.find((option) => option.value === value)?.label ?? value);
  useFilterNote(label, shown);
  return (
    <Base.Root<Value | ''>
      items={all.map(({ value: key, label: text }) => ({ value: key, label: text }))}
      value={value}
      onValueChange={(next: Value | '' | null) => onChange(next ?? '')}
    >
      <Base.Trigger
        aria-label={`${label}: ${shown ?? allLabel}`}
        className={cn(filterClass, shown === undefined ? filterTones.all : filterTones.narrowed)}
      >
        <span className="truncate">{shown === undefined ? label : `${label}: ${shown}`}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
      </Base.Trigger>
      <OptionPopup options={all} />
    </Base.Root>
  );
}
