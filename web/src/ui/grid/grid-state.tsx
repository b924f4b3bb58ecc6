import type { ReactNode } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../button.tsx';
import { EmptyState, ErrorState } from '../states.tsx';
import type { GridSource } from './types.ts';
import { HEADER_HEIGHT } from './use-window.ts';

/**
 * The message over the rows when there are none, or when they could not be read. The list is at least as high as its words; in a window
 * that is too low for them they scroll.
 */
export function GridState<Row>({
  label,
  source,
  footer,
  filtered,
  onClear,
  empty,
  failed,
}: {
  /** The name of the list. */
  label: string;
  source: GridSource<Row>;
  /** The height of the sums, which stay in sight where there are no rows. */
  footer: number;
  filtered: boolean;
  onClear: (() => void) | undefined;
  empty: ReactNode;
  failed: ReactNode;
}) {
  if (source.status === 'error') {
    return (
      <div className="relative min-h-0 grow overflow-auto bg-bg" style={{ marginTop: HEADER_HEIGHT }}>
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
    // biome-ignore lint/a11y/useSemanticElements: words, no fields of a form
    <div
      role="group"
      aria-label={`${strings.grid.words}: ${label}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
      tabIndex={0}
      className="pointer-events-none relative min-h-0 grow overflow-auto focus-visible:-outline-offset-2 [&>*]:pointer-events-auto"
      style={{ marginTop: HEADER_HEIGHT, marginBottom: footer }}
    >
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
