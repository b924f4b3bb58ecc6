import { useEffect, useRef } from 'react';
import { strings } from '../../strings.ts';
import { formatCount } from '../format/number.ts';
import { usePrinting } from '../use-printing.ts';
import type { GridSource } from './types.ts';

/** Paper takes this many rows of a list; more are for a workbook. */
const PRINTED_ROWS = 2_000;

/** Fetches what a list of the page still lacks for paper. */
type Fetch = () => Promise<void>;
const lists = new Set<Fetch>();

/** Ctrl+P waits for the rows that are not here yet; a print from the browser's own menu cannot, and says what is missing. */
function onKey(event: KeyboardEvent): void {
  const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyP';
  if (!isPrint || event.defaultPrevented) return;
  event.preventDefault();
  // Rows that cannot be fetched are told on the paper, as after a print from the menu.
  void Promise.allSettled([...lists].map((fetchRows) => fetchRows())).then(() => print());
}

/** The number of rows of a list that go on the paper, while the page is being printed. Ctrl+P fetches them before. */
export function usePrintedRows<Row>(source: GridSource<Row>, rows: number): number | undefined {
  const isPrinting = usePrinting();
  const most = Math.min(rows, PRINTED_ROWS);
  const latest = useRef<Fetch>(async () => undefined);
  latest.current = () => source.load(0, most - 1);
  useEffect(() => {
    const own = () => latest.current();
    if (lists.size === 0) addEventListener('keydown', onKey);
    lists.add(own);
    return () => {
      lists.delete(own);
      if (lists.size === 0) removeEventListener('keydown', onKey);
    };
  }, []);
  if (!isPrinting) return undefined;
  let here = 0;
  while (here < most && source.rowAt(here) !== undefined) here += 1;
  return here;
}

/** Above the rows on paper: what narrows the list, how many rows are missing and where all of them are. */
export function PrintedNote({
  printed,
  total,
  filters,
}: {
  printed: number | undefined;
  total: number;
  filters: readonly string[];
}) {
  if (printed === undefined) return null;
  const { printed: words, rows } = strings.grid;
  return (
    <>
      {filters.length > 0 ? (
        <p className="m-0 mb-2 px-3 sm:px-4">
          {words.filters} {filters.join('; ')}
        </p>
      ) : null}
      {printed < total ? (
        <p className="m-0 mb-2 px-3 font-semibold sm:px-4">
          {words.before} {formatCount(printed)} {words.of} {formatCount(total)} {rows}. {words.instead}
        </p>
      ) : null}
    </>
  );
}
