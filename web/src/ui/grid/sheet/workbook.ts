import { decimalText, toDecimal } from '../../format/decimal.ts';
import { formatCell, isNumeric } from '../selection.ts';
import type { CellKind, CellValue, GridColumn } from '../types.ts';
import { zipFiles } from './zip.ts';

/** Excel's own limit is 1,048,576 rows; a browser should not be asked for more than this. */
const EXPORT_ROWS = 200_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Cell styles by their place in the style sheet below. */
const STYLE = {
  plain: 0,
  head: 1,
  whole: 2,
  decimal: 3,
  day: 4,
  percent: 5,
  quoted: 6,
  wholeSum: 7,
  decimalSum: 8,
} as const;

/** Text that a spreadsheet would take for a formula once a person edits the cell: it is marked as text for good. */
const FORMULA_LIKE = /^[=+\-@\t\r]/;

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="9"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf quotePrefix="1"/><xf numFmtId="3" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="4" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

/** Text inside XML; characters that XML cannot hold are left out. */
export const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are not allowed in XML
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Days since 30 December 1899, as spreadsheets count; undefined when it is no day. */
export function serialDay(day: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.round(ms / 86_400_000) + 25_569;
}

/** The letters of a column: 0 is A, 26 is AA. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/**
 * The content of a cell, without its place; undefined for nothing. Common readers refuse a cell that does not say where
 * it is.
 */
type Cell = { readonly attributes: string; readonly content: string };

const textCell = (text: string, style: number = STYLE.plain): Cell | undefined =>
  text === ''
    ? undefined
    : { attributes: `t="inlineStr" s="${style}"`, content: `<is><t xml:space="preserve">${xmlText(text)}</t></is>` };

const numberCell = (value: string | number, style: number): Cell => ({
  attributes: `s="${style}"`,
  content: `<v>${value}</v>`,
});

/** A value as its column shows it: numbers stay numbers, days stay days, everything else is text. */
function valueCell(kind: CellKind | undefined, value: CellValue, text: string, bold = false): Cell | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (isNumeric(kind) && typeof value !== 'boolean') {
    const decimal = toDecimal(value);
    const whole = decimal?.scale === 0;
    if (decimal)
      return numberCell(
        decimalText(decimal),
        bold ? (whole ? STYLE.wholeSum : STYLE.decimalSum) : whole ? STYLE.whole : STYLE.decimal,
      );
  }
  if (kind === 'percent' && typeof value === 'number') return numberCell(value, STYLE.percent);
  if (kind === 'day') {
    const serial = serialDay(String(value));
    if (serial !== undefined) return numberCell(serial, STYLE.day);
  }
  return textCell(text, FORMULA_LIKE.test(text) ? STYLE.quoted : STYLE.plain);
}

const rowOf = (number: number, cells: readonly (Cell | undefined)[]): string => {
  const written = cells.map((cell, index) =>
    cell ? `<c r="${columnLetters(index)}${number}" ${cell.attributes}>${cell.content}</c>` : '',
  );
  return `<row r="${number}">${written.join('')}</row>`;
};

/** One row of a sheet, the first being 1. */
export function rowXml<Row>(columns: readonly GridColumn<Row>[], row: Row, number: number): string {
  return rowOf(
    number,
    columns.map((column) => {
      const value = column.value(row);
      return valueCell(column.kind, value, column.text ? column.text(row) : formatCell(column.kind, value));
    }),
  );
}

/** The lines around the rows of a workbook: the filters that chose them, and the sums over all of them. */
export type SheetAround = {
  /** "Trạng thái: Nháp"; each a line above the header. */
  readonly filters?: readonly string[];
  readonly totals?: Readonly<Record<string, string | number>> | undefined;
  readonly totalLabel?: string;
};

/** The sums under their columns; nothing when no column has one. */
function totalsXml<Row>(columns: readonly GridColumn<Row>[], around: SheetAround, number: number): string {
  const { totals } = around;
  if (!totals || !columns.some(({ total }) => total !== undefined && totals[total] !== undefined)) return '';
  const labelAt = columns.findIndex(({ total }) => total === undefined);
  return rowOf(
    number,
    columns.map(({ kind, total }, index) => {
      if (total === undefined) return index === labelAt ? textCell(around.totalLabel ?? '', STYLE.head) : undefined;
      const value = totals[total];
      return valueCell(kind, value, formatCell(kind, value), true);
    }),
  );
}

/** The rows as an .xlsx with one sheet: the filters, a bold and frozen header, the columns as they are shown, the sums. */
export async function workbookOf<Row>(
  sheetName: string,
  columns: readonly GridColumn<Row>[],
  rows: AsyncIterable<readonly Row[]>,
  around: SheetAround = {},
): Promise<{ blob: Blob; rows: number; complete: boolean }> {
  const widths = columns
    .map(
      (column, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${Math.round((column.width ?? 120) / 7)}" customWidth="1"/>`,
    )
    .join('');
  const notes = around.filters ?? [];
  // A blank line keeps the filters out of the table when a person sorts it.
  const head = notes.length === 0 ? 1 : notes.length + 2;
  const parts = [
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${head}" topLeftCell="A${head + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`,
    ...notes.map((note, index) => rowOf(index + 1, [textCell(note)])),
    rowOf(
      head,
      columns.map((column) => textCell(column.header, STYLE.head)),
    ),
  ];
  let count = 0;
  let complete = true;
  for await (const piece of rows) {
    const room = EXPORT_ROWS - count;
    parts.push(
      piece
        .slice(0, room)
        .map((row, index) => rowXml(columns, row, head + count + index + 1))
        .join(''),
    );
    count += Math.min(piece.length, room);
    if (piece.length > room) {
      complete = false;
      break;
    }
  }
  parts.push(totalsXml(columns, around, head + count + 1), '</sheetData></worksheet>');
  const name = xmlText(sheetName.replace(/[[\]:*?/\\"]/g, ' ').slice(0, 31));
  const blob = await zipFiles([
    {
      name: '[Content_Types].xml',
      parts: [
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
      ],
    },
    {
      name: '_rels/.rels',
      parts: [
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    },
    {
      name: 'xl/workbook.xml',
      parts: [
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${REL}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      parts: [
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
      ],
    },
    { name: 'xl/styles.xml', parts: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', parts },
  ]);
  return {
    blob: new Blob([blob], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
    rows: count,
    complete,
  };
}
