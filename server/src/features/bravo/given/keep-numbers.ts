import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { asWritten } from '../../imports/known/lost-zeros.ts';

/** Gives staged lines that were found again without their zeros the number of the stored document, which a spreadsheet has not changed. */
export async function keepNumbers(tx: Tx, runId: string): Promise<void> {
  await sql`update staged_rows s set data = s.data || jsonb_build_object('doc_no', l.doc_no)
    from sales_ledger_lines l
    where s.run_id = ${runId} and s.data ? ${asWritten('source_key')} and l.source = 'given' and l.source_key = s.key
      and length(l.doc_no) > length(s.data ->> 'doc_no') and l.doc_no ~ '^0+[1-9][0-9]*$'
      and ltrim(l.doc_no, '0') = ltrim(s.data ->> 'doc_no', '0')`.execute(tx.db);
}
