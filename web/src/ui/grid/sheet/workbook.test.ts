import { expect, test } from 'vitest';
import type { GridColumn } from '../types.ts';
import { unzip } from './testing/unzip.ts';
import { columnLetters, rowXml, serialDay, workbookOf, xmlText } from './workbook.ts';

type Row = { name: string; amount: number; quantity: string; day: string };
const columns: GridColumn<Row>[] = [
  { id: 'name', header: 'Tên', value: (row) => row.name },
  { id: 'amount', header: 'Tiền', kind: 'vnd', value: (row) => row.amount },
  { id: 'quantity', header: 'Lượng', kind: 'quantity', value: (row) => row.quantity },
  { id: 'day', header: 'Ngày', kind: 'day', value: (row) => row.day },
];
const row: Row = { name: 'Thép <Ø8> & "phụ kiện"', amount: -1500, quantity: '12.50', day: '2026-03-05' };

async function* pieces(count: number) {
  yield Array.from({ length: count }, () => row);
}

test('numbers stay numbers, days stay days, text is escaped', () => {
  const xml = rowXml(columns, row, 1);
  expect(xml).toContain('<v>-1500</v>');
  expect(xml).toContain('<v>12.5</v>');
  expect(xml).toContain('<v>46086</v>');
  expect(xml).toContain('Thép &lt;Ø8&gt; &amp; "phụ kiện"');
});

test.each(['=HYPERLINK("http://x")', '+84 900', '-5 hộp', '@ten'])(
  '%s stays text, also when a person edits the cell',
  (name) => {
    expect(rowXml(columns.slice(0, 1), { ...row, name }, 1)).toContain('<c r="A1" t="inlineStr" s="6">');
    expect(rowXml(columns.slice(0, 1), { ...row, name: `a${name}` }, 1)).toContain('<c r="A1" t="inlineStr" s="0">');
  },
);

test('days count as spreadsheets do', () => {
  expect(serialDay('1900-03-01')).toBe(61);
  expect(serialDay('2026-03-05')).toBe(46086);
  expect(serialDay('không')).toBeUndefined();
});

test('characters that XML cannot hold are left out', () => {
  expect(xmlText('a\u0000b\u0008c\td')).toBe('abc\td');
});

test('the file is a zip with a header and every row', async () => {
  const { blob, rows, complete } = await workbookOf('Vật tư', columns, pieces(3));
  expect([rows, complete]).toEqual([3, true]);
  const files = await unzip(blob);
  expect(files.get('xl/workbook.xml')).toContain('name="Vật tư"');
  const sheet = files.get('xl/worksheets/sheet1.xml')!;
  expect(sheet.match(/<row r=/g)).toHaveLength(4);
  expect(sheet).toContain('Lượng');
});

test('every row and cell says where it is, also beyond Z and after empty cells', async () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  const { blob } = await workbookOf('x', columns, pieces(2));
  const sheet = (await unzip(blob)).get('xl/worksheets/sheet1.xml')!;
  expect(sheet.match(/<row(?! r="\d+")/g)).toBeNull();
  expect(sheet.match(/<c(?! r="[A-Z]+\d+")[ />]/g)).toBeNull();
  const places = [...sheet.matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, place]) => place);
  expect(places).toEqual(
    ['A', 'B', 'C', 'D']
      .flatMap((letter) => [1, 2, 3].map((at) => `${letter}${at}`))
      .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)) || one.localeCompare(other)),
  );
  expect(rowXml(columns, { ...row, name: '' }, 7)).toMatch(/^<row r="7"><c r="B7"/);
});

test('the filters are above the header and the sums below the rows', async () => {
  const summed = columns.map((column) => (column.id === 'amount' ? { ...column, total: 'amount' } : column));
  const { blob } = await workbookOf('x', summed, pieces(2), {
    filters: ['Trạng thái: Nháp'],
    totals: { amount: 1234567 },
    totalLabel: 'Tổng',
  });
  const sheet = (await unzip(blob)).get('xl/worksheets/sheet1.xml')!;
  expect(sheet).toContain('<row r="1"><c r="A1" t="inlineStr" s="0"><is><t xml:space="preserve">Trạng thái: Nháp');
  expect(sheet).toContain('<row r="3"><c r="A3" t="inlineStr" s="1"><is><t xml:space="preserve">Tên');
  expect(sheet).toMatch(/<row r="6"><c r="A6"[^>]*><is><t xml:space="preserve">Tổng.*<c r="B6" s="7"><v>1234567</);
  expect(sheet).toContain('ySplit="3" topLeftCell="A4"');
});

test('a list beyond the limit is cut and says so', async () => {
  async function* many() {
    for (let index = 0; index < 201; index += 1) yield Array.from({ length: 1000 }, () => ({ ...row }));
  }
  const result = await workbookOf('x', columns.slice(1, 2), many());
  expect([result.rows, result.complete]).toEqual([200_000, false]);
});
