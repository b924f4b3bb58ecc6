import type { Cell } from '../cell.ts';
import { headerText } from '../header.ts';
import { LONGEST_HEADER_SHOWN } from './column-map.ts';

/** The index of a column from its letters: A → 0. Undefined for what is no column. */
export function columnIndex(letters: string): number | undefined {
  if (!/^[A-Z]{1,3}$/.test(letters)) return undefined;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/**
 * The headers of a sheet's columns in a row (from 0), or in it and the one below: a merged heading goes before the headers
 * below it, "Cuối kỳ – Số lượng". '' where a column has none; trailing ones are left away.
 */
export function headersAt(rows: readonly (readonly Cell[])[], headerRow: number, headerRows: 1 | 2): readonly string[] {
  const upper = rows[headerRow] ?? [];
  const lower = headerRows === 2 ? (rows[headerRow + 1] ?? []) : [];
  const headers: string[] = [];
  let group = '';
  for (let column = 0; column < Math.max(upper.length, lower.length); column++) {
    const [own, below] = [headerText(upper[column]), headerText(lower[column])];
    if (own !== '') group = below === '' ? '' : own;
    const header = below === '' ? own : group === '' ? below : `${group} – ${below}`;
    headers.push(header.slice(0, LONGEST_HEADER_SHOWN));
  }
  while (headers.at(-1) === '') headers.pop();
  return headers;
}
