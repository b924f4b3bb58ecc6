import { HANDED_OVER } from '@khop/engine/invoice-issuance/invoice-status.ts';
import { type RawBuilder, sql } from 'kysely';
import { listed } from '../../../db/listed.ts';
import type { Tx } from '../../../db/transaction.ts';

/**
 * Bravo has the document of a given line: the same number in the same month, and the same branch and kind where the
 * given line states them, all without case, as codes are compared everywhere; a number or a branch of digits alone also without the zeros
 * before them, which spreadsheets drop. The whole document counts, whatever its lines say: Bravo's book of a sale and a person's copy of it differ in details. `given` and `bravo` are aliases of
 * rows with the columns of the ledger.
 */
export const isTwin = (given: string, bravo: string): RawBuilder<boolean> => {
  const code = (alias: string, column: string) => sql`lower(${sql.ref(`${alias}.${column}`)})`;
  // As the index has it.
  const unpadded = (alias: string, column: string) =>
    sql`regexp_replace(${code(alias, column)}, '^0+(?=[1-9][0-9]*$)', '')`;
  return sql<boolean>`(${unpadded(bravo, 'doc_no')} = ${unpadded(given, 'doc_no')}
    and date_trunc('month', ${sql.ref(`${bravo}.doc_date`)}) = date_trunc('month', ${sql.ref(`${given}.doc_date`)})
    and ${unpadded(given, 'branch_code')} in ('', ${unpadded(bravo, 'branch_code')})
    and ${code(given, 'doc_code')} in ('', ${code(bravo, 'doc_code')}))`;
};

/** A given line has left in an invoice of whatever period: the column of its key. */
export const hasLeft = (sourceKey: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from invoice_periods p
    join invoice_allocations a on a.period_id = p.id and a.source_key = ${sql.ref(sourceKey)}
    join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id
    where i.status in ${listed(HANDED_OVER)})`;

/** The Bravo documents among rows that are twins of one line, as a person names them, in order. */
export const documentsOf = (bravo: string): RawBuilder<string[]> =>
  sql<
    string[]
  >`array_agg(distinct ${sql.ref(`${bravo}.branch_code`)} || ' (' || ${sql.ref(`${bravo}.doc_code`)} || ')')`;

export type StagedTwin = {
  readonly key: string;
  readonly rowNumber: number | null;
  readonly docNo: string;
  /** Bravo's documents that the line could be; more than one: it is not known which. */
  readonly documents: readonly string[];
};

/**
 * Staged lines whose document Bravo's stored ledger has, in the file's order. A line that has left in an invoice may be given
 * anew, as with the branch that it lacked: it is Bravo's document that stays out then.
 */
export async function stagedTwins(tx: Tx, runId: string): Promise<StagedTwin[]> {
  const { rows } = await sql<StagedTwin>`
    with g as (
      select s.key, s.row_number, d.* from staged_rows s
      cross join lateral jsonb_to_record(s.data) as d(doc_no text, doc_date date, branch_code text, doc_code text)
      where s.run_id = ${runId}
    )
    select g.key, g.row_number, g.doc_no, ${documentsOf('b')} as documents
    from g join sales_ledger_lines b on b.source = 'bravo' and ${isTwin('g', 'b')}
    where not ${hasLeft('g.key')}
    group by g.key, g.row_number, g.doc_no order by g.row_number, g.key`.execute(tx.db);
  return rows;
}

/** The reason why a line is not taken in beside Bravo's. */
export function twinRefusal({ docNo, documents }: Pick<StagedTwin, 'docNo' | 'documents'>) {
  if (documents.length === 1)
    return {
      code: 'SALE_IN_BRAVO',
      message: `Chứng từ ${docNo} đã có trong sổ Bravo nên không nhận thêm: nhận thì một lần bán sẽ thành hai hóa đơn.`,
    } as const;
  return {
    code: 'SALE_AMBIGUOUS',
    message: `Trong tháng Bravo có chứng từ ${docNo} ở chi nhánh ${namesOf(documents)}: không biết dòng này là chứng từ nào. Hãy ghi chi nhánh và mã chứng từ của dòng.`,
  } as const;
}

/** "CN01 (HD) và CN02 (HD)". */
export const namesOf = (documents: readonly string[]): string =>
  `${documents.slice(0, -1).join(', ')} và ${documents.at(-1)}`;

export async function unstage(tx: Tx, runId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.client.query('delete from staged_rows where run_id = $1 and key = any($2)', [runId, keys]);
}
