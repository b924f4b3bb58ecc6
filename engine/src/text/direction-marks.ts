/**
 * Signs that turn the letters behind them around, or say which way they run, and are not seen themselves: with them a name
 * ends otherwise than it seems to, or is another one that looks the same. Vietnamese and Latin text has no use for them, and
 * Arabic or Hebrew reads without them.
 */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const isDirectionMark = (code: number): boolean =>
  code === 0x061c ||
  (code >= 0x200e && code <= 0x2069 && (code <= 0x200f || (code >= 0x202a && code <= 0x202e) || code >= 0x2066));

/** The text without signs of direction; every other letter and sign stays. */
export const withoutDirectionMarks = (text: string): string => text.replace(MARKS, '');
