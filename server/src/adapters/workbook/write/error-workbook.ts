import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { MarkedReading } from '@khop/engine/sheets/error-sheet.ts';
import { asProblem, threadOptions } from '../read-workbook.ts';
import type { MarkMessage, MarkRequest } from './mark-worker.ts';

/**
 * The user's own sheet with a "Lỗi" column that says, row by row, why it was rejected: to be mended and uploaded again.
 * Written off the main thread, like every reading of an uploaded file, into a file beside `path` (which `result` was
 * read from) that goes when the stream ends. Throws as `readWorkbook` does.
 */
export async function writeErrorWorkbook(path: string, result: MarkedReading): Promise<Readable> {
  const target = `${path}.loi.xlsx`;
  try {
    await markInThread({ path, target, result });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  const marked = createReadStream(target);
  marked.on('close', () => void rm(target, { force: true }));
  return marked;
}

async function markInThread({ path, target, result }: MarkRequest): Promise<void> {
  const { layout, sheet, headerRow, columns, rejected } = result;
  // Rows, if the reading kept any, stay here: the thread reads them itself.
  const workerData: MarkRequest = { path, target, result: { layout, sheet, headerRow, columns, rejected } };
  const worker = new Worker(new URL('./mark-worker.ts', import.meta.url), threadOptions(workerData));
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: MarkMessage) =>
        message.problem ? reject(new Problem(message.problem.code, message.problem.message)) : resolve(),
      );
      worker.on('error', (error) => reject(asProblem(error)));
      worker.on('exit', () => reject(new Error('the marking thread ended early')));
    });
  } finally {
    await worker.terminate();
  }
}
