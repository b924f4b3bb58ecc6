import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import { readFileHere } from './read-file.ts';
import type { ReadRequest, WorkerMessage } from './read-workbook.ts';

const BATCH = 5_000;

const post = (message: WorkerMessage) => parentPort?.postMessage(message);

const { path, layout } = workerData as ReadRequest;
try {
  const result = await readFileHere(path, layout);
  const { rows } = result;
  for (let from = 0; from < rows.length; from += BATCH) post({ rows: JSON.stringify(rows.slice(from, from + BATCH)) });
  post({ result: { ...result, rows: [] } });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  post({ problem: { code: error.code, message: error.message, details: error.details } });
}
