import { decodeExcelEscapes, longerText, walkXml } from './xml.ts';

/** The shared strings in order; rich text is its runs joined, phonetic guides are left out. */
export async function readSharedStrings(part: AsyncIterable<Buffer>): Promise<string[]> {
  const strings: string[] = [];
  let [current, inText, inPhonetic] = ['', false, false];
  await walkXml(part, {
    open(name, _, empty) {
      if (name === 'si') {
        current = '';
        if (empty) strings.push('');
      } else if (name === 't') inText = !empty && !inPhonetic;
      else if (name === 'rPh') inPhonetic = !empty;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') strings.push(decodeExcelEscapes(current));
    },
    wantsText: () => inText,
    text(text) {
      current = longerText(current, text);
    },
  });
  return strings;
}
