import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { audit } from './audit.ts';

const RESTORE = { entity: 'database', entityId: 'restore' } as const;

/** Records in the log that came back with a backup that it came back; `backup` in words: the moment of that backup. */
export const noteRestore = (tx: Tx, backup: string): Promise<void> =>
  audit(tx, {
    ...RESTORE,
    actor: 'hệ thống',
    action: 'database.restore',
    summary: `Khôi phục dữ liệu từ bản sao lưu lúc ${backup}`,
  });

/** The moment at which the data came back from a backup, the last time; undefined when they never did. */
export async function lastRestore(db: Database): Promise<string | undefined> {
  const last = await db
    .selectFrom('auditEvents')
    .select('at')
    .where('entity', '=', RESTORE.entity)
    .where('entityId', '=', RESTORE.entityId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.at;
}
