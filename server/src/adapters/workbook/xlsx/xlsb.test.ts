import { readFile } from 'node:fs/promises';
import { readXlsb } from 'hucre';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { convertByOffice, OFFICE } from '../../../testing/office.ts';
import { openRows } from '../open-rows.ts';
import { packageBytes, withPart } from '../testing/changed-package.ts';
import { cellsOf, refusalOf, testFolder } from '../testing/ooxml-fixture.ts';
import { writeXlsb, type XlsbCell } from '../testing/xlsb-fixture.ts';

// LibreOffice starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

const ROWS: readonly (readonly XlsbCell[] | undefined)[] = [
  ['Sổ chi tiết bán hàng', null, null],
  undefined,
  ['Ngày', 'Tên hàng', 'Số lượng', 'Thành tiền'],
  ...Array.from({ length: 3_000 }, (_, at): XlsbCell[] => [
    { serial: 46_266 + (at % 30) },
    `Nồi cơm điện ${at % 40}`,
    at / 8,
    at * 123_456_789,
    at % 2 === 0,
    ...(at % 7 === 0 ? [{ error: 42 }] : []),
  ]),
];
const EXPECTED = [
  ['Sổ chi tiết bán hàng'],
  [],
  ['Ngày', 'Tên hàng', 'Số lượng', 'Thành tiền'],
  ...Array.from({ length: 3_000 }, (_, at) => [
    { day: `2026-09-${String(1 + (at % 30)).padStart(2, '0')}` },
    `Nồi cơm điện ${at % 40}`,
    at / 8,
    at * 123_456_789,
    at % 2 === 0,
    ...(at % 7 === 0 ? ['#N/A'] : []),
  ]),
];

it('reads .xlsb cell by cell, as a second reader does, and says which rows are hidden', async () => {
  const path = await writeXlsb(folder.path('so.xlsb'), ROWS, { hiddenRows: [5] });
  expect(await cellsOf(path)).toEqual(EXPECTED);
  const second = await readXlsb(await readFile(path));
  const cells = second.sheets[0]!.rows.map((row) =>
    Array.from(row, (cell) => (cell instanceof Date ? { day: cell.toISOString().slice(0, 10) } : (cell ?? null))),
  );
  expect(cells.slice(2)).toEqual(EXPECTED.slice(2));
  const source = await openRows(path);
  expect(source.sheets).toEqual(['Dữ liệu']);
  expect(await source.read('Dữ liệu', () => true)).toMatchObject([{ code: 'HIDDEN_ROWS', value: 1 }]);
  source.close();
});

/** Numbers with their formats, and what a person sees of them in Excel. */
const SHOWN: readonly (readonly [shown: number, format: string | number, cell: unknown])[] = [
  [24, '00000', '00024'],
  [123, '"BH"00000', 'BH00123'],
  [24, '0', 24],
  [1234567, '#,##0', 1234567],
  [1234567.5, '_-* #,##0.00_-', 1234567.5],
  [46266, 14, { day: '2026-09-01' }],
  [46266.75, 22, { day: '2026-09-01' }],
  [46266, '[$-42A]dd/mm/yyyy;@', { day: '2026-09-01' }],
  [46266, 'mm\\-yyyy', { day: '2026-09-01' }],
  [0.08, 9, 0.08],
  [5, '#,##0 "ngày"', 5],
  [5, '[Red]0;[Blue]-0', 5],
  [46266, 'General', 46266],
];

it.each(SHOWN)('reads %d of an .xlsb in the format %j as %j', async (shown, format, cell) => {
  const path = await writeXlsb(folder.path('formats.xlsb'), [['Mã', { shown, format }]]);
  expect(await cellsOf(path)).toEqual([['Mã', cell]]);
});

it.skipIf(!OFFICE)('reads the formats of an .xlsb as LibreOffice does', async () => {
  const rows = [SHOWN.map(([shown, format]) => ({ shown, format }))];
  const path = await writeXlsb(folder.path('formats-office.xlsb'), rows);
  await convertByOffice([path], 'xlsx', folder.path('formats'));
  expect(await cellsOf(folder.path('formats/formats-office.xlsx'))).toEqual([SHOWN.map(([, , cell]) => cell)]);
});

it('counts the days of an .xlsb from 1904 when the workbook says so', async () => {
  const path = await writeXlsb(folder.path('1904.xlsb'), [[{ serial: 44_804 }]], { from1904: true });
  expect(await cellsOf(path)).toEqual([[{ day: '2026-09-01' }]]);
});

it.skipIf(!OFFICE)('reads an .xlsb as LibreOffice does', async () => {
  const path = await writeXlsb(folder.path('office.xlsb'), ROWS, { hiddenRows: [5, 9] });
  await convertByOffice([path], 'xlsx', folder.path('office'));
  const again = folder.path('office/office.xlsx');
  expect(await cellsOf(again)).toEqual(EXPECTED);
  const source = await openRows(again);
  expect(await source.read('Dữ liệu', () => true)).toMatchObject([{ code: 'HIDDEN_ROWS', value: 2 }]);
  source.close();
});

it('refuses an .xlsb without its end, or with rows that go back', async () => {
  const rows = (count: number) => Array.from({ length: count }, (): XlsbCell[] => ['a']);
  const path = await writeXlsb(folder.path('back.xlsb'), rows(3));
  expect(await refusalOf(cellsOf(path))).toBeUndefined();
  const sheet = 'xl/worksheets/sheet1.bin';
  const bytes = await packageBytes(path, sheet);
  expect(
    await refusalOf(withPart(path, sheet, bytes.subarray(0, bytes.length - 6)).then((one) => cellsOf(one))),
  ).toMatchObject({ code: 'FILE_DAMAGED' });
  const back = Buffer.from(bytes);
  // The second row is called the first again.
  const second = back.indexOf(Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 44, 1]));
  back[second] = 0;
  expect(await refusalOf(withPart(path, sheet, back).then((one) => cellsOf(one)))).toMatchObject({
    code: 'FILE_DAMAGED',
  });
});
