import type { MouseEvent } from 'react';
import { addressOf, type Cells } from './use-cells.ts';

/** A click among the rows: chooses by the box of a row, opens by what opens it, and a tap opens from anywhere. */
export function onRowClick(
  event: MouseEvent<HTMLElement>,
  { setRange, open }: Pick<Cells, 'setRange' | 'open'>,
  onBox: (event: MouseEvent, index: number) => void,
): void {
  const target = event.target as Element;
  const row = target.closest<HTMLElement>('[data-r]')?.dataset.r;
  if (row === undefined) return;
  const index = Number(row);
  if (target.closest('[data-check]')) {
    onBox(event, index);
    return;
  }
  // The row that a link leads to is the one to come back to.
  const returnTo = target.closest('[data-link]') ? addressOf(target) : undefined;
  if (returnTo) setRange({ anchor: returnTo, focus: returnTo });
  const touch = (event.nativeEvent as Partial<globalThis.PointerEvent>).pointerType === 'touch';
  if (target.closest('[data-open]:not(a)') || (touch && !target.closest('a, button, input'))) {
    open(index, addressOf(target)?.col);
  }
}
