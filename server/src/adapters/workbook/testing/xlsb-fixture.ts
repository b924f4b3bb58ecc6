import { writeZip } from './ooxml-fixture.ts';

/** A number and its format: a code, or the number of a format that every workbook has. */
type Shown = { readonly shown: number; readonly format: string | number };

/** A cell of the fixture: a text goes among the shared ones, a day by a style. */
export type XlsbCell =
  | string
  | number
  | boolean
  | { readonly serial: number }
  | { readonly error: number }
  | Shown
  | null;

const le = (number: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(number, 0, bytes);
  return buffer;
};
const text = (content: string): Buffer => Buffer.concat([le(content.length, 4), Buffer.from(content, 'utf16le')]);
const double = (number: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(number);
  return buffer;
};

/** One record: its number and length, seven bits in each byte. */
function record(id: number, ...parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  const head = id < 0x80 ? [id] : [(id & 0x7f) | 0x80, id >> 7];
  let left = data.length;
  do {
    head.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Buffer.concat([Buffer.from(head), data]);
}

/** The style of the first cell with a format of its own; before it are those of numbers and days. */
const FIRST_SHOWN = 2;

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const BINARY = 'application/vnd.ms-excel';

/** The formats and styles: of numbers, of days, and of these. */
function stylesPart(formats: readonly (string | number)[]): Buffer {
  const style = (format: number) => record(47, le(0, 2), le(format, 2), Buffer.alloc(10), le(0x3f, 2));
  return Buffer.concat([
    record(278),
    record(615, le(1 + formats.length, 4)),
    record(44, le(164, 2), text('dd/mm/yyyy')),
    ...formats.flatMap((format, at) => (typeof format === 'string' ? [record(44, le(165 + at, 2), text(format))] : [])),
    record(616),
    record(617, le(2 + formats.length, 4)),
    style(0),
    style(164),
    ...formats.map((format, at) => style(typeof format === 'string' ? 165 + at : format)),
    record(618),
    record(279),
  ]);
}

/** Writes an .xlsb with one sheet of these rows (a missing row has nothing), some of them hidden. Source: MS-XLSB. */
export function writeXlsb(
  path: string,
  rows: readonly (readonly XlsbCell[] | undefined)[],
  { hiddenRows = [] as readonly number[], from1904 = false, compress = true } = {},
): Promise<string> {
  const strings: string[] = [];
  const formats: (string | number)[] = [];
  const numberCell = (place: Buffer, one: number): Buffer => {
    const isSmall = Number.isInteger(one) && one >= 0 && one < 2 ** 29;
    return isSmall ? record(2, place, le(one * 4 + 2, 4)) : record(5, place, double(one));
  };
  const cell = (one: XlsbCell, column: number): Buffer => {
    const place = (style = 0) => Buffer.concat([le(column, 4), le(style, 4)]);
    if (one === null) return record(1, place());
    if (typeof one === 'string') return record(7, place(), le(strings.push(one) - 1, 4));
    if (typeof one === 'boolean') return record(4, place(), le(one ? 1 : 0, 1));
    if (typeof one === 'object' && 'shown' in one)
      return numberCell(place(FIRST_SHOWN + formats.push(one.format) - 1), one.shown);
    if (typeof one === 'object')
      return 'error' in one ? record(3, place(), le(one.error, 1)) : record(5, place(1), double(one.serial));
    return numberCell(place(), one);
  };
  const data = rows.flatMap((cells, row) =>
    cells
      ? [
          record(
            0,
            le(row, 4),
            le(0, 4),
            le(300, 2),
            le(0, 1),
            le(hiddenRows.includes(row + 1) ? 0x10 : 0, 1),
            le(0, 1),
            le(1, 4),
            le(0, 4),
            le(cells.length, 4),
          ),
          ...cells.map(cell),
        ]
      : [],
  );
  const sheet = Buffer.concat([
    record(129),
    record(148, Buffer.alloc(16)),
    record(145),
    ...data,
    record(146),
    record(130),
  ]);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const type = (part: string, kind: string) => `<Override PartName="/xl/${part}.bin" ContentType="${BINARY}.${kind}"/>`;
  return writeZip(
    path,
    {
      '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type(
        'workbook',
        'sheet.binary.macroEnabled.main',
      )}${type('worksheets/sheet1', 'worksheet')}${type('styles', 'styles')}${type('sharedStrings', 'sharedStrings')}</Types>`,
      '_rels/.rels': `<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', 'xl/workbook.bin')}</Relationships>`,
      'xl/_rels/workbook.bin.rels': `<Relationships xmlns="${RELATIONS}">${relation('rId1', 'worksheet', 'worksheets/sheet1.bin')}${relation('rId2', 'styles', 'styles.bin')}${relation('rId3', 'sharedStrings', 'sharedStrings.bin')}</Relationships>`,
      'xl/workbook.bin': Buffer.concat([
        record(131),
        record(153, le(from1904 ? 1 : 0, 4), le(0, 4), text('')),
        record(143),
        record(156, le(0, 4), le(1, 4), text('rId1'), text('Dữ liệu')),
        record(144),
        record(132),
      ]),
      'xl/styles.bin': stylesPart(formats),
      'xl/sharedStrings.bin': Buffer.concat([
        record(159, le(strings.length, 4), le(strings.length, 4)),
        ...strings.map((one) => record(19, le(0, 1), text(one))),
        record(160),
      ]),
      'xl/worksheets/sheet1.bin': sheet,
    },
    compress,
  );
}
