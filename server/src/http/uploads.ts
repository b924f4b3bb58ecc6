import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { newId } from '../id.ts';
import { Refusal } from '../refusal.ts';
import type { UploadedFile } from './call.ts';

/** One limit for every upload. */
export const MAX_UPLOAD_BYTES = 150 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Stores a stream in pieces without ever holding the whole of it. `truncated` tells whether the parser cut it off. */
export async function storeUpload(
  context: Context,
  fileName: string,
  stream: Readable & { truncated?: boolean },
  createdBy: string,
): Promise<UploadedFile> {
  const uploadId = newId();
  const hash = createHash('sha256');
  let size = 0;
  await inTransaction(context.pool, async (tx) => {
    await tx.db.insertInto('uploads').values({ id: uploadId, fileName, size: 0, sha256: '', createdBy }).execute();
    let position = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const flush = async (): Promise<void> => {
      if (pendingBytes === 0) return;
      await tx.db
        .insertInto('uploadChunks')
        .values({ uploadId, position, content: Buffer.concat(pending) })
        .execute();
      position += 1;
      pending = [];
      pendingBytes = 0;
    };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      if (size > MAX_UPLOAD_BYTES) throw new Refusal('FILE_TOO_LARGE');
      pending.push(chunk);
      pendingBytes += chunk.length;
      if (pendingBytes >= CHUNK_BYTES) await flush();
    }
    if (stream.truncated) throw new Refusal('FILE_TOO_LARGE');
    await flush();
    await tx.db
      .updateTable('uploads')
      .set({ size, sha256: hash.copy().digest('hex') })
      .where('id', '=', uploadId)
      .execute();
  });
  return { uploadId, fileName, size, sha256: hash.digest('hex') };
}

async function* chunksOf(db: Database, uploadId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const row = await db
      .selectFrom('uploadChunks')
      .select('content')
      .where('uploadId', '=', uploadId)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) return;
    yield row.content;
  }
}

/** Gives the upload as a file on disk for as long as `work` lasts; its name keeps the original's ending. */
export async function withUploadedFile<T>(
  context: Context,
  uploadId: string,
  fileName: string,
  work: (filePath: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-upload-'));
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(fileName)?.[0] ?? '';
  const file = path.join(folder, `upload${ending}`);
  try {
    await pipeline(chunksOf(context.db, uploadId), createWriteStream(file));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
