import { describe, expect, test } from 'vitest';
import { type GivenProfile, issuanceInput } from '../plan-fixture.ts';
import { correctionFindings } from './correction-findings.ts';

type Row = Partial<NonNullable<GivenProfile['sales']>[number]>;

/** The findings of a ledger in short: number, description, and anything unusual of each row. */
const told = (...rows: readonly (readonly [number: string, description?: string, own?: Row])[]) =>
  correctionFindings(
    issuanceInput({
      profiles: [
        {
          code: 'A',
          terms: { invoiceSymbol: 'C26TYY' },
          sales: rows.map(([invoiceNumber, description = 'Bán hàng', own], index) => ({
            ...{ id: `e${index}`, voucherNumber: `BH${invoiceNumber}`, documentDate: '2026-11-20', customerCode: 'C1' },
            ...{ product: 'SP1', quantity: '1', amount: 1000, invoiceDate: '2026-11-20' },
            ...{ invoiceNumber, description, ...own },
          })),
        },
      ],
      lines: [],
    }),
  ).map(({ code, about }) => [code, ...about!.map(({ detail }) => detail)].join(' · '));

describe('the first method is kept: an invoice first adjusted is only ever adjusted, first replaced only replaced', () => {
  test('a second adjustment of an adjusted invoice is right', () => {
    expect(told(['1'], ['2', 'Điều chỉnh cho hóa đơn số 1'], ['3', 'Điều chỉnh cho hóa đơn số 1'])).toEqual([]);
  });

  test('adjusted first, then replaced: the replacement is told', () => {
    expect(told(['3', 'Thay thế cho hóa đơn số 1'], ['2', 'Điều chỉnh cho hóa đơn số 1'], ['1'])).toEqual([
      'CORRECTION_METHOD · Hóa đơn số «1» lần đầu được điều chỉnh bởi chứng từ «BH2», chứng từ «BH3» lại được thay thế.',
    ]);
  });

  test('replaced first: the replacing invoice is replaced again, not adjusted', () => {
    const replaced = ['2', 'Thay thế cho hóa đơn số 1'] as const;
    expect(told(['1'], replaced, ['3', 'Thay thế cho hóa đơn số 2'])).toEqual([]);
    expect(told(['1'], replaced, ['3', 'Điều chỉnh cho hóa đơn số 2'])).toEqual([
      'CORRECTION_METHOD · Hóa đơn số «1» lần đầu được thay thế bởi chứng từ «BH2», chứng từ «BH3» lại được điều chỉnh.',
    ]);
  });

  test('numbers begin anew each year: number 1 of the year before is another invoice', () => {
    const before = ['2', 'Điều chỉnh cho hóa đơn ký hiệu C25TYY số 1'] as const;
    expect(told(['1'], before, ['3', 'Thay thế cho hóa đơn ký hiệu C26TYY số 1'])).toEqual([]);
    expect(told(before, ['3', 'Thay thế cho hóa đơn số 1 ngày 20/12/2025'])[0]).toMatch(
      /^CORRECTION_METHOD .*«1» lần đầu/,
    );
  });

  describe('numbers begin anew in each symbol, of which a profile has two in a year that it changes in', () => {
    const given = { invoiceSymbol: 'C26TAA' };
    const own = { invoiceSymbol: 'C26TYY' };
    const other = { ...own, customerCode: 'C2' };

    test('number 1 of each is another invoice', () => {
      const corrected = ['2', 'Điều chỉnh cho hóa đơn ký hiệu 1C26TAA số 1', own] as const;
      const replaced = ['3', 'Thay thế cho hóa đơn ký hiệu 1C26TYY số 1', other] as const;
      expect(told(['1', undefined, given], ['1', undefined, other], corrected, replaced)).toEqual([]);
    });

    test('one that is named without its symbol is the one of the same buyer', () => {
      const both = [
        ['1', undefined, given],
        ['1', undefined, other],
      ] as const;
      const corrected = ['2', 'Điều chỉnh cho hóa đơn số 1', own] as const;
      expect(told(...both, corrected, ['3', 'Thay thế cho hóa đơn số 1', other])).toEqual([]);
      expect(told(...both, corrected, ['3', 'Thay thế cho hóa đơn ký hiệu 1C26TAA số 1', own])[0]).toMatch(
        /^CORRECTION_METHOD .*«BH3»/,
      );
    });

    test('one that is named without its symbol, of two of the same buyer, is that of the symbol in use', () => {
      const both = [
        ['1', undefined, given],
        ['1', undefined, own],
      ] as const;
      const corrected = ['2', 'Điều chỉnh cho hóa đơn số 1', own] as const;
      const replaced = (symbol: string) =>
        told(...both, corrected, ['3', `Thay thế cho hóa đơn ký hiệu ${symbol} số 1`, own]);
      expect(replaced('1C26TAA')).toEqual([]);
      expect(replaced('1C26TYY')[0]).toMatch(/^CORRECTION_METHOD .*«BH3»/);
    });

    test('a replacing invoice of the symbol in use with the number of a corrected one of the other is no root of it', () => {
      const rows = [
        ['1', undefined, given],
        ['2', undefined, given],
        ['1', 'Thay thế cho hóa đơn ký hiệu 1C26TAA số 2', own],
      ] as const;
      expect(told(...rows, ['3', 'Điều chỉnh cho hóa đơn ký hiệu 1C26TAA số 1', own])).toEqual([]);
    });
  });

  test('what was first is told by the date, then by the number', () => {
    const later = { invoiceDate: '2026-11-25' };
    expect(told(['1'], ['2', 'Thay thế cho hóa đơn số 1', later], ['3', 'Điều chỉnh cho hóa đơn số 1'])[0]).toMatch(
      /lần đầu được điều chỉnh bởi chứng từ «BH3», chứng từ «BH2»/,
    );
  });

  test('a circle of replacements ends', () => {
    expect(told(['1', 'Thay thế cho hóa đơn số 2'], ['2', 'Thay thế cho hóa đơn số 1'])).toEqual([]);
  });
});

describe('one invoice for many, with the list 01/BK-ĐCTT', () => {
  const one = 'Điều chỉnh giảm cho các hóa đơn số 1, 2 và 3 kèm bảng kê số 01/BK-ĐCTT ngày 30/11/2026';
  const minus = { amount: -300, quantity: '0' };

  test('is for invoices of one buyer and one month', () => {
    expect(told(['1'], ['2'], ['3'], ['4', one, minus])).toEqual([]);
  });

  test('of October and November is refused', () => {
    expect(told(['1', undefined, { invoiceDate: '2026-10-30' }], ['2'], ['3'], ['4', one, minus])).toEqual([
      'CORRECTION_MIXED · Chứng từ «BH4» gộp hóa đơn của tháng 10/2026, 11/2026.',
    ]);
  });

  test('of two buyers is refused', () => {
    expect(told(['1', undefined, { customerCode: 'C2' }], ['2'], ['3'], ['4', one, minus])).toEqual([
      'CORRECTION_MIXED · Chứng từ «BH4» gộp hóa đơn của khách «C2», «C1».',
    ]);
  });

  test('of invoices that the ledger does not have goes by the dates that it names itself', () => {
    const dated = 'Thay thế hóa đơn số 8 ngày 30/10/2026, số 9 ngày 02/11/2026';
    expect(told(['10', dated])).toEqual(['CORRECTION_MIXED · Chứng từ «BH10» gộp hóa đơn của tháng 10/2026, 11/2026.']);
  });

  test('without a number of the invoices in its words is told, for nothing is guessed', () => {
    expect(told(['4', 'Thay thế cho các hóa đơn theo bảng kê số 02/BK-ĐCTT ngày 30/11/2026'])).toEqual([
      'CORRECTION_UNREAD · Chứng từ «BH4» chỉ ghi bảng kê số «02/bk-dctt».',
    ]);
  });
});

describe('the signs: an increase is positive, a decrease negative', () => {
  test.each([
    ['Điều chỉnh giảm cho hóa đơn số 1', 500, ['CORRECTION_SIGN · Chứng từ «BH2» điều chỉnh giảm mà ghi 500 đồng.']],
    ['Điều chỉnh tăng cho hóa đơn số 1', -500, ['CORRECTION_SIGN · Chứng từ «BH2» điều chỉnh tăng mà ghi -500 đồng.']],
    ['Điều chỉnh giảm cho hóa đơn số 1', -500, []],
    ['Điều chỉnh tăng cho hóa đơn số 1', 500, []],
    ['Điều chỉnh cho hóa đơn số 1', 500, []],
    ['Điều chỉnh giảm cho hóa đơn số 1', 0, []],
  ])('«%s» with %i đồng', (description, amount, findings) => {
    expect(told(['1'], ['2', description, { amount }])).toEqual(findings);
  });
});

describe('the date of the named invoice', () => {
  test('is the one that the ledger has', () => {
    expect(told(['1'], ['2', 'Thay thế cho hóa đơn số 1 ngày 20/11/2026'])).toEqual([]);
    expect(told(['1'], ['2', 'Thay thế cho hóa đơn số 1 ngày 19/11/2026'])).toEqual([
      'CORRECTION_DATE · Chứng từ «BH2» ghi hóa đơn số «1» ngày 19/11/2026, trên sổ là ngày 20/11/2026.',
    ]);
  });

  test('of another year, or another symbol, is another invoice’s', () => {
    expect(told(['1'], ['2', 'Thay thế cho hóa đơn số 1 ngày 19/11/2025'])).toEqual([]);
    expect(told(['1'], ['2', 'Thay thế cho hóa đơn ký hiệu C26TAB số 1 ngày 19/11/2026'])).toEqual([]);
  });
});
