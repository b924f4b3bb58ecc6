import { describe, expect, test } from 'vitest';
import { counted } from '../findings/records.ts';
import { type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { numberFindings } from './number-findings.ts';

type Row = Partial<NonNullable<GivenProfile['sales']>[number]>;

/** A ledger of invoices: number, date, and anything unusual of each. */
const inputOf = (rows: readonly (readonly [number: string, date?: string, own?: Row])[], invoiceSymbol = 'C26TYY') =>
  issuanceInput({
    profiles: [
      {
        code: 'A',
        terms: { invoiceSymbol },
        sales: rows.map(([invoiceNumber, invoiceDate = '2026-11-21', own], index) => ({
          ...{ id: `e${index}`, voucherNumber: `BH${index}`, documentDate: '2026-11-20', customerCode: `C${index}` },
          ...{ product: 'SP1', quantity: '1', amount: 1000, invoiceNumber, invoiceDate, ...own },
        })),
      },
    ],
    lines: [],
  });
const found = (...given: Parameters<typeof inputOf>) => numberFindings(inputOf(...given));
const told = (...given: Parameters<typeof found>) =>
  found(...given).map(({ code, severity, about }) =>
    [severity, code, ...about!.map(({ detail }) => detail)].join(' · '),
  );

describe('the numbers of a symbol in the AMIS ledger', () => {
  test('run from small to large without a gap, in whatever order the rows come, with zeros before them or not', () => {
    expect(
      told([['00000007'], ['5'], ['0000006'], ['6', undefined, { voucherNumber: 'BH2', customerCode: 'C2' }]]),
    ).toEqual([]);
  });

  test('5, 6, 8: number 7 is missing, which is told at 8 and stops nothing', () => {
    expect(told([['5'], ['6'], ['8']])).toEqual(['warn · NUMBER_GAP · Thiếu số 7, giữa «6» và «8».']);
    expect(told([['5'], ['99']])).toEqual(['warn · NUMBER_GAP · Thiếu số 6 đến 98, giữa «5» và «99».']);
  });

  test('a gap is worth what is not known, and not the money of the invoice after it', () => {
    const input = inputOf([['5'], ['6'], ['8']]);
    expect(counted(numberFindings(input), input)).toMatchObject([{ code: 'NUMBER_GAP', count: 1, amount: null }]);
  });

  test('a number in the ledger of another period is no gap, of the same profile, symbol and year', () => {
    const other = { profile: 'A', invoiceNumber: '00000007', invoiceSymbol: '1C26TYY', invoiceDate: '2026-11-21' };
    const gaps = (...numbersElsewhere: (typeof other)[]) => {
      const input = inputOf([['5'], ['6'], ['8'], ['12']]);
      const found = numberFindings({ ...input, numbersElsewhere }).filter(({ code }) => code === 'NUMBER_GAP');
      return found.flatMap(({ about }) => about!.map(({ detail }) => detail));
    };
    const whole = 'Thiếu số 9 đến 11, giữa «8» và «12».';
    expect(gaps(other)).toEqual([whole]);
    expect(gaps(other, { ...other, invoiceNumber: '10', invoiceSymbol: '' })).toEqual([
      'Thiếu số 9, số 11, giữa «8» và «12».',
    ]);
    expect(gaps(...['7', '9', '10', '11'].map((invoiceNumber) => ({ ...other, invoiceNumber })))).toEqual([]);
    const foreign = [
      ...[{ profile: 'B' }, { invoiceSymbol: '1C26TZZ' }, { invoiceNumber: 'SAI' }, { invoiceNumber: '6' }],
      { invoiceSymbol: '', invoiceDate: '2025-11-21' },
    ];
    expect(gaps(...foreign.map((own) => ({ ...other, ...own })))).toEqual(['Thiếu số 7, giữa «6» và «8».', whole]);
  });

  test('5, 6, 6 of two customers: the number was given twice, and no file leaves', () => {
    expect(told([['5'], ['6'], ['6']])).toEqual(['block · NUMBER_TWICE · Số «6» ở chứng từ «BH1» và «BH2».']);
  });

  test('5, 5 of one customer on two days are two invoices as well', () => {
    const same = { customerCode: 'C0' };
    expect(told([['5'], ['5', '2026-11-22', same]])).toEqual([
      'block · NUMBER_TWICE · Số «5» ở chứng từ «BH0» và «BH1».',
    ]);
    // Several vouchers of one customer and day may share an invoice.
    expect(told([['5'], ['5', '2026-11-21', same]])).toEqual([]);
  });

  test('a return names the number that it takes back', () => {
    expect(told([['5'], ['5', '2026-11-25', { quantity: '-1', amount: -1000 }]])).toEqual([]);
  });

  test('21/11 with number 6, 20/11 with number 7: the date goes back', () => {
    expect(told([['5'], ['6'], ['7', '2026-11-20'], ['8']])).toEqual([
      'warn · NUMBER_DATE_BACK · Số «7» ngày 20/11/2026, số nhỏ hơn «6» ngày 21/11/2026.',
    ]);
  });

  test('an invoice of several rows is told once, with the money of all of them', () => {
    const more = { voucherNumber: 'BH1', customerCode: 'C1', amount: 2500 };
    const rows = [['6'], ['7', '2026-11-20'], ['7', '2026-11-20', more]] as const;
    expect(found(rows).map(({ count, about }) => [count, about!.map(({ amount }) => amount)])).toEqual([[1, [3500]]]);
  });

  test('02/01/2027 under C26TAA: the symbol is of another year', () => {
    const named = { invoiceSymbol: '1C26TAA' };
    expect(
      told([
        ['5', '2026-12-31', named],
        ['6', '2027-01-02', named],
      ]),
    ).toEqual(['warn · NUMBER_SYMBOL_YEAR · Số «6» ký hiệu «C26TAA» có ngày 02/01/2027.']);
  });

  test('begin anew in each symbol and each year', () => {
    expect(told([['5'], ['5', undefined, { invoiceSymbol: 'C26TAB' }]])).toEqual([]);
    expect(
      told([
        ['5', '2026-12-31'],
        ['5', '2027-01-02'],
      ]),
    ).toEqual([]);
    expect(
      told(
        [
          ['5', '2026-12-31'],
          ['5', '2027-01-02'],
        ],
        '',
      ),
    ).toEqual([]);
    expect(told([['5'], ['7', undefined, { invoiceSymbol: '1C26TYY' }]])).toHaveLength(1);
  });

  test('are not told twice when they are no numbers, or longer than eight digits', () => {
    expect(told([['5'], ['123456789'], ['SAI'], ['']])).toEqual([]);
  });
});
