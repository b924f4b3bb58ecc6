import { decodeExcelEscapes, longerText, textOf } from './xml.ts';
import { isNamed, walkBytes } from './xml-bytes.ts';

/** The shared strings in order; rich text is its runs joined, phonetic guides are left out. */
export async function readSharedStrings(part: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = [];
  let [current, inText, inPhonetic] = ['', false, false];
  await walkBytes(part, {
    open(bytes, from, to, _, empty) {
      if (isNamed(bytes, from, to, 'si')) {
        current = '';
        if (empty) strings.push('');
      } else if (isNamed(bytes, from, to, 't')) inText = !empty && !inPhonetic;
      else if (isNamed(bytes, from, to, 'rPh')) inPhonetic = !empty;
    },
    close(bytes, from, to) {
      if (isNamed(bytes, from, to, 't')) inText = false;
      else if (isNamed(bytes, from, to, 'rPh')) inPhonetic = false;
      else if (isNamed(bytes, from, to, 'si')) strings.push(decodeExcelEscapes(current));
    },
    wantsText: () => inText,
    text(bytes, from, to, isRaw) {
      const piece = textOf(bytes, from, to, isRaw);
      current = current === '' ? piece : longerText(current, piece);
    },
  });
  return strings;
}
