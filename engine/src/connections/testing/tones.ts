import { pick, type Random } from './random.ts';

/** Texts with a letter that English does not have. */
export const VIETNAMESE = /[\u00c0-\u1ef9]/;

const TONES = ['', '\u0300', '\u0301', '\u0309', '\u0303', '\u0323'];

/** The name with another tone on its last word: "Nguyễn Văn Hòa" → "Nguyễn Văn Hóa". Undefined where that has no vowel. */
export function otherTone(random: Random, name: string): string | undefined {
  const words = name.split(' ');
  const last = words[words.length - 1]!.normalize('NFD');
  const bare = last.replace(/[\u0300\u0301\u0309\u0303\u0323]/g, '');
  const vowel = /[aeiouyAEIOUY][\u0302\u0306\u031b]?/.exec(bare);
  if (!vowel) return undefined;
  const old = TONES.find((tone) => tone !== '' && last.includes(tone)) ?? '';
  const tone = pick(
    random,
    TONES.filter((other) => other !== old),
  );
  const end = vowel.index + vowel[0].length;
  words[words.length - 1] = (bare.slice(0, end) + tone + bare.slice(end)).normalize('NFC');
  return words.join(' ');
}
