import { Search, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { useFilterNote } from './filter-notes.ts';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id'> & { suffix?: ReactNode };

/** One line of text. Works with `{...form.register('name')}`. */
export function TextField({ label, hideLabel, hint, error, required, className, suffix, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(control) => (
        <span className="relative flex">
          <input {...input} {...control} className={cn(controlClass, suffix ? 'pr-9' : undefined)} />
          {suffix ? <span className="absolute inset-y-0 right-0 flex items-center pr-1">{suffix}</span> : null}
        </span>
      )}
    </Field>
  );
}

export type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'className' | 'id'> & {
    /** For texts that machines read: fixed pitch, and lines stay lines. */
    code?: boolean;
  };

/** Several lines of text. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  required,
  className,
  rows = 3,
  code = false,
  ...input
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(control) => (
        <textarea
          {...input}
          {...control}
          rows={rows}
          className={cn(
            controlClass,
            'h-auto! resize-y py-1.5',
            code && 'overflow-x-auto font-mono text-small whitespace-pre',
          )}
        />
      )}
    </Field>
  );
}

export type SearchFieldProps = {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  placeholder?: string;
  /** Waits this long after the last key before telling the new value. */
  delayMs?: number;
  className?: string;
};

/**
 * The search box of a list: tells its value after a short pause, at once on Enter; Escape clears it and then leaves it,
 * the arrow down goes on to the rows.
 */
export function SearchField({
  value,
  onChange,
  label = 'Tìm kiếm',
  placeholder = strings.common.search,
  delayMs = 250,
  className,
}: SearchFieldProps) {
  const [text, setText] = useState(value);
  useFilterNote(label, value);
  const told = useRef(value);
  useEffect(() => {
    if (value !== told.current) {
      told.current = value;
      setText(value);
    }
  }, [value]);
  const tell = (next: string) => {
    if (next === told.current) return;
    told.current = next;
    onChange(next);
  };
  const tellLater = useEffectEvent(tell);
  // Keys alone put it off: a page that renders again and again would do so for ever.
  useEffect(() => {
    if (text === told.current) return;
    const timer = setTimeout(() => tellLater(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return (
    <span className={cn('relative flex w-56 items-center sm:w-64', className)}>
      <Search aria-hidden className="pointer-events-none absolute left-2 size-4 text-ink-3" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Keys that choose or give up a word while it is composed belong to the input method.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') tell(text);
          if (event.key === 'Escape') {
            if (!text) return event.currentTarget.blur();
            event.preventDefault();
            // A drawer around the box would close with it, and lose what was typed there.
            event.stopPropagation();
            setText('');
            tell('');
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            tell(text);
            const list = event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role="grid"]');
            if (list) list.focus();
            else event.currentTarget.blur();
          }
        }}
        className={cn(controlClass, 'pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden')}
      />
      {text ? (
        <button
          type="button"
          aria-label="Xóa từ khóa"
          onClick={() => {
            setText('');
            tell('');
          }}
          className="absolute right-1 flex size-6 pointer-coarse:size-10 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </span>
  );
}
