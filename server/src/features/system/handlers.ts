import { openApiDocument } from '@khop/contract/openapi.ts';
import { latestMigration } from '../../db/migrate.ts';
import type { Handlers } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';

const openApi = openApiDocument();

export const systemHandlers = {
  getLive: async () => ({ status: 'ok' as const }),

  getReady: async ({ context }) => {
    const [found, expected] = await Promise.all([context.health.migration(), latestMigration()]);
    if (found !== expected) {
      throw new Refusal(
        'DATABASE_UNAVAILABLE',
        `Cơ sở dữ liệu ở bản ${found ?? 'trống'}, cần ${expected}. Hãy chạy «khop migrate».`,
      );
    }
    return { status: 'ok' as const, database: 'ok', migration: expected };
  },

  getOpenApi: async () => openApi,
} satisfies Handlers;
