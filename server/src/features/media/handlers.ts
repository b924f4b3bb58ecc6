import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Call, Handlers } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { found, Refusal } from '../../refusal.ts';
import { imageSizeOf } from './image-size.ts';
import { imageTypeOf } from './image-type.ts';
import { isLocalSignature, localSignature, signatureOf } from './signature.ts';

/** Name and key of the local store, in the place of a Cloudinary account's. */
const LOCAL = 'local';
/** Cloudinary's own limit for the age of a signature. */
const SIGNATURE_SECONDS = 3600;
/** A clock may be ahead of the one that signed. */
const SKEW_SECONDS = 60;

/** A photograph has less; unpacked, it is four bytes each in the browser of everybody who sees it. */
const MAX_PIXELS = 50_000_000;

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

async function localSecret({ db }: Context): Promise<string> {
  return (await db.selectFrom('mediaSecret').select('secret').executeTakeFirstOrThrow()).secret;
}

/** The fields that a browser sends along with a picture; the secret itself never leaves the service. */
async function getUploadSignature({ context }: Call<'getUploadSignature'>) {
  const { media } = context.config;
  const timestamp = secondsOf(context.now());
  if (media.mode === 'local') {
    const signature = localSignature(timestamp, await localSecret(context));
    return { cloud_name: LOCAL, api_key: LOCAL, timestamp, signature };
  }
  // A name that is taken is not written again, so there it is good for one picture as well.
  const once = { public_id: newId(), overwrite: 'false' };
  const signature = signatureOf({ ...once, timestamp }, media.apiSecret);
  return { cloud_name: media.cloudName, api_key: media.apiKey, timestamp, signature, ...once };
}

/** Takes a signed picture into the local store. The same picture again has the same address. */
async function uploadMedia({ context, body, fileInMemory, commit }: Call<'uploadMedia'>) {
  if (context.config.media.mode !== 'local')
    throw new Refusal('NOT_FOUND', 'Ảnh được lưu ở dịch vụ bên ngoài, không phải ở máy chủ này.');
  const age = secondsOf(context.now()) - body.timestamp;
  const { signature, timestamp } = body;
  const isFresh = age <= SIGNATURE_SECONDS && age >= -SKEW_SECONDS;
  if (body.api_key !== LOCAL || !isFresh || !isLocalSignature(signature, timestamp, await localSecret(context)))
    throw new Refusal('SIGNATURE_INVALID');
  const { content, sha256 } = fileInMemory;
  const type = imageTypeOf(content);
  const size = type && imageSizeOf(content);
  if (!size) throw new Refusal('FILE_TYPE_NOT_SUPPORTED', 'Tệp không phải ảnh PNG, JPEG hoặc WebP. Hãy chọn ảnh khác.');
  if (size.width * size.height > MAX_PIXELS)
    throw new Refusal(
      'FILE_TOO_LARGE',
      `Ảnh ${size.width} × ${size.height} điểm quá lớn để hiển thị. Hãy thu nhỏ còn nhiều nhất 50 triệu điểm.`,
    );
  const id = await commit(async (tx) => {
    const used = await tx.db
      .insertInto('mediaSignaturesUsed')
      .values({ signature })
      .onConflict((conflict) => conflict.doNothing())
      .returning('signature')
      .executeTakeFirst();
    if (!used) throw new Refusal('SIGNATURE_INVALID');
    await tx.db
      .insertInto('mediaImages')
      .values({ id: newId(), sha256, contentType: type.contentType, content })
      // Sent again, it is as new: the sweep of unused pictures leaves it time to be put somewhere.
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ createdAt: sql<string>`now()` }))
      .execute();
    return (await tx.db.selectFrom('mediaImages').select('id').where('sha256', '=', sha256).executeTakeFirstOrThrow())
      .id;
  });
  return { secure_url: `${context.config.publicUrl}/v1/media/${id}` };
}

/** A picture never changes under its address, so it may be kept for a year. */
async function getMedia({ context, params, reply }: Call<'getMedia'>) {
  const { content } = found(
    await context.db.selectFrom('mediaImages').select('content').where('id', '=', params.id).executeTakeFirst(),
    'Không tìm thấy ảnh này.',
  );
  const type = found(imageTypeOf(content));
  reply.header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff');
  return { fileName: `${params.id}.${type.ending}`, contentType: type.contentType, content };
}

export const mediaHandlers = { getUploadSignature, uploadMedia, getMedia } satisfies Handlers;
