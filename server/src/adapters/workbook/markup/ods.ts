import { isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank, UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';
import { type Pause, type RowSink, type RowSource, visibleFirst } from '../row-source.ts';
import { sheetRemarks } from '../sheet-remarks.ts';
import { encrypted } from '../values/encrypted.ts';
import { cellShown } from '../values/number-styles.ts';
import { attribute, longerText, walkXml } from '../xlsx/xml.ts';
import type { ZipPackage } from '../xlsx/zip-package.ts';
import { countOf, cutShort, gridRows, putCells } from './grid-rows.ts';

type Part = () => Promise<AsyncIterable<Buffer>>;

/** Opens an OpenDocument spreadsheet (.ods). Throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_SUSPICIOUS, FILE_TYPE_NOT_SUPPORTED. */
export async function openOds(zip: ZipPackage): Promise<RowSource> {
  const manifest = 'META-INF/manifest.xml';
  let isEncrypted = false;
  if (zip.has(manifest)) {
    await walkXml(await zip.open(manifest), {
      open(name) {
        if (name === 'encryption-data') isEncrypted = true;
      },
      close() {},
      wantsText: () => false,
      text() {},
    });
  }
  if (isEncrypted) throw encrypted();
  return openContent(
    () => zip.open('content.xml'),
    () => zip.close(),
  );
}

/** Opens the XML of a spreadsheet's content, or a flat one (.fods), which is read anew for each sheet. */
export async function openContent(part: Part, close: () => void): Promise<RowSource> {
  const sheets = await sheetsOf(await part());
  if (sheets.length === 0) {
    const message = 'Tệp OpenDocument này không phải bảng tính (.ods). Hãy chọn tệp bảng tính.';
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  return {
    ...visibleFirst(sheets),
    read: async (name, sink, pause) => readTable(await part(), name, sink, pause),
    close,
  };
}

/** Elements beside the sheets of a document, and beside the text of a cell, that may look like them. */
const OUTSIDE = new Set([
  'tracked-changes',
  'dde-links',
  'shapes',
  'forms',
  'annotation',
  'frame',
  'custom-shape',
  'ruby-text',
]);

/** Counts how deep the walk is inside what is passed over. */
function outside() {
  let depth = 0;
  return {
    open(name: string, empty: boolean): boolean {
      if (depth === 0 && !OUTSIDE.has(name)) return false;
      if (!empty) depth++;
      return true;
    },
    close(): boolean {
      if (depth === 0) return false;
      depth--;
      return true;
    },
  };
}

/** The elements that hold a whole document. */
const ROOTS = new Set(['document', 'document-content']);

async function sheetsOf(part: AsyncIterable<Buffer>): Promise<{ name: string; isHidden: boolean }[]> {
  const sheets = new Map<string, { name: string; isHidden: boolean }>();
  const hiddenStyles = new Set<string>();
  const beside = outside();
  let [style, isWhole] = ['', false];
  await walkXml(part, {
    open(name, attributes, empty) {
      if (beside.open(name, empty)) return;
      if (name === 'style') style = attribute(attributes, 'name') ?? '';
      else if (name === 'table-properties' && attribute(attributes, 'display') === 'false') hiddenStyles.add(style);
      else if (name === 'table') {
        const sheet = attribute(attributes, 'name') ?? '';
        // Cells that were kept of other files, which formulas name.
        if (sheet.startsWith("'file:") || sheets.has(sheet)) return;
        sheets.set(sheet, { name: sheet, isHidden: hiddenStyles.has(attribute(attributes, 'style-name') ?? '') });
      }
    },
    close(name) {
      if (!beside.close() && ROOTS.has(name)) isWhole = true;
    },
    wantsText: () => false,
    text() {},
  });
  if (!isWhole) throw cutShort();
  return [...sheets.values()];
}

type OpenCell = { readonly attributes: string; readonly times: number; paragraphs: number; text: string };

function cellOf({ attributes, text, paragraphs }: OpenCell): Cell {
  if (attributes.includes('calcext:value-type="error"')) return text.startsWith('#') ? text : '#VALUE!';
  const value = attribute(attributes, 'value');
  switch (attribute(attributes, 'value-type')) {
    case 'float':
    case 'currency':
    case 'percentage':
      return value === undefined || Number.isNaN(Number(value)) ? text : cellShown(Number(value), text);
    case 'date': {
      const day = attribute(attributes, 'date-value')?.slice(0, 10) ?? '';
      return isDay(day) ? { day } : text;
    }
    case 'boolean':
      return attribute(attributes, 'boolean-value') === 'true';
    case 'string':
    case 'time':
      return paragraphs > 0 ? text : (attribute(attributes, 'string-value') ?? null);
    default:
      if (paragraphs === 0 && attribute(attributes, 'formula') !== undefined) return UNCALCULATED;
      return text === '' ? null : text;
  }
}

const spaces = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ');

async function readTable(
  part: AsyncIterable<Buffer>,
  sheet: string,
  sink: RowSink,
  pause?: Pause,
): Promise<readonly Issue[]> {
  const remarks = sheetRemarks(sheet);
  const grid = gridRows(sink);
  const beside = outside();
  let [inSheet, isDone, inText] = [false, false, false];
  let row: { readonly attributes: string; readonly cells: Cell[]; column: number; readonly open: number[] } | undefined;
  let cell: OpenCell | undefined;
  const endCell = (): void => {
    if (!row || !cell) return;
    const value = cellOf(cell);
    if (value === UNCALCULATED) row.open.push(row.column);
    if (value !== null) putCells(row.cells, row.column, value, cell.times);
    row.column += cell.times;
    cell = undefined;
  };
  const endRow = (): void => {
    if (!row) return;
    const number = grid.row(row.cells, countOf(attribute(row.attributes, 'number-rows-repeated')));
    for (const column of row.open) remarks.uncalculated(number, column);
    const visibility = attribute(row.attributes, 'visibility') ?? 'visible';
    if (visibility !== 'visible' && !row.cells.every(isBlank)) remarks.hiddenRow(number);
    row = undefined;
  };
  const openInRow = (name: string, attributes: string, empty: boolean): void => {
    if (!row) return;
    if (name === 'covered-table-cell') row.column += countOf(attribute(attributes, 'number-columns-repeated'));
    else if (name === 'table-cell') {
      cell = { attributes, times: countOf(attribute(attributes, 'number-columns-repeated')), paragraphs: 0, text: '' };
      if (empty) endCell();
    } else if (!cell) return;
    else if (name === 'p') {
      if (cell.paragraphs++ > 0) cell.text += '\n';
      inText = !empty;
    } else if (name === 's')
      cell.text = longerText(cell.text, ' '.repeat(Math.min(1000, countOf(attribute(attributes, 'c')))));
    else if (name === 'tab') cell.text += '\t';
    else if (name === 'line-break') cell.text += '\n';
  };
  await walkXml(part, {
    open(name, attributes, empty) {
      if (beside.open(name, empty)) return;
      if (name === 'table') inSheet = !empty && !isDone && attribute(attributes, 'name') === sheet;
      else if (!inSheet) return;
      else if (name === 'table-row') {
        row = { attributes, cells: [], column: 0, open: [] };
        if (empty) endRow();
      } else openInRow(name, attributes, empty);
    },
    close(name) {
      if (beside.close() || !inSheet) return;
      if (name === 'p') inText = false;
      else if (name === 'table-cell') endCell();
      else if (name === 'table-row') endRow();
      else if (name === 'table') [inSheet, isDone] = [false, true];
    },
    wantsText: () => inText,
    text(text) {
      if (cell) cell.text = longerText(cell.text, spaces(text));
    },
    done: () => isDone || grid.isEnded,
    pause,
  });
  return remarks.issues();
}
