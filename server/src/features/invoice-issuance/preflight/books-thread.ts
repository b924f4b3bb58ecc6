import type { Day } from '@khop/engine/day.ts';
import { withoutRecords } from '@khop/engine/invoice-issuance/findings/records.ts';
import { type Lateness, latenessOf } from '@khop/engine/invoice-issuance/rules/lateness.ts';
import { threadMain } from '../../../jobs/thread-main.ts';
import { type KeyedFinding, keyedFindings } from './keyed.ts';
import { type BooksAddress, readBooks } from './read-books.ts';

/** The findings of «Kiểm tra kỳ», and the invoices at the wrong time by entity. */
export type JudgedPeriod = { readonly findings: KeyedFinding[]; readonly lateness: Lateness[]; readonly today: Day };

threadMain<BooksAddress, JudgedPeriod>(async (address) => {
  const books = await readBooks(address);
  return {
    findings: keyedFindings(books).map(({ key, ...finding }) => ({ ...withoutRecords(finding), key })),
    lateness: books.plan ? latenessOf(books.input, books.plan) : [],
    today: books.input.period.issueDay,
  };
});
