import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@khop/engine/problem.ts';
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

/**
 * Writes the parts one after another into a zip that only its owner may read; there is no file when one of them fails. Throws
 * VALIDATION for a place that holds something else than a file.
 */
export async function writeBackupFile(file: string, parts: readonly BackupPart[]): Promise<void> {
  const target = await placeOf(file);
  await clearLeftovers(target);
  // Of its own name: two that were written into one draft would be mixed, and be taken for whole.
  const draft = `${target}.${crypto.randomUUID()}${DRAFT}`;
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
    await fs.rename(draft, target);
  } catch (error) {
    await fs.rm(draft, { force: true });
    throw error;
  }
}

const DRAFT = '.unfinished';

/** The part of a draft's name behind that of its file; older builds gave all drafts of a file one name. */
const OF_DRAFT = /^(?:\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?\.unfinished$/;

/** No backup takes so long: whatever wrote such a draft was killed. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** The file that the name leads to. To take the place of a folder or a device would be its end. */
async function placeOf(file: string): Promise<string> {
  const real = await fs.realpath(file).catch(() => path.resolve(file));
  const known = await fs.stat(real).catch(() => undefined);
  if (known && !known.isFile())
    throw new Problem('VALIDATION', `«${file}» không phải là một tệp. Hãy ghi tên của tệp sao lưu.`);
  return real;
}

/** Removes the drafts of this file that nothing writes to any more: each may hold all books. */
async function clearLeftovers(target: string): Promise<void> {
  const [folder, base] = [path.dirname(target), path.basename(target)];
  const names = await fs.readdir(folder).catch((): string[] => []);
  for (const name of names) {
    if (!name.startsWith(base) || !OF_DRAFT.test(name.slice(base.length))) continue;
    const draft = path.join(folder, name);
    const written = await fs.stat(draft).catch(() => undefined);
    if (written?.isFile() && Date.now() - written.mtimeMs > ABANDONED_AFTER_MS) await fs.rm(draft, { force: true });
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
