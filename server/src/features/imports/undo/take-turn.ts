import type { RunKind } from '@khop/contract/runs.ts';
import { isUniqueViolation } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { Refusal } from '../../../refusal.ts';

/** Holds the place of a live run until the transaction ends, so that no run of the same place is at work meanwhile. */
export async function takeTurn(tx: Tx, kind: RunKind, scope: string): Promise<void> {
  const id = newId();
  const live = await tx.db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (live) throw new Refusal('RUN_IN_PROGRESS');
  try {
    await tx.db.insertInto('runs').values({ id, kind, scope, status: 'queued', createdBy: '' }).execute();
  } catch (error) {
    if (isUniqueViolation(error, 'runs_one_live')) throw new Refusal('RUN_IN_PROGRESS');
    throw error;
  }
  await tx.db.deleteFrom('runs').where('id', '=', id).execute();
}
