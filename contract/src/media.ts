import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { idParams } from './values.ts';

/** Largest picture that the local media store takes. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export const mediaEndpoints = {
  getUploadSignature: get('/cloudinary/signature', {
    summary: 'Chữ ký để tải ảnh lên dịch vụ lưu trữ',
    response: z.object({
      cloud_name: z.string(),
      api_key: z.string(),
      timestamp: z.int(),
      signature: z.string(),
      public_id: z.string().optional().describe('Gửi kèm ảnh nếu có, cũng như overwrite'),
      overwrite: z.string().optional(),
    }),
  }),
  uploadMedia: post('/media/upload', {
    summary: 'Kho ảnh trên máy chủ: nhận một ảnh có chữ ký, như dịch vụ lưu trữ bên ngoài',
    // The signature says who may: it is given to signed-in people only, for one picture within an hour.
    access: 'public',
    multipart: true,
    maxFileBytes: MAX_IMAGE_BYTES,
    body: z.object({
      api_key: z.string().max(200),
      timestamp: z.coerce.number().int(),
      signature: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    response: z.object({ secure_url: z.url() }),
    errors: ['FILE_REQUIRED', 'FILE_TOO_LARGE', 'FILE_TYPE_NOT_SUPPORTED', 'SIGNATURE_INVALID', 'NOT_FOUND'],
  }),
  getMedia: get('/media/{id}', {
    summary: 'Một ảnh của kho ảnh trên máy chủ',
    access: 'public',
    params: idParams,
    mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
    errors: ['NOT_FOUND'],
  }),
} as const;
