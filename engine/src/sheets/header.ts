import { Problem } from '../problem.ts';
import { type Cell, cellText, isBlank } from './cell.ts';
import { foldHeader } from './fold-header.ts';
import type { Layout, LayoutField, LayoutName } from './layouts/layout.ts';
import { layoutOf, layouts } from './layouts/layouts.ts';
import { nameInDong } from './recognise/currency.ts';
import type { FoundColumn, FoundHeader } from './recognise/found.ts';
import { nameBeforeTax, withoutRemark } from './recognise/header-remark.ts';
import type { KnownReport } from './recognise/known-report.ts';
import { reportNamed } from './recognise/known-reports.ts';
import { signedReport, titledReport } from './recognise/name-report.ts';
import { missingColumns, unknownLayout, wrongLayout, wrongReport } from './recognise/refusals.ts';
import { isForeign, vetoOf } from './recognise/veto.ts';

/** Rows in which a header is looked for, from the first filled one on: real files have it in rows 1–9. */
const HEADER_SEARCH_ROWS = 40;
/** Blank rows above the first filled one; after that many a sheet is empty. */
const MOST_BLANK_ROWS = 1000;

/** The number of the top rows in which a header is looked for. */
function searchEnd(rows: readonly (readonly Cell[])[]): number {
  const first = rows.findIndex((row) => !row.every(isBlank));
  return first < 0 ? MOST_BLANK_ROWS : first + HEADER_SEARCH_ROWS;
}

/** True once these top rows are all those in which a header is looked for. */
export const isSearched = (rows: readonly (readonly Cell[])[]): boolean => rows.length >= searchEnd(rows);

/** A field that a header may mean, and the place of that name among the field's: its own first, a short one last. */
type Meaning = { readonly field: LayoutField; readonly rank: number };

type HeaderIndex = { readonly alone: Map<string, Meaning>; readonly grouped: Map<string, LayoutField> };

const pathOf = (group: string, header: string): string => `${group}\n${header}`;

function indexOf(layout: Layout): HeaderIndex {
  const [alone, grouped] = [new Map<string, Meaning>(), new Map<string, LayoutField>()];
  const put = <T>(map: Map<string, T>, key: string, value: T) => {
    if (!map.has(key)) map.set(key, value);
  };
  for (const field of layout.fields) {
    if (!field.group) put(alone, foldHeader(field.header), { field, rank: 0 });
    for (const group of field.group ? [field.group, ...(field.groupAliases ?? [])] : [])
      for (const header of [field.header, ...(field.inGroup ?? [])])
        put(grouped, pathOf(foldHeader(group), foldHeader(header)), field);
  }
  for (const field of layout.fields)
    for (const [at, alias] of (field.aliases ?? []).entries()) put(alone, foldHeader(alias), { field, rank: at + 1 });
  return { alone, grouped };
}

const indexes = new Map<LayoutName, HeaderIndex>();
const knownHeaders = new Set<string>();
for (const layout of Object.values(layouts)) {
  const index = indexOf(layout);
  indexes.set(layout.name, index);
  for (const header of index.alone.keys()) knownHeaders.add(header);
}

/** The header of the merged cell that reaches over a column: the nearest filled one, to the left. */
function groupAt(upper: readonly string[], column: number): string {
  let at = column;
  while (at > 0 && !upper[at]) at--;
  return upper[at] ?? '';
}

/** The report's own name is before tax by itself, and before a discount as well; the other names are before neither for sure. */
const BEHIND_ITS_OWN = 0.5;

function fieldIn(index: HeaderIndex, header: string): Meaning | undefined {
  const known = index.alone.get(header);
  if (known) return known;
  // The amount of the document may be in another currency: its conversion comes before every other name.
  const converted = index.alone.get(nameInDong(header) ?? '');
  if (converted?.field.type === 'vnd') return { ...converted, rank: -1 };
  const net = index.alone.get(nameBeforeTax(header) ?? '');
  if (net?.field.type === 'vnd') return { ...net, rank: Math.min(net.rank, BEHIND_ITS_OWN) };
  const bare = withoutRemark(header);
  return bare === undefined ? undefined : index.alone.get(bare);
}

/** Fields whose second column a person is told about: to read the wrong one of two makes other figures. */
const OF_FIGURES: ReadonlySet<LayoutField['type']> = new Set(['vnd', 'quantity', 'price', 'day']);

const filled = (folded: readonly string[]): number => folded.filter((text) => text !== '').length;

/** Known names in the row below a header that a person renamed: AMIS keeps its own there. */
const LEAST_NAMES_BELOW = 3;

/**
 * The reading of the row below a possible header row: `groups` are above it ("Cuối kỳ" over "Số lượng"), or it holds
 * AMIS's own `names` of columns that were renamed, or it is not part of the header.
 */
function rowBelow(upper: readonly string[], lower: readonly string[], index: HeaderIndex): 'groups' | 'names' | 'none' {
  const isGrouped = (below: string, column: number) =>
    below !== '' && index.grouped.has(pathOf(groupAt(upper, column), below));
  if (index.grouped.size > 0) return lower.some(isGrouped) ? 'groups' : 'none';
  const names = new Set(lower.map((text) => (text === '' ? undefined : index.alone.get(text)?.field)));
  names.delete(undefined);
  return names.size >= LEAST_NAMES_BELOW && filled(upper) >= LEAST_NAMES_BELOW ? 'names' : 'none';
}

type TopRows = { readonly rows: readonly (readonly Cell[])[]; readonly folded: readonly (readonly string[])[] };

/** The columns of a header that begins in a row, each field in the column that has the best of its names, or the first of these. */
function columnsAt({ rows, folded }: TopRows, row: number, layout: Layout): FoundHeader {
  const index = indexes.get(layout.name)!;
  const upper = folded[row]!;
  const kind = rowBelow(upper, folded[row + 1] ?? [], index);
  const lower = kind === 'none' ? [] : folded[row + 1]!;
  const meant: { index: number; header: string; meaning: Meaning | undefined }[] = [];
  let [group, groupText] = ['', ''];
  for (let column = 0; column < Math.max(upper.length, lower.length); column++) {
    const [own, below] = [upper[column] ?? '', lower[column] ?? ''];
    if (own !== '') [group, groupText] = [own, headerText(rows[row]![column])];
    const inGroup = kind !== 'groups' || below === '' ? undefined : index.grouped.get(pathOf(group, below));
    // Plain headers of a two-row header may be in its lower row, and those of three rows in a cell merged down from the first.
    const above = kind === 'groups' && own === '' && below === '' ? (folded[row - 1]?.[column] ?? '') : '';
    const merged = fieldIn(index, above) ? above : '';
    const alone = own || below || merged;
    if (alone === '') continue;
    const meaning = inGroup
      ? { field: inGroup, rank: 0 }
      : ((kind === 'names' ? fieldIn(index, below) : undefined) ?? fieldIn(index, alone));
    const textRow = merged === '' ? (own === '' || inGroup ? row + 1 : row) : row - 1;
    const shown = headerText(rows[textRow]?.[column]);
    const header = inGroup ? `${groupText} – ${shown}` : shown;
    meant.push({ index: column, header, meaning });
  }
  const columns = oneForEach(meant);
  return headerOf(layout, { headerRow: row, dataRow: row + (kind === 'none' ? 1 : 2), columns });
}

/** Gives each field one of the columns that may mean it; a hand-made «SL» in front of «Tổng số lượng bán» does not get it. */
function oneForEach(
  meant: readonly { index: number; header: string; meaning: Meaning | undefined }[],
): readonly FoundColumn[] {
  const best = new Map<LayoutField, { index: number; header: string; rank: number }>();
  for (const { index, header, meaning } of meant) {
    if (meaning && meaning.rank < (best.get(meaning.field)?.rank ?? Number.POSITIVE_INFINITY))
      best.set(meaning.field, { index, header, rank: meaning.rank });
  }
  return meant.map(({ index, header, meaning }) => {
    const one = meaning && best.get(meaning.field)!;
    if (!one || one.index === index) return { index, header, field: meaning?.field ?? null };
    const isTold = foldHeader(one.header) === foldHeader(header) || OF_FIGURES.has(meaning.field.type);
    return { index, header, field: null, ...(isTold && { repeats: meaning.field }) };
  });
}

/** A header with its columns, after the stand-ins of its layout, and with what is missing. */
export function headerOf(
  layout: Layout,
  { headerRow, dataRow, columns }: Pick<FoundHeader, 'headerRow' | 'dataRow' | 'columns'>,
): FoundHeader {
  const served = withStandIns(layout, columns);
  const has = new Set(served.flatMap(({ field, standsFor }) => [field?.field, standsFor?.field]));
  return {
    ...{ layout, headerRow, dataRow },
    columns: served,
    matched: new Set(columns.flatMap(({ field }) => field ?? [])).size,
    missing: layout.fields.filter((field) => field.required && !has.has(field.field)).map(labelOf),
  };
}

/** The header of a field as people know it, under its group. */
export const labelOf = ({ group, header }: LayoutField): string => (group ? `${group} – ${header}` : header);

/** Lets columns serve fields that have none of their own, as the layout says. */
function withStandIns(layout: Layout, found: readonly FoundColumn[]): readonly FoundColumn[] {
  let columns = found;
  const columnOf = (field: string) =>
    columns.find((one) => one.field?.field === field || one.standsFor?.field === field);
  for (const { pairs } of layout.standIns ?? []) {
    const [field, from] = pairs[0]!;
    if (columnOf(field) || !columnOf(from)) continue;
    for (const [name, other] of pairs) {
      const standsFor = layout.fields.find((one) => one.field === name)!;
      if (!columnOf(other)) continue;
      columns = columns.map((one) =>
        one.field?.field === other ? { ...one, standsFor } : one.field === standsFor ? { ...one, field: null } : one,
      );
    }
  }
  return columns;
}

/** Finds the header of one layout in the top rows of a sheet: the row with the most known headers. */
function findHeader(top: TopRows, layout: Layout, isTitled: boolean): FoundHeader | undefined {
  const veto = vetoOf(layout);
  let best: FoundHeader | undefined;
  for (let row = 0; row < top.folded.length; row++) {
    const found = columnsAt(top, row, layout);
    if (found.matched === 0 || found.matched <= (best?.matched ?? 0)) continue;
    if (!isTitled && isForeign(veto, top.folded, row, found.dataRow)) continue;
    best = found;
  }
  return best;
}

/** No header is longer; a longer text at the top of a sheet is a note, and may be made to cost time. */
const LONGEST_HEADER = 1000;

const foldedCell = (cell: Cell): string =>
  typeof cell === 'string' && cell.length <= LONGEST_HEADER ? foldHeader(cell) : '';

/** A header as people read it, in one line. */
export const headerText = (cell: Cell | undefined): string =>
  cellText(cell)
    .replace(/[\s\uFEFF]+/g, ' ')
    .trim();

const fits = (found: FoundHeader | undefined): boolean => found?.missing.length === 0;

const better = (a: FoundHeader | undefined, b: FoundHeader | undefined) => (b && b.matched > (a?.matched ?? 0) ? b : a);

const looksLikeHeader = (folded: readonly string[]): boolean =>
  folded.filter((text) => knownHeaders.has(text)).length >= 2;

/** Fewer known headers than these do not identify a file without a title. */
const LEAST_KNOWN = 3;
/** With one column missing and so many known ones a sheet is of that layout, whatever else its headers may say. */
const LEAST_NEAR = 5;

/** Refuses a sheet whose title says that it is another report. Throws WRONG_REPORT, WRONG_LAYOUT. */
export function refuseOtherTitle(top: readonly (readonly Cell[])[], wanted: Layout): void {
  const title = titledReport(
    top,
    top.map((row) => Array.from(row, foldedCell)),
    looksLikeHeader,
  );
  if (title && !title.isWeak) refuseOther(title.report, wanted);
}

function refuseOther(report: KnownReport, wanted: Layout | undefined): void {
  if (report.layout === null) throw wrongReport(report, wanted);
  if (wanted && report.layout !== wanted.name) throw wrongLayout(layouts[report.layout], wanted);
}

/** The header, unless it is that of a report with the same goods in several rows. Throws WRONG_REPORT. */
function onceEach(found: FoundHeader, folded: readonly (readonly string[])[], wanted: Layout | undefined): FoundHeader {
  const { repeated } = found.layout;
  const headers = repeated?.headers.map(foldHeader) ?? [];
  const isRepeated = folded[found.headerRow]?.some((header) => headers.includes(header)) ?? false;
  if (repeated && isRepeated) throw wrongReport(reportNamed(repeated.report), wanted);
  return found;
}

/**
 * Recognises the layout of a sheet from its top rows, or checks that it is the one asked for. A title above the header comes
 * first; without one, the layout with most known headers and no foreign one. Throws EMPTY_SHEET (nothing in it), WRONG_LAYOUT
 * (another one that is read), WRONG_REPORT (a known report that is not), MISSING_COLUMN, UNKNOWN_LAYOUT.
 */
export function recognise(rows: readonly (readonly Cell[])[], layoutName?: string): FoundHeader {
  const wanted = layoutName === undefined ? undefined : layoutOf(layoutName);
  if (rows.every((row) => row.every(isBlank))) {
    throw new Problem('EMPTY_SHEET', 'Trang tính không có dữ liệu. Hãy xuất lại tệp rồi tải lên.');
  }
  const top = rows.slice(0, searchEnd(rows));
  const folded = top.map((row) => Array.from(row, foldedCell));
  const title = titledReport(top, folded, looksLikeHeader);
  const titled = title && !title.isWeak ? title.report : undefined;
  if (titled) refuseOther(titled, wanted);
  const named = titled?.layout ?? undefined;
  const found = Object.values(layouts)
    .filter((layout) => named === undefined || layout.name === named)
    .map((layout) => findHeader({ rows: top, folded }, layout, named !== undefined));
  const known = found.filter(fits).reduce<FoundHeader | undefined>(better, undefined);
  const asked: FoundHeader | undefined = wanted ? found.find((one) => one?.layout === wanted) : known;
  if (asked && fits(asked)) return onceEach(asked, folded, wanted);
  if (known && wanted && known.matched >= (asked?.matched ?? 0)) throw wrongLayout(known.layout, wanted);
  const nearest = asked ?? found.reduce(better, undefined);
  const isNear =
    nearest !== undefined && (named !== undefined || (nearest.missing.length === 1 && nearest.matched >= LEAST_NEAR));
  const other = isNear ? undefined : (title?.report ?? signedReport(top, folded));
  const meant = wanted ?? (named && layouts[named]);
  // A title of the very report that is meant, over headers that are not known, does not make it another one.
  if (other && (other.layout === null || other.layout !== meant?.name)) throw wrongReport(other, wanted);
  const least = named ? 1 : wanted ? 2 : LEAST_KNOWN;
  throw nearest && nearest.matched >= least ? missingColumns(nearest) : unknownLayout(meant, nearest);
}
