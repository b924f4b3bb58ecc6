import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const cells = (line: string): Cell[] => line.split(',').map((cell) => cell || null);
const HEADER =
  'Ngày hạch toán,Số chứng từ,Mã hàng,Tên hàng,Tổng số lượng bán,Doanh số bán,Chiết khấu,Thuế GTGT,Diễn giải';
const read = (lines: readonly string[], isDelimited = true) => {
  const rows = [['SỔ CHI TIẾT BÁN HÀNG'], ...[HEADER, ...lines].map(cells)];
  const { rows: sales, rejected, warnings } = readSheet(rows, undefined, '', { isDelimited, dateOrder: 'dmy' });
  return { sales, rejected, told: warnings.filter(({ code }) => code === 'ROW_SHORT') };
};
const FULL = '13/09/2026,BH1,A,Sơn,2,20,1,2,bán';

describe('a row of a file of separated values that has fewer cells than its header', () => {
  it('is told with its number where a column of figures is missing', () => {
    const { sales, rejected, told } = read([FULL, '14/09/2026,BH2,A,Sơn,2,20', FULL.replace('BH1', 'BH3')]);
    expect([sales.length, rejected]).toEqual([3, []]);
    expect(told).toMatchObject([{ row: 0, value: 1 }]);
    expect(told[0]!.message).toContain('1 dòng có ít ô hơn dòng tiêu đề có 9 ô (dòng 4: 6 ô)');
    expect(told[0]!.message).toContain('«Chiết khấu», «Thuế GTGT» của các dòng ấy được đọc là trống');
  });

  it('is told once for many of them', () => {
    const many = Array.from({ length: 20 }, (_, n) => `14/09/2026,BH${n},A,Sơn,2,20`);
    const { told } = read([FULL, ...many]);
    expect(told).toMatchObject([{ value: 20 }]);
    expect(told[0]!.message).toContain('dòng 8: 6 ô; …');
  });

  it('says nothing where only texts at the end are missing', () => {
    expect(read([FULL, '14/09/2026,BH2,A,Sơn,2,20,1,2']).told).toEqual([]);
  });

  it('is a row as any other in a workbook, which holds no empty cells', () => {
    expect(read([FULL, '14/09/2026,BH2,A,Sơn,2,20'], false).told).toEqual([]);
  });
});
