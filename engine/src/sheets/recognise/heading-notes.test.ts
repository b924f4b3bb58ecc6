import { describe, expect, it } from 'vitest';
import { remarksOfLoss } from '../../invoice-issuance/preflight/ledger-file.ts';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const LEDGER: Cell[] = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'];
const ledger = (...heading: Cell[][]): Cell[][] => [
  ['SỔ CHI TIẾT BÁN HÀNG'],
  ...heading,
  LEDGER,
  [{ day: '2026-09-05' }, 'BH1', 'H1', 2, 150],
];
const stock = (...heading: Cell[]): Cell[][] => [
  ['TỔNG HỢP TỒN KHO'],
  ...heading.map((line) => [line]),
  ['Mã hàng', 'Tên hàng', 'ĐVT', 'Số lượng cuối kỳ'],
  ['H1', 'Hàng', 'Cái', 5],
];

describe('a heading that says in what money a report is', () => {
  it.each([
    'Đơn vị tính: 1.000 đồng',
    '(ĐVT: 1.000đ)',
    'ĐVT: nghìn đồng',
    'Đơn vị: Triệu đồng',
    'Đvt: USD',
    'Tháng 9 năm 2026 - ĐVT: ngàn đ',
    'Đơn vị tính: 1.000.000',
    'ĐVT: trđ',
    'Đơn vị tính: Ngđ',
    'Đơn vị tính: Tr.đ',
    'Đvt: x1000',
    '(Nghìn đồng)',
    '1.000 VND',
    'Số tiền tính bằng nghìn đồng',
    'Số liệu trình bày theo triệu đồng',
  ])('refuses %s', (line) => {
    expect(() => readSheet(ledger([line]))).toThrow(`«${line}»: tiền trong tệp không phải là đồng.`);
  });

  it.each([
    'Đơn vị tính: đồng',
    'ĐVT: VNĐ',
    'Đơn vị tính: Đơn vị chính',
    'Đơn vị: Ngân Hà',
    'Đơn vị: Triệu',
    'Đơn vị: Trường Đại học',
    '(đồng)',
    'Công ty Trăm Triệu Đồng',
  ])('reads %s', (line) => {
    expect(readSheet(ledger([line])).rows).toMatchObject([{ amount: 150 }]);
  });

  it('reads a list that has no money in it', () => {
    const connections: Cell[][] = [['Đơn vị tính: USD'], ['Mã AMIS', 'Mã Bravo', 'Hệ số'], ['A1', 'V1', '12']];
    expect(readSheet(connections).rows).toMatchObject([{ factor: '12' }]);
  });

  it('reads the caption and the money from two cells', () => {
    expect(() => readSheet(ledger(['Đơn vị tính:', null, 'nghìn đồng']))).toThrow('không phải là đồng');
  });
});

describe('a heading that says by what a report is filtered', () => {
  const told = (rows: Cell[][]) => remarksOfLoss(readSheet(rows).warnings);

  it.each([
    ['Kho: K1, Tháng 9 năm 2026', '«Kho: K1»'],
    ['Chi nhánh: Hà Nội; Từ ngày 01/09/2026 đến ngày 30/09/2026', '«Chi nhánh: Hà Nội»'],
    ['Khách hàng: KH1; Nhóm VTHH: Sơn', '«Khách hàng: KH1», «Nhóm VTHH: Sơn»'],
    ['Nhân viên bán hàng : Lan', '«Nhân viên bán hàng: Lan»'],
  ])('%s', (line, named) => {
    const found = told(ledger([line]));
    expect(found).toMatchObject([{ code: 'REPORT_FILTERED' }]);
    expect(found[0]!.message).toContain(`bộ lọc ${named}: hóa đơn AMIS ngoài bộ lọc`);
  });

  it('reads the caption and its value from two cells', () => {
    expect(told(ledger(['Khách hàng:', null, 'KH1']))).toMatchObject([{ code: 'REPORT_FILTERED' }]);
  });

  it.each([
    'Kho: <<Tất cả>>, Tháng 9 năm 2026',
    'Khách hàng: Tất cả; Nhóm VTHH: [Tất cả]',
    'Chi nhánh: Công ty TNHH Ánh Phát; Tháng 9 năm 2026',
    'Kho:',
    'Địa chỉ: 12 phố Huế, Hà Nội',
    'Mã số thuế: 0101234567',
  ])('not by %s', (line) => {
    expect(told(ledger([line]))).toEqual([]);
  });

  it('tells of a sales list of Bravo that the rest may come with another file', () => {
    const sales = [['BẢNG KÊ BÁN HÀNG'], ['Mã kho: K1'], ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng']];
    const { warnings } = readSheet([...sales, [{ day: '2026-09-05' }, 'S1', 'V1', 1, 100]]);
    expect(warnings).toMatchObject([{ code: 'REPORT_FILTERED', message: expect.stringContaining('từ Bravo') }]);
  });

  it('takes a stock report of one warehouse as that one’s, and no other filter', () => {
    expect(told(stock('Kho: K1, Tháng 9 năm 2026'))).toEqual([]);
    expect(readSheet(stock('Kho: K1; Nhóm VTHH: Sơn')).rows).toMatchObject([{ warehouseName: 'K1' }]);
    expect(() => told(stock('Kho: K1, K2; Nhóm VTHH: Sơn'))).toThrow('không cho biết hàng ở kho nào');
    expect(told(stock('Kho: K1', 'Nhóm VTHH: Sơn'))).toMatchObject([
      { message: expect.stringContaining('bộ lọc «Nhóm VTHH: Sơn»: hàng ngoài bộ lọc') },
    ]);
  });
});
