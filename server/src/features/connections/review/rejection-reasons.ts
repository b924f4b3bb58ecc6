import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { KindName } from '../kinds.ts';

/** Why a suggestion of this kind may be rejected, in the order in which people are offered it. */
export const rejectionReasons = (db: Database, kind: KindName): Promise<{ code: string; label: string }[]> =>
  db
    .selectFrom('rejectionReasons')
    .select(['code', 'label'])
    .where(sql<boolean>`${kind} = any (kinds)`)
    .orderBy('position')
    .execute();
