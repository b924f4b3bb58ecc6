import type { Day } from '../day.ts';

/**
 * One cell as a file holds it: blank, text, the stored double, a boolean, or a calendar day (a number shown as a date).
 * An error cell (`#N/A`, `#REF!` …) is its text. No time of day and no time zone is kept.
 */
export type Cell = null | string | number | boolean | { readonly day: Day };

/** The cell of a formula whose result the file does not hold. */
export const UNCALCULATED = '#CHƯA TÍNH!';

/** True for a blank cell: nothing, or only white space. */
export function isBlank(cell: Cell | undefined): boolean {
  if (typeof cell !== 'string') return cell === null || cell === undefined;
  // Asked of every cell of a file: most begin with a visible character.
  return !(cell.charCodeAt(0) > 32 && cell.charCodeAt(0) < 127) && cell.trim() === '';
}

/** The cell as a person would type it, for messages: days as `dd/MM/yyyy`, booleans as TRUE / FALSE. */
export function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return decimalText(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return `${cell.day.slice(8, 10)}/${cell.day.slice(5, 7)}/${cell.day.slice(0, 4)}`;
}

/** The shortest plain decimal that reads back as the same double: never an exponent ("0.00000012", "1200000000000000000000"). */
export function decimalText(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const digits = match[2]! + (match[3] ?? '');
  const point = 1 + Number(match[4]);
  if (point <= 0) return `${match[1]}0.${'0'.repeat(-point)}${digits}`;
  return `${match[1]}${digits.padEnd(point, '0').slice(0, point)}`;
}

/** Column letters from a zero-based index: 0 → A, 26 → AA. */
export function columnLetters(index: number): string {
  let [rest, letters] = [index + 1, ''];
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

/** The filled texts of some rows, in their order. */
export const textsIn = (rows: readonly (readonly Cell[])[]): readonly string[] =>
  rows.flatMap((row) => row.filter((cell): cell is string => typeof cell === 'string' && !isBlank(cell)));
