import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Cell } from '@khop/engine/sheets/cell.ts';
import { type CellValue, readOds, readXlsx, writeXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { convertByOffice, OFFICE } from '../../testing/office.ts';
import { openRows } from './open-rows.ts';
import { readFileHere } from './read-file.ts';
import { writeCorpus } from './testing/corpus.ts';
import { cellsOf, refusalOf, testFolder } from './testing/ooxml-fixture.ts';

// LibreOffice starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

/** Cells as every form has them: LibreOffice keeps a boolean without a format of its own as a number in some. */
const plain = (rows: readonly (readonly (Cell | CellValue | undefined)[])[]): unknown[][] =>
  rows.map((row) => {
    const cells = Array.from(row, (cell) => {
      if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) };
      return typeof cell === 'boolean' ? Number(cell) : cell === '' || cell === undefined ? null : cell;
    });
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });

const filled = (rows: unknown[][]): unknown[][] => rows.filter((row) => row.length > 0);

const FORMS = [
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsm:Calc MS Excel 2007 VBA XML'],
  ['xls', 'xls'],
  ['ods', 'ods'],
  ['fods', 'fods'],
] as const;

it('reads the corpus as a second reader does', async () => {
  const path = await writeCorpus(folder.path('corpus.xlsx'));
  const second = await readXlsx(await readFile(path));
  for (const sheet of second.sheets) {
    const cells = await cellsOf(path, sheet.name);
    expect(plain(cells), sheet.name).toEqual(plain(sheet.rows));
    expect(cells.flat().length).toBeGreaterThan(1);
  }
});

it('says of an encrypted .xlsx that it has a password', async () => {
  const sheets = [{ name: 'S', rows: [['Mã', 'Tên']] }];
  const path = folder.path('secret.xlsx');
  await writeFile(path, await writeXlsx({ sheets, encryption: { password: 'bí mật', spinCount: 1000 } }));
  expect(await refusalOf(openRows(path))).toMatchObject({
    code: 'FILE_ENCRYPTED',
    message: expect.stringContaining('mật khẩu'),
  });
});

it('puts texts that were typed for old fonts in Unicode, in every form, and says so', async () => {
  const rows = [
    ['M· kh¸ch hµng', 'Tªn kh¸ch hµng'],
    ...Array.from({ length: 600 }, () => ['KH1', 'C«ng ty cæ phÇn NguyÔn §×nh ChiÓu']),
  ];
  const path = folder.path('tcvn3.xlsx');
  await writeFile(path, await writeXlsx({ sheets: [{ name: 'S', rows }] }));
  const source = await openRows(path);
  const read: Cell[][] = [];
  const told = await source.read('S', (cells) => void read.push(cells.slice()));
  source.close();
  expect(told).toMatchObject([{ code: 'ENCODING_CONVERTED', value: 'TCVN3 (ABC)' }]);
  expect(read).toHaveLength(601);
  expect([read[0], read[600]]).toEqual([
    ['Mã khách hàng', 'Tên khách hàng'],
    ['KH1', 'Công ty cổ phần Nguyễn Đình Chiểu'],
  ]);
});

it.each([
  ['with letters that only Unicode has', ['Mã khách hàng', 'Tên khách hàng', 'Địa chỉ']],
  ['without any', ['Mã khách hàng', 'Tên khách hàng']],
])('leaves a header in Unicode %s over texts for old fonts, and puts these in Unicode', async (_, header) => {
  const rows = [header, ...Array.from({ length: 9 }, (_, at) => [`KH${at}`, 'C«ng ty cæ phÇn NguyÔn §×nh ChiÓu'])];
  const path = folder.path('tcvn3-cells.xlsx');
  await writeFile(path, await writeXlsx({ sheets: [{ name: 'S', rows }] }));
  const read = await readFileHere(path, {});
  expect(new Set(read.rows.map((row) => row.name))).toEqual(new Set(['Công ty cổ phần Nguyễn Đình Chiểu']));
  expect(read.warnings).toMatchObject([{ code: 'ENCODING_CONVERTED', value: 'TCVN3 (ABC)' }]);
  expect(read.warnings[0]!.message).toMatch(/^Cột B «Tên khách hàng» của tệp dùng bảng mã cũ/);
});

it.each(['csv', 'xlsx'])('refuses a file whose letters a program has made question marks, as .%s', async (form) => {
  const rows = [
    ['Mã khách hàng', 'Tên khách hàng'],
    ...['Công ty C? ph?n Th??ng m?i Gia Ti?n', 'Siêu th? Minh Châu, Ph??ng Ng?c H?', 'NPP ??i Nguyên'].map(
      (name, at) => [`KH${at}`, name],
    ),
  ];
  const path = folder.path(`lost.${form}`);
  const csv = () => Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'), 'latin1');
  await writeFile(path, form === 'csv' ? csv() : await writeXlsx({ sheets: [{ name: 'S', rows }] }));
  const message = expect.stringContaining('đã hỏng (ví dụ «ph?n», «Th??ng», «m?i»)');
  expect(await refusalOf(readFileHere(path, {}))).toMatchObject({ code: 'FILE_DAMAGED', message });
});

describe.skipIf(!OFFICE)('the corpus as LibreOffice writes it', () => {
  let corpora: readonly string[];
  beforeAll(async () => {
    const days = [{ name: 'corpus' }, { name: 'from1904', from1904: true }];
    corpora = await Promise.all(days.map(({ name, ...more }) => writeCorpus(folder.path(`${name}.xlsx`), more)));
  });

  it.each(FORMS)('reads .%s cell by cell', async (ending, to) => {
    // Both at once, for it starts slowly.
    await convertByOffice(corpora, to, folder.path(`as-${ending}`));
    for (const path of corpora) {
      const converted = folder.path(`as-${ending}/${basename(path, '.xlsx')}.${ending}`);
      const source = await openRows(converted);
      expect(source).toMatchObject({ sheets: ['Dữ liệu', 'Ẩn'], hidden: ['Ẩn'] });
      expect(await source.read('Dữ liệu', () => true)).toMatchObject([{ code: 'HIDDEN_ROWS', value: 6 }]);
      source.close();
      for (const sheet of source.sheets)
        expect(plain(await cellsOf(converted, sheet)), sheet).toEqual(plain(await cellsOf(path, sheet)));
      if (ending !== 'ods') continue;
      const [second] = (await readOds(await readFile(converted))).sheets;
      expect(filled(plain(await cellsOf(converted)))).toEqual(filled(plain(second!.rows)));
    }
  });

  it.each([
    ['commas', 44],
    ['semicolons', 59],
    ['tabs', 9],
  ])('reads its lines with %s, and line breaks in quotes', async (what, separator) => {
    const path = await writeCorpus(folder.path(`${what}.xlsx`));
    await convertByOffice([path], `csv:Text - txt - csv (StarCalc):${separator},34,76,1`, folder.path('lines'));
    const texts = (rows: Cell[][]) => rows.map((row) => [0, 1, 7].map((column) => row[column] ?? null));
    expect(texts(await cellsOf(folder.path(`lines/${what}.csv`)))).toEqual(texts(await cellsOf(path)));
  });

  it('reads its page of HTML: the rows that it shows, with their numbers and days', async () => {
    const path = await writeCorpus(folder.path('page.xlsx'));
    await convertByOffice([path], 'html', folder.path('page'));
    const isShown = (_: unknown, at: number) => (at + 1) % 17 !== 0;
    const shown = filled(plain(await cellsOf(path)).filter(isShown));
    const read = filled(plain(await cellsOf(folder.path('page/page.html'))));
    expect(read.slice(0, shown.length)).toEqual(shown);
  });
});
