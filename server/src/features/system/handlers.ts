import { openApiDocument } from '@khop/contract/openapi.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { latestMigration } from '../../db/migrate.ts';
import type { Handlers } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';

const openApi = openApiDocument();

export const systemHandlers = {
  getLive: async () => ({ status: 'ok' as const }),

  getReady: async ({ context }) => {
    const [found, expected] = await Promise.all([appliedMigration(context.db), latestMigration()]);
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

/** Name of the newest migration in the database; undefined when none was ever applied. */
async function appliedMigration(db: Database): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ name: string | null }>`select max(name) as name from schema_migrations`.execute(db);
    return rows[0]?.name ?? undefined;
  } catch (error) {
    // There is no such table before the first one.
    if ((error as { code?: unknown }).code === '42P01') return undefined;
    throw error;
  }
}
