import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { threadMain } from '../../threads/thread-main.ts';
import { BATCH_ROWS, BATCHES_AHEAD, packRows, type RowBatch } from './batches/row-batch.ts';
import { readFileHere } from './read-file.ts';
import type { ReadRequest } from './read-workbook.ts';

threadMain<ReadRequest, ReadResult, RowBatch>(async ({ path, ...said }, { send, room }) => {
  let rows: Row[] = [];
  let rowNumbers: number[] = [];
  const flush = () => {
    if (rows.length > 0) send(packRows(rows, rowNumbers));
    [rows, rowNumbers] = [[], []];
  };
  const result = await readFileHere(path, {
    ...said,
    pause: () => room(BATCHES_AHEAD),
    onRow: (row, rowNumber) => {
      rows.push(row);
      rowNumbers.push(rowNumber);
      if (rows.length === BATCH_ROWS) flush();
    },
  });
  flush();
  return result;
});
