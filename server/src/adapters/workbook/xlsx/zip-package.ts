import { type Duplex, pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { Problem } from '@khop/engine/problem.ts';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { limits } from '../limits.ts';
import { encrypted } from '../values/encrypted.ts';

/** The parts of an OOXML file by lower-case path, sizes already found acceptable. */
export type ZipPackage = {
  has(path: string): boolean;
  /** Bytes of a part as they inflate. Throws FILE_DAMAGED when it is not there, FILE_ENCRYPTED, FILE_TOO_LARGE above `maxBytes`. */
  open(path: string, maxBytes?: number): Promise<AsyncIterable<Buffer>>;
  close(): void;
};

const damaged = (details?: Record<string, unknown>) =>
  new Problem('FILE_DAMAGED', 'Tệp Excel bị hỏng hoặc tải lên chưa đủ. Hãy xuất lại tệp.', details);

const suspicious = (why: string) =>
  new Problem('FILE_SUSPICIOUS', `Tệp nén bất thường nên bị từ chối: ${why}. Hãy mở bằng Excel và lưu lại.`);

const keyOf = (path: string): string => path.replace(/^\/+/, '').toLowerCase();

/** Opens a zip and refuses it by its directory alone: nothing is inflated before the declared sizes are acceptable. */
export async function openZipPackage(path: string): Promise<ZipPackage> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw damaged();
  });
  try {
    const entries = await readDirectory(zip);
    return {
      has: (part) => entries.has(keyOf(part)),
      async open(part, maxBytes = limits.entryBytes) {
        const entry = entries.get(keyOf(part));
        if (!entry) throw damaged({ part });
        if (entry.uncompressedSize > maxBytes) throw tooLarge(part);
        if (!entry.canDecodeFileData())
          throw (entry.generalPurposeBitFlag & ENCRYPTED) !== 0
            ? encrypted()
            : new Problem('FILE_DAMAGED', 'Tệp nén theo cách không đọc được. Hãy mở bằng Excel và lưu lại.');
        const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false }).catch(() => {
          throw damaged({ part });
        });
        return inflated(raw, entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The bit of an entry's flags that says so. */
const ENCRYPTED = 1;

const tooLarge = (part: string) =>
  new Problem('FILE_TOO_LARGE', 'Nội dung tệp quá lớn. Hãy chia nhỏ theo kỳ rồi tải từng tệp.', { part });

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw suspicious(`có ${zip.entryCount} mục`);
  const entries = new Map<string, Entry>();
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry);
      total += entry.uncompressedSize;
      if (total > limits.totalBytes) throw suspicious('tổng dung lượng sau giải nén quá lớn');
      // Readers differ in which of two parts of one name they take.
      if (entries.has(keyOf(entry.fileName))) throw suspicious('có hai mục cùng tên');
      entries.set(keyOf(entry.fileName), entry);
    }
  } catch (error) {
    throw error instanceof Problem ? error : damaged();
  }
  return entries;
}

function checkEntry(entry: Entry): void {
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > limits.entryBytes) throw suspicious('một mục quá lớn sau giải nén');
  if (uncompressedSize > limits.ratioFromBytes && uncompressedSize > compressedSize * limits.ratio) {
    throw suspicious(`tỷ lệ nén ${Math.round(uncompressedSize / Math.max(1, compressedSize))} lần`);
  }
}

const STORED = 0;
const INFLATE_CHUNK = 128 * 1024;

/**
 * Inflates a part itself instead of through yauzl's own stream, which loses an error once its reader has left. Stops at
 * the first byte beyond the declared size; a part read to its end must also have its declared checksum.
 */
async function* inflated(raw: Readable, { compressionMethod, uncompressedSize, crc32: declared }: Entry) {
  const bytes = compressionMethod === STORED ? raw : createInflateRaw({ chunkSize: INFLATE_CHUNK });
  if (bytes !== raw) pipeline(raw, bytes as Duplex, () => {});
  let [size, checksum] = [0, 0];
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > uncompressedSize) throw suspicious('dung lượng thật lớn hơn khai báo');
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (size !== uncompressedSize || checksum !== declared) throw damaged();
  } catch (error) {
    throw error instanceof Problem ? error : damaged();
  } finally {
    bytes.destroy();
    raw.destroy();
  }
}
