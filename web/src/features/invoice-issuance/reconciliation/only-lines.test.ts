import { expect, it } from 'vitest';
import { onlyLines } from './only-lines.ts';
import type { Review } from './use-decide.ts';

const review = (entryKey: string, ...lines: string[]): Review =>
  ({ entryKey, candidates: lines.map((line) => ({ line })) }) as unknown as Review;

it('takes an entry for its only line, and leaves what is not sure to a person', () => {
  const reviews = [review('a', '1'), review('b', '2', '3'), review('c', '4'), review('d', '4'), review('e')];
  expect(onlyLines(reviews)).toEqual([{ review: reviews[0], line: '1' }]);
});
