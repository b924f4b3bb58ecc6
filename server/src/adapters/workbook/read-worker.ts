import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '@khop/engine/problem.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { readFileHere } from './read-file.ts';
import type { ReadRequest, TAKEN, WorkerMessage } from './read-workbook.ts';
import { BATCH_ROWS, BATCHES_AHEAD, packRows } from './row-batch.ts';

const post = (message: WorkerMessage) => parentPort?.postMessage(message);

let onTheirWay = 0;
let goOn = () => {};
parentPort?.on('message', (_: typeof TAKEN) => {
  onTheirWay--;
  goOn();
});
const pause = () =>
  onTheirWay < BATCHES_AHEAD
    ? undefined
    : new Promise<void>((resolve) => {
        goOn = resolve;
      });

const { path, layout, dateOrder } = workerData as ReadRequest;
try {
  let rows: Row[] = [];
  let rowNumbers: number[] = [];
  const flush = () => {
    if (rows.length > 0) {
      post({ batch: packRows(rows, rowNumbers) });
      onTheirWay++;
    }
    [rows, rowNumbers] = [[], []];
  };
  const result = await readFileHere(path, {
    layout,
    dateOrder,
    pause,
    onRow: (row, rowNumber) => {
      rows.push(row);
      rowNumbers.push(rowNumber);
      if (rows.length === BATCH_ROWS) flush();
    },
  });
  flush();
  post({ result });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  post({ problem: { code: error.code, message: error.message, details: error.details } });
}
