import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';
import { withoutRemark } from './header-remark.ts';

const BRAVO = ['Ngày ct', 'Số ct', 'Mã khách', 'Mã vật tư', 'Đvt', 'Số lượng'];
const bravoRow = (...more: Cell[]): Cell[] => ['05/09/2026', 'HD1', 'K1', 'VT1', 'Cái', 2, ...more];
const bravo = (headers: string[], ...row: Cell[]): Cell[][] => [
  ['BẢNG KÊ BÁN HÀNG'],
  ['Từ ngày 01/09/2026 đến ngày 30/09/2026'],
  [...BRAVO, ...headers],
  bravoRow(...row),
];
const LEDGER = ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', 'Đơn giá', 'Doanh số bán'];
const LEDGER_ROW: Cell[] = [{ day: '2026-09-05' }, 'BH1', 'H1', 75, 150];

describe('a header with a remark behind it', () => {
  it.each([
    ['so luong (thung)', 'so luong'],
    ['tien hang (vnd)', 'tien hang'],
    ['thanh tien (chua gom vat)', 'thanh tien'],
    ['thanh tien (truoc thue gtgt)', 'thanh tien'],
    ['tien thue (vat)', 'tien thue'],
    ['tien hang (quy doi)', 'tien hang'],
    ['thanh tien (usd)', undefined],
    ['doanh so ban (nt)', undefined],
    ['thanh tien (1.000 d)', undefined],
    ['thanh tien (nghin dong)', undefined],
    ['gia tri (trieu dong)', undefined],
    ['thanh tien (gom vat)', undefined],
    ['don gia (da co thue)', undefined],
    ['thanh tien (sau thue)', undefined],
    ['so luong (tra lai)', undefined],
    ['so luong', undefined],
  ])('%s is %s', (header, bare) => {
    expect(withoutRemark(header)).toBe(bare);
  });

  it('takes đồng, not the foreign currency in front of it', () => {
    const { rows } = readSheet(bravo(['Thành tiền (USD)', 'Thành tiền (VND)'], 10.5, 262_500));
    expect(rows).toMatchObject([{ amount: 262_500 }]);
  });

  it('asks for the amount before tax where the file has none but the one with it', () => {
    const rows = bravo(['Đơn giá (đã có VAT)', 'Thành tiền (gồm VAT)', 'Thuế suất'], 108_000, 216_000, 8);
    expect(() => readSheet(rows)).toThrow(/thiếu cột «Tiền hàng» .* Cột «Thành tiền \(gồm VAT\)» là số khác/);
    expect(readSheet(bravo(['Thành tiền (chưa VAT)', 'Thuế suất'], 200_000, 8)).rows).toMatchObject([
      { amount: 200_000 },
    ]);
  });
});

describe('two columns that may mean one field', () => {
  it('reads the one with the name of the report, wherever a person has put the other', () => {
    const handmade = [['SỔ CHI TIẾT BÁN HÀNG'], ['SL', ...LEDGER, 'Tổng số lượng bán'], [99, ...LEDGER_ROW, 2]];
    const { rows, warnings } = readSheet(handmade);
    expect(rows).toMatchObject([{ quantity: '2', amount: 150 }]);
    expect(warnings).toMatchObject([{ row: 2, column: 'A', code: 'HEADER_REPEATED' }]);
    expect(warnings[0]!.message).toContain('cột G «Tổng số lượng bán»');
  });

  it.each(['Chưa thuế', 'Tổng tiền trước thuế', 'Thành tiền (chưa VAT)', 'Thành tiền chưa có thuế GTGT'])(
    'reads «%s», not «Thành tiền», which beside it is with the tax, and says so',
    (net) => {
      const line: Record<string, Cell> = { 'Thành tiền': 216_000, 'Tiền thuế': 16_000, [net]: 200_000 };
      for (const names of [Object.keys(line), Object.keys(line).toReversed()]) {
        const { rows, warnings } = readSheet(bravo(names, ...names.map((name) => line[name]!)));
        expect(rows).toMatchObject([{ amount: 200_000, vatAmount: 16_000 }]);
        expect(warnings).toMatchObject([{ code: 'HEADER_REPEATED' }]);
      }
      // The name of Bravo's own report stays before any other.
      const own = readSheet(bravo([net, 'Tiền hàng', 'Tiền CK'], 180_000, 200_000, 20_000));
      expect(own.rows).toMatchObject([{ amount: 200_000, discount: 20_000 }]);
    },
  );

  it('reads a column by its short name where no other has a better one', () => {
    const { rows, warnings } = readSheet([['SỔ CHI TIẾT BÁN HÀNG'], [...LEDGER, 'SL'], [...LEDGER_ROW, 2]]);
    expect(rows).toMatchObject([{ quantity: '2' }]);
    expect(warnings).toEqual([]);
  });

  it('says nothing of a second column of words', () => {
    const { rows, warnings } = readSheet([
      ['SỔ CHI TIẾT BÁN HÀNG'],
      ['Diễn giải', ...LEDGER, 'Tổng số lượng bán', 'Diễn giải chung'],
      ['Dòng', ...LEDGER_ROW, 2, 'Chung'],
    ]);
    expect(rows).toMatchObject([{ description: 'Chung' }]);
    expect(warnings).toEqual([]);
  });
});
