import { fromLegacy, type LegacyEncoding } from '../../text/legacy-letters.ts';
import { isVietnameseSyllable } from '../../text/vietnamese-syllable.ts';
import { WORD } from '../legacy-text.ts';

/** Letters that no text typed for an old font has. */
const BEYOND = /[^\P{L}\0-\u00ff]|\p{M}/u;
const MARKED = /[\u0080-\u00ff]/;

/** True of a text that may have been typed for an old font: it has characters beyond ASCII, and no letter beyond Latin-1. */
export const mayBeLegacy = (text: string): boolean => MARKED.test(text) && !BEYOND.test(text);

/** True of a text that was typed in Unicode: it has a letter that no old font has. */
export const isPlainlyUnicode = (text: string): boolean => BEYOND.test(text);

/**
 * Signs that TCVN3 puts at letters and proper words do not have there: quotes, marks of trade and of footnotes are beside words in other
 * places than these.
 */
const TCVN3_PROOF = /\p{L}[ª«¬\u00ad¨©µ¶·¸¹¼½¾]|\p{L}[»×÷]\p{L}|[®§][\p{L}\u00a8-\u00be×÷]/u;

/** The words of some texts beyond ASCII, each once, judged as one of the old encodings. */
export type Evidence = {
  readonly words: Set<string>;
  /** Words that the encoding makes Vietnamese syllables. */
  readonly valid: Set<string>;
  /** Those of them that are none as they are. */
  readonly mended: Set<string>;
  /** Those of them whose very characters show the encoding: no proper word is written so. */
  readonly proofs: Set<string>;
};

/** The words of texts in the light of one encoding; texts that cannot be in it say nothing. */
export function evidenceOf(texts: Iterable<string>, encoding: LegacyEncoding): Evidence {
  const found: Evidence = { words: new Set(), valid: new Set(), mended: new Set(), proofs: new Set() };
  for (const text of texts) {
    if (!mayBeLegacy(text)) continue;
    for (const [word] of text.matchAll(WORD)) {
      // Signs alone or beside figures («Ø 21», «±5») are no words.
      if (!MARKED.test(word) || !/[a-z]/i.test(word) || found.words.has(word)) continue;
      found.words.add(word);
      const read = fromLegacy(word, encoding);
      if (!isVietnameseSyllable(read)) continue;
      found.valid.add(word);
      if (isVietnameseSyllable(word)) continue;
      found.mended.add(word);
      if (encoding === 'tcvn3' ? TCVN3_PROOF.test(word) : read.length < word.length) found.proofs.add(word);
    }
  }
  return found;
}

/** The words of several columns together. */
export function pooled(all: readonly Evidence[]): Evidence {
  const union = (name: keyof Evidence) => new Set(all.flatMap((one) => [...one[name]]));
  return { words: union('words'), valid: union('valid'), mended: union('mended'), proofs: union('proofs') };
}

/** Of the words beyond ASCII, the share that the encoding has to make syllables: names of firms and abbreviations are none. */
const LEAST_VALID = 0.8;
/** Different words that prove the encoding, and their share: every third word of Vietnamese in TCVN3, nearly all in VNI. */
const LEAST_PROOFS = 3;
const LEAST_PROVING = 0.2;
/** Different words of which none is a syllable as it is, where fewer prove the encoding. */
const LEAST_MENDED = 5;

/** True when nearly all words become syllables. */
export const isFitting = ({ words, valid }: Evidence): boolean =>
  words.size > 0 && valid.size >= words.size * LEAST_VALID;

/** True when words leave no doubt of their encoding by themselves. */
export const isProven = (evidence: Evidence): boolean =>
  isFitting(evidence) &&
  (evidence.proofs.size >= LEAST_PROOFS || (evidence.proofs.size > 0 && evidence.mended.size >= LEAST_MENDED)) &&
  evidence.proofs.size >= evidence.words.size * LEAST_PROVING;

/** True when words of a column follow another one of the sheet whose encoding is proven. */
export const isFollowing = (evidence: Evidence): boolean => isFitting(evidence) && evidence.proofs.size > 0;

/**
 * The text in Unicode, word by word: a word that is a syllable as it is and would be none stays, and so does a text of which no word would
 * become one, or that has letters of Unicode.
 */
export function mendedText(text: string, encoding: LegacyEncoding): string {
  if (!mayBeLegacy(text)) return text;
  let isVietnamese = false;
  const mended = text.replace(WORD, (word, at: number) => {
    if (!MARKED.test(word) || isSign(word, text, at)) return word;
    const read = fromLegacy(word, encoding);
    const isSyllable = isVietnameseSyllable(read);
    if (isSyllable) isVietnamese = true;
    return isSyllable || !isVietnameseSyllable(word) ? read : word;
  });
  return isVietnamese ? mended : text;
}

/** True of a sign alone that is no letter, or that belongs to a figure. */
function isSign(word: string, text: string, at: number): boolean {
  if (word.length > 1 || /[a-z]/i.test(word)) return false;
  const isAtFigure = /\d$/.test(text.slice(0, at)) || /^\s?\d/.test(text.slice(at + 1));
  return isAtFigure || !/\p{L}/u.test(word);
}
