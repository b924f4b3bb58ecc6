import type { Finding } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { findingKeys } from '@khop/engine/invoice-issuance/findings/records.ts';
import { judgeBooks } from './judge-books.ts';
import type { PeriodBooks } from './read-books.ts';

/** A finding with the name that its records are asked for by. */
export type KeyedFinding = Finding & { readonly key: string };

/** Everything that «Kiểm tra kỳ» finds, in its order, each under its name. */
export function keyedFindings(books: PeriodBooks): KeyedFinding[] {
  const { outdated, findings } = judgeBooks(books);
  const all = [...(outdated ? [outdated] : []), ...findings];
  const keys = findingKeys(all);
  return all.map((finding, index) => ({ ...finding, key: keys[index]! }));
}
