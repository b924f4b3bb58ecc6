import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const LEDGERS: Record<string, [quantity: string, amount: string]> = {
  'SỔ CHI TIẾT BÁN HÀNG': ['Tổng số lượng bán', 'Doanh số bán'],
  'SỔ CHI TIẾT MUA HÀNG': ['Số lượng mua', 'Giá trị mua'],
};
const SALES = 'SỔ CHI TIẾT BÁN HÀNG';
const REDUCED = ['Chiết khấu', 'Số lượng trả lại', 'Giá trị trả lại', 'Giá trị giảm giá', 'Doanh số thực tế'];
/** The figures of a line: quantity, amount, discount, quantity and amount returned, allowance, the file's own net amount. */
const read = (title: string, ...lines: Cell[][]) =>
  readSheet([
    [title],
    ['Ngày hạch toán', 'Số chứng từ', 'Mã hàng', ...LEDGERS[title]!, ...REDUCED],
    ...lines.map((figures, at): Cell[] => [{ day: '2026-09-05' }, `S${at}`, 'H1', ...figures]),
    [
      'Tổng cộng',
      null,
      null,
      ...[0, 1, 2, 3, 4, 5].map((at) => lines.reduce((sum, one) => sum + Number(one[at] ?? 0), 0)),
    ],
  ]);

describe.each(Object.keys(LEDGERS))('reductions of a %s', (title) => {
  it('count the same, written as negative figures or as positive ones', () => {
    const positive = read(title, [10, 1000, 50, 2, 200, 30], [0, 0, null, 5, 500, 0], [null, null, null, 1, 100, null]);
    const negative = read(
      title,
      [10, 1000, -50, -2, -200, -30],
      [0, 0, null, -5, -500, 0],
      [null, null, null, -1, -100],
    );
    expect(negative.rows.map((row) => [row.netAmount, row.returnQuantity])).toEqual([
      [720, '2'],
      [-500, '5'],
      [-100, '1'],
    ]);
    expect(negative.rows).toEqual(positive.rows);
    expect(positive.warnings).toEqual([]);
    expect(negative.warnings.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'F', 'REDUCTION_NEGATIVE'],
      [4, 'H', 'REDUCTION_NEGATIVE'],
      [5, 'H', 'REDUCTION_NEGATIVE'],
    ]);
    expect(negative.warnings[0]!.message).toContain(
      '«Chiết khấu», «Giá trị trả lại», «Giá trị giảm giá», «Số lượng trả lại»',
    );
  });
});

it('a return written as a negative sale keeps its discount, and so does one that takes its discount back', () => {
  const { rows, warnings } = read(SALES, [-10, -1000, -50], [0, 0, -50, 10, 1000, 0]);
  expect(rows.map((row) => row.netAmount)).toEqual([-950, -950]);
  expect(warnings).toEqual([]);
});

it('a reduction taken back is what the file’s own net amount says', () => {
  const { rows, warnings } = read(SALES, [0, 0, 0, -2, -200, 0, 200], [10, 1000, 0, -2, -200, 0, 800]);
  expect(rows.map((row) => [row.netAmount, row.returnQuantity])).toEqual([
    [200, '-2'],
    [800, '2'],
  ]);
  expect(warnings.map(({ row, code }) => [row, code])).toEqual([[4, 'REDUCTION_NEGATIVE']]);
});

it('a discount of a Bravo sale is taken off, whatever its sign, unless the sum that is paid says otherwise', () => {
  const headers = ['Ngày ct', 'Số ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng', 'Tiền CK', 'Tiền thuế', 'Tổng tiền'];
  const bravo = (...lines: Cell[][]) =>
    readSheet([
      ['BẢNG KÊ BÁN HÀNG'],
      headers,
      ...lines.map((cells, at) => [{ day: '2026-09-05' }, `S${at}`, 'V1', ...cells]),
    ]);
  const { rows, warnings } = bravo(
    [2, 1000, -100, 90, 990],
    [2, 1000, -100, 110, 1210],
    [-2, -1000, -100],
    [2, 1000, 100],
  );
  expect(rows.map(({ discount }) => discount)).toEqual([100, -100, -100, 100]);
  expect(warnings).toMatchObject([{ row: 3, column: 'F', code: 'REDUCTION_NEGATIVE' }]);
});
