import { type MouseEvent, useMemo, useRef, useState } from 'react';
import { isRowSelected, selectedCount, withRows } from './selection.ts';
import { type GridSource, NO_ROWS, type RowSelection } from './types.ts';

export type RowSelectionOptions<Row> = {
  enabled: boolean;
  source: GridSource<Row>;
  rowKey: (row: Row) => string;
  /** Rows in sight: the box of the header chooses them. */
  first: number;
  last: number;
  selection: RowSelection | undefined;
  onSelectionChange: ((selection: RowSelection) => void) | undefined;
};

/** The chosen rows: by box, by range with Shift, by key, or everything that matches the filter. */
export function useRowSelection<Row>(options: RowSelectionOptions<Row>) {
  const { enabled, source, rowKey, first, last } = options;
  const [own, setOwn] = useState<RowSelection>(NO_ROWS);
  const selection = options.selection ?? own;
  const set = options.onSelectionChange ?? setOwn;
  const lastToggled = useRef(0);
  const { rowAt } = source;

  const keysOf = (from: number, to: number): string[] => {
    const keys: string[] = [];
    for (let index = from; index <= to; index += 1) {
      const row = rowAt(index);
      if (row !== undefined) keys.push(rowKey(row));
    }
    return keys;
  };
  const toggle = (from: number, to: number, force?: boolean) => {
    const keys = keysOf(from, to);
    set(withRows(selection, keys, force ?? !keys.every((key) => isRowSelected(selection, key))));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: keysOf reads only what is listed
  const inSight = useMemo(() => (enabled ? keysOf(first, last) : []), [enabled, first, last, rowAt, rowKey]);

  return {
    selection,
    set,
    clear: () => set(NO_ROWS),
    toggle,
    count: selectedCount(selection, source.total),
    has: (row: Row | undefined) => enabled && row !== undefined && isRowSelected(selection, rowKey(row)),
    /** Every row in sight is chosen. */
    allInSight: inSight.length > 0 && inSight.every((key) => isRowSelected(selection, key)),
    setInSight: (checked: boolean) => set(checked ? withRows(selection, inSight, true) : NO_ROWS),
    chooseMatching: () => set({ kind: 'matching', except: new Set() }),
    /** A click on the box of a row; with Shift from the row clicked before. */
    clickBox: (event: MouseEvent, index: number) => {
      if (event.shiftKey) toggle(Math.min(lastToggled.current, index), Math.max(lastToggled.current, index), true);
      else toggle(index, index);
      lastToggled.current = index;
    },
    /** The keys of all chosen rows; reads everything that matches when everything was chosen. */
    resolve: async (): Promise<string[]> => {
      if (selection.kind === 'rows') return [...selection.keys];
      const keys: string[] = [];
      for await (const part of source.all()) {
        for (const row of part) if (!selection.except.has(rowKey(row))) keys.push(rowKey(row));
      }
      return keys;
    },
  };
}
