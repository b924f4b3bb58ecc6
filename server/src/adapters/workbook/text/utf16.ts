/** UTF-16 by the end that comes first. */
export type Utf16 = 'utf-16le' | 'utf-16be';

/** The first bytes that are looked at where no mark tells. */
const SEEN_BYTES = 4096;
/** Share of characters of ASCII below which bytes without a mark are not believed to be UTF-16: Vietnamese has four in five. */
const LEAST_ASCII = 0.6;
/** Fewer characters say nothing. */
const LEAST_CHARACTERS = 4;

/** Characters that no text of rows has: controls, and code units that are no characters. */
const NO_TEXT = /[^\P{Cc}\t\n\v\f\r]|\p{Noncharacter_Code_Point}/u;

/**
 * The form of UTF-16 in which a file begins: by its mark of the byte order or, without one, by zeros in every other place and in no other,
 * as only text in UTF-16 has them. Undefined for any other bytes.
 */
export function utf16Of(head: Uint8Array): Utf16 | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const characters = Math.floor(Math.min(head.length, SEEN_BYTES) / 2);
  if (characters < LEAST_CHARACTERS) return undefined;
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < characters * 2; at++) if (head[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  const [first, second] = zeros;
  if (Math.min(first, second) > 0 || Math.max(first, second) < characters * LEAST_ASCII) return undefined;
  const encoding = second > 0 ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder(encoding).decode(head.subarray(0, characters * 2));
  return NO_TEXT.test(text) ? undefined : encoding;
}
