import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Context } from '../../context.ts';
import { columnBytes } from '../../db/column-bytes.ts';
import type { Database } from '../../db/database.ts';
import { newId } from '../../id.ts';
import { Refusal } from '../../refusal.ts';
import { refuseWhenLow } from '../../telemetry/disk.ts';
import type { UploadedFile } from '../call.ts';

/** One limit for every upload. */
export const MAX_UPLOAD_BYTES = 150 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Throws for a file of another kind than is expected, by its name and first bytes. */
export type RefuseOthers = (fileName: string, head: Uint8Array) => void;

/**
 * Stores a stream in pieces without ever holding the whole of it, nor a connection: a slow sender costs other callers
 * nothing. Throws FILE_TOO_LARGE, at the first bytes FILE_TYPE_NOT_SUPPORTED, before a piece DISK_FULL and what
 * `refuseOverQuota` does, and what the stream throws; what was stored is then removed.
 */
export async function storeUpload(
  { db, workbooks, disk, config }: Pick<Context, 'db' | 'workbooks' | 'disk' | 'config'>,
  fileName: string,
  stream: AsyncIterable<Buffer>,
  createdBy: string,
  refuseOthers: RefuseOthers = workbooks.refuseOtherFiles,
): Promise<UploadedFile> {
  const uploadId = newId();
  const hash = createHash('sha256');
  let size = 0;
  let position = 0;
  refuseWhenLow(disk);
  await refuseOverQuota(db, config.uploadQuota, createdBy);
  await db.insertInto('uploads').values({ id: uploadId, fileName, size: 0, sha256: '', createdBy }).execute();
  try {
    for await (const content of pieces(stream)) {
      if (position === 0) refuseOthers(fileName, content);
      hash.update(content);
      size += content.length;
      if (size > MAX_UPLOAD_BYTES) throw new Refusal('FILE_TOO_LARGE');
      refuseWhenLow(disk);
      await db.insertInto('uploadChunks').values({ uploadId, position, content }).execute();
      await db.updateTable('uploads').set({ size }).where('id', '=', uploadId).execute();
      await refuseOverQuota(db, config.uploadQuota, createdBy);
      position += 1;
    }
    const sha256 = hash.digest('hex');
    await db.updateTable('uploads').set({ size, sha256 }).where('id', '=', uploadId).execute();
    return { uploadId, fileName, size, sha256 };
  } catch (error) {
    await removeUpload(db, uploadId);
    throw error;
  }
}

/**
 * Refuses with UPLOADS_OF_PERSON_FULL or UPLOADS_FULL when files that were sent and led to no import yet take up too much:
 * those on their way, those whose run waits, and those of checks that have just ended.
 */
async function refuseOverQuota(db: Database, quota: Context['config']['uploadQuota'], person: string): Promise<void> {
  const staged = await db
    .selectFrom('uploads')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(size) filter (where created_by = ${person}), 0)::bigint`.as('ofPerson'),
      fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('ofAll'),
    ])
    .where(sql<boolean>`not exists (select from import_batches b where b.upload_id = uploads.id)`)
    .executeTakeFirstOrThrow();
  if (staged.ofPerson > quota.ofPerson) throw new Refusal('UPLOADS_OF_PERSON_FULL');
  if (Number(staged.ofAll) > quota.ofAll) throw new Refusal('UPLOADS_FULL');
}

/** Removes a file that no run is to read. If it fails, the hourly sweep does it. */
export async function removeUpload(db: Database, uploadId: string): Promise<void> {
  await sql`delete from uploads where id = ${uploadId}
    and not exists (select from runs where payload ->> 'uploadId' = ${uploadId})`
    .execute(db)
    .catch(() => {});
}

/** The stream in buffers of about CHUNK_BYTES; nothing for an empty one. */
async function* pieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of stream) {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

const FOLDER_PREFIX = 'khop-upload-';

/** Removes folders of `withUploadedFile` that a killed process left behind: no reading lasts as long as `olderThanMs`. */
export async function sweepUploadFolders(now: Date, olderThanMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = path.join(tmpdir(), name);
    const made = await stat(folder).catch(() => undefined);
    if (!made || now.getTime() - made.mtimeMs < olderThanMs) continue;
    // Another user's stays.
    removed += await rm(folder, { recursive: true, force: true }).then(
      () => 1,
      () => 0,
    );
  }
  return removed;
}

/** Gives the upload as a file on disk for as long as `work` lasts; its name keeps the original's ending. */
export async function withUploadedFile<T>(
  context: Context,
  uploadId: string,
  fileName: string,
  work: (filePath: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), FOLDER_PREFIX));
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(fileName)?.[0] ?? '';
  const file = path.join(folder, `upload${ending}`);
  try {
    const of = pg.escapeLiteral(uploadId);
    const content = columnBytes(
      context.pool,
      `select content from upload_chunks where upload_id = ${of} order by position`,
    );
    await pipeline(content, createWriteStream(file));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
