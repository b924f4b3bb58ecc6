import { Worker, type WorkerOptions } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { DateOrder } from '@khop/engine/text/day-text.ts';
import { limits } from './limits.ts';
import { type RowBatch, rowUnpacker } from './row-batch.ts';
import type { Pause } from './row-source.ts';

export type ReadRequest = {
  readonly path: string;
  readonly layout: string | undefined;
  readonly dateOrder: DateOrder | undefined;
};

export type WorkerMessage =
  | { readonly batch: RowBatch }
  | { readonly result: ReadResult }
  | {
      readonly problem: {
        readonly code: string;
        readonly message: string;
        readonly details: Readonly<Record<string, unknown>> | undefined;
      };
    };

/** The message to the reading thread for each batch that was taken. */
export const TAKEN = 'taken';

export type ReadOptions = {
  /** The layout that the file must have; without it the layout is recognised. */
  readonly layout?: string;
  /** The order in which texts such as 09/10/2026 name days, for a file that does not tell. */
  readonly dateOrder?: DateOrder | undefined;
  /** Aborting ends the worker at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Takes each accepted row as it arrives; `rows` and `rowNumbers` of the result then stay empty. */
  readonly onRow?: (row: Row, rowNumber: number) => void;
  /**
   * Asked whenever some rows were given: the file is read on when what it answers is fulfilled, but for the few batches of
   * `row-batch.ts` that are on their way. Its failure ends the reading.
   */
  readonly pause?: Pause;
};

/**
 * Reads a workbook (.xlsx, .xls, CSV) in a worker thread with a heap of its own: a file that is too much for it fails
 * alone, with FILE_TOO_LARGE. Throws UNKNOWN_LAYOUT, WRONG_LAYOUT, WRONG_REPORT, MISSING_COLUMN, DATE_ORDER_UNKNOWN, EMPTY_SHEET, FILE_TYPE_NOT_SUPPORTED,
 * FILE_TOO_LARGE, FILE_DAMAGED, FILE_SUSPICIOUS, FILE_NOT_FOUND.
 */
export async function readWorkbook(
  path: string,
  { layout, dateOrder, signal, onRow, pause }: ReadOptions = {},
): Promise<ReadResult> {
  signal?.throwIfAborted();
  const worker = new Worker(
    new URL('./read-worker.ts', import.meta.url),
    threadOptions({ path, layout, dateOrder } satisfies ReadRequest),
  );
  const rows: Row[] = [];
  const rowNumbers: number[] = [];
  const unpack = rowUnpacker(onRow === undefined);
  const keep = (row: Row, rowNumber: number) => {
    rows.push(row);
    rowNumbers.push(rowNumber);
  };
  const take = async (batch: RowBatch): Promise<void> => {
    unpack(batch, onRow ?? keep);
    await pause?.();
    worker.postMessage(TAKEN);
  };
  const stop = () => void worker.terminate();
  signal?.addEventListener('abort', stop);
  try {
    return await new Promise<ReadResult>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if ('batch' in message) take(message.batch).catch(reject);
        else if ('result' in message) resolve({ ...message.result, rows, rowNumbers });
        else reject(new Problem(message.problem.code, message.problem.message, message.problem.details));
      });
      worker.on('error', (error) => reject(asProblem(error)));
      worker.on('exit', () => reject(signal?.aborted ? signal.reason : new Error('the reading thread ended early')));
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** For a thread that reads an uploaded file: a heap of its own, which a bad file may fill. */
export const threadOptions = (workerData: unknown): WorkerOptions => ({
  // Flags of the main process (--input-type, --inspect …) are not meant for this thread.
  execArgv: [],
  workerData,
  resourceLimits: { maxOldGenerationSizeMb: limits.workerHeapMb, maxYoungGenerationSizeMb: 16 },
});

/** The error that ended such a thread, as a refusal of the file if the file was the cause. */
export const asProblem = (error: unknown): unknown =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Problem('FILE_TOO_LARGE', 'Tệp cần quá nhiều bộ nhớ để đọc. Hãy chia nhỏ theo kỳ rồi tải từng tệp.')
    : error;
