import { expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const PERIOD = 'Từ ngày 01/09/2026 đến ngày 30/09/2026';
const ledger = (title: string, names: Cell[], period: Cell, ...days: string[]): Cell[][] => [
  [title],
  [period],
  names,
  ...days.map((day, at): Cell[] => [{ day }, `BH${at}`, 'H1', 2, 150]),
];
const AMIS: Cell[] = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'];
const BRAVO: Cell[] = ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng'];
const told = (rows: Cell[][]) => readSheet(rows).warnings.filter(({ code }) => code === 'DAY_OUTSIDE_PERIOD');

it.each([
  ['an AMIS ledger', 'SỔ CHI TIẾT BÁN HÀNG', AMIS],
  ['a sales list of Bravo', 'BẢNG KÊ BÁN HÀNG', BRAVO],
])('A day outside the period that %s states is told with its row', (_, title, names) => {
  const rows = ledger(title, names, PERIOD, '2026-09-01', '2025-09-06', '2026-09-30', '2026-10-17');
  const [warning, ...more] = told(rows);
  expect(more).toEqual([]);
  expect(warning).toMatchObject({ value: 2 });
  expect(warning?.message).toContain('2 dòng');
  expect(warning?.message).toContain('dòng 5: 06/09/2025; dòng 7: 17/10/2026');
  expect(readSheet(rows).rows).toHaveLength(4);
});

it('Days of the stated period are not told, nor those of a ledger that states none', () => {
  expect(told(ledger('SỔ CHI TIẾT BÁN HÀNG', AMIS, PERIOD, '2026-09-01', '2026-09-30'))).toEqual([]);
  expect(told(ledger('SỔ CHI TIẾT BÁN HÀNG', AMIS, null, '2026-09-01', '2025-09-30'))).toEqual([]);
});

it('Days of vouchers that serve for days of accounting are not told: the report is not filtered by them', () => {
  const names = AMIS.with(0, 'Ngày chứng từ');
  expect(told(ledger('SỔ CHI TIẾT BÁN HÀNG', names, PERIOD, '2026-09-01', '2026-08-30'))).toEqual([]);
});

it('Days of a list of the tax portal are not told: it goes into no period', () => {
  const names: Cell[] = [
    ...['Ngày lập', 'Ký hiệu mẫu số', 'Ký hiệu hóa đơn', 'Số hóa đơn', 'MST người bán/MST người xuất hàng'],
    ...['Tổng tiền thanh toán', 'Trạng thái hóa đơn'],
  ];
  const list = (day: string): Cell[][] => [
    ['DANH SÁCH HÓA ĐƠN'],
    [PERIOD],
    names,
    [day, '1', 'C26TAA', 7, '0101243150', 150, 'Hóa đơn mới'],
  ];
  const rows = list('31/08/2026');
  expect(readSheet(rows)).toMatchObject({ layout: 'tax-invoice-list', rows: [{ date: '2026-08-31' }] });
  expect(told(rows)).toEqual([]);
});
