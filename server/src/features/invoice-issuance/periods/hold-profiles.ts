import type { Tx } from '../../../db/transaction.ts';

/**
 * Those of these profiles that there are, held until the transaction ends: no foreign key reaches into what a period lists, so one deleted at
 * the same instant would be missed by both.
 */
export const holdProfiles = (tx: Tx, ids: readonly string[]) =>
  tx.db
    .selectFrom('profiles')
    .select(['id', 'code', 'isActive'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
