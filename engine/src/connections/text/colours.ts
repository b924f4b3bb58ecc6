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

/** Calls back with each colour in either language, both ways round, of which the catalogues of goods have both words. */
export function eachColourPair(kind: MatchKind, words: Vocabulary, found: (a: number, b: number) => void): void {
  if (kind !== 'product') return;
  for (const [vietnamese, english] of Object.entries(IN_ENGLISH)) {
    const id = findText(words, vietnamese);
    if (id < 0) continue;
    for (const other of english.map((word) => findText(words, word))) {
      if (other < 0) continue;
      found(id, other);
      found(other, id);
    }
  }
}
