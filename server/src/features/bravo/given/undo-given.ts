import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { asRefusal } from '../../../refusal.ts';
import type { UndoneImport } from '../../imports/target.ts';
import { dropCopies, refuseAccounted } from './remove-given.ts';

/** The reasons against undoing a file: lines of it have left in an invoice, or a closed period accounts for them. */
export async function reasonsOfGiven(tx: Tx, { importId }: UndoneImport): Promise<readonly string[]> {
  await sql`select from invoice_periods where status <> 'closed' order by id for update`.execute(tx.db);
  try {
    await refuseAccounted(tx.db, await keysOf(tx, importId, ['INSERT', 'UPDATE']));
    return [];
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    return [refusal.message];
  }
}

/** Lines that are gone from the store go from the copies of open periods, too. */
export async function dropCopiesOfGiven(tx: Tx, { importId }: UndoneImport): Promise<void> {
  await dropCopies(tx, await keysOf(tx, importId, ['INSERT']));
}

async function keysOf(tx: Tx, importId: string, operations: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select row_key ->> 'source_key' as key from import_changes
    where import_id = ${importId} and table_name = 'sales_ledger_lines' and operation = any(${operations}::text[])`.execute(
    tx.db,
  );
  return rows.map(({ key }) => key);
}
