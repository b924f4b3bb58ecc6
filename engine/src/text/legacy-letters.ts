/**
 * Vietnamese letters from before Unicode, met in CSV and old .xls files: TCVN3 (".Vn…" fonts) and VNI ("VNI-…" fonts) show
 * as Latin-1 characters ("C«ng ty", "Coâng ty"). TCVN3 is TCVN 5712:1993 VN3; VNI writes a mark behind its base letter.
 */
export type LegacyEncoding = 'tcvn3' | 'vni';

const TCVN3_FROM = 'µ¸¶·¹¨»¾¼½Æ©ÇÊÈÉË®ÌÐÎÏÑªÒÕÓÔÖ×ÝØÜÞßãáâä«åèæçé¬êíëìîïóñòô\u00adõøö÷ùúýûüþ¡¢§£¤¥¦';
const TCVN3_TO = 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵĂÂĐÊÔƠƯ';

/** VNI letters of their own, then base letter → marks behind it → letters, in step. */
const VNI_SINGLE = ['ìíæóòîñôö', 'ìíỉĩịỵđơư'] as const;
const VNI_MARKED: Readonly<Record<string, readonly [marks: string, letters: string]>> = {
  a: ['øùûõïâàáåãäêèéúüë', 'àáảãạâầấẩẫậăằắẳẵặ'],
  e: ['øùûõïâàáåãä', 'èéẻẽẹêềếểễệ'],
  o: ['øùûõïâàáåãä', 'òóỏõọôồốổỗộ'],
  u: ['øùûõï', 'ùúủũụ'],
  y: ['øùûõ', 'ỳýỷỹ'],
  ô: ['øùûõï', 'ờớởỡợ'],
  ö: ['øùûõï', 'ừứửữự'],
};

const pairsOf = (from: string, to: string): [string, string][] => {
  const letters = [...to];
  return [...from].map((character, at) => [character, letters[at]!]);
};

/** Latin-1 characters and the letters that TCVN3 writes with them. */
export const TCVN3: ReadonlyMap<string, string> = new Map(pairsOf(TCVN3_FROM, TCVN3_TO));

const VNI = new Map<string, string>();
for (const [written, letter] of [
  ...pairsOf(...VNI_SINGLE),
  ...Object.entries(VNI_MARKED).flatMap(([base, [marks, letters]]) =>
    pairsOf(marks, letters).map(([mark, letter]): [string, string] => [base + mark, letter]),
  ),
]) {
  VNI.set(written, letter);
  const [base = '', mark = ''] = written;
  VNI.set(written.toUpperCase(), letter.toUpperCase());
  if (mark) VNI.set(base.toUpperCase() + mark, letter.toUpperCase());
}

/** A letter with its mark before a letter alone: in «nöôùc» the mark belongs to the second of two. */
const VNI_WRITTEN = new RegExp([...VNI.keys()].sort((a, b) => b.length - a.length).join('|'), 'g');

/** The text in Unicode (NFC). Characters outside the encoding stay as they are. */
export function fromLegacy(text: string, encoding: LegacyEncoding): string {
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  if (encoding === 'tcvn3') return text.replace(/[\u0080-\u00ff]/g, (character) => TCVN3.get(character) ?? character);
  return text.replace(VNI_WRITTEN, (written) => VNI.get(written)!);
}
