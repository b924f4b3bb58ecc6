import { createHash } from 'node:crypto';
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { FileInMemory, SignedIn, UploadedFile } from './call.ts';
import { storeUpload } from './uploads.ts';

/** Reads a multipart request: text fields as they come, and exactly one file, streamed into storage. */
export async function readMultipart(
  context: Context,
  request: FastifyRequest,
  user: SignedIn,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw new Refusal('FILE_REQUIRED');
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    } else if (part.fieldname === 'file' && !file) {
      file = await storeUpload(context, part.filename || 'tep', part.file, user.email);
    } else {
      part.file.resume();
    }
  }
  if (!file || file.size === 0) throw new Refusal('FILE_REQUIRED');
  return { fields, file };
}

/** Reads a multipart request into memory: text fields, and one file of at most `maxBytes`. Throws FILE_TOO_LARGE. */
export async function readSmallMultipart(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; fileInMemory: FileInMemory }> {
  if (!request.isMultipart()) throw new Refusal('FILE_REQUIRED');
  const fields: Record<string, string> = {};
  let fileInMemory: FileInMemory | undefined;
  for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    } else if (part.fieldname === 'file' && !fileInMemory) {
      const content = await part.toBuffer().catch((error: { code?: unknown }) => {
        if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error;
        throw new Refusal('FILE_TOO_LARGE', `Tệp vượt quá ${maxBytes / 1024 / 1024} MB. Hãy chọn tệp nhỏ hơn.`);
      });
      fileInMemory = {
        fileName: part.filename || 'tep',
        content,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
    } else {
      part.file.resume();
    }
  }
  if (!fileInMemory || fileInMemory.content.length === 0) throw new Refusal('FILE_REQUIRED');
  return { fields, fileInMemory };
}
