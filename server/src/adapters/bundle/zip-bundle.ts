import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { zipMoment } from '../workbook/write/write-workbook.ts';

/** A file of the bundle: workbooks are compressed already, so they are stored as they are. */
export type BundleEntry = { readonly path: string; readonly bytes: Uint8Array };

/** A zip of files as a stream; equal entries give equal bytes on every machine. */
export function zipBundle(entries: readonly BundleEntry[]): Readable {
  const zip = new ZipFile();
  for (const { path, bytes } of entries) {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path, {
      mtime: zipMoment(),
      mode: 0o100644,
      forceDosTimestamp: true,
      compress: false,
    });
  }
  zip.end();
  return zip.outputStream as Readable;
}
