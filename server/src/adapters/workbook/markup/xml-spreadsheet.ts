import { isDay } from '@khop/engine/day.ts';
import { Problem } from '@khop/engine/problem.ts';
import { type Cell, isBlank, UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import type { Issue } from '@khop/engine/sheets/read-result.ts';
import { type Pause, type RowSink, type RowSource, visibleFirst } from '../row-source.ts';
import { sheetRemarks } from '../sheet-remarks.ts';
import { attribute, longerText, walkXml } from '../xlsx/xml.ts';
import { countOf, cutShort, gridRows, putCells } from './grid-rows.ts';

type Part = () => AsyncIterable<Buffer>;

/**
 * Opens an «XML Spreadsheet 2003», which often wears the name .xls; it is read anew for each sheet. Throws FILE_DAMAGED, FILE_SUSPICIOUS,
 * FILE_TYPE_NOT_SUPPORTED.
 */
export async function openXmlSpreadsheet(part: Part): Promise<RowSource> {
  const sheets = await sheetsOf(part());
  if (sheets.length === 0) {
    const message = 'Tệp XML này không phải bảng tính. Hãy mở bằng Excel và lưu lại dạng .xlsx.';
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', message);
  }
  return {
    ...visibleFirst(sheets),
    read: (name, sink, pause) =>
      readWorksheet(
        part(),
        sheets.findIndex((one) => one.name === name),
        { name, sink, pause },
      ),
    close() {},
  };
}

async function sheetsOf(part: AsyncIterable<Buffer>): Promise<{ name: string; isHidden: boolean }[]> {
  const sheets: { name: string; isHidden: boolean }[] = [];
  let [inVisible, visible, isWhole] = [false, '', false];
  await walkXml(part, {
    open(name, attributes, empty) {
      if (name === 'Worksheet') sheets.push({ name: attribute(attributes, 'Name') ?? '', isHidden: false });
      else if (name === 'Visible') [inVisible, visible] = [!empty, ''];
    },
    close(name) {
      if (name === 'Workbook') isWhole = true;
      if (name !== 'Visible') return;
      inVisible = false;
      const sheet = sheets.at(-1);
      if (sheet) sheet.isHidden = /hidden/i.test(visible);
    },
    wantsText: () => inVisible,
    text(text) {
      visible = longerText(visible, text);
    },
  });
  if (!isWhole) throw cutShort();
  return sheets;
}

type OpenCell = { readonly attributes: string; type: string | undefined; text: string };

function cellOf({ attributes, type, text }: OpenCell): Cell {
  switch (type) {
    case undefined:
      return attribute(attributes, 'Formula') === undefined ? null : UNCALCULATED;
    case 'Number': {
      const number = Number(text);
      return text.trim() === '' || Number.isNaN(number) ? text : number;
    }
    case 'DateTime': {
      const day = text.trim().slice(0, 10);
      return isDay(day) ? { day } : text;
    }
    case 'Boolean':
      return text.trim() === '1';
    default:
      return text;
  }
}

async function readWorksheet(
  part: AsyncIterable<Buffer>,
  index: number,
  { name: sheet, sink, pause }: { name: string; sink: RowSink; pause: Pause | undefined },
): Promise<readonly Issue[]> {
  const remarks = sheetRemarks(sheet);
  const grid = gridRows(sink);
  let [sheets, inTable, isDone, inData, inComment] = [-1, false, false, false, false];
  let row: { isHidden: boolean; cells: Cell[]; column: number; open: number[] } | undefined;
  let cell: OpenCell | undefined;
  const endCell = (): void => {
    if (!row || !cell) return;
    const value = cellOf(cell);
    if (value === UNCALCULATED) row.open.push(row.column);
    if (value !== null) putCells(row.cells, row.column, value);
    const across = Number(attribute(cell.attributes, 'MergeAcross') ?? 0);
    row.column += 1 + (across > 0 ? across : 0);
    cell = undefined;
  };
  const endRow = (): void => {
    if (!row) return;
    const number = grid.row(row.cells);
    for (const column of row.open) remarks.uncalculated(number, column);
    if (row.isHidden && !row.cells.every(isBlank)) remarks.hiddenRow(number);
    row = undefined;
  };
  const openInTable = (name: string, attributes: string, empty: boolean): void => {
    if (name === 'Row') {
      const place = attribute(attributes, 'Index');
      if (place !== undefined) grid.skipTo(countOf(place));
      row = { isHidden: attribute(attributes, 'Hidden') === '1', cells: [], column: 0, open: [] };
      if (empty) endRow();
    } else if (name === 'Cell' && row) {
      const place = attribute(attributes, 'Index');
      if (place !== undefined) row.column = countOf(place) - 1;
      cell = { attributes, type: undefined, text: '' };
      if (empty) endCell();
    } else if (name === 'Comment') inComment = !empty;
    else if (name === 'Data' && cell && !inComment) {
      cell.type = attribute(attributes, 'Type') ?? 'String';
      inData = !empty;
    }
  };
  await walkXml(part, {
    open(name, attributes, empty) {
      if (name === 'Worksheet') sheets++;
      else if (name === 'Table') inTable = sheets === index && !empty;
      else if (inTable) openInTable(name, attributes, empty);
    },
    close(name) {
      if (name === 'Worksheet' && sheets === index) isDone = true;
      if (!inTable) return;
      if (name === 'Data') inData = false;
      else if (name === 'Comment') inComment = false;
      else if (name === 'Cell') endCell();
      else if (name === 'Row') endRow();
      else if (name === 'Table') inTable = false;
    },
    wantsText: () => inData && !inComment,
    text(text) {
      if (cell) cell.text = longerText(cell.text, text);
    },
    done: () => isDone || grid.isEnded,
    pause,
  });
  return remarks.issues();
}
