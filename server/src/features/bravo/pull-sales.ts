import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { addDays, type Day, daysBetween } from '@khop/engine/day.ts';
import {
  analyzeStaged,
  expectStaged,
  restageRows,
  type UpsertCounts,
  unstageRows,
  upsertStaged,
} from '../../db/staging.ts';
import type { Tx } from '../../db/transaction.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { stagedCheckpoint } from '../../jobs/staged-checkpoint.ts';
import { spellLikeMasters } from './spell-like-masters.ts';
import { SALES_COLUMNS, stagedSalesLine } from './stage-sales.ts';

export type SalesRange = { readonly fromDate: Day; readonly toDate: Day; readonly branchCode?: string | undefined };

/** Days before `from` are staged completely; `lines` is how many lines those were. */
export type PullCheckpoint = { readonly from: Day; readonly lines: number };

/** Days asked of Bravo at a time: a broken connection or a killed worker costs at most so many. */
const WINDOW_DAYS = 7;
const CHUNK_LINES = 5000;

/**
 * Reads a range of Bravo's sales ledger into the run's staged rows, window by window with checkpoints. Follow it with
 * `storePulledSales` in the run's last transaction. Throws BravoUnavailable. For any run that needs Bravo's sales.
 */
export async function pullSales(work: RunWork<unknown, PullCheckpoint>, range: SalesRange): Promise<number> {
  const { context, signal } = work;
  const { toDate, branchCode } = range;
  const checkpoint = await stagedCheckpoint(work);
  let from = checkpoint?.from ?? range.fromDate;
  let lines = checkpoint?.lines ?? 0;
  const days = daysBetween(range.fromDate, toDate) + 1;
  await work.progress({ stage: 'Đọc sổ bán hàng từ Bravo', done: daysBetween(range.fromDate, from), total: days });
  // The attempt before may have left the beginning of this window, with lines that Bravo has dropped since.
  if (checkpoint)
    await work.commitChunk({ from, lines }, (tx) => unstageRows(tx, work.id, "data ->> 'doc_date' >= $2", from));
  while (from <= toDate) {
    const last = addDays(from, WINDOW_DAYS - 1);
    const to = last < toDate ? last : toDate;
    const window = { fromDate: from, toDate: to, signal, ...(branchCode !== undefined && { branchCode }) };
    let inWindow = 0;
    let chunk: SalesLine[] = [];
    const flush = async (next: PullCheckpoint): Promise<void> => {
      const rows = chunk.map(stagedSalesLine);
      chunk = [];
      await work.commitChunk(next, (tx) => restageRows(tx, work.id, rows));
    };
    for await (const batch of context.bravo.sales(window)) {
      chunk.push(...batch);
      inWindow += batch.length;
      if (chunk.length >= CHUNK_LINES) await flush({ from, lines });
      await work.progress({ stage: 'Đọc sổ bán hàng từ Bravo', counters: { lines: lines + inWindow } });
    }
    lines += inWindow;
    from = addDays(to, 1);
    await flush({ from, lines });
    await work.progress({
      stage: 'Đọc sổ bán hàng từ Bravo',
      done: daysBetween(range.fromDate, from),
      counters: { lines },
    });
  }
  await analyzeStaged(context.pool);
  return lines;
}

export type StoredSales = UpsertCounts & { readonly removed: number };

/**
 * Takes the run's staged lines over into the stored ledger and removes stored lines of the range that Bravo no longer
 * has. Call it in the transaction of `work.finish`; it leaves `staged_rows` for the caller to drop.
 */
export async function storePulledSales(tx: Tx, runId: string, range: SalesRange): Promise<StoredSales> {
  await expectStaged(tx.client, runId);
  await spellLikeMasters(tx.client, runId);
  const counts = await upsertSales(tx, runId);
  const { rowCount } = await tx.client.query(
    // EXCEPT, not an anti-join: its plan does not depend on how many rows are thought to be staged.
    `delete from sales_ledger_lines where source_key in (
       select source_key from sales_ledger_lines
       where source = 'bravo' and doc_date between $2 and $3 and ($4::text is null or branch_code = $4)
       except select key from staged_rows where run_id = $1)`,
    [runId, range.fromDate, range.toDate, range.branchCode ?? null],
  );
  return { ...counts, removed: rowCount ?? 0 };
}

/** The source of lines: Bravo itself, or the person who gave them. */
export type SalesSource = { readonly source: 'bravo' } | { readonly source: 'given'; readonly givenBy: string };

/** Staged ledger lines into the store, by source key. */
export const upsertSales = (tx: Tx, runId: string, from: SalesSource = { source: 'bravo' }): Promise<UpsertCounts> =>
  upsertStaged(tx, {
    runId,
    table: 'sales_ledger_lines',
    key: ['source_key'],
    columns: SALES_COLUMNS,
    fixed: { source: ['text', from.source], given_by: ['text', from.source === 'given' ? from.givenBy : ''] },
    insertOnly: new Set(['id']),
    onChange: { stored_at: 'now()' },
  });
