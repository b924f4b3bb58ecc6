import { cn } from './cn.ts';

/** A key or chord: `<Kbd>Ctrl+K</Kbd>`. */
export function Kbd({ children, inverse = false }: { children: string; inverse?: boolean }) {
  return (
    <kbd
      className={cn(
        'inline-flex h-5 items-center rounded-[4px] border px-1 font-sans text-[11px] leading-none',
        inverse ? 'border-current/40 text-inherit' : 'border-line-strong bg-sunken text-ink-2',
      )}
    >
      {children}
    </kbd>
  );
}
