import type { KeyboardEvent } from 'react';
import type { ColumnCommands } from './use-column-commands.ts';

/** By how much a key makes a column wider or narrower. */
export const STEP_PX = 16;

/** The keys on the name of a column; see docs/screens.md. */
export function onHeaderKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  col: number,
  commands: Pick<ColumnCommands<Row>, 'widen' | 'move' | 'focus' | 'last'>,
  { openMenu, leave }: { openMenu: (anchor: HTMLElement, col: number) => void; leave: (col: number) => void },
): void {
  const { key, altKey, ctrlKey, shiftKey } = event;
  const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
  const anchor = event.currentTarget;
  const action = (): (() => void) | undefined => {
    if (altKey && by) return () => commands.widen(col, by * STEP_PX);
    if ((altKey && key === 'ArrowDown') || key === 'ContextMenu' || (shiftKey && key === 'F10'))
      return () => openMenu(anchor, col);
    if (ctrlKey && shiftKey && by) return () => commands.move(col, by);
    if (by) return () => commands.focus(col + by);
    if (key === 'Home' || key === 'End') return () => commands.focus(key === 'Home' ? 0 : commands.last);
    if (key === 'ArrowDown') return () => leave(col);
    return undefined;
  };
  const found = action();
  if (!found) return;
  event.preventDefault();
  found();
}
