import type { Readable } from 'node:stream';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { ReadOptions } from './read-workbook.ts';
import type { WritableSheet } from './sheet-xml.ts';

/** What features may do with workbooks. Refusals are Problems, listed at `readWorkbook`. */
export type WorkbookPort = {
  /** Reads an uploaded file off the main thread. */
  read(path: string, options?: ReadOptions): Promise<ReadResult>;
  /** An .xlsx as a stream; equal sheets give equal bytes. */
  write(sheets: readonly WritableSheet[]): Readable;
  /** The user's own file with a "Lỗi" column for its rejected rows. */
  writeErrors(path: string, result: ReadResult): Promise<Readable>;
};
