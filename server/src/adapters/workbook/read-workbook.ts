import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { type RowBatch, rowUnpacker } from './batches/row-batch.ts';
import { inFileThread } from './file-thread.ts';
import type { ReadingSaid } from './read-file.ts';
import type { Pause } from './row-source.ts';

export type ReadRequest = ReadingSaid & { readonly path: string };

export type ReadOptions = ReadingSaid & {
  /** Aborting ends the thread at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Takes each accepted row as it arrives; `rows` and `rowNumbers` of the result then stay empty. */
  readonly onRow?: (row: Row, rowNumber: number) => void;
  /**
   * Asked whenever some rows were given: the file is read on when what it answers is fulfilled, but for the few batches of
   * `batches/row-batch.ts` that are on their way. Its failure ends the reading.
   */
  readonly pause?: Pause;
};

/**
 * Reads a workbook (any form of `openRows`) in a thread with a heap of its own: a file that is too much for it fails
 * alone, with FILE_TOO_LARGE. Throws UNKNOWN_LAYOUT, WRONG_LAYOUT, WRONG_REPORT, MISSING_COLUMN, DATE_ORDER_UNKNOWN, DECIMAL_SIGN_UNKNOWN, DECIMAL_SIGNS_MIXED, MAP_INVALID,
 * EMPTY_SHEET, FILE_TYPE_NOT_SUPPORTED, FILE_TOO_LARGE, FILE_DAMAGED, FILE_ENCRYPTED, FILE_SUSPICIOUS, FILE_NOT_FOUND, SHEETS_UNCLEAR.
 */
export async function readWorkbook(
  path: string,
  { signal, onRow, pause, ...said }: ReadOptions = {},
): Promise<ReadResult> {
  const rows: Row[] = [];
  const rowNumbers: number[] = [];
  const unpack = rowUnpacker(onRow === undefined);
  const keep = (row: Row, rowNumber: number) => {
    rows.push(row);
    rowNumbers.push(rowNumber);
  };
  const onPart = async (batch: RowBatch): Promise<void> => {
    unpack(batch, onRow ?? keep);
    await pause?.();
  };
  const request: ReadRequest = { path, ...said };
  const thread = new URL('./read-worker.ts', import.meta.url);
  const result = await inFileThread<ReadRequest, ReadResult, RowBatch>(thread, request, { signal, onPart });
  return { ...result, rows, rowNumbers };
}
