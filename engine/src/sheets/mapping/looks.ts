import { type DateOrder, dayOfDigits, dayParts, ordersOf } from '../../text/day-text.ts';
import { type Cell, isBlank } from '../cell.ts';
import type { FieldType } from '../layouts/layout.ts';
import { type DecimalSign, decimalSignIn, readNumberText } from '../number-text.ts';

/** The values below a header, in shares of the filled ones. */
export type Looks = {
  readonly filled: number;
  readonly days: number;
  readonly numbers: number;
  /** Numbers that may be days of Excel without their form. */
  readonly serials: number;
  readonly taxCodes: number;
  readonly texts: number;
  readonly different: number;
};

const isDayText = (cell: string): boolean =>
  dayParts(cell) !== undefined || dayOfDigits(cell.trim()) !== undefined || /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/.test(cell);

/** No day, number or code is longer. */
const LONGEST_LOOKED_AT = 60;

const beginningOf = (cell: Exclude<Cell, null>): Exclude<Cell, null> =>
  typeof cell === 'string' ? cell.slice(0, LONGEST_LOOKED_AT) : cell;

/** Looks at some cells of a column. */
export function looksOf(cells: readonly (Cell | undefined)[]): Looks {
  const filled = cells.filter((cell): cell is Exclude<Cell, null> => !isBlank(cell)).map(beginningOf);
  const share = (is: (cell: Exclude<Cell, null>) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
  const isDay = (cell: Exclude<Cell, null>): boolean =>
    typeof cell === 'string'
      ? isDayText(cell)
      : typeof cell === 'number'
        ? dayOfDigits(String(cell)) !== undefined
        : typeof cell === 'object';
  return {
    filled: filled.length,
    days: share(isDay),
    numbers: share(
      (cell) => typeof cell === 'number' || (typeof cell === 'string' && readNumberText(cell, true) !== undefined),
    ),
    serials: share((cell) => typeof cell === 'number' && cell >= 20_000 && cell < 80_000),
    taxCodes: share((cell) => /^\d{10}(-?\d{3})?$|^\d{12}$/.test(String(cell).trim())),
    texts: share((cell) => typeof cell === 'string' && readNumberText(cell, true) === undefined && !isDayText(cell)),
    different: filled.length === 0 ? 0 : new Set(filled.map((cell) => JSON.stringify(cell))).size / filled.length,
  };
}

/** 0 … 1: how well values look like those of a field; ½ for a column without any. */
export function suits(looks: Looks, type: FieldType): number {
  if (looks.filled === 0) return 0.5;
  switch (type) {
    case 'day':
      return Math.max(looks.days, looks.serials * 0.6);
    case 'vnd':
    case 'quantity':
    case 'price':
      return looks.numbers;
    case 'factor':
    case 'vatRate':
      return Math.max(0.4, looks.numbers);
    case 'taxCode':
      return Math.max(0.3, looks.taxCodes);
    case 'text':
      return 0.3 + 0.7 * looks.texts;
    case 'code':
    case 'phone':
      return looks.days > 0.5 ? 0 : 0.8;
    default:
      return looks.different < 0.5 ? 0.9 : 0.6;
  }
}

/** The way in which a column's texts write days: the order if they show one, and a text that leaves it open. */
export function daysIn(cells: readonly (Cell | undefined)[]): { order?: DateOrder; open?: string } {
  let open: string | undefined;
  for (const cell of cells) {
    const parts = typeof cell === 'string' ? dayParts(cell) : undefined;
    if (typeof cell !== 'string' || !parts || (parts.isDotted && !parts.isShort)) continue;
    if (!parts.isShort && parts.first > 12 && parts.second <= 12) return { order: 'dmy' };
    if (!parts.isShort && parts.second > 12 && parts.first <= 12) return { order: 'mdy' };
    if (ordersOf(parts).length > 1 && (parts.isShort || parts.first !== parts.second)) open ??= cell;
  }
  return open === undefined ? {} : { open };
}

/** The way in which a column's texts write numbers: the sign if they show one, and a text that leaves it open. */
export function decimalIn(cells: readonly (Cell | undefined)[]): { sign?: DecimalSign; open?: string } {
  let open: string | undefined;
  for (const cell of cells) {
    const sign = typeof cell === 'string' ? decimalSignIn(cell) : undefined;
    if (sign === undefined) continue;
    if (sign !== 'open') return { sign };
    // It is a text, or it would show no sign.
    open ??= String(cell);
  }
  return open === undefined ? {} : { open };
}
