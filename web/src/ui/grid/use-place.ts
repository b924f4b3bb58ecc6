import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keepPlace, placeOf } from './place.ts';
import type { CellAddress, CellRange } from './types.ts';

/** Finds the place again where a list was left: on Back and Forward, and after a refresh. */
export function usePlace(options: {
  grid: string;
  list: string;
  /** The rows are counted, so that the list has its height. */
  ready: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  active: CellAddress | undefined;
  setRange: (range: CellRange) => void;
}): void {
  const { grid, list, ready, scroller, active, setRange } = options;
  const found = useRef(false);
  const now = useRef({ list, active });
  now.current = { list, active };

  // Before the rows are painted: a list that jumps after it was shown is worse than one at its top.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!ready || found.current || !element) return;
    found.current = true;
    const place = placeOf(grid, list);
    if (!place) return;
    element.scrollTop = place.top;
    element.scrollLeft = place.left;
    if (!place.cell) return;
    setRange({ anchor: place.cell, focus: place.cell });
    // The focus also brings a list into sight that is far down its page.
    if (document.activeElement === document.body) element.focus();
  }, [grid, list, ready, scroller, setRange]);

  useEffect(() => {
    const element = scroller.current;
    if (!ready || !element) return;
    const keep = () =>
      keepPlace(grid, {
        list: now.current.list,
        top: element.scrollTop,
        left: element.scrollLeft,
        cell: now.current.active,
      });
    element.addEventListener('scroll', keep, { passive: true });
    if (active) keep();
    return () => element.removeEventListener('scroll', keep);
  }, [grid, ready, active, scroller]);
}
