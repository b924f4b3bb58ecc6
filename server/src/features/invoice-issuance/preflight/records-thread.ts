import { recordFinder } from '@khop/engine/invoice-issuance/findings/records.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { keyedFindings } from './keyed.ts';
import { readBooks } from './read-books.ts';
import { type AskedRecords, pageOfRecords, type RecordsPage } from './records-page.ts';

threadMain<AskedRecords, RecordsPage>(async (asked) => {
  const books = await readBooks(asked.books);
  const find = recordFinder(books.input, books.plan);
  const wanted = keyedFindings(books).filter(({ key, code }) => key === asked.key || code === asked.key);
  return pageOfRecords(wanted.flatMap(find), asked);
});
