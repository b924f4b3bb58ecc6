import { type Cell, textsIn } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import type { Layout } from '../layouts/layout.ts';
import { readNumberText } from '../number-text.ts';
import { OTHER_CURRENCY } from './header-remark.ts';

/** Headers of the column that says in which currency a row is, folded. */
const CURRENCY_HEADER =
  /^(?:(?:ma )?(?:loai )?(?:ngoai te|nt|tien te)|(?:ma )?loai tien|ma tien|don vi tien(?: te)?|dong tien|currency ?(?:code|id)?)$/;
/** A currency that is not đồng, as a cell names it: a code, or words such as «Đô la Mỹ». */
const OTHER_MONEY = new RegExp(
  String.raw`[$€¥£]|\b(?:${OTHER_CURRENCY})\b|^(?!vnd$)[a-z]{3}$|\b(?:do la|dollars?|euro|yen nhat|nhan dan te|bang anh)\b`,
);
const DONG = /\b(?:vnd|dong)\b/;
/** «Loại tiền: USD» above a table. */
const STATED = new RegExp(String.raw`\b(?:loai tien(?: te)?|(?:ma )?ngoai te|dong tien) ?[:=]? ?(${OTHER_CURRENCY})\b`);
/** Behind the name of an amount: it is in đồng, or in the currency of the document. */
const IN_DONG = /\s*(?:\((?:quy doi|qd|vnd)\)|\b(?:quy doi|qd|vnd))$/;
const IN_CURRENCY = new RegExp(
  String.raw`\s*(?:\((?:${OTHER_CURRENCY}|nt|nguyen te|ngoai te)\)|\b(?:${OTHER_CURRENCY}|nt|nguyen te|ngoai te))$`,
);

export const isCurrencyHeader = (folded: string): boolean => CURRENCY_HEADER.test(folded);

/** Headers of the column that says what a unit of the currency is in đồng, folded. */
const RATE_HEADER = /^(?:t[iy] gia\b.*|exchange ?rate)$/;

export const isRateHeader = (folded: string): boolean => RATE_HEADER.test(folded);

/** A rate of exchange that only another currency than đồng has, as it is written; undefined for 1, for 0 and for a blank. */
export function otherRate(cell: Cell | undefined): string | undefined {
  if (typeof cell === 'number') return cell > 1 ? String(cell) : undefined;
  const read = typeof cell === 'string' ? readNumberText(cell, true) : undefined;
  return read !== undefined && Number(read) > 1 ? String(cell).trim().slice(0, 40) : undefined;
}

/** True for a cell that says đồng. */
export const saysDong = (cell: Cell | undefined): boolean => typeof cell === 'string' && DONG.test(foldHeader(cell));

/** A currency other than đồng that a cell names, as it is written; undefined for đồng, a blank and anything else. */
export function otherCurrency(cell: Cell | undefined): string | undefined {
  if (typeof cell !== 'string') return undefined;
  const folded = foldHeader(cell);
  return OTHER_MONEY.test(folded) && !DONG.test(folded) ? cell.trim().slice(0, 40) : undefined;
}

/** The folded name of an amount whose header says that it is in đồng: «Thành tiền quy đổi»; undefined for other headers. */
export const nameInDong = (folded: string): string | undefined =>
  IN_DONG.test(folded) ? folded.replace(IN_DONG, '') : undefined;

/** True for a header that says so itself: «Thành tiền (VND)», «Doanh số bán quy đổi», «Tiền hàng (đồng)». */
export const isInDong = (folded: string): boolean => IN_DONG.test(folded) || /\(dong\)$/.test(folded);

/** True for the header of a money column of this layout in the currency of the document («Tiền hàng nt»): the one without the addition is then in đồng. */
export function isInCurrency(folded: string, { fields }: Layout): boolean {
  if (!IN_CURRENCY.test(folded)) return false;
  const name = folded.replace(IN_CURRENCY, '');
  const isIts = (header: string): boolean => foldHeader(header) === name;
  return (
    name === 'tien' ||
    fields.some(({ type, header, aliases = [] }) => type === 'vnd' && [header, ...aliases].some(isIts))
  );
}

/** The foreign currency that a heading says the whole report is in, and its line. */
export function currencyAbove(
  above: readonly (readonly Cell[])[],
): { readonly currency: string; readonly line: string } | undefined {
  for (const row of above) {
    const line = textsIn([row]).join(' ').trim();
    const currency = STATED.exec(foldHeader(line))?.[1];
    if (currency) return { currency: currency.toUpperCase(), line: line.slice(0, 80) };
  }
  return undefined;
}
