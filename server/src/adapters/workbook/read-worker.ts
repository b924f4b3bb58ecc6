import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { threadMain } from '../../threads/thread-main.ts';
import { BATCHES_AHEAD, type RowBatch, RowPacker } from './batches/row-batch.ts';
import { readFileHere } from './read-file.ts';
import type { ReadRequest } from './read-workbook.ts';

threadMain<ReadRequest, ReadResult, RowBatch>(async ({ path, ...said }, { send, room }) => {
  const packer = new RowPacker();
  const sendIf = (batch: RowBatch | undefined): void => {
    if (batch) send(batch);
  };
  const result = await readFileHere(path, {
    ...said,
    pause: () => room(BATCHES_AHEAD),
    onRow: (row, rowNumber) => sendIf(packer.add(row, rowNumber)),
  });
  sendIf(packer.rest());
  return result;
});
