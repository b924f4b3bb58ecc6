import { createHash } from 'node:crypto';
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { Refusal } from '../../refusal.ts';
import type { FileInMemory, SignedIn, UploadedFile } from '../call.ts';
import { type RefuseOthers, removeUpload, storeUpload } from './uploads.ts';

/** Reads a multipart request: text fields as they come, and exactly one file, streamed into storage. */
export async function readMultipart(
  context: Context,
  request: FastifyRequest,
  user: SignedIn,
  refuseOthers: RefuseOthers,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw new Refusal('FILE_REQUIRED');
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        keepField(fields, part);
      } else if (part.fieldname === 'file' && !file) {
        file = await storeUpload(context, fileNameOf(part), contentOf(part), user.email, refuseOthers);
      } else {
        part.file.resume();
      }
    }
    if (!file || file.size === 0) throw nothingIn(file);
    return { fields, file };
  } catch (error) {
    if (file) await removeUpload(context.db, file.uploadId);
    throw error;
  }
}

/** The sign that the parser puts in the place of bytes that are no UTF-8. */
const WRONG_BYTES = '\ufffd';

function keepField(fields: Record<string, string>, { fieldname, value }: MultipartValue): void {
  if (typeof value !== 'string') return;
  if (fieldname.includes(WRONG_BYTES) || value.includes(WRONG_BYTES))
    throw new Refusal('VALIDATION', 'Nội dung gửi lên không phải UTF-8. Hãy gửi lại bằng bảng mã UTF-8.');
  fields[fieldname] = value;
}

const LONGEST_NAME = 200;

/**
 * The name as lists and the audit log show it: without invisible signs, some of which turn the letters behind them
 * around, so that a name seems to end otherwise than it does. A long one loses its middle.
 */
function fileNameOf({ filename }: MultipartFile): string {
  if (filename?.includes(WRONG_BYTES))
    throw new Refusal('VALIDATION', 'Tên tệp có ký tự hỏng (không phải UTF-8). Hãy đổi tên tệp rồi tải lại.');
  const name = (filename ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  return (
    (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 20)}…${name.slice(-19)}` : name).toWellFormed() ||
    NAMELESS
  );
}

/** The name of a file without one; a form sends such a file, with nothing in it, where no file was chosen. */
const NAMELESS = 'tep';

/**
 * A chosen file with nothing in it is no missing one: a person who sees it in the dialog would look for the wrong
 * mistake.
 */
const nothingIn = (file: { readonly fileName: string } | undefined): Refusal =>
  file && file.fileName !== NAMELESS
    ? new Refusal('FILE_REQUIRED', `Tệp «${file.fileName}» trống (0 byte). Hãy xuất lại tệp rồi tải lên.`)
    : new Refusal('FILE_REQUIRED');

const CUT_OFF = 'Nội dung tải lên bị cắt ngang hoặc sai định dạng. Hãy tải lại tệp.';

/** The parts of a request; one that is not what its header says is the sender's mistake, and worth another try. */
async function* partsOf(request: FastifyRequest, maxFileBytes?: number): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(maxFileBytes === undefined ? undefined : { limits: { fileSize: maxFileBytes } });
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    throw statusCode === undefined ? new Refusal('VALIDATION', CUT_OFF) : error;
  } finally {
    // A body that is not read any more is let through: a sender is told only after it has sent, and a paused connection
    // would neither end nor notice that its other side has gone.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** A part's bytes. Throws FILE_TOO_LARGE where the parser stopped taking them, VALIDATION when they end too early. */
async function* contentOf({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch {
    throw new Refusal('VALIDATION', CUT_OFF);
  }
  if (file.truncated) throw new Refusal('FILE_TOO_LARGE');
}

/** Reads a multipart request into memory: text fields, and one file of at most `maxBytes`. Throws FILE_TOO_LARGE, VALIDATION when it ends too early. */
export async function readSmallMultipart(
  request: FastifyRequest,
  maxBytes: number,
): Promise<{ fields: Record<string, string>; fileInMemory: FileInMemory }> {
  if (!request.isMultipart()) throw new Refusal('FILE_REQUIRED');
  const fields: Record<string, string> = {};
  let fileInMemory: FileInMemory | undefined;
  for await (const part of partsOf(request, maxBytes)) {
    if (part.type === 'field') {
      keepField(fields, part);
    } else if (part.fieldname === 'file' && !fileInMemory) {
      const content = await part.toBuffer().catch((error: { code?: unknown }) => {
        // The parser's own errors have no code: the bytes ended too early.
        if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw new Refusal('VALIDATION', CUT_OFF);
        throw new Refusal('FILE_TOO_LARGE', `Tệp vượt quá ${maxBytes / 1024 / 1024} MB. Hãy chọn tệp nhỏ hơn.`);
      });
      fileInMemory = {
        fileName: fileNameOf(part),
        content,
        sha256: createHash('sha256').update(content).digest('hex'),
      };
    } else {
      part.file.resume();
    }
  }
  if (!fileInMemory || fileInMemory.content.length === 0) throw nothingIn(fileInMemory);
  return { fields, fileInMemory };
}
