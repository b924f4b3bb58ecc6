import { Check, CircleAlert, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'green' | 'amber' | 'red' | 'grey';

const tones: Record<Tone, string> = {
  green: 'bg-tint text-tint-ink',
  amber: 'bg-amber-tint text-amber-ink',
  red: 'bg-red-tint text-red-ink',
  grey: 'bg-grey-tint text-grey-ink',
};

const toneIcons: Record<Tone, ReactNode> = {
  green: <Check aria-hidden />,
  amber: <TriangleAlert aria-hidden />,
  red: <CircleAlert aria-hidden />,
  grey: <CircleDashed aria-hidden />,
};

/** A state in a word: the colour only repeats what the word says. */
export function Chip({
  tone = 'grey',
  icon = false,
  children,
  title,
}: {
  tone?: Tone;
  /** Adds the tone's icon. */
  icon?: boolean | ReactNode;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-[4px] px-1.5 text-small font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon === true ? toneIcons[tone] : icon}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A small count on something else. */
export function Badge({ children, tone = 'grey' }: { children: ReactNode; tone?: Tone }) {
  return (
    <span
      className={cn(
        'tabular inline-flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-[11px] font-medium',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
