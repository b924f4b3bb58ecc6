import { bytesOf } from '../bundle/bytes-of.ts';
import { unzipBundle } from '../bundle/unzip-bundle.ts';
import { type BundleEntry, zipBundle } from '../bundle/zip-bundle.ts';
import { refuseOtherFiles } from './file-kind.ts';
import { glanceAtWorkbook } from './glance.ts';
import type { WorkbookPort } from './port.ts';
import { previewWorkbook } from './preview/preview.ts';
import { readWorkbook } from './read-workbook.ts';
import { sheetHead } from './sheet-head.ts';
import { writeErrorWorkbook } from './write/error-workbook.ts';
import { writeWorkbook } from './write/write-workbook.ts';

/** Workbooks on this machine's files. */
export const workbooks: WorkbookPort = {
  refuseOtherFiles,
  read: readWorkbook,
  glance: glanceAtWorkbook,
  preview: previewWorkbook,
  head: sheetHead,
  write: writeWorkbook,
  zip: async (files) => {
    const entries: BundleEntry[] = [];
    for (const file of files)
      entries.push('bytes' in file ? file : { path: file.path, bytes: await bytesOf(writeWorkbook(file.sheets)) });
    return bytesOf(zipBundle(entries));
  },
  unzip: unzipBundle,
  writeErrors: writeErrorWorkbook,
};
