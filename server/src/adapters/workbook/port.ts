import type { Readable } from 'node:stream';
import type { MarkedReading } from '@khop/engine/sheets/error-sheet.ts';
import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import type { Glance } from '@khop/engine/sheets/recognise/glance.ts';
import type { RememberedMap } from './choose-sheet.ts';
import type { previewWorkbook } from './preview/preview.ts';
import type { ReadOptions } from './read-workbook.ts';
import type { SheetHead } from './sheet-head.ts';
import type { WritableSheet } from './write/sheet-xml.ts';

/** A workbook of a bundle: its path inside the zip and its sheets. */
export type BundledWorkbook = { readonly path: string; readonly sheets: readonly WritableSheet[] };

/** A file of a bundle as it is. */
export type BundledFile = { readonly path: string; readonly bytes: Uint8Array };

/** The calls on workbooks that features may make. Refusals are Problems, listed at `readWorkbook`. */
export type WorkbookPort = {
  /** Refuses by name and first bytes what no reading could take in. Throws FILE_TYPE_NOT_SUPPORTED or EMPTY_SHEET. */
  refuseOtherFiles(fileName: string, head: Uint8Array): void;
  /** Reads an uploaded file off the main thread. */
  read(path: string, options?: ReadOptions): Promise<ReadResult>;
  /** Looks at the top of an uploaded file: what it is, for which days. Throws as `read` does. */
  glance(path: string, maps?: readonly RememberedMap[]): Promise<Glance>;
  /** The first rows of an uploaded file as they are, with a guess of what its columns are. Throws as `read` does, but for layouts. */
  preview: typeof previewWorkbook;
  /** The first rows of a small file's first sheet as texts. Throws as `read` does, but for layouts. */
  head(path: string, most: number): Promise<SheetHead>;
  /** An .xlsx as a stream; equal sheets give equal bytes. */
  write(sheets: readonly WritableSheet[]): Readable;
  /** A zip of workbooks, whole in memory; equal workbooks give equal bytes. */
  zip(files: readonly (BundledWorkbook | BundledFile)[]): Promise<Buffer>;
  /** The files of such a zip. */
  unzip(content: Uint8Array): Promise<BundledFile[]>;
  /** The user's own file with a "Lỗi" column for its rejected rows. */
  writeErrors(path: string, result: MarkedReading): Promise<Readable>;
};
