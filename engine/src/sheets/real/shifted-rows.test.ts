import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

/** Lines of a file of separated values, whose commas no quotes keep. */
const cells = (line: string): Cell[] => line.split(',').map((cell) => cell || null);
const HEADER = 'Ngày hạch toán,Số chứng từ,Mã hàng,Tên hàng,Tổng số lượng bán,Đơn giá,Doanh số bán,Diễn giải';
const read = (header: string, ...lines: string[]) => {
  const rows = [['SỔ CHI TIẾT BÁN HÀNG'], ...[header, ...lines].map(cells)];
  const { rows: sales, rejected } = readSheet(rows, undefined, '', { isDelimited: true, dateOrder: 'dmy' });
  return { sales: sales.map((row) => [row.voucherNumber, row.quantity, row.amount]), rejected };
};

describe('a row of a file of separated values that has more cells than its header', () => {
  it('is refused, not read with the figures of the columns beside', () => {
    const { sales, rejected } = read(
      HEADER,
      '13/09/2026,BH1,A,Sơn,2,10,20,bán',
      '14/09/2026,BH2,B,Sơn,12,5,10,125,bán',
      '15/09/2026,BH3,B,Sơn,12,5,10,125,',
      '16/09/2026,BH4,B,Sơn, đỏ,1,10,10,bán',
    );
    expect(sales).toEqual([['BH1', '2', 20]]);
    expect(rejected.map(({ row, code }) => [row, code])).toEqual([
      [4, 'ROW_SHIFTED'],
      [5, 'ROW_SHIFTED'],
      [6, 'ROW_SHIFTED'],
    ]);
    expect(rejected[0]!.message).toContain('dòng có 9 ô mà dòng tiêu đề có 8');
  });

  it('is read where separators with nothing behind them end every row', () => {
    const lines = ['13/09/2026,BH1,A,Sơn,2,10,20,bán,,', '14/09/2026,BH2,A,Sơn,2,10,20,bán,,'];
    expect(read(HEADER, ...lines).sales).toHaveLength(2);
    expect(read(`${HEADER},,`, ...lines).sales).toHaveLength(2);
    const shifted = '15/09/2026,BH3,A,Sơn,12,5,10,125,bán,,';
    expect(read(HEADER, ...lines, shifted)).toMatchObject({ sales: [{}, {}], rejected: [{ code: 'ROW_SHIFTED' }] });
  });

  it('is a row with a remark beside the table in a workbook', () => {
    const rows = [['SỔ CHI TIẾT BÁN HÀNG'], cells(HEADER), cells('13/09/2026,BH1,A,Sơn,2,10,20,bán,xem lại')];
    expect(readSheet(rows, undefined, '', { dateOrder: 'dmy' }).rows).toHaveLength(1);
  });
});
