import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { convertByOffice, OFFICE } from '../../../testing/office.ts';
import { cellsOf, packageParts, testFolder, writeZip } from '../testing/ooxml-fixture.ts';
import { filledCell, numberStylesOf } from './number-styles.ts';

// LibreOffice starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const STYLES = `<styleSheet><numFmts count="3"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;BH&quot;00000"/><numFmt numFmtId="166" formatCode="0000000000"/></numFmts>
<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
const ROW =
  '<row r="1"><c r="A1" s="1"><v>24</v></c><c r="B1" s="3"><v>101234567</v></c><c r="C1" s="1"><v>1234567</v></c><c r="D1"><v>24</v></c><c r="E1" s="2"><v>123</v></c></row>';

const value = (number: number, style: string): string =>
  `<table:table-cell table:style-name="${style}" office:value-type="float" office:value="${number}"/>`;
const FLAT = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><number:number-style style:name="N5"><number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style><style:style style:name="F" style:family="table-cell" style:data-style-name="N5"/><style:style style:name="P" style:family="table-cell"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="S"><table:table-row>${value(24, 'F')}${value(1_234_567, 'F')}${value(24, 'P')}</table:table-row></table:table></office:spreadsheet></office:body></office:document>`;

let folder: Awaited<ReturnType<typeof testFolder>>;
let path = '';
beforeAll(async () => {
  folder = await testFolder();
  path = await writeZip(
    folder.path('codes.xlsx'),
    packageParts({
      sheets: { S: `<?xml version="1.0"?><worksheet><sheetData>${ROW}</sheetData></worksheet>` },
      styles: STYLES,
    }),
  );
});
afterAll(() => folder.remove());

describe('a number that its format fills up with zeros', () => {
  it('is the code that Excel shows, zeros and letters included', async () => {
    expect(await cellsOf(path)).toEqual([['00024', '0101234567', 1_234_567, 24, 'BH00123']]);
  });

  it.skipIf(!OFFICE).each(['xlsx', 'xls', 'ods', 'html'])(
    'is the code that is shown in .%s of LibreOffice',
    async (form) => {
      const flat = folder.path('flat.fods');
      await writeFile(flat, FLAT);
      await convertByOffice([flat], form, folder.path('as'));
      const rows = await cellsOf(folder.path(`as/flat.${form}`));
      expect(rows.find((cells) => cells.length > 0)).toEqual(['00024', 1_234_567, 24]);
    },
  );

  it.each([
    ['00000', '00024'],
    ['00000;-00000', '00024'],
    ['[Red]00000_)', '00024'],
    [String.raw`\K\H000`, 'KH024'],
    ['"HD-"0000', 'HD-0024'],
  ])('is filled by %s', (code, shown) => {
    const [style] = numberStylesOf([164], new Map([[164, code]]));
    expect(style === undefined || style === 'day' ? style : filledCell(24, style)).toBe(shown);
  });
});

it.each(['0', '0.00', '#,##0', '00.00', '0%', '000-0000', '0" thùng"', '#,##0 "đ"', 'General', '@', '0'.repeat(16)])(
  'A format such as %s leaves a number as it is',
  (code) => expect(numberStylesOf([164], new Map([[164, code]]))).toEqual([undefined]),
);

it('A number that is longer than its format keeps the letters before it', () => {
  expect(filledCell(1_234_567, { prefix: 'BH', digits: 5 })).toBe('BH1234567');
});

it.each([1.5, -24, 2 ** 60])('A number such as %d is no code', (number) => {
  expect(filledCell(number, { prefix: '', digits: 5 })).toBe(number);
});
