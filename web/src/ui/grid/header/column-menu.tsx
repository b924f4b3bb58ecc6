import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { strings } from '../../../strings.ts';
import type { MenuEntry } from '../../overlays/menu.tsx';
import { filterKeyOf } from '../filters/column-clauses.ts';
import type { PlacedColumn } from '../layout.ts';
import { STEP_PX } from './header-keys.ts';
import type { GridHeaderProps } from './header-props.ts';
import type { ColumnCommands } from './use-column-commands.ts';

const words = strings.grid;

/** The menu of a column: sort, filter, pin, move, width, hide. */
export function columnMenu<Row>(
  placed: readonly PlacedColumn<Row>[],
  col: number,
  commands: ColumnCommands<Row>,
  onFilter: GridHeaderProps<Row>['onFilter'],
): MenuEntry[] {
  const entry = placed[col];
  if (!entry) return [];
  const { column, pinned } = entry;
  const canFilter = onFilter !== undefined && filterKeyOf(column) !== undefined;
  const filter = () => {
    const label = commands.labelOf(col);
    // The menu gives the focus back first.
    if (label) setTimeout(() => onFilter?.(column, label));
  };
  return [
    ...sortEntries(entry, col, commands),
    ...(canFilter
      ? [{ label: words.filter, icon: <ListFilter aria-hidden />, onSelect: filter }, { kind: 'separator' as const }]
      : []),
    { label: pinned ? words.unpin : words.pin, onSelect: () => commands.pin(col, !pinned) },
    { label: words.moveLeft, disabled: col === 0, onSelect: () => commands.move(col, -1) },
    { label: words.moveRight, disabled: col === commands.last, onSelect: () => commands.move(col, 1) },
    { label: words.fit, onSelect: () => commands.fit(col) },
    { label: words.wider, onSelect: () => commands.widen(col, 2 * STEP_PX) },
    { label: words.narrower, onSelect: () => commands.widen(col, -2 * STEP_PX) },
    { kind: 'separator' },
    { label: words.hide, disabled: placed.length === 1, onSelect: () => commands.hide(col) },
  ];
}

function sortEntries<Row>(
  { column }: PlacedColumn<Row>,
  col: number,
  { sortedOf, sortBy }: ColumnCommands<Row>,
): MenuEntry[] {
  const sorted = sortedOf(column);
  if (!sorted) return [];
  return [
    { label: words.sortAscending, icon: <ArrowUp aria-hidden />, onSelect: () => sortBy(col, 'ascending') },
    { label: words.sortDescending, icon: <ArrowDown aria-hidden />, onSelect: () => sortBy(col, 'descending') },
    ...(sorted === 'none' ? [] : [{ label: words.sortNone, onSelect: () => sortBy(col, 'none') }]),
    { kind: 'separator' },
  ];
}
