import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { MarkedReading } from '@khop/engine/sheets/error-sheet.ts';
import { inFileThread } from '../file-thread.ts';
import type { MarkRequest } from './mark-worker.ts';

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

function markInThread({ path, target, result }: MarkRequest): Promise<void> {
  const { layout, sheet, headerRow, columns, rejected } = result;
  // Rows, if the reading kept any, stay here: the thread reads them itself.
  const request: MarkRequest = { path, target, result: { layout, sheet, headerRow, columns, rejected } };
  return inFileThread<MarkRequest, void>(new URL('./mark-worker.ts', import.meta.url), request);
}
