// biome-ignore-all lint/a11y/useSemanticElements: rows that are drawn only in sight cannot be a table
import { memo } from 'react';
import { strings } from '../../strings.ts';
import { cn } from '../cn.ts';
import { TextLink } from '../link.tsx';
import type { PlacedColumn } from './layout.ts';
import { formatCell, isNumeric } from './selection.ts';
import type { CellKind } from './types.ts';
import { ROW_HEIGHT } from './use-window.ts';

export type RowTone = 'amber' | 'red' | 'muted';

export type GridRowProps<Row> = {
  gridId: string;
  index: number;
  row: Row | undefined;
  placed: readonly PlacedColumn<Row>[];
  width: number;
  /** Width of the checkbox column, 0 when rows cannot be chosen. */
  leading: number;
  selected: boolean;
  /** Columns of the cell range that cross this row; -1 for none. */
  rangeLeft: number;
  rangeRight: number;
  activeCol: number;
  tone: RowTone | undefined;
  canOpen: boolean;
  /** The page of the row, as a path. */
  href: string | undefined;
};

const tones: Record<RowTone, string> = {
  amber: 'bg-[color-mix(in_srgb,var(--amber-tint)_50%,var(--bg))] group-hover/row:bg-hover',
  red: 'bg-[color-mix(in_srgb,var(--red-tint)_50%,var(--bg))] group-hover/row:bg-hover',
  muted: 'text-ink-3',
};

export const cellId = (gridId: string, row: number, col: number): string => `${gridId}-r${row}c${col}`;

export const alignOf = (kind: CellKind | undefined): string =>
  isNumeric(kind) || kind === 'percent' || kind === 'rate' ? 'justify-end text-right' : 'justify-start text-left';

/** A figure without its last digits is another figure: one that is too long for its column is written smaller. */
export const tightOf = (kind: CellKind | undefined, text: string, width: number): string | undefined =>
  isNumeric(kind) && text.length * 7.2 > width - 16 ? 'px-1! text-[11px] tracking-tight' : undefined;

/** The width of a placeholder: varied, but the same each time. */
const placeholderWidth = (row: number, col: number): string => `${45 + ((row * 7 + col * 13) % 40)}%`;

function GridRowView<Row>({
  gridId,
  index,
  row,
  placed,
  width,
  leading,
  selected,
  rangeLeft,
  rangeRight,
  activeCol,
  tone,
  canOpen,
  href,
}: GridRowProps<Row>) {
  const plain = tone === undefined || tone === 'muted' ? 'bg-bg group-hover/row:bg-hover' : tones[tone];
  const background = selected ? 'bg-tint-soft' : plain;
  const lead = leading > 0 ? 1 : 0;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid, which points here
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={leading > 0 ? selected : undefined}
      data-r={index}
      className={cn('group/row absolute top-0 left-0 flex text-grid', tone === 'muted' && tones.muted)}
      style={{ width, height: ROW_HEIGHT, transform: `translateY(${index * ROW_HEIGHT}px)` }}
    >
      {leading > 0 ? (
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid, which points here
        <div
          role="gridcell"
          aria-colindex={1}
          data-check
          className={cn(
            'sticky left-0 z-10 flex shrink-0 items-center justify-center border-r border-b border-line',
            background,
          )}
          style={{ width: leading }}
        >
          {row === undefined ? null : (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={selected}
              readOnly
              aria-label={`${strings.grid.selectRow} ${index + 1}`}
              className="size-4 accent-primary"
            />
          )}
        </div>
      ) : null}
      {placed.map(({ column, width: cellWidth, left, pinned }, col) => {
        const inRange = col >= rangeLeft && col <= rangeRight && rangeLeft >= 0;
        const value = row === undefined ? undefined : column.value(row);
        const negative =
          isNumeric(column.kind) && (typeof value === 'number' ? value < 0 : String(value ?? '').startsWith('-'));
        const text = row === undefined ? '' : formatCell(column.kind, value);
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the grid, which points here
          <div
            key={column.id}
            id={cellId(gridId, index, col)}
            role="gridcell"
            aria-colindex={col + 1 + lead}
            aria-selected={inRange || undefined}
            data-c={col}
            title={text.length * 7 > cellWidth ? text : undefined}
            className={cn(
              'flex shrink-0 items-center overflow-hidden border-r border-b border-line px-2 whitespace-nowrap',
              alignOf(column.kind),
              tightOf(column.kind, text, cellWidth),
              isNumeric(column.kind) || column.kind === 'day' || column.kind === 'instant' ? 'tabular' : undefined,
              inRange ? 'bg-tint' : background,
              pinned && 'sticky z-10',
              negative ? 'text-red-ink' : isNumeric(column.kind) && text === '0' && 'text-ink-3',
              col === activeCol &&
                'z-[11] shadow-[inset_0_0_0_2px_var(--primary)] dark:shadow-[inset_0_0_0_2px_var(--accent)]',
            )}
            style={pinned ? { width: cellWidth, left } : { width: cellWidth }}
          >
            {row === undefined ? (
              <span
                aria-hidden
                className="block h-3 rounded-[4px] bg-grey-tint"
                style={{ width: placeholderWidth(index, col) }}
              />
            ) : column.cell ? (
              column.cell(row)
            ) : column.opens && href !== undefined ? (
              <TextLink to={href} tabIndex={-1} preload={false} data-open data-link className="truncate">
                {text}
              </TextLink>
            ) : column.opens && canOpen ? (
              <span data-open className="cursor-pointer truncate text-accent hover:underline">
                {text}
              </span>
            ) : (
              <span className="truncate">{text}</span>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** One row; drawn again only when something of its own changed. */
export const GridRow = memo(GridRowView) as typeof GridRowView;
