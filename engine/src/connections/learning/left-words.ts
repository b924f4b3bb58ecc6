import { newTokenBuffer, tokenise } from '../../text/tokenise.ts';

/**
 * The words that one of two names has and the other has not, as the matcher reads them: sizes in their base unit, so that
 * «1,8 lít» and «1800ml» are one. Of a word with figures its shape alone counts, with # for a number («phi 21» and «27mm»
 * are «#mm»): what a company teaches about one size holds for all.
 */
export function leftWords(left: string, right: string): string[] {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  const without = (words: readonly string[], others: readonly string[]) =>
    words.filter((word) => !others.includes(word));
  const over = [...without(one, other), ...without(other, one)];
  return [...new Set(over.map((word) => word.replace(/\d+(\.\d+)?/g, '#')))];
}

const tokens = newTokenBuffer();

function wordsOf(name: string): string[] {
  tokenise(name, tokens);
  const { chars, starts, ends, count } = tokens;
  return Array.from({ length: count }, (_, i) => String.fromCharCode(...chars.subarray(starts[i], ends[i])));
}
