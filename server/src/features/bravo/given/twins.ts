import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';

/**
 * Bravo has the document of a given line: the same number in the same month, and the same branch and kind where the given
 * line states them. The whole document counts, whatever its lines say: Bravo's book of a sale and somebody's copy of it
 * differ in details. `given` and `bravo` are aliases of rows with the columns of the ledger.
 */
export const isTwin = (given: string, bravo: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${bravo}.doc_no`)} = ${sql.ref(`${given}.doc_no`)}
    and date_trunc('month', ${sql.ref(`${bravo}.doc_date`)}) = date_trunc('month', ${sql.ref(`${given}.doc_date`)})
    and ${sql.ref(`${given}.branch_code`)} in ('', ${sql.ref(`${bravo}.branch_code`)})
    and ${sql.ref(`${given}.doc_code`)} in ('', ${sql.ref(`${bravo}.doc_code`)}))`;

export type StagedTwin = { readonly key: string; readonly rowNumber: number | null; readonly docNo: string };

/** Staged lines whose document Bravo's stored ledger has, in the file's order. */
export async function stagedTwins(tx: Tx, runId: string): Promise<StagedTwin[]> {
  const { rows } = await sql<StagedTwin>`
    with g as (
      select s.key, s.row_number, d.* from staged_rows s
      cross join lateral jsonb_to_record(s.data) as d(doc_no text, doc_date date, branch_code text, doc_code text)
      where s.run_id = ${runId}
    )
    select g.key, g.row_number, g.doc_no from g
    where exists (select from sales_ledger_lines b where b.source = 'bravo' and ${isTwin('g', 'b')})
    order by g.row_number, g.key`.execute(tx.db);
  return rows;
}

export const twinMessage = (docNo: string): string =>
  `Chứng từ ${docNo} đã có trong sổ Bravo nên không nhận thêm: nhận thì một lần bán sẽ thành hai hóa đơn.`;

export async function unstage(tx: Tx, runId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.client.query('delete from staged_rows where run_id = $1 and key = any($2)', [runId, keys]);
}
