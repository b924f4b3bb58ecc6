import type { MatchKind } from '../record.ts';
import { findText, type Vocabulary } from './vocabulary.ts';

/** Colours of goods in Vietnamese, folded, and in English; "vàng" is both gold and yellow, "xanh" both blue and green. */
const IN_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  den: ['black'],
  trang: ['white'],
  do: ['red'],
  vang: ['gold', 'yellow'],
  bac: ['silver'],
  xam: ['gray', 'grey'],
  ghi: ['gray', 'grey'],
  hong: ['pink'],
  tim: ['purple', 'violet'],
  nau: ['brown'],
  cam: ['orange'],
  kem: ['cream'],
  xanh: ['blue', 'green'],
};

/** Calls back with the words of each colour, both ways round, of which the catalogues of goods have both: in two languages, and grey. */
export function eachColourPair(kind: MatchKind, words: Vocabulary, found: (a: number, b: number) => void): void {
  if (kind !== 'product') return;
  const both = (one: number, other: number): void => {
    if (one < 0 || other < 0) return;
    found(one, other);
    found(other, one);
  };
  both(findText(words, 'xam'), findText(words, 'ghi'));
  for (const [vietnamese, english] of Object.entries(IN_ENGLISH)) {
    for (const word of english) both(findText(words, vietnamese), findText(words, word));
  }
}
