import { Problem } from '../problem.ts';
import { type Cell, cellText, isBlank } from './cell.ts';
import type { Layout, LayoutField, LayoutName } from './layout.ts';
import { layoutOf, layouts } from './layouts.ts';

/** Rows in which a header is looked for, from the first filled one on: real files have it in rows 1–9. */
const HEADER_SEARCH_ROWS = 40;
/** Blank rows above the first filled one; after that many a sheet is empty. */
const MOST_BLANK_ROWS = 1000;

/** How many of the top rows a header is looked for in. */
function searchEnd(rows: readonly (readonly Cell[])[]): number {
  const first = rows.findIndex((row) => !row.every(isBlank));
  return first < 0 ? MOST_BLANK_ROWS : first + HEADER_SEARCH_ROWS;
}

/** True once these top rows are all that a header is looked for in. */
export const isSearched = (rows: readonly (readonly Cell[])[]): boolean => rows.length >= searchEnd(rows);

/** A column of the sheet and the field that it was recognised as. */
export type FoundColumn = {
  readonly index: number;
  readonly header: string;
  readonly field: LayoutField | null;
  /** The field of an earlier column with this very header; this one is not read. */
  readonly repeats?: LayoutField;
};

/** Where a layout's header stands in a sheet. Row indexes count from 0; `dataRow` is the first row below the header. */
export type FoundHeader = {
  readonly layout: Layout;
  readonly headerRow: number;
  readonly dataRow: number;
  readonly columns: readonly FoundColumn[];
  readonly matched: number;
  /** Headers of required columns that are not there. */
  readonly missing: readonly string[];
};

/** A header for comparing: no byte-order mark, line break, "(*)", case or diacritics; đ is d. */
export function foldHeader(text: string): string {
  return text
    .replace(/[\uFEFF\u200B*]|\(\s*\*\s*\)/g, ' ')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐÐ]/g, 'd')
    .toLowerCase()
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s:]+|[\s:]+$/g, '');
}

type HeaderIndex = { readonly alone: Map<string, LayoutField>; readonly grouped: Map<string, LayoutField> };

const pathOf = (group: string, header: string): string => `${group}\n${header}`;

function indexOf(layout: Layout): HeaderIndex {
  const [alone, grouped] = [new Map<string, LayoutField>(), new Map<string, LayoutField>()];
  const put = (map: Map<string, LayoutField>, key: string, field: LayoutField) => {
    if (!map.has(key)) map.set(key, field);
  };
  for (const field of layout.fields) {
    if (!field.group) put(alone, foldHeader(field.header), field);
    for (const group of field.group ? [field.group, ...(field.groupAliases ?? [])] : [])
      for (const header of [field.header, ...(field.inGroup ?? [])])
        put(grouped, pathOf(foldHeader(group), foldHeader(header)), field);
  }
  for (const field of layout.fields) for (const alias of field.aliases ?? []) put(alone, foldHeader(alias), field);
  return { alone, grouped };
}

const indexes = new Map<LayoutName, HeaderIndex>();
for (const layout of Object.values(layouts)) indexes.set(layout.name, indexOf(layout));

/** The header of the merged cell that reaches over a column: the nearest filled one, to the left. */
function groupAt(upper: readonly string[], column: number): string {
  let at = column;
  while (at > 0 && !upper[at]) at--;
  return upper[at] ?? '';
}

const withoutRemark = (folded: string): string => folded.replace(/\s*\([^()]*\)$/, '');

/** Finds the header of one layout in the top rows of a sheet: the row with the most known headers. */
function findHeader(
  rows: readonly (readonly Cell[])[],
  folded: readonly (readonly string[])[],
  layout: Layout,
): FoundHeader | undefined {
  const index = indexes.get(layout.name)!;
  const foreign = new Set((layout.foreign ?? []).map(foldHeader));
  let best: FoundHeader | undefined;
  for (let row = 0; row < folded.length; row++) {
    const upper = folded[row]!;
    const lower = index.grouped.size > 0 ? (folded[row + 1] ?? []) : [];
    const used = new Set<LayoutField>();
    const columns: FoundColumn[] = [];
    let [group, groupText, hasForeign] = ['', '', false];
    const width = Math.max(upper.length, lower.length);
    const hasGroups = lower.some(
      (below, column) => below !== '' && index.grouped.has(pathOf(groupAt(upper, column), below)),
    );
    for (let column = 0; column < width; column++) {
      const [own, below] = [upper[column] ?? '', hasGroups ? (lower[column] ?? '') : ''];
      if (own !== '') [group, groupText] = [own, headerText(rows[row]![column])];
      if (foreign.has(own) || foreign.has(below)) hasForeign = true;
      const inGroup = below === '' ? undefined : index.grouped.get(pathOf(group, below));
      // Plain headers of a two-row header may stand in its lower row.
      const alone = own === '' ? below : own;
      const field = inGroup ?? index.alone.get(alone) ?? index.alone.get(withoutRemark(alone));
      if (alone === '') continue;
      const shown = headerText(own === '' || inGroup ? rows[row + 1]?.[column] : rows[row]![column]);
      const header = inGroup ? `${groupText} – ${shown}` : shown;
      const isNew = field !== undefined && !used.has(field);
      if (isNew) used.add(field);
      const isRepeated =
        field && !isNew && columns.some((one) => one.field === field && foldHeader(one.header) === foldHeader(header));
      columns.push({ index: column, header, field: isNew ? field : null, ...(isRepeated && { repeats: field }) });
    }
    if (hasForeign || used.size === 0 || used.size <= (best?.matched ?? 0)) continue;
    const missing = layout.fields
      .filter((field) => field.required && !used.has(field))
      .map((field) => (field.group ? `${field.group} – ${field.header}` : field.header));
    best = { layout, headerRow: row, dataRow: row + (hasGroups ? 2 : 1), columns, matched: used.size, missing };
  }
  return best;
}

/** No header is longer; a longer text at the top of a sheet is a note, and may be made to cost time. */
const LONGEST_HEADER = 1000;

const foldedCell = (cell: Cell): string =>
  typeof cell === 'string' && cell.length <= LONGEST_HEADER ? foldHeader(cell) : '';

const headerText = (cell: Cell | undefined): string =>
  cellText(cell)
    .replace(/[\s\uFEFF]+/g, ' ')
    .trim();

const fits = (found: FoundHeader | undefined): boolean => found?.missing.length === 0;

const better = (a: FoundHeader | undefined, b: FoundHeader | undefined) => (b && b.matched > (a?.matched ?? 0) ? b : a);

/**
 * Recognises the layout of a sheet from its top rows, or checks that it is the one asked for.
 * Throws EMPTY_SHEET (nothing in it), WRONG_LAYOUT (recognised as another one), MISSING_COLUMN, UNKNOWN_LAYOUT.
 */
export function recognise(rows: readonly (readonly Cell[])[], layoutName?: string): FoundHeader {
  const wanted = layoutName === undefined ? undefined : layoutOf(layoutName);
  if (rows.every((row) => row.every(isBlank))) {
    throw new Problem('EMPTY_SHEET', 'Trang tính không có dữ liệu. Hãy xuất lại tệp rồi tải lên.');
  }
  const top = rows.slice(0, searchEnd(rows));
  const folded = top.map((row) => Array.from(row, foldedCell));
  const found = Object.values(layouts).map((layout) => findHeader(top, folded, layout));
  const known = found.filter(fits).reduce<FoundHeader | undefined>(better, undefined);
  if (!wanted) {
    if (known) return known;
    throw refusal(found.reduce(better, undefined), 3);
  }
  const asked = found.find((one) => one?.layout === wanted);
  if (asked && fits(asked)) return asked;
  if (known && known.matched >= (asked?.matched ?? 0)) {
    throw new Problem(
      'WRONG_LAYOUT',
      `Đây là tệp «${known.layout.title}», không phải «${wanted.title}». Hãy chọn đúng tệp hoặc đúng mục tải lên.`,
      { expected: wanted.name, found: known.layout.name },
    );
  }
  throw refusal(asked, 2, wanted);
}

function refusal(nearest: FoundHeader | undefined, atLeast: number, wanted?: Layout): Problem {
  if (nearest && nearest.matched >= atLeast) {
    const missing = nearest.missing.map((header) => `«${header}»`).join(', ');
    return new Problem(
      'MISSING_COLUMN',
      `Tệp «${nearest.layout.title}» thiếu cột ${missing} (dòng tiêu đề là dòng ${nearest.headerRow + 1}). ` +
        'Hãy bật các cột đó trong AMIS hoặc Bravo rồi xuất lại.',
      { layout: nearest.layout.name, headerRow: nearest.headerRow + 1, missing: nearest.missing },
    );
  }
  if (!wanted) {
    return new Problem(
      'UNKNOWN_LAYOUT',
      'Không nhận ra mẫu tệp: không thấy dòng tiêu đề nào đã biết (ví dụ «Mã khách hàng», «Mã hàng», «Số chứng từ»).',
    );
  }
  const needed = wanted.fields.filter((field) => field.required).map((field) => `«${field.header}»`);
  return new Problem(
    'UNKNOWN_LAYOUT',
    `Không thấy dòng tiêu đề của «${wanted.title}»: cần các cột ${needed.join(', ')}.`,
    { layout: wanted.name },
  );
}
