import type { Decision, Review } from './use-decide.ts';

/**
 * Takes every entry for its one Bravo line. An entry with several lines, or with one that another entry would take as well,
 * is left for a person: a line is sold once.
 */
export function onlyLines(reviews: readonly Review[]): Decision[] {
  const single = reviews.flatMap((review) => {
    const [only, ...others] = review.candidates;
    return only && others.length === 0 ? [{ review, line: only.line }] : [];
  });
  const wanted = Map.groupBy(single, ({ line }) => line);
  return single.filter(({ line }) => wanted.get(line)!.length === 1);
}
