import { foldText } from '../../text/fold.ts';

/**
 * The words that one of two names has and the other has not, without marks and case. Of a word with figures its shape
 * alone counts, with # for a number («10mm» and «25mm» are «#mm»): what a company teaches about one size holds for all.
 */
export function leftWords(left: string, right: string): string[] {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  const without = (words: readonly string[], others: readonly string[]) =>
    words.filter((word) => !others.includes(word));
  const over = [...without(one, other), ...without(other, one)];
  return [...new Set(over.map((word) => word.replace(/\d+/g, '#')))];
}

const wordsOf = (name: string): string[] => foldText(name).split(' ').filter(Boolean);
