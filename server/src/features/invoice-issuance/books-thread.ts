import type { Finding } from '@khop/engine/invoice-issuance/finding.ts';
import { threadMain } from '../../jobs/thread-main.ts';
import { judgeBooks } from './judge-books.ts';
import { type BooksAddress, readBooks } from './read-books.ts';

threadMain<BooksAddress, Finding[]>(async (address) => {
  const { outdated, findings } = judgeBooks(await readBooks(address));
  return [...(outdated ? [outdated] : []), ...findings];
});
