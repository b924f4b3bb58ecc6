import { writeFile } from 'node:fs/promises';
import { UNCALCULATED } from '@khop/engine/sheets/cell.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRows } from '../open-rows.ts';
import { cellsOf, refusalOf, testFolder, writeZip } from '../testing/ooxml-fixture.ts';

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

let count = 0;
const file = async (content: string | Buffer): Promise<string> => {
  const path = folder.path(`${++count}.xls`);
  await writeFile(path, content);
  return path;
};
const toldOf = async (path: string) => {
  const source = await openRows(path);
  const told = await source.read(source.sheets[0]!, () => true);
  source.close();
  return told.map(({ code, value }) => [code, value]);
};

describe('a page of HTML that is called .xls', () => {
  it('gives its table, with the lines above it as rows', async () => {
    const path =
      await file(`<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><title>tên</title>
      <style>td { mso-number-format:"\\@" }</style><!--[if gte mso 9]><xml><x:Name>Trang</x:Name></xml><![endif]--></head>
      <body><h3>SỔ CHI TIẾT B&Aacute;N H&Agrave;NG</h3>Th&aacute;ng 9 <b>năm</b> 2026<script>if (a<b) document.write("<td>")</script>
      <table border=1><thead><tr><th rowspan="2">Ng&#224;y<th colspan=2>Cuối&nbsp;kỳ</tr>
      <tr><th>Số lượng</th><th>Giá trị</th></tr></thead>
      <tr><td>01/09/2026</td><td x:num>12.5</td><td x:num="1234567">1.234.567</td></tr>
      <tr style='display:none'><td x:num="46266">01/09/2026<td>a &lt; b &amp; c<br>dòng hai<td>00123</tr>
      <tr></tr><tr><td><td><td> </table><p>Người lập</body></html>`);
    expect(await cellsOf(path)).toEqual([
      ['SỔ CHI TIẾT BÁN HÀNG'],
      ['Tháng 9 năm 2026'],
      ['Ngày', 'Cuối kỳ'],
      [null, 'Số lượng', 'Giá trị'],
      ['01/09/2026', 12.5, 1_234_567],
      ['01/09/2026', 'a < b & c\ndòng hai', '00123'],
      [],
      [],
      ['Người lập'],
    ]);
    expect(await toldOf(path)).toEqual([['HIDDEN_ROWS', 1]]);
  });

  it('puts cells beside those that reach down from rows above', async () => {
    const path = await file(
      '<table><tr><td rowspan=3>a<td>b<td rowspan=2>c<tr><td>d<tr><td>e<td>f<tr><td>g<td>h<td>i</table>',
    );
    expect(await cellsOf(path)).toEqual([
      ['a', 'b', 'c'],
      [null, 'd'],
      [null, 'e', 'f'],
      ['g', 'h', 'i'],
    ]);
  });

  it('reads UTF-16 and the old Vietnamese codes', async () => {
    const page = (text: string) => `<table><tr><td>${text}</td></tr></table>`;
    expect(await cellsOf(await file(Buffer.from(`\uFEFF${page('Đường')}`, 'utf16le')))).toEqual([['Đường']]);
    const tcvn3 = await file(Buffer.from(page('C«ng ty cæ phÇn NguyÔn §×nh ChiÓu'), 'latin1'));
    expect(await cellsOf(tcvn3)).toEqual([['Công ty cổ phần Nguyễn Đình Chiểu']]);
  });

  it('is refused when it has no table, or only frames of other files, or is an archive of a page', async () => {
    for (const [content, said] of [
      ['<html><body>Phiên làm việc đã hết</body></html>', 'không có bảng'],
      ['<html><frameset rows="*,39"><frame src="sheet001.htm"></frameset></html>', 'ở tệp khác'],
      ['MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<table><tr><td>a', 'lưu trữ'],
    ] as const)
      expect(await refusalOf(openRows(await file(content)))).toMatchObject({
        code: 'FILE_TYPE_NOT_SUPPORTED',
        message: expect.stringContaining(said),
      });
  });
});

describe('an «XML Spreadsheet 2003» that is called .xls', () => {
  const book = (sheets: string) =>
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets}</ss:Workbook>`;

  it('gives the cells of each sheet, hidden ones behind the others', async () => {
    const path = await file(
      book(`<ss:Worksheet ss:Name="Ẩn"><ss:Table><ss:Row><ss:Cell><ss:Data ss:Type="String">ẩn</ss:Data></ss:Cell></ss:Row></ss:Table>
        <WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></ss:Worksheet>
        <ss:Worksheet ss:Name="Sổ"><ss:Table><ss:Row ss:Index="2"><ss:Cell ss:MergeAcross="1"><ss:Data ss:Type="String">Nồi &amp; <B>niêu</B></ss:Data></ss:Cell>
        <ss:Cell><ss:Data ss:Type="Number">-1.5E3</ss:Data><ss:Comment><ss:Data ss:Type="String">ghi chú</ss:Data></ss:Comment></ss:Cell>
        <ss:Cell ss:Index="6"><ss:Data ss:Type="DateTime">2026-09-01T00:00:00.000</ss:Data></ss:Cell></ss:Row>
        <ss:Row ss:Hidden="1"><ss:Cell><ss:Data ss:Type="Boolean">1</ss:Data></ss:Cell><ss:Cell><ss:Data ss:Type="Error">#N/A</ss:Data></ss:Cell>
        <ss:Cell ss:Formula="=R1C1"/></ss:Row></ss:Table></ss:Worksheet>`),
    );
    const source = await openRows(path);
    expect(source).toMatchObject({ sheets: ['Sổ', 'Ẩn'], hidden: ['Ẩn'] });
    expect(await cellsOf(path)).toEqual([
      [],
      ['Nồi & niêu', null, -1500, null, null, { day: '2026-09-01' }],
      [true, '#N/A', UNCALCULATED],
    ]);
    expect(await cellsOf(path, 'Ẩn')).toEqual([['ẩn']]);
    expect(await toldOf(path)).toEqual([
      ['HIDDEN_ROWS', 1],
      ['FORMULA_NOT_CALCULATED', 1],
    ]);
  });

  it('is refused when it is XML of something else, or in another code', async () => {
    for (const xml of [
      '<?xml version="1.0"?><HDon><TTChung/></HDon>',
      `<?xml version="1.0" encoding="windows-1258"?>${book('').slice(21)}`,
      book(''),
    ])
      expect(await refusalOf(openRows(await file(xml)))).toMatchObject({ code: 'FILE_TYPE_NOT_SUPPORTED' });
  });
});

describe('an OpenDocument spreadsheet', () => {
  const content = (rows: string) =>
    `<office:document-content xmlns:office="o"><office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
    <office:body><office:spreadsheet><table:tracked-changes><table:table-cell><text:p>cũ</text:p></table:table-cell></table:tracked-changes>
    <table:table table:name="Ẩn" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string"><text:p>ẩn</text:p></table:table-cell></table:table-row></table:table>
    <table:table table:name="Sổ">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const ods = (rows: string, more: Record<string, string> = {}) =>
    writeZip(folder.path(`${++count}.ods`), {
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': content(rows),
      ...more,
    });
  const text = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;

  it('gives what its cells hold, without notes, repeated as it says, and no blank row behind the last', async () => {
    const path =
      await ods(`<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"/>${text('a<text:s text:c="2"/>b  c<text:line-break/>d')}</table:table-row>
      <table:table-row table:visibility="filter"><table:table-cell office:value-type="string" table:number-columns-spanned="2"><office:annotation><text:p>ghi chú</text:p></office:annotation><text:p>x</text:p><text:p>y</text:p></table:table-cell><table:covered-table-cell/>
      <table:table-cell office:value-type="date" office:date-value="2026-09-01T10:00:00"><text:p>01/09/26</text:p></table:table-cell><table:table-cell office:value-type="currency" office:value="-12.5"><text:p>-13 đ</text:p></table:table-cell>
      <table:table-cell office:value-type="boolean" office:boolean-value="true"/><table:table-cell table:formula="of:=1"/><table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>Err:508</text:p></table:table-cell></table:table-row>
      <table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`);
    const repeated = [null, null, 'a  b c\nd'];
    expect(await cellsOf(path)).toEqual([
      repeated,
      repeated,
      ['x\ny', null, { day: '2026-09-01' }, -12.5, true, UNCALCULATED, '#VALUE!'],
    ]);
    expect(await toldOf(path)).toEqual([
      ['HIDDEN_ROWS', 1],
      ['FORMULA_NOT_CALCULATED', 1],
    ]);
    expect((await openRows(path)).sheets).toEqual(['Sổ', 'Ẩn']);
  });

  it('is refused where it is made of repetitions, is a text document, or has a password', async () => {
    const endless = `<table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="400"/></table:table-row>`;
    expect(await refusalOf(cellsOf(await ods(endless)))).toMatchObject({ code: 'FILE_SUSPICIOUS' });
    const letter =
      '<office:document-content><office:body><office:text><text:p>Thư</text:p></office:text></office:body></office:document-content>';
    expect(await refusalOf(openRows(await writeZip(folder.path('thu.ods'), { 'content.xml': letter })))).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
    });
    const secret = { 'META-INF/manifest.xml': '<manifest><file-entry><encryption-data/></file-entry></manifest>' };
    expect(await refusalOf(openRows(await ods(text('a'), secret)))).toMatchObject({
      code: 'FILE_ENCRYPTED',
    });
  });
});
