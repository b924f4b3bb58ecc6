import { type PointerEvent, type RefObject, useState } from 'react';
import type { PlacedColumn } from '../layout.ts';

/**
 * The place of a column when it is let go: before another one or at the end, and its distance in pixels from the left
 * of the row.
 */
type Drop = { id: string; before: string | undefined; x: number };

/** A press that moves less than this is a click. */
const SLACK_PX = 6;

/** Moves columns by drawing their names along the header. */
export function useColumnDrag<Row>(
  placed: readonly PlacedColumn<Row>[],
  row: RefObject<HTMLElement | null>,
  onDrop: (id: string, before: string | undefined) => void,
) {
  const [drop, setDrop] = useState<Drop | undefined>(undefined);
  const dropAt = (col: number, x: number): Drop => {
    const inner = x - row.current!.getBoundingClientRect().left;
    const over = placed.find((entry) => inner < entry.left + entry.width / 2);
    const end = placed[placed.length - 1]!;
    return { id: placed[col]!.column.id, before: over?.column.id, x: over ? over.left : end.left + end.width };
  };
  const startDrag = (event: PointerEvent<HTMLElement>, col: number) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const label = event.currentTarget;
    const from = event.clientX;
    let target: Drop | undefined;
    const onMove = (moved: globalThis.PointerEvent) => {
      if (!target && Math.abs(moved.clientX - from) < SLACK_PX) return;
      target = dropAt(col, moved.clientX);
      setDrop(target);
    };
    const onUp = () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      setDrop(undefined);
      if (!target) return;
      onDrop(target.id, target.before);
      // The click that ends a drag must not sort.
      label.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
  };
  return { drop, startDrag };
}
