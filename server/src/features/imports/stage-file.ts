import { readNotations } from '@khop/engine/sheets/body/notation.ts';
import { layouts } from '@khop/engine/sheets/layouts/layouts.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { stageWritten, stagingWriter } from '../../db/staging.ts';
import type { RunWork } from '../../jobs/run-work.ts';
import { Refusal } from '../../refusal.ts';
import { chunkQueue } from './chunk-queue.ts';
import type { ImportPayload, ImportTarget, RejectedCell } from './target.ts';
import { type WarehousePair, warehousePairs } from './warehouse-names.ts';

/** Rows per committed chunk: a killed worker loses at most the reading of so many. */
const CHUNK_ROWS = 5000;

/** Chunks that may wait before the file is read on; the few rows that are on their way come on top. */
const MOST_WAITING = 2;

const WATCH_EVERY_MS = 1000;
/** Rows that may be turned down before the whole file is: each is held with its sentence. */
const MOST_REJECTIONS = 200_000;

/** Number of rows of the file (in its order, rejected ones left out) that are staged for good. */
export type StagingCheckpoint = { readonly staged: number };

export type StagedFile = {
  /** The reading; its `rows` are empty. */
  readonly result: ReadResult;
  readonly staged: number;
  /**
   * The cells that the target rejected, and rows whose key came before. The reader's own rejections are in `result`.
   */
  readonly rejected: readonly RejectedCell[];
  /** Names and codes of warehouses that rows state together. */
  readonly warehouses: readonly WarehousePair[];
};

/**
 * Reads a file and stages its rows, chunk by chunk while the reading goes on. Starts behind the checkpoint: reading is
 * deterministic, so the rows up to there are the ones that were staged.
 */
export async function stageFile(
  work: RunWork<ImportPayload, StagingCheckpoint>,
  target: ImportTarget,
  path: string,
  checkpoint: StagingCheckpoint | null,
): Promise<StagedFile> {
  const stage = target.stager(work.payload);
  const before = checkpoint?.staged ?? 0;
  // AMIS and Bravo compare codes without case, so two spellings of one code are one record: the first one holds.
  const isByCode = layouts[target.layout].key !== undefined;
  const firstRowOf = new Map<string, number>();
  const rejected: RejectedCell[] = [];
  const warehouses = warehousePairs();
  const queue = chunkQueue(stagingWriter(work.id), { chunkRows: CHUNK_ROWS, most: MOST_WAITING });

  const turnDown = (cell: RejectedCell): void => {
    rejected.push(cell);
    if (rejected.length > MOST_REJECTIONS) throw new Refusal('TOO_MANY_ERRORS');
  };
  const isRepeated = (own: string, rowNumber: number): boolean => {
    const key = isByCode ? own.toLowerCase() : own;
    const first = firstRowOf.get(key);
    if (first === undefined) {
      firstRowOf.set(key, rowNumber);
      return false;
    }
    const message = `Dòng ${rowNumber} trùng mã với dòng ${first} nên không được ghi. Hãy bỏ một trong hai dòng.`;
    turnDown({ row: rowNumber, column: '', value: own, code: 'DUPLICATE_KEY', message });
    return true;
  };
  let taken = 0;
  const take = (row: Parameters<typeof stage>[0], rowNumber: number): void => {
    warehouses.see(row);
    const made = stage(row, rowNumber);
    if ('reject' in made) {
      turnDown({ row: rowNumber, ...made.reject });
      return;
    }
    if (!target.makesKeys && isRepeated(made.key, rowNumber)) return;
    taken += 1;
    if (taken <= before) return;
    queue.put({ ...made, rowNumber });
  };

  const stop = new AbortController();
  const signal = AbortSignal.any([work.signal, stop.signal]);
  await work.progress({ stage: 'Đọc tệp', done: before, total: null });
  const { dateOrder, notations, map, maps } = work.payload;
  const said = { dateOrder, notations: notations === undefined ? undefined : readNotations(notations) };
  const reading = work.context.workbooks
    .read(path, { layout: target.layout, ...said, map: map?.map, maps, signal, onRow: take, pause: queue.room })
    .finally(queue.end);
  // A file may take long before its first row comes: a cancel is looked for all the same.
  const watch = setInterval(() => void work.progress({}).catch(() => {}), WATCH_EVERY_MS);
  // Its failure is met below, where it is awaited; a failing chunk must not leave it unhandled.
  reading.catch(() => {});
  let staged = before;
  try {
    for (let chunk = await queue.next(); chunk; chunk = await queue.next()) {
      const written = chunk;
      const next = { staged: staged + written.rows };
      await work.commitChunk(next, (tx) => stageWritten(tx, work.id, written));
      staged = next.staged;
      await work.progress({ stage: 'Đọc tệp', done: staged });
    }
    return { result: await reading, staged, rejected, warehouses: warehouses.pairs() };
  } finally {
    clearInterval(watch);
    stop.abort();
  }
}
