import { readFile, writeFile } from 'node:fs/promises';
import { UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRows } from '../open-rows.ts';
import { cellsOf, packageParts, refusalOf, testFolder, writeZip } from '../testing/ooxml-fixture.ts';
import { writeXlsb } from '../testing/xlsb-fixture.ts';
import { dayOfSerial, isDateFormat } from '../values/dates.ts';

const STYLES = `<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="#,##0\\ &quot;đ&quot;"/></numFmts>
<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
const STRINGS = `<sst><si><t>Mã</t></si><si><r><rPr><b/></rPr><t>Nồi </t></r><r><t xml:space="preserve">cơm &amp; &#273;iện</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si><si/><si><t>a_x000D_
b</t></si></sst>`;

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

let count = 0;
const xlsx = (sheetData: string, more: Partial<Parameters<typeof packageParts>[0]> = {}) =>
  writeZip(
    folder.path(`${++count}.xlsx`),
    packageParts({
      sheets: { S: `<?xml version="1.0"?><worksheet><sheetData>${sheetData}</sheetData></worksheet>` },
      strings: STRINGS,
      styles: STYLES,
      ...more,
    }),
  );

describe('cells of a worksheet', () => {
  it('reads shared strings, rich text without phonetics, escapes and empty items', async () => {
    const path = await xlsx(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>',
    );
    expect(await cellsOf(path)).toEqual([['Mã', 'Nồi cơm & điện', '', 'a\r\nb']]);
  });

  it('reads inline strings, formula results, booleans and errors', async () => {
    const path = await xlsx(
      '<row r="1"><c r="A1" t="inlineStr"><is><r><t>Hàng</t></r><r><t> A</t></r></is></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>Hàng Ax</v></c><c r="C1"><f>1+1</f><v>2</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#N/A</v></c><c r="F1"><f>1</f></c></row>',
    );
    expect(await cellsOf(path)).toEqual([['Hàng A', 'Hàng Ax', 2, true, '#N/A', UNCALCULATED]]);
  });

  it('reads dates by built-in, custom and ISO form, and keeps money with a «đ» format a number', async () => {
    const path = await xlsx(
      '<row r="1"><c r="A1" s="1"><v>46266</v></c><c r="B1" s="2"><v>46266.75</v></c><c r="C1" t="d"><v>2026-09-01T10:00:00</v></c><c r="D1" s="3"><v>46266</v></c><c r="E1"><v>46266</v></c></row>',
    );
    const day = { day: '2026-09-01' };
    expect(await cellsOf(path)).toEqual([[day, day, day, 46266, 46266]]);
  });

  it.each(['', '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>'])(
    'counts from 1904 when the workbook says so, whatever an extension adds: «%s»',
    async (extension) => {
      const path = await xlsx('<row r="1"><c r="A1" s="1"><v>44804</v></c></row>', {
        workbookPr: `<workbookPr date1904="1"/>${extension}`,
      });
      expect(await cellsOf(path)).toEqual([[{ day: '2026-09-01' }]]);
    },
  );

  it('takes the formats of conditional formatting for none of a cell', async () => {
    const dxfs = '<dxfs count="1"><dxf><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></dxf></dxfs></styleSheet>';
    const path = await xlsx('<row r="1"><c r="A1" s="3"><v>46266</v></c></row>', {
      styles: STYLES.replace('</styleSheet>', dxfs),
    });
    expect(await cellsOf(path)).toEqual([[46266]]);
  });

  it('takes the value or the text of a cell that has both, as its type says', async () => {
    const text = '<is><r><t>Nồi </t></r><r><t>cơm</t></r></is>';
    const cells = [
      `<c r="A1"><v>5</v>${text}</c>`,
      `<c r="B1">${text}<v>5</v></c>`,
      `<c r="C1" t="inlineStr"><v>5</v>${text}</c>`,
      `<c r="D1" t="inlineStr">${text}<v>5</v></c>`,
      `<c r="E1">${text}</c>`,
      '<c r="F1" t="inlineStr"><v>5</v></c>',
    ];
    expect(await cellsOf(await xlsx(`<row r="1">${cells.join('')}</row>`))).toEqual([
      [5, 5, 'Nồi cơm', 'Nồi cơm', 'Nồi cơm', '5'],
    ]);
  });

  it('reads prefixed elements, single quotes, spaces around =, comments and CDATA', async () => {
    const sheet = `<x:worksheet xmlns:x="urn"><!-- <c> --><x:sheetData><x:row r = '2'><x:c r='B2' t = "inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c><x:c r="C2"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await cellsOf(await xlsx('', { sheets: { S: sheet } }))).toEqual([[], [null, 'a<b', 5]]);
  });

  it('fills gaps of rows and cells, and counts on where references are missing', async () => {
    const path = await xlsx(
      '<row r="3"><c r="C3"><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row><row r="5"/>',
    );
    expect(await cellsOf(path)).toEqual([[], [], [null, null, 1], [2, 3], []]);
  });

  it('keeps every digit of a number as the file has it', async () => {
    const path = await xlsx(
      '<row r="1"><c r="A1"><v>0.1</v></c><c r="B1"><v>1.5E-5</v></c><c r="C1"><v>9007199254740991</v></c><c r="D1"><v>-12.5</v></c></row>',
    );
    expect(await cellsOf(path)).toEqual([[0.1, 1.5e-5, 9007199254740991, -12.5]]);
  });

  it('lists visible sheets first', async () => {
    const empty = '<worksheet><sheetData/></worksheet>';
    const path = await xlsx('', { sheets: { Ẩn: empty, 'Bán &amp; mua': empty }, states: { Ẩn: 'hidden' } });
    const source = await openRows(path);
    expect(source.sheets).toEqual(['Bán & mua', 'Ẩn']);
    source.close();
  });

  it('gives the same cells however the bytes arrive', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, at) =>
        `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>Khách ${at} «đặc biệt»</t></is></c><c r="B${at + 1}"><v>${at}.5</v></c></row>`,
    );
    const cells = await cellsOf(await xlsx(rows.join('\n')));
    expect(cells).toHaveLength(3000);
    expect(cells.every(([name, number], at) => name === `Khách ${at} «đặc biệt»` && number === at + 0.5)).toBe(true);
  });
});

describe('dates', () => {
  it.each([
    ['dd/mm/yyyy', true],
    ['[$-42A]dd\\/mm\\/yyyy', true],
    ['yyyy\\-mm\\-dd hh:mm:ss.000', true],
    ['d-mmm-yy', true],
    ['mmm-yy;@', true],
    ['General', false],
    ['#,##0_);(#,##0)', false],
    ['#,##0 "đồng"', false],
    ['[Red]-#,##0', false],
    ['[h]:mm:ss', false],
    ['@', false],
  ])('«%s» shows a date: %s', (code, expected) => {
    expect(isDateFormat(code)).toBe(expected);
  });

  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [45658, '2025-01-01'],
  ])('serial %i is %s', (serial, day) => {
    expect(dayOfSerial(serial, false)).toBe(day);
  });
});

describe('what a file tells beside its cells', () => {
  it('says that macros are left alone', async () => {
    const parts = packageParts({ sheets: { S: '<worksheet><sheetData/></worksheet>' } });
    const relations = 'xl/_rels/workbook.xml.rels';
    const macro =
      '<Relationship Id="m" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>';
    for (const [more, codes] of [
      ['', []],
      [macro, ['MACROS_IGNORED']],
    ] as const) {
      const changed = parts[relations]!.replace('</Relationships>', `${more}</Relationships>`);
      const source = await openRows(await writeZip(folder.path('macros.xlsm'), { ...parts, [relations]: changed }));
      expect(source.notes?.map(({ code }) => code)).toEqual(codes);
      source.close();
    }
  });

  it('names hidden rows with something in them, and formulas without a result', async () => {
    const path = await xlsx(
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="B2"><f>A1</f></c><c r="C2" t="str"><f>""</f><v></v></c><c r="D2"><f>A1</f><v/></c></row><row r="3" hidden="1"><c r="A3"/></row>',
    );
    expect(await cellsOf(path)).toEqual([[1], [null, UNCALCULATED, '', UNCALCULATED], []]);
    const source = await openRows(path);
    expect(await source.read('S', () => true)).toMatchObject([
      { code: 'HIDDEN_ROWS', value: 1, message: expect.stringContaining('dòng 2') },
      { code: 'FORMULA_NOT_CALCULATED', value: 2, message: expect.stringContaining('ô B2') },
    ]);
    source.close();
  });

  it('refuses a cell whose text the file does not have', async () => {
    const path = await xlsx('<row r="1"><c r="A1" t="s"><v>99</v></c></row>');
    expect(await refusalOf(cellsOf(path))).toMatchObject({ code: 'FILE_DAMAGED' });
  });
});

describe('files that are refused', () => {
  const zeros = Buffer.alloc(20 * 1024 * 1024, 0x20);
  const bomb = () =>
    writeZip(folder.path('bomb.xlsx'), { ...packageParts({ sheets: {} }), 'xl/worksheets/sheet1.xml': zeros });

  it('refuses a bomb by its declared ratio', async () => {
    expect(await refusalOf(openRows(await bomb()))).toMatchObject({ code: 'FILE_SUSPICIOUS' });
  });

  it('refuses a part that inflates to more than it declares', async () => {
    const path = await xlsx(`<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(200_000)}`);
    const bytes = await readFile(path);
    // The central directory's record of the sheet: its uncompressed size is 22 bytes before the name's start.
    const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml');
    bytes.writeUInt32LE(1000, name - 46 + 24);
    const lying = folder.path('lying.xlsx');
    await writeFile(lying, bytes);
    expect(await refusalOf(cellsOf(lying))).toMatchObject({ code: 'FILE_SUSPICIOUS' });
  });

  it('refuses a part whose bytes were changed on the way', async () => {
    const path = folder.path('flipped.xlsx');
    await writeZip(
      path,
      packageParts({ sheets: { S: '<worksheet><sheetData/></worksheet>' }, strings: STRINGS }),
      false,
    );
    const bytes = await readFile(path);
    bytes.write('Mẫ', bytes.indexOf('Mã'));
    await writeFile(path, bytes);
    expect(await refusalOf(cellsOf(path))).toMatchObject({ code: 'FILE_DAMAGED' });
  });

  it('refuses a sheet of which a figure was changed on the way, of XML or of records', async () => {
    const sheet = '<worksheet><sheetData><row r="1"><c r="A1"><v>12345</v></c></row></sheetData></worksheet>';
    const xml = await writeZip(folder.path('figure.xlsx'), packageParts({ sheets: { S: sheet } }), false);
    const records = await writeXlsb(folder.path('figure.xlsb'), [['a'], [0.1, 12345]], { compress: false });
    for (const [path, figure] of [
      [xml, Buffer.from('12345')],
      [records, Buffer.from([0xe6, 0xc0, 0, 0])],
    ] as const) {
      expect((await cellsOf(path)).flat()).toContain(12345);
      const bytes = await readFile(path);
      bytes[bytes.indexOf(figure)] = figure[0]! + 4;
      await writeFile(path, bytes);
      expect(await refusalOf(cellsOf(path)), path).toMatchObject({ code: 'FILE_DAMAGED' });
    }
  });

  it('refuses DOCTYPE, so no entity can grow', async () => {
    const sheet = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>';
    expect(await refusalOf(cellsOf(await xlsx('', { sheets: { S: sheet } })))).toMatchObject({
      code: 'FILE_SUSPICIOUS',
    });
  });

  it.each([
    ['a sheet cut short', '<row r="1"><c r="A1"><v>1', 'FILE_DAMAGED'],
    ['a text without end', `<row r="1"><c t="inlineStr"><is><t>${'a1b2'.repeat(400_000)}`, 'FILE_DAMAGED'],
    ['a row beyond the limit', '<row r="2000000"><c><v>1</v></c></row>', 'FILE_TOO_LARGE'],
  ])('refuses %s', async (_, data, code) => {
    const path = await xlsx('', { sheets: { S: `<worksheet><sheetData>${data}` } });
    expect(await refusalOf(cellsOf(path))).toMatchObject({ code });
  });

  it('refuses a truncated file, a zip that is no workbook, a page of HTML, a picture and nothing at all', async () => {
    const whole = await readFile(await xlsx('<row r="1"><c r="A1"><v>1</v></c></row>'));
    const file = async (name: string, content: string | Buffer) => {
      await writeFile(folder.path(name), content);
      return refusalOf(openRows(folder.path(name)));
    };
    expect(await file('cut.xlsx', whole.subarray(0, whole.length - 200))).toMatchObject({ code: 'FILE_DAMAGED' });
    expect(await refusalOf(openRows(await writeZip(folder.path('other.xlsx'), { 'a.txt': 'x' })))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
    });
    expect(await file('fake.xls', '<html><p>Xin đăng nhập</p></html>')).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
    });
    expect(await file('picture.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
    });
    expect(await file('empty.csv', '')).toMatchObject({ code: 'EMPTY_SHEET' });
    expect(await refusalOf(openRows(folder.path('none.xlsx')))).toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
