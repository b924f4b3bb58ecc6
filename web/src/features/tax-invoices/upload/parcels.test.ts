import type { TaxListReport, TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { expect, test } from 'vitest';
import { unzip } from '../../../ui/grid/sheet/testing/unzip.ts';
import { fileOf, parcelsOf, sumOf } from './parcels.ts';
import { ignoredSentence, isUnchanged, listSentence } from './report-words.ts';

const picked = (path: string, content: string | Uint8Array<ArrayBuffer> = path) => ({
  file: new File([content], path.split('/').at(-1)!),
  path,
});

test('a single file goes as it is, and every zip by itself', async () => {
  const one = picked('a.xml');
  const [parcel] = parcelsOf([one]);
  expect(await fileOf(parcel!)).toBe(one.file);
  expect(parcelsOf([picked('x.ZIP'), picked('y.zip')]).map(({ name }) => name)).toEqual(['x.ZIP', 'y.zip']);
});

test('a list goes by itself, and its reports come together with those of invoices', () => {
  expect(parcelsOf([picked('a.xml'), picked('mua.XLSX'), picked('ban.csv')]).map(({ name }) => name)).toEqual([
    ...['a.xml', 'mua.XLSX', 'ban.csv'],
  ]);
  const list = { listId: 'l1', rows: 3 } as unknown as NonNullable<TaxUploadReport['lists']>[number];
  const report = { files: 1, ignored: {}, refusedFiles: [] } as unknown as TaxUploadReport;
  expect(sumOf([report, { ...report, lists: [list] }])).toMatchObject({ files: 2, lists: [list] });
});

test.each([
  [
    { rows: 12, created: 3, changed: 1, unchanged: 8, older: 0 },
    '12 hóa đơn: 3 mới ở danh sách, 1 đổi trạng thái, 8 như trước.',
  ],
  [{ rows: 2, created: 0, changed: 0, unchanged: 0, older: 2 }, '2 hóa đơn: 2 giữ theo danh sách mới hơn.'],
  [{ rows: 0, created: 0, changed: 0, unchanged: 0, older: 0 }, '0 hóa đơn.'],
  [{ isKnown: true, rows: 2, created: 0 }, 'Đúng tệp này đã nạp trước đây, không có gì thay đổi.'],
])('a list %j is said as «%s»', (list, sentence) =>
  // As far as the sentence reads it.
  expect(listSentence(list as TaxListReport)).toBe(sentence),
);

test('XML files go together in one pack, under their own places and with their own bytes', async () => {
  const utf16 = Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x61, 0);
  const parcels = parcelsOf([picked('thang9/a.xml', '<a>ấ</a>'), picked('goi.zip'), picked('thang9/b/a.xml', utf16)]);
  expect(parcels.map(({ name }) => name)).toEqual(['2 tệp XML.zip', 'goi.zip']);
  const pack = await fileOf(parcels[0]!);
  expect(pack.name).toBe('2 tệp XML.zip');
  const files = await unzip(pack);
  expect(files.get('thang9/a.xml')).toBe('<a>ấ</a>');
  expect([...files.keys()]).toEqual(['thang9/a.xml', 'thang9/b/a.xml']);
  expect(files.get('thang9/b/a.xml')).toBe(new TextDecoder().decode(utf16));
});

test('a pack holds so many files and so many bytes, and no file is lost between packs', () => {
  const many = Array.from({ length: 5_001 }, (_, at) => picked(`${at}.xml`));
  expect(parcelsOf(many).map(({ files }) => files.length)).toEqual([5_000, 1]);
  const MB = 1024 * 1024;
  const large = [60, 30, 20, 90].map((size, at) => ({
    path: `${at}.xml`,
    file: { name: `${at}.xml`, size: size * MB } as File,
  }));
  expect(parcelsOf(large).map(({ files }) => files.map(({ path }) => path))).toEqual([
    ['0.xml', '1.xml'],
    ['2.xml'],
    ['3.xml'],
  ]);
});

const report = (changes: Partial<TaxUploadReport>): TaxUploadReport => ({
  ...{ fileName: 'a.zip', files: 3, created: 1, known: 1, versions: 0, refused: 1, purchases: 1, sales: 0 },
  ...{ refusedFiles: [{ name: 'x.xml', code: 'NOT_XML', message: 'Tệp không phải XML.' }], ignored: { html: 2 } },
  ...changes,
});

test('the reports of several runs add up to one', () => {
  expect(sumOf([])).toBeUndefined();
  const sum = sumOf([report({}), report({ fileName: 'b.zip', versions: 4, sales: 2, ignored: { html: 1, jpg: 5 } })]);
  expect(sum).toMatchObject({
    ...{ fileName: 'a.zip, b.zip', files: 6, created: 2, known: 2, versions: 4, refused: 2, purchases: 2, sales: 2 },
    ignored: { html: 3, jpg: 5 },
  });
  expect(sum?.refusedFiles).toHaveLength(2);
});

test('ignored files are told by their kinds, the most frequent first', () => {
  expect(ignoredSentence(report({ ignored: {} }))).toBeUndefined();
  expect(ignoredSentence(report({ ignored: { '.jpg': 2, html: 1_500, '': 1 } }))).toBe(
    'Bỏ qua 1.503 tệp không phải hóa đơn: 1.500 .html, 2 .jpg, 1 không có đuôi.',
  );
  expect(ignoredSentence(report({ ignored: { xlsx: 1 } }))).toMatch(/Tệp Excel trong gói: hãy giải nén/);
});

test('an upload has changed nothing only when it was known whole', () => {
  expect(isUnchanged(report({ created: 0, refused: 0 }))).toBe(true);
  expect(isUnchanged(report({ created: 0 }))).toBe(false);
  expect(isUnchanged(report({ created: 0, known: 0, refused: 0 }))).toBe(false);
});
