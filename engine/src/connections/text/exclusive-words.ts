import { CODE, WORD } from '../../text/tokenise.ts';
import type { MatchKind } from '../record.ts';
import { findText, type Vocabulary } from './vocabulary.ts';

/**
 * Words of which goods have one or another, in any trade and however small the catalogues: colours, sides, sizes of
 * clothes, for whom, with or without. Folded; what folds alike is harmless, since both words must be left over.
 */
const SETS = [
  'trang den do vang hong tim nau xam be kem cam ghi reu navy bac white black red blue green yellow pink grey gray brown silver gold',
  'trang den do vang hong tim nau xam be kem cam ghi xanh',
  's m l xl xxl xxxl 2xl 3xl',
  'trai phai left right',
  'truoc sau front rear',
  'tren duoi',
  'trong ngoai',
  'nam nu',
  'co khong it',
  'lon nho',
  'don doi',
  'nen nang sui siro',
  'nong lanh',
  'ngot man cay chua',
  'dau cam chanh nho tao vai dua xoai oi le chuoi socola vani',
].map((set) => set.split(' '));

/** The number of pairs of siblings that a contrast known in advance is worth. */
export const KNOWN = 8;

/** Calls back with each pair of such words whose words are both in the catalogues of goods. */
export function eachExclusivePair(kind: MatchKind, words: Vocabulary, found: (a: number, b: number) => void): void {
  if (kind !== 'product') return;
  for (const set of SETS) {
    const ids = set
      .map((word) => findText(words, word))
      .filter((id) => id >= 0 && (words.kind[id] === WORD || words.kind[id] === CODE));
    for (let x = 0; x < ids.length; x++) for (let y = x + 1; y < ids.length; y++) found(ids[x]!, ids[y]!);
  }
}
