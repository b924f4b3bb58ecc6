import { withoutRecords } from '@khop/engine/invoice-issuance/findings/records.ts';
import { threadMain } from '../../../jobs/thread-main.ts';
import { type KeyedFinding, keyedFindings } from './keyed.ts';
import { type BooksAddress, readBooks } from './read-books.ts';

threadMain<BooksAddress, KeyedFinding[]>(async (address) =>
  keyedFindings(await readBooks(address)).map(({ key, ...finding }) => ({ ...withoutRecords(finding), key })),
);
