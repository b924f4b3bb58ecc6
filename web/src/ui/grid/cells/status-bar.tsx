import { useEffect, useMemo, useState } from 'react';
import { strings } from '../../../strings.ts';
import { formatCount, formatDecimal } from '../../format/number.ts';
import { type Bounds, summarise } from '../selection.ts';
import type { GridColumn, GridSource } from '../types.ts';

/** A sum over more rows than this is for the totals row or a spreadsheet; what is missing in it is said. */
const SUM_ROWS = 5_000;
const SUM_AFTER_MS = 300;

/** Rows at the left; Σ, count and average of the chosen cells at the right. */
export function StatusBar<Row>({
  source,
  rows,
  bounds,
  columns,
  isCopied,
}: {
  source: GridSource<Row>;
  rows: number;
  bounds: Bounds | undefined;
  columns: readonly GridColumn<Row>[];
  /** The chosen cells are on the clipboard: said here, because a toast would lie over the sum. */
  isCopied: boolean;
}) {
  const [fetched, setFetched] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were fetched for the sum or for copying are read again
  const summary = useMemo(
    () =>
      bounds && (bounds.top !== bounds.bottom || bounds.left !== bounds.right)
        ? summarise(bounds, columns, source.rowAt)
        : undefined,
    [bounds, columns, source.rowAt, fetched, isCopied],
  );
  const isPartial = summary !== undefined && summary.missingRows > 0;
  const { load } = source;
  // A selection that reaches past what was scrolled to: its rows are fetched once the selection rests.
  useEffect(() => {
    if (!bounds || !isPartial || bounds.bottom - bounds.top >= SUM_ROWS) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      load(bounds.top, bounds.bottom, controller.signal).then(
        () => setFetched((count) => count + 1),
        () => undefined,
      );
    }, SUM_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [bounds, isPartial, load]);
  const parts = summary
    ? [
        `${isCopied ? strings.grid.copied : strings.grid.selectedCells} ${formatCount(summary.cells)} ${strings.grid.cells}`,
        summary.numbers > 0 ? `${strings.grid.sum} ${formatDecimal(summary.sum)}` : '',
        summary.numbers > 0 ? `${strings.grid.average} ${formatDecimal(summary.average)}` : '',
        summary.numbers === 0 ? `${strings.grid.count} ${formatCount(summary.filled)}` : '',
        summary.missingRows > 0 ? `${formatCount(summary.missingRows)} ${strings.grid.notLoaded}` : '',
      ].filter(Boolean)
    : isCopied
      ? [`${strings.grid.copied} 1 ${strings.grid.cells}`]
      : [];
  const counted =
    source.status === 'ready'
      ? `${source.totalIsExact ? '' : 'trên '}${formatCount(source.total)} ${strings.grid.rows}`
      : '';
  return (
    <div className="tabular flex h-[26px] shrink-0 items-center justify-between gap-4 overflow-hidden border-t border-line px-3 text-small whitespace-nowrap text-ink-2 sm:px-4">
      {source.status === 'ready' && source.error ? (
        <span role="alert" className="flex min-w-0 items-center gap-2 text-amber-ink">
          <span className="truncate">
            {strings.grid.unread} {source.error instanceof Error ? source.error.message : null}
          </span>
          <button type="button" onClick={source.retry} className="shrink-0 underline underline-offset-2">
            {strings.common.retry}
          </button>
        </span>
      ) : null}
      <span>
        {counted}
        {rows < source.total ? ` · hiện ${formatCount(rows)} dòng đầu, hãy lọc để xem phần còn lại` : ''}
      </span>
      <span role="status" className="truncate text-right">
        {parts.join(' · ')}
      </span>
    </div>
  );
}
