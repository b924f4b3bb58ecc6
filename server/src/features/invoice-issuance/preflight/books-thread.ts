import { addDays, type Day } from '@khop/engine/day.ts';
import { recordFinder, withoutRecords } from '@khop/engine/invoice-issuance/findings/records.ts';
import { type CompleteThrough, type DayCell, dayBoard } from '@khop/engine/invoice-issuance/gate/day-board.ts';
import { type Lateness, latenessOf } from '@khop/engine/invoice-issuance/rules/lateness.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { judgedText } from './judged-text.ts';
import { type KeyedFinding, keyedFindings } from './keyed.ts';
import { type BooksAddress, readBooks } from './read-books.ts';

/** The findings of «Kiểm tra kỳ», and the invoices at the wrong time by entity. */
export type JudgedPeriod = {
  readonly findings: KeyedFinding[];
  readonly lateness: Lateness[];
  readonly days: DayCell[];
  readonly completeThrough: CompleteThrough;
  readonly today: Day;
};

threadMain<BooksAddress, string>(async (address) => {
  const books = await readBooks(address);
  const { salesReadOn } = books.period;
  const completeThrough = salesReadOn === null ? undefined : addDays(salesReadOn, -1);
  const findings = keyedFindings(books);
  const judged: JudgedPeriod = {
    findings: findings.map(({ key, ...finding }) => ({ ...withoutRecords(finding), key })),
    lateness: books.plan ? latenessOf(books.input, books.plan) : [],
    days: dayBoard(books.input, books.plan, completeThrough),
    completeThrough,
    today: books.input.period.issueDay,
  };
  return judgedText(judged, findings, recordFinder(books.input, books.plan));
});
