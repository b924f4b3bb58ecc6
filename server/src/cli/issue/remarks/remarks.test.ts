import type { ReadResult } from '@khop/engine/sheets/read-result.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Change, type OddFolders, openOddFolders, rewrite } from '../issue-fixture.ts';
import { fileRemarks } from './file-remarks.ts';
import { otherUnits } from './other-units.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

const STOCK = 'amis/AP/TonKho.xlsx';
/** The warnings that a change of the folder adds. */
async function toldOf(change: Change): Promise<string[]> {
  const { report } = await odd.issued(await odd.folder(change));
  const before = new Set(odd.goodReport.warnings.map(({ message }) => message));
  return report!.warnings
    .filter(({ message }) => !before.has(message))
    .map(({ code, message }) => `${code} ${message}`);
}
const firstRow = (change: object): Change =>
  rewrite(STOCK, 'amis-inventory', ({ rows }) => rows.map((row, at) => (at === 0 ? { ...row, ...change } : row)));

it('tells of stock in a unit that is not the main one of its product', async () => {
  const told = await toldOf(firstRow({ unit: 'Kiện' }));
  expect(told).toEqual([
    expect.stringMatching(
      /^UNIT_DIFFERS Tệp amis\/AP\/TonKho.xlsx: 1 dòng ghi đơn vị khác .* dòng \d+ «.+» ghi «Kiện»/,
    ),
  ]);
});

it('tells of a stock report whose rows do not add up, as an upload does', async () => {
  const told = await toldOf(firstRow({ openingQuantity: '100000', closingQuantity: '1' }));
  expect(told).toContainEqual(
    expect.stringMatching(/^STOCK_MISMATCH Tệp amis\/AP\/TonKho.xlsx: 1 dòng có số lượng đầu kỳ/),
  );
});

const read = (given: Partial<ReadResult>): ReadResult => ({ layout: 'amis-inventory', ...given }) as ReadResult;

it('compares units by their words, in the main unit where the file has it, and never with none', () => {
  const products = read({
    rows: [
      { code: 'SP1', unit: 'Hộp' },
      { code: 'SP2', unit: '' },
    ],
  });
  const others = (...rows: ReadResult['rows']) =>
    otherUnits(read({ rows, rowNumbers: rows.map((_, at) => at + 6) }), products);
  expect(others({ productCode: 'sp1', unit: ' HOP' }, { productCode: 'SP1', unit: '' })).toBeUndefined();
  expect(others({ productCode: 'SP1', unit: '-' })).toBeUndefined();
  expect(others({ productCode: 'SP2', unit: 'Lon' }, { productCode: 'SP3', unit: 'Lon' })).toBeUndefined();
  const row = { productCode: 'SP1', unit: 'Thùng', mainUnit: 'Hộp', quantity: '2' };
  expect(others({ ...row, mainQuantity: '48' })).toBeUndefined();
  expect(others({ ...row, mainQuantity: null })).toMatch(
    /^1 dòng .*: dòng 6 «SP1» ghi «Thùng», đơn vị tính chính là «Hộp»\./,
  );
  expect(others(...Array.from({ length: 5 }, () => ({ ...row, mainQuantity: null })))).toMatch(
    /^5 dòng .*dòng 8 [^;]*; …\. Hãy/,
  );
});

it('tells one remark of each kind, and those of a sales ledger that its own check tells not at all', () => {
  const remark = (code: string, message: string) => ({ row: 0, column: null, value: null, code, message });
  const warnings = [
    ...[remark('ROW_SKIPPED', 'Dòng 9.'), remark('TEXT_CLEANED', 'x'), remark('TOTAL_MISMATCH', 'Tổng.')],
    remark('HIDDEN_ROWS', 'Ẩn.'),
  ];
  expect(fileRemarks(read({ warnings }))).toEqual([
    { code: 'FILE_INCOMPLETE', message: 'Dòng 9. Còn 1 điều như thế.' },
    { code: 'HIDDEN_ROWS', message: 'Ẩn.' },
  ]);
  const ledger = fileRemarks(read({ layout: 'amis-sales-ledger', warnings }));
  expect(ledger).toEqual([{ code: 'HIDDEN_ROWS', message: 'Ẩn.' }]);
});
