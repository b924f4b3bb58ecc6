import { useId, useState } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { CellMenu } from './cells/cell-menu.tsx';
import { StatusBar } from './cells/status-bar.tsx';
import { useCellMenu } from './cells/use-cell-menu.ts';
import { useColumnFilter } from './filters/use-column-filter.tsx';
import { GridBody } from './grid-body.tsx';
import type { GridProps } from './grid-props.ts';
import { GridState } from './grid-state.tsx';
import { GridTop } from './grid-top.tsx';
import { PrintedNote } from './printing.tsx';
import { useGrid } from './use-grid.ts';
import { ROW_HEIGHT } from './use-window.ts';

export type { GridProps } from './grid-props.ts';

/** The one list of the product. See docs/screens.md. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, source, filtered = false, visibleRows } = props;
  const domId = useId();
  const [notes] = useState(() => new Map<string, string>());
  const grid = useGrid(props);
  const filter = useColumnFilter(columns, source, props.views);
  const { cells, bounds, visible, rows } = grid;
  const menu = useCellMenu(cells, bounds, (at) => {
    const row = source.rowAt(at.row);
    return row === undefined ? undefined : { href: props.href?.(row), only: filter.only(visible[at.col]!, row) };
  });
  const filterWords = [
    ...[...notes].map(([name, text]) => `${name}: ${text}`),
    ...filter.active.map(({ header, words }) => `${header}: ${words}`),
  ];
  return (
    <section
      aria-label={label}
      className={cn(
        'relative flex min-h-0 min-w-0 flex-col bg-bg',
        visibleRows === undefined && 'grow',
        props.className,
      )}
    >
      <PrintedNote printed={grid.printed} total={source.total} filters={filterWords} />
      <GridTop props={props} grid={grid} filter={filter} notes={notes} filterWords={filterWords} />
      <div
        className="relative flex min-h-32 grow flex-col border-t border-line print:block"
        style={
          visibleRows === undefined
            ? undefined
            : {
                minHeight: (Math.max(2, Math.min(visibleRows, rows || 4)) + 1) * ROW_HEIGHT + grid.footer + 12,
                flexGrow: 0,
              }
        }
      >
        <GridBody props={props} grid={grid} filter={filter} domId={domId} onContextMenu={menu.onContextMenu} />
        <GridState
          label={label}
          source={source}
          footer={grid.footer}
          filtered={filtered}
          onClear={props.views?.clear}
          empty={props.empty}
          failed={props.failed}
        />
      </div>
      <p id={`${domId}-keys`} className="sr-only">
        {strings.grid.keysHint}
      </p>
      <StatusBar source={source} rows={rows} bounds={bounds} columns={visible} isCopied={cells.isCopied} />
      {filter.panel}
      <CellMenu target={menu.target} onClose={menu.close} onCopy={cells.copy} />
    </section>
  );
}
