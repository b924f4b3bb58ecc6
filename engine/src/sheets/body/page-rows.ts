import { type Cell, isBlank } from '../cell.ts';
import { foldHeader } from '../fold-header.ts';
import type { Plan } from './plan.ts';

/** The heading of a section of rows: "Tên kho : HH (12 )". */
export type Section = { readonly caption: string; readonly name: string };

const SECTION = /^\s*([^:\d]{2,40}?)\s*:\s*(.*?)\s*$/su;
const ROW_COUNT = /\s*\(\s*\d+\s*\)$/;
/** «Mã kho: K1 - Tên kho: Kho chính» in one cell: the first is enough to know the warehouse by. */
const CODE_AND_NAME = /[\s,;\-–]+(?:mã|tên) kho\s*:.*$/isu;
/** A longer text is a note, and may be made to cost time. */
const LONGEST_SECTION = 1000;
/** Captions of the columns by which AMIS groups its reports, folded. */
const GROUPED_BY = new Set([
  ...[
    'kho',
    'ten kho',
    'ma kho',
    'ma hang',
    'ten hang',
    'nhom vthh',
    'ten nhom vthh',
    'ma nhom vthh',
    'nhom hhdv',
    'nguon goc',
  ],
  ...['khach hang', 'ma khach hang', 'ten khach hang', 'nhom khach hang', 'ten nhom khach hang', 'nhom kh, ncc'],
  ...['nha cung cap', 'ten nha cung cap', 'ma nha cung cap', 'nhan vien', 'ten nhan vien', 'ten nhan vien ban hang'],
  ...['chi nhanh', 'so chung tu', 'ngay hach toan', 'dvt', 'tinh chat', 'loai chung tu'],
]);

/**
 * The section that a row opens: one text only (its sums aside) that names what the rows below are grouped by. AMIS groups by any
 * column, those of the company's own too («Thương hiệu : Sunhouse (12 )»): such a caption shows by its count, where the row lacks
 * what each row of data has.
 */
export function sectionOf(first: string, cells: readonly Cell[], required: Plan['required']): Section | undefined {
  if (!first.includes(':') || first.length > LONGEST_SECTION) return undefined;
  const match = SECTION.exec(first);
  if (!match || textsOf(cells).length > 1) return undefined;
  const caption = foldHeader(match[1]!);
  const name = match[2]!.replace(ROW_COUNT, '').replace(CODE_AND_NAME, '').trim();
  const isCounted = ROW_COUNT.test(match[2]!) && required.some((column) => isBlank(cells[column.index]));
  return name !== '' && (GROUPED_BY.has(caption) || isCounted) ? { caption, name } : undefined;
}

/** Texts at the foot of a printed page, and below a report. */
const PAGE_NOTE = new RegExp(
  [
    String.raw`^trang(?: so)?[ :]*\d+(?: ?(?:/|tren|cua) ?\d+)?$`,
    String.raw`^nguoi (?:lap(?: phieu| bieu| bang| so)?|ghi so|duyet|kiem tra|in|(?:nhan|giao|mua|ban) hang)(?: ?\(.*\))?$`,
    String.raw`^(?:ke toan(?: truong)?|thu kho|(?:tong )?giam doc|thu truong don vi|phu trach.*)(?: ?\(.*\))?$`,
    String.raw`^lap bieu|^\(?ky\b|^\(dong dau|^ngay\b.*\bthang\b.*\bnam\b|^ngay (?:in|mo so|lap)\b|^so nay co|^in (?:ngay|luc|boi)\b`,
  ].join('|'),
);
/** Spares folding most first cells. */
const MAY_BE_NOTE = /^[\s(\uFEFF]*[tnkgpls(đi]/i;

const textsOf = (cells: readonly Cell[]): string[] =>
  cells.filter((cell): cell is string => typeof cell === 'string' && !isBlank(cell));
const isOnlyText = (cells: readonly Cell[]): boolean =>
  cells.every((cell) => cell === null || cell === undefined || typeof cell === 'string');

/**
 * Tells rows of a printed page from data: its footer and signatures, its title and header when they come again, and the
 * numbers of columns ("A | B | 1 | 2") below the header. `above` are the rows up to the data, `dataRow` the first row of data.
 */
export function pageRows(plan: Plan, above: readonly (readonly Cell[])[], dataRow: number) {
  const texts = new Set(above.flat().filter((cell): cell is string => typeof cell === 'string' && !isBlank(cell)));
  return (first: string, cells: readonly Cell[], rowNumber: number): boolean => {
    if (rowNumber === dataRow && areColumnNumbers(cells)) return true;
    const isAgain = texts.has(first);
    if (!isAgain && !MAY_BE_NOTE.test(first)) return false;
    if (!isOnlyText(cells)) return false;
    if (isAgain && textsOf(cells).every((text) => texts.has(text))) return true;
    if (!PAGE_NOTE.test(foldHeader(first))) return false;
    if (plan.required.some((column) => isBlank(cells[column.index]))) return true;
    // A record may be called "Người mua hàng": signatures are several, or ask to be signed.
    const words = textsOf(cells).map(foldHeader);
    const areNotes = words.every((word) => PAGE_NOTE.test(word));
    return areNotes && (words.length === 1 || words[0]!.startsWith('(') || new Set(words).size > 1);
  };
}

/** "A | B | C | 1 | 2 | 3 = 1 × 2" in the row below the header of a form. */
function areColumnNumbers(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell));
  const words = filled.map((cell) =>
    String(cell)
      .trim()
      .replace(/^\((.*)\)$/, '$1'),
  );
  if (filled.length < 4 || !words.every((word) => /^(?:[A-Z]|\d{1,2}(?:\s*=.*)?)$/.test(word))) return false;
  const numbers = words.filter((word) => /^\d/.test(word)).map((word) => Number.parseInt(word, 10));
  return numbers.length >= 2 && numbers.every((number, at) => at === 0 || number === numbers[at - 1]! + 1);
}
