import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { documentsOf, hasLeft, isTwin, namesOf } from '../../bravo/given/twins.ts';
import type { PeriodRow } from '../period-rows.ts';

type Days = Pick<PeriodRow, 'id' | 'fromDate' | 'toDate'>;

/** Given lines of the months that the period touches: Bravo's copy may lie on another day, even in another period. */
const ofMonths = ({ fromDate, toDate }: Days) =>
  sql`g.source = 'given' and g.doc_date >= date_trunc('month', ${fromDate}::date)
    and g.doc_date < date_trunc('month', ${toDate}::date) + interval '1 month'`;

/**
 * A sale that Bravo has and a person gave too stays once: Bravo's line, unless the given one has left in an invoice.
 * Refuses SALE_AMBIGUOUS when a given line could be several of Bravo's documents. @returns the documents left out of
 * the period, one per line.
 */
export async function leaveTwinsOut(tx: Tx, period: Days): Promise<string[]> {
  await refuseAmbiguous(tx, period);
  const { rows } = await sql<{ docNo: string }>`
    with twin as (
      select g.source_key as given, b.source_key as bravo, ${hasLeft('g.source_key')} as has_left
      from sales_ledger_lines g join sales_ledger_lines b on b.source = 'bravo' and ${isTwin('g', 'b')}
      where ${ofMonths(period)}
    ), kept as (
      -- One line of the document that has left keeps the whole document as it was given.
      select bravo, bool_or(has_left) as given_stays from twin group by bravo
    )
    delete from period_sales_lines s where s.period_id = ${period.id} and (
      s.source_key in (select bravo from kept where given_stays)
      or s.source_key in (select t.given from twin t join kept k using (bravo) where not k.given_stays))
    returning s.doc_no`.execute(tx.db);
  return rows.map(({ docNo }) => docNo).sort();
}

type Ambiguous = { docNo: string; sourceKey: string; documents: string[]; left: boolean };

/** Which of several documents is the same sale is for a person to say: a guess would lose one of them, or sell it twice. */
async function refuseAmbiguous(tx: Tx, period: Days): Promise<void> {
  const { fromDate, toDate } = period;
  const { rows } = await sql<Ambiguous>`
    select * from (
      select g.doc_no, g.source_key, g.doc_date, ${documentsOf('b')} as documents, ${hasLeft('g.source_key')} as left,
        bool_or(b.doc_date between ${fromDate} and ${toDate}) as touches
      from sales_ledger_lines g join sales_ledger_lines b on b.source = 'bravo' and ${isTwin('g', 'b')}
      where ${ofMonths(period)}
      group by g.doc_no, g.source_key, g.doc_date) n
    where cardinality(documents) > 1 and (doc_date between ${fromDate} and ${toDate} or (n.left and touches))
    order by doc_no, source_key limit 1`.execute(tx.db);
  const [found] = rows;
  if (!found) return;
  const { docNo, sourceKey, documents, left } = found;
  const remedy = left
    ? `Dòng ấy đã có hóa đơn: hãy đưa lại đúng dòng ấy (khóa «${sourceKey}») kèm chi nhánh và mã chứng từ, hóa đơn giữ nguyên.`
    : 'Hãy bỏ dòng ấy ở «Dòng bán hàng», hoặc đưa lại kèm chi nhánh và mã chứng từ nếu là lần bán khác.';
  throw new Refusal(
    'SALE_AMBIGUOUS',
    `Dòng đưa thêm của chứng từ ${docNo} không ghi đủ chi nhánh, mã chứng từ, mà trong tháng Bravo có số ấy ở ${namesOf(documents)}: không biết để chứng từ nào ra. Kỳ giữ nguyên như trước lần nạp này. ${remedy}`,
    found,
  );
}
