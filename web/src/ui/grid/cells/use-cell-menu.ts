import { type MouseEvent, useState } from 'react';
import { type Bounds, isWithin } from '../selection.ts';
import type { CellAddress } from '../types.ts';
import type { CellMenuTarget } from './cell-menu.tsx';
import { addressOf, type Cells } from './use-cells.ts';

/**
 * The menu of a cell, at the right button of the mouse.
 * @param offers the entries for the cell, beside copying; undefined while its row is not here yet.
 */
export function useCellMenu(
  { setRange }: Pick<Cells, 'setRange'>,
  bounds: Bounds | undefined,
  offers: (at: CellAddress) => Omit<CellMenuTarget, 'anchor'> | undefined,
) {
  const [target, setTarget] = useState<CellMenuTarget | undefined>(undefined);
  return {
    target,
    close: () => setTarget(undefined),
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const on = event.target as Element;
      const at = addressOf(on);
      const anchor = on.closest<HTMLElement>('[data-c]');
      const offered = at && offers(at);
      // A link keeps the browser's own menu.
      if (!at || !anchor || !offered || on.closest('a, input')) return;
      event.preventDefault();
      if (!bounds || !isWithin(at, bounds)) setRange({ anchor: at, focus: at });
      setTarget({ anchor, ...offered });
    },
  };
}
