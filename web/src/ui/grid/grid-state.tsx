import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import type { GridSource } from './types.ts';

/** The message over the rows when there are none, or when they could not be read. */
export function GridState<Row>({
  source,
  filtered,
  onClear,
  empty,
  failed,
}: {
  source: GridSource<Row>;
  filtered: boolean;
  onClear: (() => void) | undefined;
  empty: ReactNode;
  failed: ReactNode;
}) {
  if (source.status === 'error') {
    return (
      <div className="absolute inset-x-0 top-[30px] bottom-0 overflow-auto bg-bg">
        {failed ?? (
          <ErrorState
            title={strings.grid.error}
            message={source.error instanceof Error ? source.error.message : undefined}
            onRetry={source.retry}
          />
        )}
      </div>
    );
  }
  if (source.status !== 'ready' || source.total > 0) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-[30px] bottom-0 overflow-auto [&>*]:pointer-events-auto">
      {filtered || !empty ? (
        <EmptyState
          title={filtered ? strings.grid.emptyFiltered : strings.grid.empty}
          hint={filtered ? strings.grid.emptyFilteredHint : undefined}
          action={filtered && onClear ? <Button onClick={onClear}>{strings.grid.clearFilters}</Button> : undefined}
        />
      ) : (
        empty
      )}
    </div>
  );
}
