import { beforeEach, expect, test, vi } from 'vitest';
import type { PickedFile } from '../../ui/fields/dropped-files.ts';
import { add } from './many/batch.ts';
import { takeFiles } from './take-files.ts';
import { putInBasket, splitTaxFiles, taxBasket } from './tax-files.ts';

vi.mock('./many/batch.ts', () => ({ add: vi.fn() }));

beforeEach(() => {
  vi.mocked(add).mockClear();
  putInBasket(undefined);
});

const picked = (path: string, content: string | Uint8Array<ArrayBuffer> = ''): PickedFile => ({
  file: new File([content], path.split('/').at(-1)!),
  path,
});
const pathsOf = (files: readonly PickedFile[]) => files.map(({ path }) => path);

const utf16 = (text: string) =>
  Uint8Array.of(0xff, 0xfe, ...Array.from(text).flatMap((sign) => [sign.charCodeAt(0), 0]));

test.each([
  ['an invoice', picked('a.xml', '<?xml version="1.0"?><HDon><DLHDon Id="d">'), true],
  ['one with a prefix', picked('a.XML', '\ufeff<inv:HDon xmlns:inv="x">'), true],
  ['a message of the tax authority', picked('a.xml', '<TDiep><TTChung/></TDiep>'), true],
  ['one in UTF-16', picked('a.xml', utf16('<HDon>')), true],
  ['any zip', picked('goi.ZIP', 'PK'), true],
  ['a workbook of Excel 2003', picked('a.xml', '<?mso-application progid="Excel.Sheet"?><Workbook>'), false],
  ['an element that only begins alike', picked('a.xml', '<HDonHang>'), false],
  ['an invoice under another ending', picked('a.txt', '<HDon>'), false],
])('%s is known by its beginning', async (_, file, isTax) => {
  const { tax, others } = await splitTaxFiles([file]);
  expect([tax.length, others.length]).toEqual(isTax ? [1, 0] : [0, 1]);
});

test('files without invoices go to the page of many files, all of them', async () => {
  const files = [picked('so.xlsx'), picked('la.pdf')];
  expect(await takeFiles(files, 'p1')).toBe('/uploads');
  expect(add).toHaveBeenCalledWith(files, 'p1');
  expect(taxBasket()).toBeUndefined();
});

test('of a folder with invoices these go to their own page, workbooks to the page of many, and pictures are counted', async () => {
  const files = [
    picked('t9/1.zip'),
    picked('t9/2.xml', '<HDon>'),
    picked('t9/so.xlsx'),
    picked('t9/anh.jpg'),
    picked('t9/.DS_Store'),
  ];
  expect(await takeFiles(files, undefined)).toBe('/tax-invoices');
  expect(pathsOf(vi.mocked(add).mock.calls[0]![0])).toEqual(['t9/so.xlsx']);
  expect(taxBasket()).toMatchObject({ ignored: 1, workbooks: 1 });
  expect(pathsOf(taxBasket()!.files)).toEqual(['t9/1.zip', 't9/2.xml']);
});
