import { writeErrorWorkbook } from './error-workbook.ts';
import type { WorkbookPort } from './port.ts';
import { readWorkbook } from './read-workbook.ts';
import { writeWorkbook } from './write-workbook.ts';

/** Workbooks on this machine's files. */
export const workbooks: WorkbookPort = { read: readWorkbook, write: writeWorkbook, writeErrors: writeErrorWorkbook };
