import { z } from 'zod';
import { get } from './endpoint.ts';

export const mediaEndpoints = {
  getUploadSignature: get('/cloudinary/signature', {
    summary: 'Chữ ký để tải ảnh lên dịch vụ lưu trữ',
    response: z.object({
      cloud_name: z.string(),
      api_key: z.string(),
      timestamp: z.int(),
      signature: z.string(),
    }),
  }),
} as const;
