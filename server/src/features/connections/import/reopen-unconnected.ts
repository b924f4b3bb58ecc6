import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { KindName } from '../kinds.ts';
import { TABLES } from '../tables.ts';

/** Suggestions that count as accepted although their connection is gone are open again. */
export async function reopenUnconnected(tx: Tx, kind: KindName, profileId: string): Promise<void> {
  const { connections, amisId } = TABLES[kind];
  await sql`
    update suggestions s set status = 'pending', decided_by = null, decided_at = null, version = s.version + 1
    where s.profile_id = ${profileId} and s.kind = ${kind} and s.status = 'accepted' and not exists (
      select from ${sql.table(connections)} c
      where c.profile_id = s.profile_id and c.${sql.ref(amisId)} = s.amis_id and c.bravo_code = s.bravo_code)`.execute(
    tx.db,
  );
}
