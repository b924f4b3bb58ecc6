import { fromLegacy } from './legacy-letters.ts';

/**
 * Texts that were typed in TCVN3 (ABC) or VNI fonts and then read as Latin-1: "C«ng ty" and "Coâng ty" for "Công ty".
 * They turn up in CSV and old .xls files only. Unicode text is left alone.
 */

/** Latin-1 characters that no Unicode text puts beside a letter, but TCVN3 does. */
const TCVN3_SIGN = /[\p{L}][¨©ª«¬\u00ad®µ¶·¸¹»¼½¾§]|[¨©ª«¬\u00ad®µ¶·¸¹»¼½¾§][\p{L}]/gu;
const TCVN3_INSIDE = /[\p{L}][¨©«¬\u00ad®µ¶¸¹»¼½¾][\p{L}]/u;

/** Letters that only Unicode Vietnamese has. */
const UNICODE_ONLY = /[ăđơưĂĐƠƯ\u1ea0-\u1ef9]|\p{M}/u;

const VNI_PAIR = /[aeoôuöy][ùøûõïâáàåãäêéèúüë]/gi;
/** Pairs that no other language written in Latin-1 has. */
const VNI_SIGN = /[aeouyôö][øûåï]|[aeo]ä|aë|öô|ö[ùõ]|ñ[aeiouôö]/gi;

/** The Unicode text behind TCVN3 or VNI mojibake; any other text unchanged. */
export function repairEncoding(text: string): string {
  if (!/[\u00a1-\u00ff]/.test(text) || UNICODE_ONLY.test(text)) return text;
  if (TCVN3_INSIDE.test(text) || (text.match(TCVN3_SIGN) ?? []).length >= 2) return fromLegacy(text, 'tcvn3');
  const signs = (text.match(VNI_SIGN) ?? []).length;
  const isVni = signs >= 2 || (signs === 1 && (text.match(VNI_PAIR) ?? []).length >= 2);
  return isVni ? fromLegacy(text, 'vni') : text;
}
