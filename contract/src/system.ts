import { z } from 'zod';
import { get } from './endpoint.ts';

export const systemEndpoints = {
  getLive: get('/health/live', {
    summary: 'Tiến trình còn sống',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
  }),
  getReady: get('/health/ready', {
    summary: 'Sẵn sàng phục vụ: cơ sở dữ liệu trả lời và đúng phiên bản',
    access: 'public',
    response: z.object({
      status: z.literal('ok'),
      database: z.string(),
      migration: z.string(),
      disk: z
        .enum(['ok', 'low'])
        .describe('low: sắp đầy, tệp tải lên và lượt xuất tệp bị từ chối; đầy hẳn là DISK_FULL'),
      diskFreeBytes: z.number().describe('Chỗ trống của ổ đĩa chật nhất mà máy chủ này ghi vào'),
      diskReserveBytes: z.number().describe('Chỗ trống mà ổ đĩa ấy cần có ít nhất; dưới mức này là low'),
    }),
    errors: ['DATABASE_UNAVAILABLE', 'DISK_FULL'],
  }),
  getOpenApi: get('/openapi.json', { summary: 'Mô tả OpenAPI 3.1', access: 'public', response: z.unknown() }),
} as const;
