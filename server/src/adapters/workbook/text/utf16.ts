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

/** True of text in UTF-32, which no program here reads: by its mark, or by two zeros in each four bytes at one end of them. */
export function isUtf32(head: Uint8Array): boolean {
  const starts = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
  if (starts([0xff, 0xfe, 0, 0]) || starts([0, 0, 0xfe, 0xff])) return true;
  const characters = Math.floor(Math.min(head.length, SEEN_BYTES) / 4);
  if (characters < LEAST_CHARACTERS) return false;
  const hasZeros = (first: number): boolean =>
    Array.from({ length: characters }, (_, at) => at * 4 + first).every((at) => head[at] === 0 && head[at + 1] === 0);
  const isText = Array.from({ length: characters }, (_, at) => head.subarray(at * 4, at * 4 + 4)).every((bytes) =>
    bytes.some((byte) => byte !== 0),
  );
  return isText && (hasZeros(0) || hasZeros(2));
}
