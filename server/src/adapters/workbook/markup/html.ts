import { readFile, stat } from 'node:fs/promises';
import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank } from '@khop/engine/sheets/cell.ts';
import { limits } from '../limits.ts';
import type { RowSource } from '../row-source.ts';
import { sheetRemarks } from '../sheet-remarks.ts';
import { encodingNotes, encodingOfBytes, type TextEncoding, textDecoderOf } from '../text/text-encoding.ts';
import { dayOfSerial, isDateFormat } from '../values/dates.ts';
import { cellShown } from '../values/number-styles.ts';
import { cutShort, gridRows, putCells } from './grid-rows.ts';
import { type HtmlTag, htmlText, walkHtml } from './html-text.ts';

/**
 * Opens a page of HTML whose tables are read as one sheet, row below row, with the lines of text between them: many programs export one under
 * the name .xls. Throws FILE_TOO_LARGE, FILE_TYPE_NOT_SUPPORTED.
 */
export async function openHtml(path: string): Promise<RowSource> {
  const { size } = await stat(path);
  if (size > limits.xlsBytes)
    throw new Problem('FILE_TOO_LARGE', 'Tệp HTML quá lớn. Hãy mở bằng Excel và lưu lại dạng .xlsx.', { size });
  const bytes = await readFile(path);
  const encoding = encodingOfBytes(bytes);
  const html = encoding && textOf(bytes, encoding);
  if (html === undefined) throw noTable('không phải mã UTF-8');
  if (!/<table[\s>]/i.test(html))
    throw noTable(/<frameset/i.test(html) ? 'các trang tính nằm ở tệp khác' : 'không có bảng');
  return {
    sheets: [''],
    notes: encodingNotes(encoding),
    async read(_, sink, pause) {
      const grid = gridRows(sink);
      const remarks = sheetRemarks('');
      for (const { cells, isHidden } of htmlRows(html)) {
        const number = grid.row(cells);
        if (isHidden && !cells.every(isBlank)) remarks.hiddenRow(number);
        if (grid.isEnded) break;
        await pause?.();
      }
      return remarks.issues();
    },
    close() {},
  };
}

/** The whole text; undefined where the encoding does not allow its bytes. */
function textOf(bytes: Buffer, encoding: TextEncoding): string | undefined {
  const decode = textDecoderOf(encoding);
  try {
    return `${decode(bytes)}${decode()}`.replace(/^\uFEFF/, '').normalize('NFC');
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const noTable = (why: string): Problem =>
  new Problem('FILE_TYPE_NOT_SUPPORTED', `Tệp là trang HTML, ${why}. Hãy mở bằng Excel và lưu lại dạng .xlsx.`);

type HtmlRow = { readonly cells: Cell[]; readonly isHidden: boolean };
type OpenRow = HtmlRow & { column: number };
type OpenCell = { readonly tag: HtmlTag; text: string };

/** A table that is open: its row, its cell, and the rows for which a cell from above takes each column. */
type OpenTable = { row: OpenRow | undefined; cell: OpenCell | undefined; readonly taken: number[] };

/** Elements that end a line of text outside of tables. */
const BLOCKS = new Set(['p', 'div', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'tr', 'center', 'caption', 'body']);
/** Rows below or columns beside that one cell may take: more than any report has. */
const MOST_SPANNED = 100_000;

const spanOf = (tag: HtmlTag, name: string): number => {
  const span = Number.parseInt(tag.attribute(name) ?? '1', 10);
  return span >= 1 ? Math.min(span, MOST_SPANNED) : 1;
};

/** The number by which Excel and LibreOffice say what a cell holds, or the text that it shows. */
function cellOf({ tag, text }: OpenCell): Cell {
  const shown = htmlText(text);
  // LibreOffice gives an error cell a number, too.
  if (shown === '' || shown.startsWith('#')) return shown === '' ? null : shown;
  const [ofExcel, ofOffice] = [tag.attribute('x:num'), tag.attribute('sdval')];
  // A date that Excel shows as one is read as it is shown: its number does not say so.
  if (ofExcel !== undefined && !/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?!\d)/.test(shown)) {
    const number = Number(ofExcel === '' ? shown : ofExcel);
    if (!Number.isNaN(number)) return cellShown(number, shown);
  }
  const number = Number(ofOffice);
  if (ofOffice === undefined || ofOffice === '' || Number.isNaN(number)) return shown;
  const format = (tag.attribute('sdnum') ?? '').split(';').slice(2).join(';');
  const day = isDateFormat(format) && number >= 1 ? dayOfSerial(number, false) : undefined;
  return day === undefined ? cellShown(number, shown) : { day };
}

function* htmlRows(html: string): Generator<HtmlRow> {
  const tables: OpenTable[] = [];
  const done: HtmlRow[] = [];
  let line = '';
  const endLine = (): void => {
    const text = htmlText(line);
    if (text !== '') done.push({ cells: [text], isHidden: false });
    line = '';
  };
  const endCell = (table: OpenTable): void => {
    const { row, cell, taken } = table;
    table.cell = undefined;
    if (!row || !cell) return;
    while ((taken[row.column] ?? 0) > 0) row.column++;
    const [across, down] = [spanOf(cell.tag, 'colspan'), spanOf(cell.tag, 'rowspan')];
    const value = cellOf(cell);
    if (value !== null) putCells(row.cells, row.column, value);
    // The columns that this row takes itself are counted off when it ends.
    if (down > 1) for (let at = row.column; at < Math.min(row.column + across, limits.columns); at++) taken[at] = down;
    row.column += across;
  };
  const endRow = (table: OpenTable): void => {
    endCell(table);
    const { row, taken } = table;
    if (row) done.push(row);
    if (row) for (const [at, rows] of taken.entries()) if (rows) taken[at] = rows - 1;
    table.row = undefined;
  };
  const endTable = (): void => {
    const table = tables.pop();
    if (table) endRow(table);
  };
  const open = (tag: HtmlTag): void => {
    const table = tables.at(-1);
    if (tag.name === 'table') {
      endLine();
      tables.push({ row: undefined, cell: undefined, taken: [] });
    } else if (!table) {
      if (BLOCKS.has(tag.name)) endLine();
    } else if (tag.name === 'tr') {
      endRow(table);
      const isHidden = /display\s*:\s*none/i.test(tag.attribute('style') ?? '');
      table.row = { cells: [], isHidden, column: 0 };
    } else if (tag.name === 'td' || tag.name === 'th') {
      endCell(table);
      table.row ??= { cells: [], isHidden: false, column: 0 };
      table.cell = { tag, text: '' };
    } else if (table.cell && (tag.name === 'br' || (BLOCKS.has(tag.name) && table.cell.text.trim() !== '')))
      table.cell.text += '<br>';
  };
  const close = (name: string): void => {
    const table = tables.at(-1);
    if (!table) {
      if (BLOCKS.has(name)) endLine();
    } else if (name === 'table') endTable();
    else if (name === 'tr') endRow(table);
    else if (name === 'td' || name === 'th') endCell(table);
  };
  for (const token of walkHtml(html)) {
    if (typeof token === 'string') {
      const table = tables.at(-1);
      if (!table) line += token;
      else if (table.cell) table.cell.text += token;
    } else if (token.isEnd) close(token.name);
    else open(token);
    if (done.length > 0) yield* done.splice(0);
  }
  if (tables.length > 0) throw cutShort();
  endLine();
  yield* done;
}
