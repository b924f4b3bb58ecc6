import { type SharedStrings, SharedTexts } from './shared-texts.ts';
import { textOf } from './xml.ts';
import { isNamed, walkBytes } from './xml-bytes.ts';

/** The shared strings in order; rich text is its runs joined, phonetic guides are left out. */
export async function readSharedStrings(part: AsyncIterable<Buffer>): Promise<SharedStrings> {
  const strings = new SharedTexts();
  let [inText, inPhonetic] = [false, false];
  await walkBytes(part, {
    open(bytes, from, to, _, empty) {
      if (isNamed(bytes, from, to, 't')) inText = !empty && !inPhonetic;
      else if (isNamed(bytes, from, to, 'rPh')) inPhonetic = !empty;
      else if (empty && isNamed(bytes, from, to, 'si')) strings.end();
    },
    close(bytes, from, to) {
      if (isNamed(bytes, from, to, 't')) inText = false;
      else if (isNamed(bytes, from, to, 'rPh')) inPhonetic = false;
      else if (isNamed(bytes, from, to, 'si')) strings.end();
    },
    wantsText: () => inText,
    text(bytes, from, to, isRaw) {
      if (isRaw || !hasEntity(bytes, from, to)) strings.write(bytes, from, to);
      else {
        const text = Buffer.from(textOf(bytes, from, to, false));
        strings.write(text, 0, text.length);
      }
    },
  });
  return strings;
}

const AMPERSAND = 38;

function hasEntity(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === AMPERSAND) return true;
  return false;
}
