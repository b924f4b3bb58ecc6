import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import type { SignedIn, UploadedFile } from './call.ts';
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
