import { threadMain } from '../../threads/thread-main.ts';
import type { ReadTaxInvoice, RefusedTaxFile, TaxFile, TaxPiece, TaxReadSummary } from './port.ts';
import { readUpload, type UploadRequest } from './read-upload.ts';

/** Files that are told together, unless their bytes are many; and the pieces that may be on their way. */
const FILES_AT_ONCE = 50;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
const PIECES_AHEAD = 2;

threadMain<UploadRequest, TaxReadSummary, TaxPiece>(async (request, { send, room }) => {
  let [invoices, refused, bytes]: [ReadTaxInvoice[], RefusedTaxFile[], number] = [[], [], 0];
  let workbooks: TaxFile[] = [];
  const flush = (): void => {
    if (invoices.length + refused.length + workbooks.length > 0) send({ invoices, refused, workbooks });
    [invoices, refused, workbooks, bytes] = [[], [], [], 0];
  };
  const summary = await readUpload(request, async (piece) => {
    invoices.push(...piece.invoices);
    refused.push(...piece.refused);
    workbooks.push(...(piece.workbooks ?? []));
    bytes += (piece.invoices[0]?.file ?? piece.workbooks?.[0])?.bytes.length ?? 0;
    if (invoices.length + refused.length < FILES_AT_ONCE && bytes < BYTES_AT_ONCE) return;
    flush();
    await room(PIECES_AHEAD);
  });
  flush();
  return summary;
});
