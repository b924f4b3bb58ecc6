import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { KindName } from '../kinds.ts';

/** The reasons for which a suggestion of this kind may be rejected, in the order in which people are offered them. */
export const rejectionReasons = (db: Database, kind: KindName): Promise<{ code: string; label: string }[]> =>
  db
    .selectFrom('rejectionReasons')
    .select(['code', 'label'])
    .where(sql<boolean>`${kind} = any (kinds)`)
    .orderBy('position')
    .execute();
