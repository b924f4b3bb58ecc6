import { formatDay } from '@khop/engine/day.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import type { ImportBatch, ImportWarning } from '../../imports/target.ts';

/** As many documents are named. */
const NAMED = 5;

/** SQL of the lines `t` that `findAbsent` has found. */
export const IS_ABSENT = 't.source_key in (select source_key from absent_sales)';

/**
 * The given lines of the branches and days of a list that comes again, and that it does not have any more. Its heading says the
 * days, else its first and last sale do. They stay, since only a person takes a sale away, but that person has to hear of it: of a
 * document that Bravo has cancelled or renumbered an invoice would be made. A list of which
 * nothing was given before is another one; one with a filter or refused rows may have them after all.
 */
export async function findAbsent(tx: Tx, { runId, result, rejectedRows }: ImportBatch): Promise<ImportWarning[]> {
  const isPart = rejectedRows > 0 || result.warnings.some(({ code }) => code === 'REPORT_FILTERED');
  await sql`create temp table absent_sales on commit drop as
    with staged as (
      select key, lower(data ->> 'branch_code') as branch, (data ->> 'doc_date')::date as day from staged_rows where run_id = ${runId}
    )
    select l.source_key, l.doc_date, l.doc_no || coalesce(' (' || nullif(l.branch_code, '') || ')', '') as name,
      concat_ws('/', l.branch_code, l.doc_code, l.doc_no, l.doc_date) as document
    from sales_ledger_lines l
    where not ${isPart}::boolean and l.source = 'given'
      and l.doc_date between coalesce(${result.fromDate}::date, (select min(day) from staged))
        and coalesce(${result.toDate}::date, (select max(day) from staged))
      and lower(l.branch_code) in (select branch from staged)
      and not exists (select from staged s where s.key = l.source_key)
      and exists (select from staged s join sales_ledger_lines k on k.source = 'given' and k.source_key = s.key)`.execute(
    tx.db,
  );
  const { rows } = await sql<{ lines: number; documents: number; names: string[]; from: string; to: string }>`
    select count(*)::int as lines, count(distinct document)::int as documents, min(doc_date) as "from", max(doc_date) as "to",
      (array_agg(distinct name order by name))[1:${sql.lit(NAMED)}] as names
    from absent_sales`.execute(tx.db);
  const { lines, documents, names, from, to } = rows[0]!;
  if (lines === 0) return [];
  const named = `${names.join(', ')}${documents > names.length ? ', …' : ''}`;
  const days = from === to ? `ngày ${formatDay(from)}` : `từ ${formatDay(from)} đến ${formatDay(to)}`;
  return [
    {
      code: 'SALES_NOT_IN_FILE',
      message: `${formatVnd(lines)} dòng (${formatVnd(documents)} chứng từ: ${named}) đã đưa trước đây ${days} không có trong tệp này và được giữ. Bravo đã hủy, đổi số hay đổi ngày chứng từ ấy thì bỏ những dòng đó ở «Dòng bán hàng», nếu không chúng vẫn được lập hóa đơn.`,
    },
  ];
}
