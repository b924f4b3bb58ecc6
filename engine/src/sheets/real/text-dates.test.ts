import { describe, expect, it } from 'vitest';
import type { Cell } from '../cell.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER: Cell[] = [
  'Ngày hạch toán',
  'Ngày hóa đơn',
  'Số chứng từ',
  'Mã hàng',
  'Tổng số lượng bán',
  'Doanh số bán',
];
const row = (posted: Cell, invoiced: Cell = null): Cell[] => [posted, invoiced, 'BH1', 'A1', 1, 1000];
const ledger = (period: string | null, ...rows: Cell[][]): Cell[][] => [
  ['Sổ chi tiết bán hàng'],
  [period],
  HEADER,
  ...rows,
];
const days = (sheet: Cell[][], dateOrder?: 'dmy' | 'mdy') =>
  readSheet(sheet, undefined, '', { dateOrder }).rows.map((one) => [one.accountingDate, one.invoiceDate]);

const SEPTEMBER = 'Từ ngày 01/09/2026 đến ngày 30/09/2026';

describe('days written as text', () => {
  it.each(['2026-09-05', '2026-9-5', '2026/9/5', '2026.09.05'])('have one meaning with the year first: %s', (text) =>
    expect(days(ledger(null, row(text)))).toEqual([['2026-09-05', null]]),
  );

  it.each<[string, string | null, Cell[][], unknown]>([
    [
      'a part above 12 decides its column, wherever it stands',
      null,
      [row('05/09/2026'), row('30/09/2026')],
      [
        ['2026-09-05', null],
        ['2026-09-30', null],
      ],
    ],
    [
      'also when the month comes first',
      null,
      [row('09/05/2026'), row('09/30/2026 08:15:00 AM')],
      [
        ['2026-09-05', null],
        ['2026-09-30', null],
      ],
    ],
    [
      'the period of the file decides for the days it filters by',
      SEPTEMBER,
      [row('05/09/2026')],
      [['2026-09-05', null]],
    ],
    [
      'and so it does when the month comes first',
      SEPTEMBER,
      [row('09/05/2026'), row('09/06/2026')],
      [
        ['2026-09-05', null],
        ['2026-09-06', null],
      ],
    ],
    [
      'columns decide one by one',
      null,
      [row('30/09/2026', '10/05/2026'), row('01/09/2026', '09/30/2026')],
      [
        ['2026-09-30', '2026-10-05'],
        ['2026-09-01', '2026-09-30'],
      ],
    ],
    // An invoice of August in a ledger of September: the period says nothing about it, the ledger's other days do.
    [
      'a column that cannot tell follows the others',
      SEPTEMBER,
      [row('30/09/2026', '09/08/2026')],
      [['2026-09-30', '2026-08-09']],
    ],
    [
      'points are never American, and equal parts are no question',
      null,
      [row('05.09.2026'), row('09/09/2026')],
      [
        ['2026-09-05', null],
        ['2026-09-09', null],
      ],
    ],
    [
      'true days stay as they are',
      null,
      [row({ day: '2026-09-05' }, '2026-10-09'), row({ day: '2026-05-09' })],
      [
        ['2026-09-05', '2026-10-09'],
        ['2026-05-09', null],
      ],
    ],
  ])('%s', (_, period, rows, expected) => {
    expect(days(ledger(period, ...rows))).toEqual(expected);
  });

  it.each<[string, string | null, Cell[][]]>([
    ['nothing in the file tells', null, [row('05/09/2026'), row('06/09/2026')]],
    ['the period holds both readings', 'Năm 2026', [row('05/09/2026')]],
    ['the period speaks for both', SEPTEMBER, [row('05/09/2026'), row('09/05/2026')]],
    [
      'only an invoice day is in doubt, and it need not lie in the period',
      SEPTEMBER,
      [row({ day: '2026-09-30' }, '09/08/2026')],
    ],
  ])('is asked about when %s', (_, period, rows) => {
    const sheet = ledger(period, ...rows);
    expect(() => days(sheet)).toThrow(/ghi ngày bằng chữ \(ví dụ «\d\d\/\d\d\/2026»\).*Hãy chọn thứ tự ngày\/tháng/);
    const [dayFirst, monthFirst] = [days(sheet, 'dmy'), days(sheet, 'mdy')];
    expect(dayFirst).toHaveLength(rows.length);
    expect(monthFirst).not.toEqual(dayFirst);
  });

  it('rejects what contradicts the order that its column has shown', () => {
    const read = readSheet(ledger(null, row('30/09/2026'), row('09/25/2026')));
    expect(read.rejected).toMatchObject([{ row: 5, column: 'A', value: '09/25/2026', code: 'NOT_A_DAY' }]);
    expect(readSheet(ledger(null, row('05/09/2026')), undefined, '', { dateOrder: 'mdy' }).rows).toMatchObject([
      { accountingDate: '2026-05-09' },
    ]);
  });

  it('keeps rows, their numbers and totals in step while it waits for the answer', () => {
    const rows = Array.from({ length: 300 }, (_, at) => row(`0${1 + (at % 9)}/10/2026`));
    const read = readSheet(ledger(null, ...rows, row('13/10/2026'), ['Tổng cộng', null, null, null, 301, 301_000]));
    expect(read.rowNumbers).toEqual(Array.from({ length: 301 }, (_, at) => at + 4));
    expect(read.rows.at(0)).toMatchObject({ accountingDate: '2026-10-01' });
    expect(read).toMatchObject({ warnings: [], totals: { file: { amount: 301_000 }, read: { amount: 301_000 } } });
  });
});
