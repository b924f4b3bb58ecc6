import { type Duplex, pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Problem } from '@khop/engine/problem.ts';
import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { limits } from './limits.ts';

/** What one upload may still inflate, inner zips as well. */
export class Budget {
  #bytes = 0;
  #entries = 0;

  /** Throws UPLOAD_INFLATES_TOO_MUCH. */
  spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > limits.totalBytes) throw taxRefusal('UPLOAD_INFLATES_TOO_MUCH');
  }

  /** Throws UPLOAD_TOO_MANY_FILES. */
  entry(): void {
    this.#entries += 1;
    if (this.#entries > limits.entries) throw taxRefusal('UPLOAD_TOO_MANY_FILES');
  }
}

/** An entry of a zip: its bytes, or why it is refused. */
export type ZipEntry = { readonly name: string; readonly content: Uint8Array | Problem };

/** The files of a zip one by one, within the budget. Throws ZIP_DAMAGED when its directory cannot be read, and UPLOAD_…. */
export async function* zipEntries(source: string | Buffer, budget: Budget): AsyncGenerator<ZipEntry> {
  const zip = await opened(source);
  try {
    // Reading of the directory itself may fail at any entry.
    const entries = zip.eachEntry()[Symbol.asyncIterator]();
    for (;;) {
      const next = await entries.next().catch(() => {
        throw taxRefusal('ZIP_DAMAGED');
      });
      if (next.done) return;
      const entry: Entry = next.value;
      const name = typeof entry.fileName === 'string' ? entry.fileName : String(entry.fileName);
      if (name.endsWith('/')) continue;
      budget.entry();
      yield { name, content: await contentOf(zip, entry, budget) };
    }
  } finally {
    zip.close();
  }
}

// Names are shown and never used as paths, so that a strange one is no reason to refuse the whole.
const OPTIONS = {
  lazyEntries: true,
  autoClose: false,
  strictFileNames: false,
  validateEntrySizes: true,
  decodeStrings: true,
} as const;

async function opened(source: string | Buffer): Promise<ZipFile> {
  try {
    return await (typeof source === 'string' ? openPromise(source, OPTIONS) : fromBufferPromise(source, OPTIONS));
  } catch {
    throw taxRefusal('ZIP_DAMAGED');
  }
}

/** The flag of an entry that is encrypted, and the methods that are read: stored and deflated. */
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

async function contentOf(zip: ZipFile, entry: Entry, budget: Budget): Promise<Uint8Array | Problem> {
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return taxRefusal('ZIP_ENCRYPTED');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return taxRefusal('ZIP_DAMAGED');
  if (entry.uncompressedSize > limits.fileBytes) return taxRefusal('XML_TOO_LARGE');
  try {
    return await inflated(zip, entry, budget);
  } catch (error) {
    if (!(error instanceof Problem)) return taxRefusal('ZIP_DAMAGED');
    if (error.code.startsWith('UPLOAD_')) throw error;
    return error;
  }
}

async function inflated(zip: ZipFile, entry: Entry, budget: Budget): Promise<Uint8Array> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  // Errors of either stream reach the reader of the last.
  const stream: Duplex | typeof raw =
    entry.compressionMethod === DEFLATED ? pipeline(raw, createInflateRaw(), () => {}) : raw;
  const chunks: Buffer[] = [];
  let size = 0;
  // Streams of bytes give buffers.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    budget.spend(chunk.length);
    if (size > limits.fileBytes) throw taxRefusal('XML_TOO_LARGE');
    if (size > limits.ratioFromBytes && size > entry.compressedSize * limits.ratio) throw taxRefusal('ZIP_RATIO');
    chunks.push(chunk);
  }
  if (size !== entry.uncompressedSize) throw taxRefusal('ZIP_DAMAGED');
  return Buffer.concat(chunks, size);
}
