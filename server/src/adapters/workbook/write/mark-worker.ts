import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { MarkedReading } from '@khop/engine/sheets/error-sheet.ts';
import { markedWorkbook } from './marked-workbook.ts';

/** `target` is where the marked copy of `path` goes. */
export type MarkRequest = { readonly path: string; readonly target: string; readonly result: MarkedReading };

/** Sent once, at the end. */
export type MarkMessage = { readonly problem?: { readonly code: string; readonly message: string } };

const { path, target, result } = workerData as MarkRequest;
const post = (message: MarkMessage) => parentPort?.postMessage(message);
try {
  await pipeline(await markedWorkbook(path, result), createWriteStream(target));
  post({});
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  post({ problem: { code: error.code, message: error.message } });
}
