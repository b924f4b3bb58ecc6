import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

export type CheckboxProps = {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  indeterminate?: boolean;
  disabled?: boolean;
  name?: string;
};

const row = 'flex min-h-control cursor-default items-center gap-2 text-base has-data-disabled:opacity-60';

/** A yes or no that takes effect when the form is saved. */
export function Checkbox({ label, hideLabel, hint, checked, onChange, indeterminate, disabled, name }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the checkbox inside
    <label className={row}>
      <Base.Root
        name={name}
        checked={checked}
        onCheckedChange={onChange}
        indeterminate={indeterminate}
        disabled={disabled}
        className={cn(
          'flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-ink-3 bg-raised text-on-primary',
          'data-checked:border-primary data-checked:bg-primary data-indeterminate:border-primary data-indeterminate:bg-primary',
        )}
      >
        <Base.Indicator className="flex [&_svg]:size-3">
          {indeterminate ? <Minus aria-hidden strokeWidth={3} /> : <Check aria-hidden strokeWidth={3} />}
        </Base.Indicator>
      </Base.Root>
      <Words {...{ label, hideLabel, hint }} />
    </label>
  );
}

/** A setting that takes effect at once. */
export function Switch({
  label,
  hideLabel,
  hint,
  checked,
  onChange,
  disabled,
  name,
}: Omit<CheckboxProps, 'indeterminate'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the switch inside
    <label className={row}>
      <BaseSwitch.Root
        name={name}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="flex h-5 w-9 shrink-0 items-center rounded-full border border-ink-3 bg-grey-tint p-px data-checked:border-primary data-checked:bg-primary"
      >
        <BaseSwitch.Thumb className="size-4 translate-x-0 rounded-full bg-ink-3 transition-transform duration-100 data-checked:translate-x-4 data-checked:bg-on-primary" />
      </BaseSwitch.Root>
      <Words {...{ label, hideLabel, hint }} />
    </label>
  );
}

function Words({ label, hideLabel, hint }: Pick<CheckboxProps, 'label' | 'hideLabel' | 'hint'>) {
  return (
    <span className={hideLabel ? 'sr-only' : 'flex flex-col'}>
      <span>{label}</span>
      {hint ? <span className="text-small text-ink-3">{hint}</span> : null}
    </span>
  );
}
