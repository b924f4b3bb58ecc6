import type { Tx } from '../../db/transaction.ts';
import { found } from '../../refusal.ts';

/**
 * Those of these profiles that there are, held until the transaction ends: deleting one at the same instant waits, and then finds it in use. No
 * foreign key reaches into what a period lists, or is there before the first row.
 */
export const holdProfiles = (tx: Tx, ids: readonly string[]) =>
  tx.db
    .selectFrom('profiles')
    .select(['id', 'code', 'isActive'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();

/** The same of one; refuses NOT_FOUND with this sentence when there is none. */
export async function holdProfile(tx: Tx, id: string, sentence: string): Promise<void> {
  const [profile] = await holdProfiles(tx, [id]);
  found(profile, sentence);
}
