import { packageParts, writeZip } from './ooxml-fixture.ts';

const STYLES = `<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** Texts that forms of file have trouble with. */
const TEXTS = [
  'Nồi cơm điện 1,8 lít «Sunhouse» & <đại lý>',
  'Đường Nguyễn Đình Chiểu, Quận 3',
  'dòng một\ndòng hai',
  '00123',
  '=1+1',
  "'nháy",
  'C«ng ty',
  `dài ${'ắ'.repeat(3_000)}`,
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '&#10;');
const textCell = (at: string, text: string): string =>
  `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A row of every kind of cell; the formula in H is of its text. */
const row = (number: number): string => {
  const text = TEXTS[number % TEXTS.length]!;
  const hidden = number % 17 === 0 ? ' hidden="1"' : '';
  return `<row r="${number}"${hidden}>${textCell(`A${number}`, `SP-${number}`)}${textCell(`B${number}`, text)}<c r="C${number}" s="${1 + (number % 2)}"><v>${
    45_000 + number
  }</v></c><c r="D${number}"><v>${number * 123_456_789}</v></c><c r="E${number}"><v>${-number / 8}</v></c><c r="F${number}" t="b"><v>${
    number % 2
  }</v></c><c r="H${number}" t="str"><f>"x"&amp;A${number}</f><v>xSP-${number}</v></c><c r="I${number}"><f>D${number}*2</f><v>${
    number * 246_913_578
  }</v></c>${number % 5 === 0 ? `<c r="J${number}" t="e"><f>1/0</f><v>#DIV/0!</v></c>` : ''}</row>`;
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts with all that LibreOffice asks of a package. */
function whole(parts: Record<string, string>): Record<string, string> {
  const type = (part: string, kind: string) => `<Override PartName="/${part}" ContentType="${TYPE}.${kind}+xml"/>`;
  const sheets = Object.keys(parts).filter((part) => part.startsWith('xl/worksheets/'));
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type(
      'xl/workbook.xml',
      'sheet.main',
    )}${type('xl/styles.xml', 'styles')}${sheets.map((part) => type(part, 'worksheet')).join('')}</Types>`,
    ...Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [
        name,
        xml.replace(/^<(workbook|styleSheet|worksheet)(?=[ >])/, `<$1 xmlns="${MAIN}"`),
      ]),
    ),
  };
}

/** A workbook with every kind of cell, gaps, merged cells, hidden rows and a hidden sheet: the first of the corpus, from which the other forms come. */
export function writeCorpus(path: string, { from1904 = false } = {}): Promise<string> {
  const rows = Array.from({ length: 120 }, (_, at) => (at % 10 === 9 ? '' : row(at + 3))).join('');
  const sheet = (data: string, merges = '') => `<worksheet><sheetData>${data}</sheetData>${merges}</worksheet>`;
  return writeZip(
    path,
    whole(
      packageParts({
        workbookPr: from1904 ? '<workbookPr date1904="1"/>' : '',
        styles: STYLES,
        states: { Ẩn: 'hidden' },
        sheets: {
          'Dữ liệu': sheet(
            `<row r="1">${textCell('A1', 'Sổ chi tiết')}</row>${rows}`,
            '<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells>',
          ),
          Ẩn: sheet(`<row r="2">${textCell('B2', 'trang ẩn')}</row>`),
        },
      }),
    ),
  );
}
