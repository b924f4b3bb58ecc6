import { fromLegacy } from './legacy-letters.ts';

/**
 * Texts that were typed in TCVN3 (ABC) or VNI fonts and then read as Latin-1: "C«ng ty" and "Coâng ty" for "Công ty";
 * and UTF-8 that was opened as Latin, then kept: "CÃ´ng ty". They turn up in CSV and old .xls files, the last kind in any
 * file. Other Unicode text is left alone.
 */

/** Latin-1 characters that no Unicode text puts beside a letter, but TCVN3 does. */
const TCVN3_SIGN = /[\p{L}][¨©ª«¬\u00ad®µ¶·¸¹»¼½¾§]|[¨©ª«¬\u00ad®µ¶·¸¹»¼½¾§][\p{L}]/gu;
const TCVN3_INSIDE = /[\p{L}][¨©«¬\u00ad®µ¶¸¹»¼½¾][\p{L}]/u;

/** A byte that opens a letter of UTF-8, and one that goes on, as the two Latin code pages show them. */
const UTF8_SIGN = /[\u00c2-\u00c6\u00cc\u00e1\u00e2\u0102][\u0080-\u00bf\u0102-\u0192\u02c6-\u02dc\u2013-\u2122]/;

/** The bytes for which Windows-1258, the Vietnamese one, shows another character than 1252. */
const VIETNAMESE = [0xc3, 0xcc, 0xd0, 0xd2, 0xd5, 0xdd, 0xde, 0xe3, 0xec, 0xf0, 0xf2, 0xf5, 0xfd, 0xfe];

/** The bytes of the characters of both code pages that are not those of Latin-1. */
const BYTES = new Map([
  ...[...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((char, k) => [char, 0x80 + k] as const),
  ...[...'Ă\u0300Đ\u0309ƠƯ\u0303ă\u0301đ\u0323ơư₫'].map((char, k) => [char, VIETNAMESE[k]!] as const),
]);

/** Letters that only Unicode Vietnamese has. */
const UNICODE_ONLY = /[ăđơưĂĐƠƯ\u1ea0-\u1ef9]|\p{M}/u;

const VNI_PAIR = /[aeoôuöy][ùøûõïâáàåãäêéèúüë]/gi;
/** Pairs that no other language written in Latin-1 has. */
const VNI_SIGN = /[aeouyôö][øûåï]|[aeo]ä|aë|öô|ö[ùõ]|ñ[aeiouôö]/gi;

/** The Unicode text behind TCVN3, VNI or UTF-8 mojibake; any other text unchanged. */
export function repairEncoding(text: string): string {
  const decoded = UTF8_SIGN.test(text) ? fromUtf8(text) : undefined;
  if (decoded !== undefined) return decoded;
  if (!/[\u00a1-\u00ff]/.test(text) || UNICODE_ONLY.test(text)) return text;
  if (TCVN3_INSIDE.test(text) || (text.match(TCVN3_SIGN) ?? []).length >= 2) return fromLegacy(text, 'tcvn3');
  const signs = (text.match(VNI_SIGN) ?? []).length;
  const isVni = signs >= 2 || (signs === 1 && (text.match(VNI_PAIR) ?? []).length >= 2);
  return isVni ? fromLegacy(text, 'vni') : text;
}

/** The text behind UTF-8 that a Latin code page has read; undefined where it is no UTF-8. */
function fromUtf8(text: string): string | undefined {
  let escaped = '';
  // A blank that may not break, the second half of «à», often becomes an ordinary one or falls off the end.
  for (const char of text.replaceAll(/([ÃĂ])(?: |$)/g, '$1\u00a0')) {
    const byte = BYTES.get(char) ?? char.codePointAt(0)!;
    if (byte > 0xff) return;
    escaped += `%${byte.toString(16).padStart(2, '0')}`;
  }
  try {
    return decodeURIComponent(escaped);
  } catch {
    return;
  }
}
