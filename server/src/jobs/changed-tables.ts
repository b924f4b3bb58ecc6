import { sql } from 'kysely';
import type { Tx } from '../db/transaction.ts';

/** Changed rows from which on a table is worth it, however many it has: those of a new month may be all that a page asks for. */
const MANY = 1000;
/** Figures are worth no longer wait to those who wait for the work. */
const PATIENCE_MS = 10_000;

/**
 * Tells the planner what this transaction has made of its tables, where that is much. PostgreSQL finds out by itself a minute or so
 * later; the pages that people open right after a load would until then be planned for the few rows of before, and take minutes. A
 * table that is being analysed or cleaned at the moment is passed over, and so are all when it takes too long: that only costs time.
 */
export async function analyzeChanged({ db, client }: Pick<Tx, 'db' | 'client'>): Promise<void> {
  const { rows } = await sql<{ name: string; patience: string }>`
    select c.oid::regclass::text as name, current_setting('statement_timeout') as patience
    from pg_stat_xact_user_tables t join pg_class c on c.oid = t.relid
    where c.relpersistence = 'p' and pg_has_role(c.relowner, 'usage')
      and t.n_tup_ins + t.n_tup_upd + t.n_tup_del > ${MANY}
    order by c.relname`.execute(db);
  if (rows.length === 0) return;
  await client.query('savepoint statistics');
  try {
    await client.query(`set local statement_timeout = ${PATIENCE_MS}`);
    for (const { name } of rows) await client.query(`analyze (skip_locked) ${name}`);
    await sql`select set_config('statement_timeout', ${rows[0]!.patience}, true)`.execute(db);
  } catch {
    await client.query('rollback to savepoint statistics');
  }
}
