import type { ColumnFormat, RowStyle } from '@khop/engine/sheets/sheet-model.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const FORMATS: readonly ColumnFormat[] = ['text', 'vnd', 'quantity', 'day', 'integer'];
const ROW_STYLES: readonly RowStyle[] = ['data', 'title', 'subtitle', 'header', 'total', 'note'];

/** Number formats by column format: built in 49 is text, 3 is `#,##0`, 1 is `0`. */
const NUMBER_FORMATS: Readonly<Record<ColumnFormat, number>> = {
  text: 49,
  vnd: 3,
  quantity: 164,
  day: 165,
  integer: 1,
};

const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="14"/><color rgb="FF14532D"/><name val="Calibri"/><family val="2"/></font>',
  '<font><i/><sz val="11"/><color rgb="FF4B5563"/><name val="Calibri"/><family val="2"/></font>',
  '<font><sz val="11"/><color rgb="FFB91C1C"/><name val="Calibri"/><family val="2"/></font>',
];

const FILLS = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFDCFCE7"/><bgColor indexed="64"/></patternFill></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF3F4F6"/><bgColor indexed="64"/></patternFill></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFEF2F2"/><bgColor indexed="64"/></patternFill></fill>',
];

const edge = (side: string): string => `<${side} style="thin"><color rgb="FFD1D5DB"/></${side}>`;
const BORDERS = [
  '<border><left/><right/><top/><bottom/><diagonal/></border>',
  `<border>${['left', 'right', 'top', 'bottom'].map(edge).join('')}<diagonal/></border>`,
];

type Look = { readonly font: number; readonly fill: number; readonly border: number; readonly alignment?: string };

const LOOKS: Readonly<Record<RowStyle, Look>> = {
  data: { font: 0, fill: 0, border: 1 },
  title: { font: 2, fill: 0, border: 0, alignment: '<alignment horizontal="center" vertical="center"/>' },
  subtitle: { font: 3, fill: 0, border: 0, alignment: '<alignment horizontal="center"/>' },
  header: {
    font: 1,
    fill: 2,
    border: 1,
    alignment: '<alignment horizontal="center" vertical="center" wrapText="1"/>',
  },
  total: { font: 1, fill: 3, border: 1 },
  note: { font: 4, fill: 4, border: 1 },
};

/**
 * Styles are in the order row style × format, then the same text styles with a quote prefix; index 0 is the default.
 */
const indexes = new Map<string, number>();
const records: string[] = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'];
for (const quoted of [false, true]) {
  for (const rowStyle of ROW_STYLES) {
    for (const format of quoted ? (['text'] as const) : FORMATS) {
      const { font, fill, border, alignment } = LOOKS[rowStyle];
      indexes.set(`${rowStyle} ${format} ${quoted}`, records.length);
      const attributes = `numFmtId="${NUMBER_FORMATS[format]}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${quoted ? ' quotePrefix="1"' : ''} applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"`;
      records.push(alignment ? `<xf ${attributes} applyAlignment="1">${alignment}</xf>` : `<xf ${attributes}/>`);
    }
  }
}

const byStyle = Object.fromEntries(
  ROW_STYLES.map((rowStyle) => [
    rowStyle,
    Object.fromEntries(FORMATS.map((format) => [format, indexes.get(`${rowStyle} ${format} false`)!])),
  ]),
) as Readonly<Record<RowStyle, Readonly<Record<ColumnFormat, number>>>>;

/** Index into `cellXfs` of the look of a cell. */
export function styleIndex(rowStyle: RowStyle, format: ColumnFormat, quoted = false): number {
  return quoted ? indexes.get(`${rowStyle} text true`)! : byStyle[rowStyle][format];
}

const count = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`;

/** The styles part, the same in every workbook. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="${MAIN}">${[
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.######"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts>',
  count('fonts', FONTS),
  count('fills', FILLS),
  count('borders', BORDERS),
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  count('cellXfs', records),
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
].join('')}</styleSheet>`;
