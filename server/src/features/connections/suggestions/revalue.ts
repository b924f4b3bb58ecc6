import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { KindName } from '../kinds.ts';
import { uninvoicedValue } from '../matching/suggest-records.ts';

async function revalue(tx: Tx, kind: KindName): Promise<void> {
  const value = [...(await uninvoicedValue(tx.db, kind))];
  await sql`
    with now_worth as (
      select s.id, coalesce(v.value, 0) as value from suggestions s
      left join unnest(${value.map(([code]) => code)}::text[], ${value.map(([, amount]) => amount)}::bigint[]) as v (code, value)
        on v.code = s.bravo_code
      where s.kind = ${kind} and s.status = 'pending'
    )
    update suggestions s set unlock_value = w.value from now_worth w where s.id = w.id and s.unlock_value <> w.value`.execute(
    tx.db,
  );
}

/**
 * Brings the value that every open suggestion would unlock up to date with the current period. A failure is only written
 * to the log: the next refresh of any profile does it again.
 */
export async function revalueAll(context: Context): Promise<void> {
  try {
    await inTransaction(context.pool, async (tx) => {
      await revalue(tx, 'product');
      await revalue(tx, 'partner');
    });
  } catch (error) {
    context.log.warn({ err: error }, 'the value of suggestions is not up to date');
  }
}
