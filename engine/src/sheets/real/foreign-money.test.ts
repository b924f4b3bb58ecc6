import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const LEDGERS: Record<string, Cell[]> = {
  'SỔ CHI TIẾT BÁN HÀNG': ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Tổng số lượng bán', 'Doanh số bán'],
  'SỔ CHI TIẾT MUA HÀNG': ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Số lượng mua', 'Giá trị mua'],
  'BẢNG KÊ BÁN HÀNG': ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Thành tiền'],
};
const BRAVO = 'BẢNG KÊ BÁN HÀNG';
type Line = readonly [voucher: string, amount: Cell, ...more: Cell[]];
const sheet = (title: string, headers: string[], ...lines: Line[]): Cell[][] => [
  [title],
  [...LEDGERS[title]!, ...headers],
  ...lines.map(([voucher, ...cells]): Cell[] => [{ day: '2026-09-05' }, voucher, 'H1', 2, ...cells]),
];
const amounts = (rows: Cell[][]) => readSheet(rows).rows.map((row) => row.amount);

describe.each(Object.keys(LEDGERS))('a row of a %s in another currency', (title) => {
  it.each(['Loại tiền', 'Mã ngoại tệ', 'Mã NT', 'Loại tiền tệ'])('is refused where «%s» says so', (header) => {
    const rows = sheet(title, [header], ['S1', 500_000, 'VND'], ['S2', 20, 'USD'], ['S3', 300_000, null]);
    const { rows: read, rejected } = readSheet(rows);
    expect(read.map((row) => row.amount)).toEqual([500_000, 300_000]);
    expect(rejected).toMatchObject([{ row: 4, column: 'E', value: 20, code: 'AMOUNTS_NOT_DONG' }]);
    expect(rejected[0]!.message).toContain(`không phải là đồng: dòng ghi «USD» ở cột F «${header}»`);
  });

  it('is read by its conversion, on either side of the amount of the document', () => {
    const converted = `${LEDGERS[title]![4]} quy đổi`;
    const rows = sheet(title, [converted, 'Loại tiền'], ['S1', 20, 500_000, 'USD'], ['S2', 7, 7, 'VND']);
    expect(readSheet(rows)).toMatchObject({ rows: [{ amount: 500_000 }, { amount: 7 }], rejected: [] });
    const turned = rows.map((row) => (row.length > 1 ? [...row.slice(0, 4), row[5], row[4], row[6]] : row) as Cell[]);
    expect(amounts(turned)).toEqual([500_000, 7]);
    const short = sheet(title, [`${LEDGERS[title]![4]} QĐ`], ['S1', 20, 500_000], ['S2', 7, 7]);
    expect(amounts(short)).toEqual([500_000, 7]);
  });
});

describe('a row in another currency', () => {
  it('keeps no price that is not đồng, and its other amounts have to be converted, too', () => {
    const headers = ['Thành tiền quy đổi', 'Giá bán', 'Tiền CK', 'Loại tiền'];
    const rows = sheet(BRAVO, headers, ['S1', 20, 500_000, '10', 0, 'USD'], ['S2', 20, 500_000, '10', 2, 'USD']);
    const { rows: read, rejected, warnings } = readSheet(rows);
    expect(read).toMatchObject([{ amount: 500_000, unitPrice: null }]);
    expect(warnings.map(({ row, column, code }) => [row, column, code])).toContainEqual([3, 'G', 'PRICE_NOT_DONG']);
    expect(rejected).toMatchObject([{ row: 4, column: 'H', code: 'AMOUNTS_NOT_DONG' }]);
    const vnd = sheet(BRAVO, headers, ['S1', 20, 20, '10', 2, 'VND']);
    expect(readSheet(vnd).rows).toMatchObject([{ amount: 20, unitPrice: '10', discount: 2 }]);
  });

  it.each(['Tỷ giá', 'Tỉ giá', 'Tỷ giá ngoại tệ', 'Tỷ giá giao dịch'])(
    'is known by «%s» alone, unless the row says đồng',
    (header) => {
      const lines: Line[] = [
        ['S1', 20, 25_400],
        ['S2', 21, '25.400,5'],
      ];
      const rated = readSheet(
        sheet(BRAVO, [header], ...lines, ['S3', 7, 1], ['S4', 8, 0], ['S5', 9, null], ['S6', 5, '1']),
      );
      expect(rated.rows.map(({ amount }) => amount)).toEqual([7, 8, 9, 5]);
      expect(rated.rejected.map(({ code }) => code)).toEqual(['AMOUNTS_NOT_DONG', 'AMOUNTS_NOT_DONG']);
      expect(rated.rejected[1]!.message).toContain(`không phải là đồng: dòng ghi «25.400,5» ở cột F «${header}»`);
      const named = sheet(BRAVO, [header, 'Loại tiền'], ['S1', 20, 25_400, null], ['S2', 21, 25_400, 'VND']);
      expect(amounts(named)).toEqual([21]);
      expect(amounts(sheet(BRAVO, [header, 'Tiền hàng nt'], ['S1', 500_000, 25_400, 20]))).toEqual([500_000]);
    },
  );

  it('is read where the header says that the amount is đồng, or another column has the amount of the document', () => {
    const named = sheet(BRAVO, ['Mã nt'], ['S1', 500_000, 'USD']);
    expect(amounts(named)).toEqual([]);
    named[1]![4] = 'Thành tiền (VND)';
    expect(amounts(named)).toEqual([500_000]);
    expect(amounts(sheet(BRAVO, ['Mã nt', 'Tiền hàng nt'], ['S1', 500_000, 'USD', 20]))).toEqual([500_000]);
    expect(amounts(sheet(BRAVO, ['Mã nt', 'Thành tiền (USD)'], ['S1', 500_000, 'USD', 20]))).toEqual([500_000]);
  });

  it.each(['VNĐ', 'đồng', 'Việt Nam đồng', 'Tiền mặt', '-', 'VND - Đồng Việt Nam'])(
    'is not one of «%s»',
    (currency) => {
      expect(amounts(sheet(BRAVO, ['Loại tiền'], ['S1', 500_000, currency]))).toEqual([500_000]);
    },
  );

  it.each(['usd', 'Đô la Mỹ', 'EUR', 'CHF', 'USD - Đô la Mỹ'])('is one of «%s»', (currency) => {
    expect(amounts(sheet(BRAVO, ['Loại tiền'], ['S1', 500, currency]))).toEqual([]);
  });
});

describe('a heading that says in which currency the report is', () => {
  const headed = (line: string, headers: string[], ...lines: Line[]) => [
    [BRAVO],
    [line],
    ...sheet(BRAVO, headers, ...lines).slice(1),
  ];

  it('is refused as a whole, unless the amounts are converted', () => {
    expect(() => readSheet(headed('Loại tiền: USD', [], ['S1', 20]))).toThrow('Phần đầu tệp ghi «Loại tiền: USD»');
    expect(amounts(headed('Loại tiền: USD', ['Thành tiền quy đổi'], ['S1', 20, 500_000]))).toEqual([500_000]);
    const withTax = headed('Loại tiền: USD', ['Thành tiền quy đổi', 'Tiền thuế'], ['S1', 20, 500_000, 2]);
    expect(readSheet(withTax).rejected).toMatchObject([{ column: 'G', code: 'AMOUNTS_NOT_DONG' }]);
  });

  it.each(['Loại tiền: VND', 'Loại tiền: <<Tổng hợp>>'])('is read with «%s»', (line) => {
    expect(amounts(headed(line, [], ['S1', 500_000]))).toEqual([500_000]);
  });
});
