import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { toJson } from '../../db/json.ts';
import { isBusy } from '../../db/patience.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { Refusal } from '../../refusal.ts';

/** Hash of what a request asks for: the same key must always come with the same one. */
export function requestHash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A key that a caller gave to a request, and what it asked for. */
export type RequestKey = { readonly actor: string; readonly key: string; readonly hash: string };

/** Throws IDEMPOTENCY_MISMATCH when the key has been used for something else. */
export async function refuseOtherRequest({ db }: Context, { actor, key, hash }: RequestKey): Promise<void> {
  const known = await db
    .selectFrom('idempotencyKeys')
    .select('requestHash')
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known && known.requestHash !== hash) throw new Refusal('IDEMPOTENCY_MISMATCH');
}

/**
 * Runs `work` once per (actor, key). The key's row is inserted first in the same transaction, so a second request at
 * the same time waits for the first to commit and then finds its answer. Throws IDEMPOTENCY_MISMATCH.
 */
export function commitOnce<T>(context: Context, key: RequestKey | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(context.writes, async (tx) => {
    if (!key) return work(tx);
    const inserted = await tx.db
      .insertInto('idempotencyKeys')
      .values({ actor: key.actor, key: key.key, requestHash: key.hash, response: toJson(null) })
      .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    const { actor, key: name } = key;
    if (!inserted) {
      const row = await tx.db
        .selectFrom('idempotencyKeys')
        .select(['requestHash', 'response'])
        .where('actor', '=', actor)
        .where('key', '=', name)
        .executeTakeFirstOrThrow();
      if (row.requestHash !== key.hash) throw new Refusal('IDEMPOTENCY_MISMATCH');
      return row.response as T;
    }
    const answer = await work(tx);
    await tx.db
      .updateTable('idempotencyKeys')
      .set({ response: toJson(answer) })
      .where('actor', '=', actor)
      .where('key', '=', name)
      .execute();
    return answer;
  });
}

/**
 * Keeps the key of a request that has kept no answer under it: what stores nothing, or in a way of its own. That is done whatever
 * comes now: where everybody waits the answer goes out all the same, and only another request under the key is then not refused.
 */
export async function keepKey(context: Context, key: RequestKey): Promise<void> {
  try {
    await commitOnce(context, key, async () => null);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
