import { describe, expect, it } from 'vitest';
import { readNotations } from '../body/notation.ts';
import type { Cell } from '../cell.ts';
import type { ColumnMap } from '../mapping/column-map.ts';
import { readSheet } from '../read-sheet.ts';

const HEADER = [
  'Ngày hạch toán',
  'Số chứng từ',
  'Mã hàng',
  'Tổng số lượng bán',
  'Doanh số bán',
  'Tổng số lượng trả lại',
];
const row = (day: Cell, quantity: Cell, amount: Cell = 1000, returned: Cell = null): Cell[] => [
  day,
  'BH1',
  'A1',
  quantity,
  amount,
  returned,
];
const ledger = (period: string | null, ...rows: Cell[][]): Cell[][] => [
  ['SỔ CHI TIẾT BÁN HÀNG'],
  [period],
  HEADER,
  ...rows,
];
const first = (sheet: Cell[][], dateOrder?: 'dmy' | 'mdy') => {
  try {
    const { rows, rejected } = readSheet(sheet, undefined, '', { dateOrder });
    return rejected.length > 0
      ? rejected[0]!.code
      : rows.map(({ accountingDate, quantity }) => [accountingDate, quantity]);
  } catch (error) {
    const { code, details } = error as { code: string; details: object };
    return [code, details];
  }
};
const DAY = { day: '2026-09-05' };

describe('a quantity such as 1.234, as a text, is', () => {
  it('asked about once for its column, not rejected row by row', () => {
    expect(first(ledger(null, row(DAY, '1.234'), row(DAY, '2.000')))).toEqual([
      'DECIMAL_SIGN_UNKNOWN',
      { column: 'D', header: 'Tổng số lượng bán', value: '1.234' },
    ]);
  });

  it.each<[string, Cell[], string]>([
    ['a fraction elsewhere in the column', row(DAY, '12,5'), '1234'],
    ['a fraction with a point', row(DAY, '12.5'), '1.234'],
    ['millions', row(DAY, '1.234.567'), '1234'],
    ['an amount of the same file', row(DAY, 1, '1.234.567'), '1234'],
    ['another column of quantities', row(DAY, 1, 1000, '1,5'), '1234'],
  ])('read as %s shows', (_, showing, read) => {
    expect(first(ledger(null, row(DAY, '1.234'), showing))).toContainEqual(['2026-09-05', read]);
    expect(first(ledger(null, showing, row(DAY, '1.234')))).toContainEqual(['2026-09-05', read]);
  });

  it('asked about where columns of the file contradict each other', () => {
    const rows = [row(DAY, '1.234'), row(DAY, 1, '1.234.567', '1.5')];
    expect(first(ledger(null, ...rows))).toMatchObject(['DECIMAL_SIGN_UNKNOWN', {}]);
  });

  it('no question in a column of money, nor where the cells are numbers', () => {
    expect(first(ledger(null, row(DAY, 1.234, '1.234')))).toEqual([['2026-09-05', '1.234']]);
  });
});

describe('numbers that one column writes both ways', () => {
  it.each<[string, ...Cell[][]]>([
    ['an amount that a spreadsheet has taken for ten đồng', row(DAY, 1, '10,000.00 đ'), row(DAY, 1, '10.000 đ')],
    ['the same, the other way round', row(DAY, 1, '10.000'), row(DAY, 1, '1.234.500'), row(DAY, 1, '2,500.00')],
    ['millions with points, thousands with a comma', row(DAY, 1, '1.234.500'), row(DAY, 1, '10,000')],
    ['12.500 that a spreadsheet has made 12.5', row(DAY, 1, '1.234.500'), row(DAY, 1, '12.5')],
    ['a quantity', row(DAY, '12,5'), row(DAY, '1.234'), row(DAY, '12.5')],
    ['a quantity that comes last', row(DAY, '12,5'), row(DAY, '12.5'), row(DAY, '1.234')],
  ])('are refused: %s', (_, ...rows) => {
    expect(first(ledger(null, ...rows))).toMatchObject(['DECIMAL_SIGNS_MIXED', {}]);
  });

  it('are not those of a database that writes three places behind every đồng', () => {
    const { rows } = readSheet(ledger(null, row(DAY, 1, '150000.000'), row(DAY, 1, '500.000'), row(DAY, 1, '0.000')));
    expect(rows.map(({ amount }) => amount)).toEqual([150_000, 500, 0]);
  });

  it('are no answer of a person away from being read', () => {
    const sheet = ledger(null, row(DAY, '12,5'), row(DAY, '1.234'), row(DAY, '12.5'));
    for (const said of ['D:comma', 'D:point'])
      expect(() => readSheet(sheet, undefined, '', { notations: readNotations(said)! })).toThrow('theo hai cách');
  });

  it('are read where every one can be read in one way only, and zeros show nothing', () => {
    const shown = ledger(null, row(DAY, '12,5'), row(DAY, '12.5'), row(DAY, 1, '1.234.500'), row(DAY, 1, '0.00'));
    expect(first(shown)).toEqual(['12.5', '12.5', '1', '1'].map((quantity) => ['2026-09-05', quantity]));
  });
});

describe('a day with a year of two digits is', () => {
  it('asked about, since the year may come first', () => {
    expect(first(ledger(null, row('25/09/26', 1)))).toEqual([
      'DATE_ORDER_UNKNOWN',
      { column: 'A', header: 'Ngày hạch toán', value: '25/09/26' },
    ]);
    expect(first(ledger(null, row('25/09/26', 1)), 'dmy')).toEqual([['2026-09-25', '1']]);
    expect(first(ledger(null, row('09/25/26', 1)), 'mdy')).toEqual([['2026-09-25', '1']]);
  });

  it('read where the stated period or the calendar leaves one order', () => {
    const september = 'Từ ngày 01/09/2026 đến ngày 30/09/2026';
    expect(first(ledger(september, row('25/09/26', 1), row('05/09/26', 2)))).toEqual([
      ['2026-09-25', '1'],
      ['2026-09-05', '2'],
    ]);
    expect(first(ledger(null, row('25/09/99', 1)))).toEqual([['1999-09-25', '1']]);
  });
});

it('leaves days that the period has in either order to those that it has in one', () => {
  const half = 'Từ ngày 01/01/2026 đến ngày 30/06/2026';
  expect(first(ledger(half, row('03/04/2026', 1), row('05/09/2026', 2)))).toEqual([
    ['2026-03-04', '1'],
    ['2026-05-09', '2'],
  ]);
});

it('reads days of eight digits, which no other order explains, and says so', () => {
  const read = readSheet(ledger(null, row('20260905', 1), row(20260930, 2)));
  expect(read.rows).toMatchObject([{ accountingDate: '2026-09-05' }, { accountingDate: '2026-09-30' }]);
  expect(read.warnings.map(({ code }) => code)).toEqual(['DAY_FROM_NUMBER', 'DAY_FROM_NUMBER']);
  expect(first(ledger(null, row('20261332', 1)))).toBe('NOT_A_DAY');
});

it('takes what a map says of each column', () => {
  const fields = ['accountingDate', 'voucherNumber', 'productCode', 'quantity', 'amount', 'returnQuantity'];
  const map = (days: 'dmy' | 'ymd', decimal: ',' | '.'): ColumnMap => ({
    ...{ layout: 'amis-sales-ledger', sheet: '', headerRow: 3, headerRows: 1 },
    columns: fields.map((field, at) => ({
      ...{ field, column: 'ABCDEF'[at]!, header: HEADER[at]! },
      ...(field === 'accountingDate' && { days }),
      ...(field === 'quantity' && { decimal }),
    })),
  });
  const sheet = ledger(null, row('05/09/26', '1.234'), ['Tổng cộng', null, null, '1.234', 1000]);
  const read = (...said: Parameters<typeof map>) => {
    const { rows, totals, warnings } = readSheet(sheet, undefined, '', { map: map(...said) });
    return [rows[0]!.accountingDate, rows[0]!.quantity, totals.file?.quantity, warnings.length];
  };
  expect(read('dmy', ',')).toEqual(['2026-09-05', '1234', '1234', 0]);
  expect(read('ymd', '.')).toEqual(['2005-09-26', '1.234', '1.234', 0]);
});

it('takes what is answered of each column, where it is asked', () => {
  const sheet = ledger(null, row('05/09/26', '1.234'), ['Tổng cộng', null, null, '1.234', 1000]);
  const { rows, warnings } = readSheet(sheet, undefined, '', { notations: readNotations('A:ymd,D:comma')! });
  expect(rows).toMatchObject([{ accountingDate: '2005-09-26', quantity: '1234' }]);
  expect(warnings).toEqual([]);
  expect(readNotations('D:comma,D:dmy')).toEqual({ D: { decimal: ',', days: 'dmy' } });
  expect(['', 'd:comma', 'D:khac', 'D:comma,', 'D'].map(readNotations)).toEqual(Array(5).fill(undefined));
});
