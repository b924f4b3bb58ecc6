import { decimalText, toDecimal } from '../format/decimal.ts';
import { formatCell, isNumeric } from './selection.ts';
import type { GridColumn } from './types.ts';
import { zipTexts } from './zip.ts';

/** Excel's own limit is 1,048,576 rows; a browser should not be asked for more than this. */
export const EXPORT_ROWS = 200_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Cell styles by their place in the style sheet below. */
const STYLE = { plain: 0, head: 1, whole: 2, decimal: 3, day: 4, percent: 5, quoted: 6 } as const;

/** Text that a spreadsheet would take for a formula once somebody edits the cell: it is marked as text for good. */
const FORMULA_LIKE = /^[=+\-@\t\r]/;

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`;

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

const textCell = (text: string, style: number = STYLE.plain): string =>
  text === '' ? '<c/>' : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

/** One row of a sheet: numbers stay numbers, days stay days, everything else is text. */
export function rowXml<Row>(columns: readonly GridColumn<Row>[], row: Row): string {
  const cells = columns.map((column) => {
    const value = column.value(row);
    if (value === null || value === undefined || value === '') return '<c/>';
    if (isNumeric(column.kind) && typeof value !== 'boolean') {
      const decimal = toDecimal(value);
      if (decimal)
        return `<c s="${decimal.scale === 0 ? STYLE.whole : STYLE.decimal}"><v>${decimalText(decimal)}</v></c>`;
    }
    if (column.kind === 'percent' && typeof value === 'number') return `<c s="${STYLE.percent}"><v>${value}</v></c>`;
    if (column.kind === 'day') {
      const serial = serialDay(String(value));
      if (serial !== undefined) return `<c s="${STYLE.day}"><v>${serial}</v></c>`;
    }
    const text = column.text ? column.text(row) : formatCell(column.kind, value);
    return textCell(text, FORMULA_LIKE.test(text) ? STYLE.quoted : STYLE.plain);
  });
  return `<row>${cells.join('')}</row>`;
}

/** The rows as an .xlsx with one sheet: a bold, frozen header and the columns as they are shown. */
export async function workbookOf<Row>(
  sheetName: string,
  columns: readonly GridColumn<Row>[],
  rows: AsyncIterable<readonly Row[]>,
): Promise<{ blob: Blob; rows: number; complete: boolean }> {
  const widths = columns
    .map(
      (column, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${Math.round((column.width ?? 120) / 7)}" customWidth="1"/>`,
    )
    .join('');
  const parts = [
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`,
    `<row>${columns.map((column) => textCell(column.header, STYLE.head)).join('')}</row>`,
  ];
  let count = 0;
  let complete = true;
  for await (const piece of rows) {
    const room = EXPORT_ROWS - count;
    parts.push(
      piece
        .slice(0, room)
        .map((row) => rowXml(columns, row))
        .join(''),
    );
    count += Math.min(piece.length, room);
    if (piece.length > room) {
      complete = false;
      break;
    }
  }
  parts.push('</sheetData></worksheet>');
  const name = xmlText(sheetName.replace(/[[\]:*?/\\"]/g, ' ').slice(0, 31));
  const blob = await zipTexts([
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
