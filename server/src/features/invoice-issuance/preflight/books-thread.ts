import { addDays } from '@khop/engine/day.ts';
import { recordFinder, withoutRecords } from '@khop/engine/invoice-issuance/findings/records.ts';
import { dayBoard } from '@khop/engine/invoice-issuance/gate/day-board.ts';
import { latenessOf } from '@khop/engine/invoice-issuance/rules/lateness.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { type JudgedPeriod, judgedText } from './judged-text.ts';
import { keyedFindings } from './keyed.ts';
import { type BooksAddress, readBooks } from './read-books.ts';

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
