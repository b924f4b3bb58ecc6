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

describe('a Bravo list of sales', () => {
  const HEADER = ['Ngày ct', 'Số ct', 'Mã ct', 'Mã vật tư', 'Đvt', 'Số lượng', 'Tiền hàng'];
  const line = (
    docNo: string,
    quantity: number,
    amount: number,
    docCode: string | null = null,
    ...more: Cell[]
  ): Cell[] => [...[{ day: '2026-09-05' }, docNo, docCode, 'VT1', 'Lon', quantity, amount], ...more];
  const list = (header: Cell[], ...rows: Cell[][]) => {
    const {
      rows: sold,
      rejected,
      warnings,
    } = readSheet([['BẢNG KÊ BÁN HÀNG'], ['Từ ngày 01/09/2026 đến ngày 30/09/2026'], header, ...rows]);
    return {
      sold: sold.map(({ docNo, quantity, amount }) => [docNo, quantity, amount]),
      told: rejected.map(({ row, column, code }) => [row, column, code]),
      warned: warnings.map(({ code }) => code),
    };
  };

  it.each([
    'SL trả lại',
    'Số lượng (trả lại)',
    'Tiền hàng trả lại',
    'SL khuyến mại',
    'Số lượng (KM)',
    'SL tặng',
    'Tiền giảm giá',
    'Giảm giá',
    'Chiết khấu',
    'CK',
    'Tiền CK 2',
    'Tiền CKTM',
    'Chiết khấu thương mại',
  ])('is refused in the rows that state «%s» in a column of its own, which no invoice would know', (part) => {
    const rows = [line('HD1', 10, 10_000, 'HD', 2), line('HD2', 1, 1_000, 'HD', 0), line('HD3', 1, 1_000, 'HD', '-')];
    expect(list([...HEADER, part], ...rows)).toEqual({
      sold: [
        ['HD2', '1', 1_000],
        ['HD3', '1', 1_000],
      ],
      told: [[4, 'H', 'FIGURE_NOT_READ']],
      warned: [],
    });
  });

  it.each([
    'Tiền hàng sau giảm giá',
    'Tiền giảm giá NT',
    'Hàng khuyến mại',
    'Lý do trả lại',
    'Tỷ lệ giảm giá',
    'SL tồn',
  ])('is read beside «%s»', (header) =>
    expect(list([...HEADER, header], line('HD1', 10, 10_000, 'HD', 5))).toMatchObject({
      sold: [['HD1', '10', 10_000]],
      told: [],
    }),
  );

  it.each([
    'Hàng bán bị trả lại',
    'II. HÀNG BÁN TRẢ LẠI',
    'Loại chứng từ : Hàng bán trả lại (2 )',
    'Phiếu nhập hàng bán bị trả lại',
    '2) Hàng trả lại',
  ])('takes no sale from what is below «%s» with the sign of one', (heading) => {
    const rows = [['I. Hàng bán'], line('HD1', 10, 10_000), [heading], line('TL1', 2, 2_000), line('TL2', -1, -1_000)];
    expect(list(HEADER, ...rows, ['III. Hàng bán khác'], line('HD2', 1, 1_000))).toMatchObject({
      sold: [
        ['HD1', '10', 10_000],
        ['TL2', '-1', -1_000],
        ['HD2', '1', 1_000],
      ],
      told: [[7, 'F', 'RETURN_NOT_NEGATIVE']],
    });
  });

  it('is read beside the rate of its discount, and not beside a second discount', () => {
    const header = [...HEADER, 'Chiết khấu', 'Tiền CK', 'Tiền CK thanh toán'];
    expect(list(header, line('HD1', 10, 10_000, 'HD', 5, 500, 0), line('HD2', 10, 10_000, 'HD', 5, 500, 200))).toEqual({
      sold: [['HD1', '10', 10_000]],
      told: [[5, 'J', 'FIGURE_NOT_READ']],
      warned: [],
    });
  });

  it('leaves a document of returns below such a heading to the look that it waits for', () => {
    expect(list(HEADER, ['Hàng bán bị trả lại'], line('TL1', 2, 2_000, 'TL'))).toEqual({
      sold: [['TL1', '2', 2_000]],
      told: [],
      warned: ['RETURN_NOT_NEGATIVE'],
    });
  });
});

it('an AMIS ledger has its returns and allowances under other names, too', () => {
  const { rows } = readSheet([
    [SALES],
    [
      'Ngày hạch toán',
      'Số chứng từ',
      'Mã hàng',
      'Tổng số lượng bán',
      'Doanh số bán',
      'Tiền hàng trả lại',
      'Giảm giá hàng bán',
    ],
    [{ day: '2026-09-05' }, 'BH1', 'H1', 10, 10_000, 2_000, 300],
  ]);
  expect(rows).toMatchObject([{ returnAmount: 2_000, allowanceAmount: 300, netAmount: 7_700 }]);
});
