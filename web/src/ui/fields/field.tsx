import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';

export type FieldProps = {
  label: ReactNode;
  /** Hides the label from sight, not from screen readers (toolbars). */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The fault and its remedy; shown instead of the hint. */
  error?: string | undefined;
  required?: boolean;
  className?: string;
};

export type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
};

/** Look of a typed control: border, height, focus ring, red when invalid. */
export const controlClass = cn(
  'h-control w-full min-w-0 rounded-md border border-control-line bg-raised px-2.5 text-base text-ink',
  'placeholder:text-ink-3 hover:border-ink-3 disabled:opacity-60 disabled:hover:border-control-line',
  'focus:outline-2 focus:-outline-offset-1 focus:outline-primary dark:focus:outline-accent',
  'aria-invalid:border-red',
);

/** Label above, control, then hint or error, wired for screen readers. `children` receives the control's attributes. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  required,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-grid font-medium text-ink-2'}>
        {label}
        {required ? (
          <span aria-hidden className="text-red-ink">
            {' '}
            *
          </span>
        ) : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-required': required ? true : undefined,
      })}
      {note ? (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={cn('m-0 text-small', error ? 'text-red-ink' : 'text-ink-3')}
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
