import { expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const PERIOD = 'Từ ngày 01/09/2026 đến ngày 30/09/2026';
const day = (text: string): Cell => ({ day: text });
const ledger = (period: string, ...days: Cell[]): Cell[][] => [
  ['SỔ CHI TIẾT BÁN HÀNG'],
  [period],
  ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'],
  ...days.map((cell, at): Cell[] => [cell, `BH${at}`, 'H1', 2, 150]),
];
const bravo = (period: string, ...days: Cell[]): Cell[][] => [
  ['BẢNG KÊ BÁN HÀNG'],
  [period],
  ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng'],
  ...days.map((cell, at): Cell[] => [cell, `HD${at}`, 'VT1', 2, 150]),
];
const portal = (period: string, ...days: Cell[]): Cell[][] => [
  ['DANH SÁCH HÓA ĐƠN'],
  [period],
  [
    ...['Ngày lập', 'Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'MST người bán/MST người xuất hàng'],
    ...['Tổng tiền thanh toán', 'Trạng thái hóa đơn'],
  ],
  ...days.map((cell, at): Cell[] => [cell, '1', 'C26TAA', at + 1, '0101243150', 150, 'Hóa đơn mới']),
];
/** Of 05/09/2026, 13/09/2026 and 09/09/2026, as a spreadsheet that puts the month first keeps them. */
const SWAPPED = [day('2026-05-09'), '13/09/2026', day('2026-09-09')];

it.each([
  ['an AMIS ledger', ledger],
  ['a sales list of Bravo', bravo],
  ['a list of the tax portal', portal],
])(
  'in %s a date cell whose day and month a spreadsheet has swapped is refused, not taken for another day',
  (_, file) => {
    const { rows, rejected } = readSheet(file(PERIOD, ...SWAPPED));
    expect(rows.map((row) => row.accountingDate ?? row.docDate ?? row.date)).toEqual(['2026-09-13', '2026-09-09']);
    expect(rejected).toMatchObject([{ row: 4, column: 'A', code: 'DAY_SWAPPED' }]);
    expect(rejected[0]!.message).toContain('«09/05/2026» là ngày ngoài kỳ ghi ở đầu tệp (01/09/2026 – 30/09/2026)');
    expect(rejected[0]!.message).toContain('thành 05/09/2026');
  },
);

it('a text of the portal’s list, which puts the day first, is refused in the same way', () => {
  const { rows, rejected } = readSheet(portal(PERIOD, '09/05/2026', '05/09/2026', '31/08/2026'));
  expect(rows.map(({ date }) => date)).toEqual(['2026-09-05', '2026-08-31']);
  expect(rejected).toMatchObject([{ row: 4, code: 'DAY_SWAPPED' }]);
});

it('a number that was a date counts like one', () => {
  // 46151 is the 9th of May 2026.
  expect(readSheet(ledger(PERIOD, 46_151)).rejected).toMatchObject([{ code: 'DAY_SWAPPED' }]);
});

it('days outside that no swap brings inside, and reports without a whole period, are read as they are', () => {
  expect(readSheet(ledger(PERIOD, day('2026-08-31'), day('2026-10-10'))).rejected).toEqual([]);
  expect(readSheet(ledger('Đến ngày 30/09/2026', ...SWAPPED)).rejected).toEqual([]);
  expect(readSheet(ledger('', ...SWAPPED)).rejected).toEqual([]);
});

it('a document’s day says nothing: the report is filtered by the day of posting', () => {
  const rows = ledger(PERIOD, day('2026-08-09'));
  rows[2]![0] = 'Ngày chứng từ';
  expect(readSheet(rows)).toMatchObject({ rows: [{ accountingDate: '2026-08-09' }], rejected: [] });
});
