import type { Cell } from '@khop/engine/sheets/cell.ts';
import { columnLetters } from '@khop/engine/sheets/cell.ts';
import type { SheetModel, SheetRow } from '@khop/engine/sheets/sheet-model.ts';
import { styleIndex } from './styles-xml.ts';

/** A sheet whose rows may arrive asynchronously. */
export type WritableSheet = Omit<SheetModel, 'rows'> & { readonly rows: Iterable<SheetRow> | AsyncIterable<SheetRow> };

/** Bytes that are handed on at once. */
const PIECE = 32 * 1024;
const MAX_ROWS = 1_048_576;
const MAX_TEXT = 32_767;

export const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The worksheet part in pieces of some 32 KB; rows are pulled as they are written. Throws RangeError past Excel's row limit. */
export async function* sheetXml(sheet: WritableSheet, isFirst: boolean): AsyncGenerator<Buffer> {
  const letters = sheet.columns.map((_, index) => columnLetters(index));
  const pieces = pieceWriter();
  let number = 0;
  /** Writes a row down; answers the piece that has no room for it. */
  const append = (row: SheetRow): Buffer | undefined => {
    if (++number > MAX_ROWS) throw new RangeError(`sheet «${sheet.name}» has more than ${MAX_ROWS} rows`);
    return pieces.add(rowXml(sheet, row, number, letters));
  };
  yield Buffer.from(
    `${XML_HEADER}<worksheet xmlns="${MAIN}">${viewXml(sheet.freezeRows ?? 0, isFirst)}${columnsXml(sheet)}<sheetData>`,
  );
  if (Symbol.asyncIterator in sheet.rows) {
    for await (const row of sheet.rows) {
      const full = append(row);
      if (full) yield full;
    }
  } else {
    for (const row of sheet.rows) {
      const full = append(row);
      if (full) yield full;
    }
  }
  yield pieces.rest();
  yield Buffer.from(
    `</sheetData>${filterXml(sheet.autoFilter, number)}${mergesXml(sheet.merges ?? [])}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;RTrang &amp;P/&amp;N</oddFooter></headerFooter></worksheet>`,
  );
}

/**
 * Puts texts together in bytes. One text that grows until it is written outlives so many others that the heap makes room for them, which it
 * does not give back: 60 MB of a sheet of 100,000 rows.
 */
function pieceWriter() {
  let piece = Buffer.allocUnsafeSlow(PIECE);
  let at = 0;
  const take = (size: number): Buffer => {
    const taken = piece.subarray(0, at);
    [piece, at] = [Buffer.allocUnsafeSlow(size), 0];
    return taken;
  };
  return {
    add(text: string): Buffer | undefined {
      // Three bytes are the most that a unit of a text takes.
      const most = text.length * 3;
      const full = at + most > piece.length ? take(Math.max(PIECE, most)) : undefined;
      at += piece.write(text, at);
      return full;
    },
    rest: (): Buffer => take(0),
  };
}

function viewXml(freezeRows: number, isFirst: boolean): string {
  const pane =
    freezeRows > 0
      ? `<pane ySplit="${freezeRows}" topLeftCell="A${freezeRows + 1}" activePane="bottomLeft" state="frozen"/>`
      : '';
  return `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`;
}

function columnsXml(sheet: WritableSheet): string {
  if (sheet.columns.length === 0) return '';
  const columns = sheet.columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

/** The filter reaches from its header to the last row. */
const filterXml = (range: string | undefined, lastRow: number): string =>
  range === undefined
    ? ''
    : `<autoFilter ref="${range.replace(/(\d+)$/, (row) => String(Math.max(Number(row), lastRow)))}"/>`;

const mergesXml = (ranges: readonly string[]): string =>
  ranges.length === 0
    ? ''
    : `<mergeCells count="${ranges.length}">${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;

const HEIGHTS: Readonly<Partial<Record<string, number>>> = { title: 24, header: 30 };

function rowXml(sheet: WritableSheet, row: SheetRow, number: number, letters: string[]): string {
  const isPlain = Array.isArray(row);
  const style = isPlain ? 'data' : (row as Exclude<SheetRow, readonly Cell[]>).style;
  const cells = isPlain ? (row as readonly Cell[]) : (row as Exclude<SheetRow, readonly Cell[]>).cells;
  const height = HEIGHTS[style];
  let xml = `<row r="${number}"${height ? ` ht="${height}" customHeight="1"` : ''}>`;
  const isTable = style !== 'title' && style !== 'subtitle' && cells.length > 0;
  const width = isTable ? Math.max(cells.length, sheet.columns.length) : cells.length;
  for (let index = 0; index < width; index++) {
    letters[index] ??= columnLetters(index);
    xml += cellXml(cells[index] ?? null, `${letters[index]}${number}`, sheet.columns[index]?.format ?? 'text', style);
  }
  return `${xml}</row>`;
}

function cellXml(
  cell: Cell,
  reference: string,
  format: SheetModel['columns'][number]['format'],
  style: Exclude<SheetRow, readonly Cell[]>['style'],
): string {
  switch (typeof cell) {
    case 'number':
      if (!Number.isFinite(cell)) return `<c r="${reference}" s="${styleIndex(style, format)}"/>`;
      return `<c r="${reference}" s="${styleIndex(style, format === 'text' ? 'integer' : format)}"><v>${cell}</v></c>`;
    case 'boolean':
      return `<c r="${reference}" s="${styleIndex(style, format)}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    case 'string': {
      const index = styleIndex(style, 'text', isFormulaLike(cell));
      const space = cell !== cell.trim() || /[\n\t]| {2}/.test(cell) ? ' xml:space="preserve"' : '';
      return `<c r="${reference}" s="${index}" t="inlineStr"><is><t${space}>${escapeText(cell)}</t></is></c>`;
    }
    default:
      if (cell === null) return `<c r="${reference}" s="${styleIndex(style, format)}"/>`;
      return `<c r="${reference}" s="${styleIndex(style, 'day')}"><v>${serialOf(cell.day)}</v></c>`;
  }
}

/**
 * Excel keeps such a text from becoming a formula when a person edits the cell only if the style says so. Spaces before the
 * sign do not keep it, and East Asian editions take the full-width signs too.
 */
const isFormulaLike = (text: string): boolean => /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text);

const serialOf = (day: string): number => {
  const serial = Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
  return serial < 61 ? serial - 1 : serial;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]|\r/;

/** Escapes for XML; what XML cannot hold goes as Excel's `_xHHHH_`, and a text that looks like that escape is escaped itself. */
export function escapeText(text: string): string {
  let escaped = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  if (escaped.includes('_x')) escaped = escaped.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  if (FORBIDDEN.test(escaped)) {
    escaped = escaped
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\r]/g, (character) => {
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
      });
  }
  return /[&<>]/.test(escaped) ? escaped.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : escaped;
}
