import { openApiDocument } from '@khop/contract/openapi.ts';
import { latestMigration } from '../../db/migrations/migrate.ts';
import { isBusy } from '../../db/patience.ts';
import type { Handlers } from '../../http/call.ts';
import { Refusal } from '../../refusal.ts';
import { sentenceOfDisk } from '../../telemetry/disk.ts';

/** Made when it is first asked for: hardly any process ever is, and it takes as long as the rest of a start. */
let openApi: ReturnType<typeof openApiDocument> | undefined;

/** A database that does not get round to a word is as good as away. */
const unavailable = (error: unknown): never => {
  throw isBusy(error) ? new Refusal('DATABASE_UNAVAILABLE') : error;
};

export const systemHandlers = {
  getLive: async () => ({ status: 'ok' as const }),

  getReady: async ({ context }) => {
    // First: a database whose disk is full may be away for that very reason.
    const disk = context.disk.state();
    if (disk.level === 'full') throw new Refusal('DISK_FULL', sentenceOfDisk(disk));
    const [found, expected] = await Promise.all([context.health.migration().catch(unavailable), latestMigration()]);
    if (found !== expected) {
      throw new Refusal(
        'DATABASE_UNAVAILABLE',
        `Cơ sở dữ liệu ở bản ${found ?? 'trống'}, cần ${expected}. Hãy chạy «khop migrate».`,
      );
    }
    return {
      status: 'ok' as const,
      database: 'ok',
      migration: expected,
      disk: disk.level,
      diskFreeBytes: disk.freeBytes,
      diskReserveBytes: disk.reserveBytes,
    };
  },

  getOpenApi: async () => {
    openApi ??= openApiDocument();
    return openApi;
  },
} satisfies Handlers;
