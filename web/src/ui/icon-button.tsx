import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Tooltip } from './overlays/tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The action of the button: its accessible name and its tooltip. */
  label: string;
  icon: ReactNode;
  /** Keys shown in the tooltip, e.g. "Ctrl+K". */
  keys?: string;
  size?: 'md' | 'sm';
};

/** A square button with an icon only; the label shows as a tooltip after 700 ms. */
export function IconButton({
  label,
  icon,
  keys,
  size = 'md',
  className,
  type = 'button',
  ref,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        {...rest}
        ref={ref}
        type={type}
        aria-label={label}
        className={cn(
          'inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink',
          'disabled:pointer-events-none disabled:opacity-50 aria-expanded:bg-hover [&_svg]:size-4',
          size === 'md' ? 'size-control' : 'size-7 pointer-coarse:size-control',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
