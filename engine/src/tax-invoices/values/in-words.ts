import { amountInWords } from '../../amount-in-words.ts';
import type { Vnd } from '../../money.ts';
import { foldText } from '../../text/fold.ts';

/** Words that mean the same in the mouth of another software, folded; '' for those that say nothing. */
const SAME: ReadonlyMap<string, string> = new Map([
  ...([
    ['ngan', 'nghin'],
    ['ti', 'ty'],
    ['le', 'linh'],
    ['tu', 'bon'],
    ['lam', 'nam'],
    ['nham', 'nam'],
  ] as const),
  ...(['dong', 'chan', 'viet', 'vnd', 'va'] as const).map((word) => [word, ''] as const),
]);

/** True when the words name that amount, in one of the ways of saying it: «lẻ» or «linh», zero hundreds said or not. */
export function isAmountInWords(words: string, amount: Vnd): boolean {
  return bare(words) === bare(amountInWords(amount));
}

const bare = (words: string): string =>
  foldText(words)
    .replace(/^(so tien )?(viet )?bang chu /, '')
    .replace(/\bviet nam( dong)?\b/g, '')
    .split(' ')
    .map((word) => SAME.get(word) ?? word)
    .filter((word) => word !== '')
    .join(' ')
    .replace(/\bkhong tram\b ?(linh )?/g, '')
    .replace(/\blinh /g, '')
    .replace(/\bkhong (nghin|trieu)\b ?/g, '')
    .trim();
