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
    response: z.object({ status: z.literal('ok'), database: z.string(), migration: z.string() }),
    errors: ['DATABASE_UNAVAILABLE'],
  }),
  getOpenApi: get('/openapi.json', { summary: 'Mô tả OpenAPI 3.1', access: 'public', response: z.unknown() }),
} as const;
