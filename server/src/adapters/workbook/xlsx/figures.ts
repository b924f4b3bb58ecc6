/** Digits that a number may have without losing any. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/** A number that is written with up to fifteen digits, to the last bit as JavaScript reads it; undefined for any other text. */
export function plainNumber(bytes: Buffer, from: number, to: number): number | undefined {
  const isNegative = bytes[from] === 45;
  const start = isNegative ? from + 1 : from;
  let [number, point] = [0, -1];
  for (let at = start; at < to; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) number = number * 10 + byte - 48;
    else if (byte === 46 && point < 0) point = at;
    else return undefined;
  }
  const digits = to - start - (point < 0 ? 0 : 1);
  if (digits === 0 || digits > EXACT_DIGITS) return undefined;
  // Both are whole and exact, so that their quotient is rounded once: it is the nearest to what is written.
  if (point >= 0) number /= POWERS_OF_TEN[to - point - 1]!;
  return isNegative ? -number : number;
}

/** Zero-based column of a reference ("AB12"). */
export function columnOf(bytes: Buffer, from: number, to: number): number {
  let column = 0;
  for (let at = from; at < to; at++) {
    const code = bytes[at]! | 32;
    if (code < 97 || code > 122) break;
    column = column * 26 + code - 96;
  }
  return column - 1;
}

/** Digits as a number. */
export function numberAt(bytes: Buffer, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + bytes[at]! - 48;
  return number;
}
