import type { ReactNode } from 'react';
import { cn } from '../../ui/cn.ts';
import { formatCount } from '../../ui/format/number.ts';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';

export type LinesColumn<Line> = {
  header: string;
  cell: (line: Line) => ReactNode;
  number?: boolean;
  total?: ReactNode;
};

/** The newest lines that belong to a record, in its drawer, with a sum over all of them. */
export function LinesTable<Line>({
  label,
  lines,
  lineKey,
  columns,
  empty,
}: {
  label: string;
  lines: {
    data: { items: readonly Line[]; total: number } | undefined;
    isError: boolean;
    error: Error | null;
    refetch: () => Promise<unknown>;
  };
  lineKey: (line: Line) => string;
  columns: readonly LinesColumn<Line>[];
  /** The words in place of no lines: the lines that would be here, and the way in which they come here. */
  empty: ReactNode;
}) {
  const { data } = lines;
  if (lines.isError && !data) return <ErrorState message={lines.error?.message} onRetry={() => void lines.refetch()} />;
  if (!data) return <SkeletonLines lines={3} />;
  if (data.total === 0) return <p className="m-0 text-grid text-ink-2">{empty}</p>;
  const cell = (column: LinesColumn<Line>) =>
    cn('px-1.5 py-1', column.number && 'tabular text-right whitespace-nowrap');
  const hasTotals = columns.some((column) => column.total !== undefined);
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-small">
        <thead>
          <tr className="border-b border-line text-left text-ink-2">
            {columns.map((column) => (
              <th key={column.header} className={cn(cell(column), 'font-medium')}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.items.map((line) => (
            <tr key={lineKey(line)} className="border-b border-line align-top">
              {columns.map((column) => (
                <td key={column.header} className={cell(column)}>
                  {column.cell(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasTotals ? (
          <tfoot>
            <tr className="font-semibold">
              {columns.map((column, at) => (
                <td key={column.header} className={cell(column)}>
                  {column.total ?? (at === 0 ? 'Cộng' : null)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {data.total > data.items.length ? (
        <p className="m-0 pt-1 text-small text-ink-3">
          Hiện {formatCount(data.items.length)} dòng mới nhất trong {formatCount(data.total)}; dòng cộng tính trên tất
          cả.
        </p>
      ) : null}
    </div>
  );
}
