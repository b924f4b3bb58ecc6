import { describe, expect, it } from 'vitest';
import { readSheet } from '../read-sheet.ts';
import { guessMap } from './guess.ts';
import { STOCK } from './stock-fixture.ts';

describe('a guess', () => {
  it('names the columns of a report with other words, and how sure it is', () => {
    const guess = guessMap(
      [
        { name: 'Bìa', rows: [['Công ty An Phú']] },
        { name: 'Tồn', rows: [[], ['Báo cáo tồn'], ...STOCK] },
      ],
      'amis-inventory',
    )!;
    expect(guess.map).toMatchObject({ sheet: 'Tồn', headerRow: 3, headerRows: 1 });
    const fields = Object.fromEntries(guess.map.columns.map((one) => [one.column, one.field]));
    expect(fields).toMatchObject({ B: 'productCode', C: 'productName', E: 'closingQuantity' });
    expect(guess.sureness.productCode).toBeGreaterThan(0.45);
    expect(guess.sureness.productCode).toBeLessThan(1);
  });

  it('finds merged headings above the header', () => {
    const rows = [
      ['Kho', 'Mã hàng', 'Tên', 'Đvt', 'Tồn đầu', null, 'Tồn cuối', null],
      [null, null, null, null, 'SL', 'Tiền', 'SL', 'Tiền'],
      ['K1', 'A1', 'Nồi', 'Cái', 1, 100, 5, 1000],
    ];
    const guess = guessMap([{ name: 'A', rows }], 'amis-inventory')!;
    expect(guess.map.headerRows).toBe(2);
    expect(guess.map.columns).toContainEqual({ field: 'closingQuantity', column: 'G', header: 'Tồn cuối – SL' });
  });

  it('finds the layout, and a day by the looks of its cells alone', () => {
    const rows = [
      ['Thời điểm', 'Chứng từ số', 'Mã sản phẩm', 'Tên sản phẩm', 'SL bán', 'Doanh số'],
      [{ day: '2026-09-05' }, 'BH1', 'A1', 'Nồi', 3, 90_000],
    ];
    const guess = guessMap([{ name: 'A', rows }])!;
    expect(guess.map.layout).toBe('amis-sales-ledger');
    expect(guess.sureness.accountingDate).toBe(0.4);
    expect(readSheet(rows, undefined, '', { map: guess.map }).rows).toMatchObject([
      { accountingDate: '2026-09-05', voucherNumber: 'BH1', productCode: 'A1', quantity: '3', amount: 90_000 },
    ]);
  });

  it('asks what its texts leave open, and takes what they show', () => {
    const header = ['Ngày', 'Số CT', 'Mã hàng', 'SL bán', 'Doanh số'];
    const rows = (quantity: string, text: string) => [header, [text, 'BH1', 'A1', quantity, 90_000]];
    const guess = (quantity: string, text: string) =>
      guessMap([{ name: 'A', rows: rows(quantity, text) }], 'amis-sales-ledger')!;
    expect(guess('1.234', '05/09/26').open).toEqual([
      { field: 'accountingDate', kind: 'days', value: '05/09/26' },
      { field: 'quantity', kind: 'decimal', value: '1.234' },
    ]);
    expect(guess('1.234,5', '25/09/2026').open).toEqual([]);
    expect(guess('1.234,5', '25/09/2026').map.columns).toMatchObject([{ days: 'dmy' }, {}, {}, { decimal: ',' }, {}]);
  });

  it('takes an amount or a price before tax for what it is, and no tax', () => {
    const rows = [
      ['Ngày ct', 'Số ct', 'Mã SP', 'Đơn giá chưa thuế', 'Số lượng', 'Thành tiền chưa VAT', 'VAT'],
      [{ day: '2026-11-01' }, 'P1', 'A1', 180_000, 5, 900_000, 45_000],
    ];
    const guess = guessMap([{ name: 'A', rows }], 'bravo-sales')!;
    const fields = Object.fromEntries(guess.map.columns.map((one) => [one.column, one.field]));
    expect(fields).toMatchObject({ D: 'unitPrice', E: 'quantity', F: 'amount', G: 'vatAmount' });
    const [header, row] = rows.map((cells) => cells.slice(0, -1));
    const bare = guessMap([{ name: 'A', rows: [header!, row!] }], 'bravo-sales')!;
    expect(bare.map.columns.filter(({ column }) => column === 'F')).toMatchObject([{ field: 'amount' }]);
  });

  it.each(['Chưa thuế', 'Tiền trước VAT', 'Thành tiền (chưa thuế GTGT)'])(
    'takes «%s» for the amount, and «Thành tiền» beside it for the total, on either side',
    (net) => {
      const line = { ct: 'P1', [net]: 900_000, 'Tiền thuế': 72_000, 'Thành tiền': 972_000 };
      for (const names of [Object.keys(line), Object.keys(line).toReversed()]) {
        const rows = [
          ['Ngày ct', 'Mã SP', 'Số lượng', ...names],
          [{ day: '2026-11-01' }, 'A1', 5, ...names.map((name) => line[name]!)],
        ];
        const guess = guessMap([{ name: 'A', rows }], 'bravo-sales')!;
        const headers = Object.fromEntries(guess.map.columns.map(({ field, header }) => [field, header]));
        expect(headers).toMatchObject({ amount: net, vatAmount: 'Tiền thuế', totalAmount: 'Thành tiền' });
      }
    },
  );

  it('says nothing of a sheet without headers', () => {
    expect(
      guessMap(
        [
          {
            name: 'A',
            rows: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
        'amis-inventory',
      ),
    ).toBeUndefined();
  });
});
