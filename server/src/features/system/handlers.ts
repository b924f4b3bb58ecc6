import { openApiDocument } from '@khop/contract/openapi.ts';
import { sql } from 'kysely';
import { latestMigration } from '../../db/migrate.ts';
import type { Handlers } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';

const openApi = openApiDocument();

export const systemHandlers = {
  getLive: async () => ({ status: 'ok' as const }),

  getReady: async ({ context }) => {
    const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(context.db);
    const expected = await latestMigration();
    if (rows[0]?.name !== expected) {
      throw new Refusal(
        'DATABASE_UNAVAILABLE',
        `Cơ sở dữ liệu ở bản ${rows[0]?.name ?? 'trống'}, cần ${expected}. Hãy chạy «khop migrate».`,
      );
    }
    return { status: 'ok' as const, database: 'ok', migration: expected };
  },

  getOpenApi: async () => openApi,
} satisfies Handlers;
