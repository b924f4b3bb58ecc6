import { open } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import { sniff } from './sniff.ts';

/** Parts that make a zip a workbook. */
const WORKBOOK_PARTS = new Set(['[Content_Types].xml', 'mimetype', '_rels/.rels']);
const HEAD_BYTES = 4096;

/**
 * True for a file that holds XML of invoices rather than a workbook, both of which may be XML or a zip: XML that is no spreadsheet, or a
 * zip without the parts of one. False for all that cannot be opened: the reader of workbooks says why.
 */
export async function isTaxUpload(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    const { buffer, bytesRead } = await file
      .read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      .finally(() => file.close());
    const head = buffer.subarray(0, bytesRead);
    const kind = sniff(head);
    if (kind === 'xml') return !/spreadsheet|<(\w+:)?(Workbook|document|table)\b/i.test(head.toString('latin1'));
    return kind === 'zip' && !(await isWorkbook(path));
  } catch {
    return false;
  }
}

async function isWorkbook(path: string): Promise<boolean> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    for await (const { fileName } of zip.eachEntry()) if (WORKBOOK_PARTS.has(fileName)) return true;
    return false;
  } finally {
    zip.close();
  }
}
