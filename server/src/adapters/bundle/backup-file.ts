import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';

/** A part of a backup, made when the parts before it are written. */
export type BackupPart = { readonly path: string; readonly open: () => Readable };

/** A file that people may not have changed and that is whole: parts by path. */
export type BackupFile = {
  readonly has: (path: string) => boolean;
  readonly open: (path: string) => Promise<Readable>;
  readonly close: () => void;
};

/** Writes the parts one after another into a zip that only its owner may read; there is no file when one of them fails. */
export async function writeBackupFile(file: string, parts: readonly BackupPart[]): Promise<void> {
  const draft = `${file}.unfinished`;
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject);
    for (const { path, open } of parts)
      zip.addReadStreamLazy(path, { mode: 0o100600 }, (give) => {
        const bytes = open();
        bytes.on('error', reject);
        give(null, bytes);
      });
  });
  zip.end();
  try {
    const written = pipeline(Readable.from(zip.outputStream), createWriteStream(draft, { mode: 0o600, flush: true }));
    await Promise.race([written, failed]);
    await fs.rename(draft, file);
  } catch (error) {
    await fs.rm(draft, { force: true });
    throw error;
  }
}

/** Opens a backup. Throws what the zip reader says of a file that is none. */
export async function openBackupFile(file: string): Promise<BackupFile> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Parameters<typeof zip.openReadStreamPromise>[0]>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    has: (path) => entries.has(path),
    open: async (path) => {
      const entry = entries.get(path);
      if (!entry) throw new Error(`The backup has no ${path}`);
      return zip.openReadStreamPromise(entry);
    },
    close: () => zip.close(),
  };
}
