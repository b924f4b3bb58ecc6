import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { TOOLTIP_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from '../../constants.ts';
import { Kbd } from '../kbd.tsx';
import { overlays } from './overlays.ts';

/** Shares the delays: 700 ms before the first tooltip, none for the next within 300 ms. Once, at the root. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={TOOLTIP_DELAY_MS} timeout={TOOLTIP_SKIP_DELAY_MS}>
      {children}
    </Base.Provider>
  );
}

export type TooltipProps = {
  text: ReactNode;
  keys?: string | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One focusable element that carries its own accessible name. */
  children: ReactElement;
};

/** A short explanation on hover or focus. Never the only place of an information that is needed. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={overlays()}>
        <Base.Positioner sideOffset={6} side={side} className="z-50">
          <Base.Popup className="popup-motion flex max-w-80 items-center gap-2 rounded-md bg-ink px-2 py-1 text-small text-bg shadow-overlay">
            {text}
            {keys ? <Kbd inverse>{keys}</Kbd> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
