import { fromLegacy, type LegacyEncoding } from '../text/legacy-letters.ts';
import type { Issue } from './read-result.ts';

/** The encodings as people call them. */
export const LEGACY_NAMES: Readonly<Record<LegacyEncoding, string>> = { tcvn3: 'TCVN3 (ABC)', vni: 'VNI' };

/** Says that texts were converted, and from what. `place` begins the sentence: the file, or columns of it. */
export const convertedRemark = (place: string, name: string): Issue => ({
  row: 0,
  column: null,
  value: name,
  code: 'ENCODING_CONVERTED',
  message: `${place} dùng bảng mã cũ ${name}; đã chuyển sang Unicode. Hãy xem lại vài tên có dấu.`,
});

/** A run of letters and of the signs by which old fonts write some. */
export const WORD = /[\p{L}\p{M}\u00a1-\u00bf\u00d7\u00f7]+/gu;
const SYLLABLE = /^(?:ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|[bcdđghklmnpqrstvx])?[aeiouy]{1,3}(?:ch|ng|nh|[cmnpt])?$/;
const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
const SHAPES = /[\u0302\u0306\u031b]/g;

/**
 * The likeness of a text to Vietnamese: of its words with letters beyond ASCII, the share that are possible syllables
 * (one vowel group, at most one tone). Undefined when it has no such words.
 */
export function vietnameseShare(text: string): number | undefined {
  let [words, syllables] = [0, 0];
  for (const [word] of text.matchAll(WORD)) {
    if (!/[^\x20-\x7e]/.test(word)) continue;
    words++;
    const parts = word.toLowerCase().normalize('NFD');
    const bare = parts.replace(TONES, '').replace(SHAPES, '').replaceAll('đ', 'd');
    if ((parts.match(TONES)?.length ?? 0) <= 1 && SYLLABLE.test(bare)) syllables++;
  }
  return words === 0 ? undefined : syllables / words;
}

/** Share of believable words from which a reading of a text is believed. */
const BELIEVABLE = 0.6;

/** Signs alone or beside figures («Ø 21», «±5», «180°») say nothing of the code in which a text was typed. */
const LONE_SIGNS = /(?<![A-Za-z\u0080-\u00ff])[\u0080-\u00ff]+(?![A-Za-z\u0080-\u00ff])/g;

/** The encoding in which a Latin-1 text makes sense as Vietnamese, if it makes none as it is. */
export function legacyEncodingOf(text: string): LegacyEncoding | undefined {
  if (/[\u0100-\uffff]/.test(text)) return undefined;
  const latin = text.replace(LONE_SIGNS, ' ');
  let best: { encoding: LegacyEncoding | undefined; share: number } = {
    encoding: undefined,
    share: Math.max(BELIEVABLE, vietnameseShare(latin) ?? 1),
  };
  for (const encoding of ['tcvn3', 'vni'] as const) {
    const share = vietnameseShare(fromLegacy(latin, encoding)) ?? 0;
    if (share > best.share) best = { encoding, share };
  }
  return best.encoding;
}
