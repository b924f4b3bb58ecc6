import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** Dense for a mouse; a finger needs more, or it opens the row beside the one that was meant. */
export const ROW_HEIGHT = globalThis.matchMedia?.('(pointer: coarse)').matches ? 44 : 30;
export const HEADER_HEIGHT = ROW_HEIGHT;
/** Browsers lose pixels of an element taller than this; a list that long needs a filter anyway. */
const TALLEST_PX = 15_000_000;
export const MAX_ROWS = Math.floor(TALLEST_PX / ROW_HEIGHT);
const OVERSCAN = 12;
/** Re-render once per this many rows while scrolling. */
const STEP = 4;

/**
 * Which rows are in sight of a scroller with rows of one fixed height, and how to bring a row into sight.
 * @param printed rows from the first on that are on paper, while the page is printed.
 */
export function useWindow(
  scroller: RefObject<HTMLDivElement | null>,
  rows: number,
  footer: number,
  printed: number | undefined,
) {
  const [step, setStep] = useState(0);
  const [view, setView] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => setStep(Math.floor(element.scrollTop / (ROW_HEIGHT * STEP)));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);

  const body = Math.max(0, view.height - HEADER_HEIGHT - footer);
  const pageRows = Math.max(1, Math.floor(body / ROW_HEIGHT) - 1);
  const first = printed === undefined ? Math.max(0, Math.min(step * STEP, rows - 1) - OVERSCAN) : 0;
  const last =
    printed === undefined
      ? Math.min(rows - 1, step * STEP + Math.ceil(body / ROW_HEIGHT) + STEP + OVERSCAN)
      : printed - 1;

  const reveal = useCallback(
    (row: number, left?: number, width?: number, pinned = 0) => {
      const element = scroller.current;
      if (!element) return;
      const top = row * ROW_HEIGHT;
      const room = element.clientHeight - HEADER_HEIGHT - footer;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + ROW_HEIGHT > element.scrollTop + room) element.scrollTop = top + ROW_HEIGHT - room;
      if (left === undefined || width === undefined) return;
      if (left - pinned < element.scrollLeft) element.scrollLeft = left - pinned;
      else if (left + width > element.scrollLeft + element.clientWidth) {
        element.scrollLeft = left + width - element.clientWidth;
      }
    },
    [scroller, footer],
  );
  return { first, last, view, pageRows, reveal };
}
