import type { Cell } from '@khop/engine/sheets/cell.ts';
import { isBuiltinDate, isDateFormat } from './dates.ts';

/** A format that fills a number up with zeros, such as `00000` or `"BH"00000`: the people who typed a code see «00024», «BH00024». */
type Filled = { readonly prefix: string; readonly digits: number };

/** The look that a style gives to numbers, where it is more than a number: a date, or a code filled up with zeros. */
export type NumberStyle = 'day' | Filled | undefined;

/** Letters in quotes or behind a backslash, then at least two zeros and no other figure; colours and widths say nothing. */
const FILLED = /^((?:"[\p{L}\d ./-]*"|\\[\p{L}./-])*)(0{2,})$/u;
const UNSEEN = /\[[^\]]*\]|_.|\*./g;
const MOST_DIGITS = 15;

function filledOf(code: string): Filled | undefined {
  const [positive = ''] = code.slice(0, 100).split(';');
  const match = FILLED.exec(positive.replace(UNSEEN, '').trim());
  if (!match || match[2]!.length > MOST_DIGITS) return undefined;
  return { prefix: match[1]!.replace(/["\\]/g, ''), digits: match[2]!.length };
}

/** For every cell style, the look of its numbers: by the number of its format, and the codes of the file's own formats. */
export const numberStylesOf = (formatIds: readonly number[], codes: ReadonlyMap<number, string>): NumberStyle[] =>
  formatIds.map((id) => {
    const code = codes.get(id);
    if (code === undefined) return isBuiltinDate(id) ? 'day' : undefined;
    return isDateFormat(code) ? 'day' : filledOf(code);
  });

/** A number in such a style: as it is shown where only that shows its zeros or letters, else as it is. */
export function filledCell(number: number, { prefix, digits }: Filled): Cell {
  if (!Number.isSafeInteger(number) || number < 0) return number;
  const shown = String(number);
  return prefix === '' && shown.length >= digits ? number : prefix + shown.padStart(digits, '0');
}

/** A number that a file states beside the text that it shows: the text where it is the number with zeros before it. */
export const cellShown = (number: number, shown: string): Cell =>
  /^0\d{1,14}$/.test(shown) && Number(shown) === number ? shown : number;
