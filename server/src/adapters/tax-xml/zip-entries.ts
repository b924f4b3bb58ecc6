import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import type { Problem } from '@khop/engine/problem.ts';
import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { limits } from './limits.ts';

/** The bytes that one upload has inflated, inner zips as well: counted together by all threads that read it. */
export class Budget {
  readonly #counts: BigInt64Array;

  constructor(shared: SharedArrayBuffer = Budget.shared()) {
    this.#counts = new BigInt64Array(shared);
  }

  /** The counters, to be handed to other threads. */
  static shared(): SharedArrayBuffer {
    return new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  }

  /** Throws UPLOAD_INFLATES_TOO_MUCH. */
  spend(bytes: number): void {
    if (Atomics.add(this.#counts, 0, BigInt(bytes)) + BigInt(bytes) > BigInt(limits.totalBytes))
      throw taxRefusal('UPLOAD_INFLATES_TOO_MUCH');
  }

  /** Throws UPLOAD_TOO_MANY_FILES. */
  entry(): void {
    if (Atomics.add(this.#counts, 1, 1n) >= BigInt(limits.entries)) throw taxRefusal('UPLOAD_TOO_MANY_FILES');
  }
}

/** An entry of a zip: its bytes, or why it is refused. */
export type ZipEntry = { readonly name: string; readonly content: Uint8Array | Problem };

/**
 * The files of a zip one by one, within the budget; those of other threads are passed over. Small files are most of them, so that each is
 * read and inflated in one go, with its declared size as the bound. Throws ZIP_DAMAGED when its directory cannot be read, and UPLOAD_….
 */
export async function* zipEntries(
  source: string | Buffer,
  budget: Budget,
  isMine: (ordinal: number) => boolean = () => true,
): AsyncGenerator<ZipEntry> {
  const bytes = bytesOf(source);
  try {
    const zip = await opened(source, bytes);
    try {
      // Reading of the directory itself may fail at any entry.
      const entries = zip.eachEntry()[Symbol.asyncIterator]();
      for (let ordinal = 0; ; ordinal++) {
        const next = await entries.next().catch(() => {
          throw taxRefusal('ZIP_DAMAGED');
        });
        if (next.done) return;
        const entry: Entry = next.value;
        if (!isMine(ordinal) || entry.fileName.endsWith('/')) continue;
        budget.entry();
        yield { name: entry.fileName, content: await contentOf(zip, entry, bytes, budget) };
      }
    } finally {
      zip.close();
    }
  } finally {
    bytes.close();
  }
}

/** Entries that packages of workbooks begin with or have among few others; a zip of invoices may have a workbook inside. */
const PACKAGE_ENTRIES: ReadonlySet<string> = new Set([
  '[Content_Types].xml',
  'xl/workbook.xml',
  'META-INF/manifest.xml',
]);
const LOOKED_AT = 1000;

/** True for a zip that is itself a workbook (.xlsx, .xlsm, .xlsb, .ods). */
export async function isPackage(source: string | Buffer): Promise<boolean> {
  const bytes = bytesOf(source);
  try {
    const zip = await opened(source, bytes);
    try {
      let seen = 0;
      for await (const { fileName } of zip.eachEntry()) {
        if (PACKAGE_ENTRIES.has(fileName)) return true;
        if (++seen >= LOOKED_AT) return false;
      }
      return false;
    } finally {
      zip.close();
    }
  } catch {
    // Reading it says what is wrong with it.
    return false;
  } finally {
    bytes.close();
  }
}

/** Reads at a place of the zip; fewer bytes than asked for at its end. */
type Bytes = {
  readonly size: number;
  readonly read: (at: number, length: number) => Buffer;
  readonly close: () => void;
};

function bytesOf(source: string | Buffer): Bytes {
  if (typeof source !== 'string')
    return {
      size: source.length,
      read: (at, length) => Buffer.from(source.subarray(at, at + length)),
      close: () => {},
    };
  const file = openSync(source, 'r');
  return {
    size: fstatSync(file).size,
    read: (at, length) => {
      const buffer = Buffer.allocUnsafe(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, at));
    },
    close: () => closeSync(file),
  };
}

const OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const;

/** The directory of a zip is many small pieces: to wait for each of them in turn was a fifth of the time of 100,000 files. */
class AtOnce extends RandomAccessReader {
  readonly #bytes: Bytes;

  constructor(bytes: Bytes) {
    super();
    this.#bytes = bytes;
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, told: (error: Error | null) => void) {
    let failed: Error | null = null;
    try {
      this.#bytes.read(position, length).copy(buffer, offset);
    } catch (error) {
      failed = error as Error;
    }
    // Heard later, as of every reader: what is called again at once would only get deeper.
    process.nextTick(told, failed);
  }
}

async function opened(source: string | Buffer, bytes: Bytes): Promise<ZipFile> {
  try {
    return await (typeof source === 'string'
      ? fromRandomAccessReaderPromise(new AtOnce(bytes), bytes.size, OPTIONS)
      : fromBufferPromise(source, OPTIONS));
  } catch {
    throw taxRefusal('ZIP_DAMAGED');
  }
}

/** The flag of an entry that is encrypted, and the methods that are read: stored and deflated. */
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

async function contentOf(zip: ZipFile, entry: Entry, bytes: Bytes, budget: Budget): Promise<Uint8Array | Problem> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return taxRefusal('ZIP_ENCRYPTED');
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) return taxRefusal('ZIP_DAMAGED');
  if (Math.max(compressedSize, uncompressedSize) > limits.fileBytes) return taxRefusal('XML_TOO_LARGE');
  if (uncompressedSize > limits.ratioFromBytes && uncompressedSize > compressedSize * limits.ratio)
    return taxRefusal('ZIP_RATIO');
  budget.spend(uncompressedSize);
  try {
    const { fileDataStart } = await startOf(zip, entry);
    const raw = bytes.read(fileDataStart, compressedSize);
    const content =
      compressionMethod === STORED ? raw : inflateRawSync(raw, { maxOutputLength: Math.max(1, uncompressedSize) });
    const isWhole = content.length === uncompressedSize && crc32(content) === entry.crc32;
    return isWhole ? content : taxRefusal('ZIP_DAMAGED');
  } catch {
    return taxRefusal('ZIP_DAMAGED');
  }
}

/** The place of an entry's bytes. */
const startOf = (zip: ZipFile, entry: Entry): Promise<{ readonly fileDataStart: number }> =>
  new Promise((resolve, reject) => {
    zip.readLocalFileHeader(entry, { minimal: true }, (error, header) => (error ? reject(error) : resolve(header)));
  });
