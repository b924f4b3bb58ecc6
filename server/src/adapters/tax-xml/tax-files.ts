import { basename } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import type { TaxFiles } from './port.ts';
import { readUpload } from './read-upload.ts';
import { sniff } from './sniff.ts';

/** Refuses at the door what is neither XML nor a zip. */
function refuseOtherFiles(_fileName: string, head: Uint8Array): void {
  const kind = sniff(head);
  if (kind === 'xml' || kind === 'zip') return;
  throw new Problem('FILE_TYPE_NOT_SUPPORTED', 'Chỉ nhận hóa đơn điện tử dạng .xml, hoặc gói .zip các tệp ấy.');
}

export const taxFiles: TaxFiles = {
  refuseOtherFiles,
  read: (path, { take, signal, roots = [], name = basename(path) }) =>
    readUpload({ path, name, roots }, async (piece) => {
      signal?.throwIfAborted();
      await take(piece);
    }),
};
