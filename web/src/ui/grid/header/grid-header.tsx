// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import { useRef, useState } from 'react';
import { strings } from '../../../strings.ts';
import { AnchoredMenu } from '../../overlays/menu.tsx';
import { filterKeyOf } from '../filters/column-clauses.ts';
import { HEADER_HEIGHT } from '../use-window.ts';
import { columnMenu } from './column-menu.tsx';
import { HeaderCell } from './header-cell.tsx';
import { onHeaderKey } from './header-keys.ts';
import type { GridHeaderProps } from './header-props.ts';
import { useColumnCommands } from './use-column-commands.ts';
import { useColumnDrag } from './use-column-drag.ts';

/** The row of column names: sort, resize, move, pin and hide, by mouse and by keyboard. */
export function GridHeader<Row>(props: GridHeaderProps<Row>) {
  const { placed, leading, width, checkbox, onLeave, onFilter, filtered, focusHeader } = props;
  const [menu, setMenu] = useState<{ anchor: HTMLElement; col: number } | undefined>(undefined);
  const row = useRef<HTMLDivElement>(null);
  const commands = useColumnCommands(props, row);
  const { drop, startDrag } = useColumnDrag(placed, row, commands.reorder);
  focusHeader.current = commands.focus;
  const openMenu = (anchor: HTMLElement, col: number) => setMenu({ anchor, col });
  return (
    <>
      <div
        ref={row}
        role="row"
        tabIndex={-1}
        aria-rowindex={1}
        className="relative flex bg-head text-grid font-semibold text-ink-2 outline-none"
        style={{ width, minWidth: '100%', height: HEADER_HEIGHT }}
      >
        {checkbox ? <HeaderBox {...checkbox} width={leading} /> : null}
        {placed.map((entry, col) => (
          <HeaderCell
            key={entry.column.id}
            entry={entry}
            col={col}
            colIndex={col + 1 + (checkbox ? 1 : 0)}
            sorted={commands.sortedOf(entry.column)}
            isFiltered={filtered.has(filterKeyOf(entry.column) ?? '')}
            isFocusable={col === commands.focused}
            onFocus={() => commands.setFocused(col)}
            onClick={() => commands.toggleSort(col)}
            onKeyDown={(event) => onHeaderKey(event, col, commands, { openMenu, leave: onLeave })}
            onDragStart={(event) => startDrag(event, col)}
            onMenu={(anchor) => openMenu(anchor, col)}
            onResize={(to) => commands.resize(col, to)}
            onFit={() => commands.fit(col)}
          />
        ))}
        {drop ? (
          <span aria-hidden className="absolute inset-y-0 z-20 w-0.5 bg-primary" style={{ left: drop.x - 1 }} />
        ) : null}
      </div>
      <AnchoredMenu
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(undefined)}
        entries={menu ? columnMenu(placed, menu.col, commands, onFilter) : []}
        label={menu ? `${strings.grid.menuOf} ${placed[menu.col]?.column.header ?? ''}` : ''}
      />
    </>
  );
}

/** The box over the boxes of the rows. */
function HeaderBox({
  width,
  checked,
  some,
  onChange,
}: NonNullable<GridHeaderProps<unknown>['checkbox']> & { width: number }) {
  return (
    <div
      role="columnheader"
      tabIndex={-1}
      aria-colindex={1}
      className="sticky left-0 z-10 flex shrink-0 items-center justify-center border-r border-b border-line bg-head"
      style={{ width }}
    >
      <label className="flex size-full items-center justify-center">
        <input
          type="checkbox"
          aria-label={strings.grid.selectAll}
          checked={checked}
          ref={(element) => {
            if (element) element.indeterminate = some && !checked;
          }}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-primary"
        />
      </label>
    </div>
  );
}
