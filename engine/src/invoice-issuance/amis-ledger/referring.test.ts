import { describe, expect, test } from 'vitest';
import type { PlannedInvoice } from '../types.ts';
import { referring, withLiveLedger } from './invoice-references.ts';
import { always, books, ids, none, numbers, ours, type Row } from './ledger-fixture.ts';

describe('the entries that refer to an invoice', () => {
  test('are found by fate and number, each once', () => {
    const { to } = referring(
      books([
        { id: '1', says: 'Điều chỉnh hóa đơn số 12' },
        { id: '2', says: 'Điều chỉnh hóa đơn số 0012' },
        { id: '3', says: 'Thay thế hóa đơn số 12' },
        { id: '4', says: 'Điều chỉnh hóa đơn số 13' },
      ]),
      [],
    );
    expect(ids(to('adjusted', numbers('00012', '12')))).toEqual(['1', '2']);
    expect(ids(to('adjusted', numbers('12', '13')))).toEqual(['1', '2', '4']);
    expect(ids(to('replaced', numbers('12')))).toEqual(['3']);
    expect(ids(to('replaced', numbers('99')))).toEqual([]);
  });

  test('are not those that name it with another form or a date of another year: numbers begin anew', () => {
    const { to } = referring(
      books([
        { id: '1', says: 'Thay thế hóa đơn số 12 ngày 05/09/2025' },
        { id: '2', says: 'Thay thế hóa đơn mẫu số 2 số 12' },
        { id: '3', says: 'Thay thế hóa đơn mẫu số 1 ký hiệu C26TYY số 12 ngày 06/09/2026' },
      ]),
      [],
    );
    expect(ids(to('replaced', [{ number: '12', date: '2026-09-05' }]))).toEqual(['3']);
  });

  test('are those that name it with the symbol of its own year, whatever symbol the profile has by now', () => {
    const { to } = referring(
      books(
        [
          { id: '1', says: 'Thay thế hóa đơn ký hiệu 1C26TYY số 12' },
          { id: '2', says: 'Thay thế hóa đơn ký hiệu C27TYY số 12' },
          { id: '3', says: 'Thay thế hóa đơn ký hiệu C26TZZ số 12' },
        ],
        'C27TYY',
      ),
      [],
    );
    expect(ids(to('replaced', [{ number: '12', date: '2026-12-30' }]))).toEqual(['1']);
    expect(ids(to('replaced', [{ number: '12', date: '2027-01-05' }]))).toEqual(['2']);
    // Its own symbol says more of its year than a date that was typed wrongly.
    expect(ids(to('replaced', [{ number: '12', date: '2027-01-05', symbol: '1C26TYY' }]))).toEqual(['1']);
  });

  test('give each of the invoices that one of them names its part, all of them the whole amount', () => {
    const many = { id: '9', says: 'Điều chỉnh giảm các hóa đơn số 12, 13, 14 kèm bảng kê số 1', amount: -1000 };
    const shares = (rows: readonly Row[]) => {
      const ledger = books([...rows, many]);
      const { shareOf } = referring(ledger, []);
      return ['12', '13', '14'].map((number) => shareOf(ledger.salesLedger.at(-1)!, [{ number }]));
    };
    const [one, two] = [
      { id: '1', number: '12', amount: 2000 },
      { id: '2', number: '0013', amount: 1000 },
    ];
    expect(shares([one, two, { id: '3', number: '14', amount: 4000 }])).toEqual([-286, -143, -571]);
    expect(shares([one, two])).toEqual([-333, -334, -333]);
    const alone = books([{ id: '9', says: 'Điều chỉnh hóa đơn số 12', amount: -1000 }]);
    expect(referring(alone, []).shareOf(alone.salesLedger[0]!, numbers('12'))).toBe(-1000);
  });

  test('are the last ones of a chain of replacements, also when it goes in a circle', () => {
    const chain = [
      { id: '2', number: '13', says: 'Thay thế hóa đơn số 12' },
      { id: '3', number: '14', says: 'Thay thế hóa đơn số 13' },
    ];
    expect(ids(referring(books(chain), []).to('replaced', numbers('12')))).toEqual(['3']);
    const circle = [...chain, { id: '4', number: '12', says: 'Thay thế hóa đơn số 14' }];
    expect(ids(referring(books(circle), []).to('replaced', numbers('12')))).toEqual(['4']);
    const unnumbered = [{ id: '2', says: 'Thay thế hóa đơn số 12' }];
    expect(ids(referring(books(unnumbered), []).to('replaced', numbers('12')))).toEqual(['2']);
  });

  test('are in doubt where two invoices of ours carry the named number', () => {
    const named = { id: '9', says: 'Thay thế hóa đơn số 12' };
    const doubt = (rows: readonly Row[], own: readonly PlannedInvoice[], number = '0012') =>
      referring(books([...rows, named]), own).isAmbiguous(numbers(number));
    expect(doubt([], [ours('BH1', '12'), ours('BH2', '0012')])).toBe(true);
    expect(doubt([], [ours('BH1', '12'), ours('BH2', '13')])).toBe(false);
    expect(doubt([], [ours('BH1', '13'), ours('BH2', '13')], '13')).toBe(false);
    // Another voucher of the ledger is another's invoice; ours may have a number there that it had not here.
    expect(doubt([{ id: '1', number: '12', voucher: 'BH2' }], [ours('BH1', '12'), ours('BH2')])).toBe(true);
    expect(doubt([{ id: '1', number: '12', voucher: 'TAY' }], [ours('BH1', '12'), ours('BH2')])).toBe(false);
    const adjusted = books([{ id: '9', says: 'Điều chỉnh hóa đơn số 12' }]);
    expect(referring(adjusted, [ours('BH1', '12'), ours('BH2', '12')]).isAmbiguous(numbers('12'))).toBe(true);
    // Invoices that have no number share none.
    expect(
      referring(books([{ id: '9', says: 'Thay thế hóa đơn số 0' }]), [ours('BH1'), ours('BH2')]).isAmbiguous(
        numbers(''),
      ),
    ).toBe(false);
  });
});

describe('a symbol that was given up for another within the year, whose numbers begin anew', () => {
  const rows: Row[] = [
    { id: '1', number: '00000004', symbol: '1C26TAA', date: '2026-09-05' },
    { id: '2', number: '00000004', symbol: '1C26TAB', date: '2026-09-24' },
    { id: '3', number: '00000005', symbol: '1C26TAB', date: '2026-09-25', says: thay('C26TAB', '24/09/2026') },
    { id: '4', number: '00000006', symbol: '1C26TAB', date: '2026-09-26', says: thay('C26TAA', '05/09/2026') },
  ];
  const target = (symbol: string, date: string) => [{ number: '00000004', symbol, date }];
  const [first, second] = [target('1C26TAA', '2026-09-05'), target('1C26TAB', '2026-09-24')];

  test.each(['C26TAA', 'C26TAB'])(
    'the invoice is the one of the symbol that is named, of a profile of %s',
    (symbol) => {
      const { to, isAmbiguous } = referring(books(rows, symbol), [ours('BH1', '4'), ours('BH2', '4')]);
      expect([first, second].map((one) => ids(to('replaced', one)))).toEqual([['4'], ['3']]);
      expect([first, second].map(isAmbiguous)).toEqual([false, false]);
      expect(ids(withLiveLedger(books(rows, symbol), always, none).salesLedger)).toEqual(['3', '4']);
    },
  );

  test('an invoice without a symbol of its own may be that of either', () => {
    const { isAmbiguous } = referring(books(rows.slice(2)), [ours('BH1', '4'), ours('BH2', '4')]);
    expect(isAmbiguous(second)).toBe(true);
  });
});

function thay(symbol: string, day: string): string {
  return `Thay thế cho hóa đơn Mẫu số 1 ký hiệu ${symbol} số 00000004 ngày ${day}`;
}

describe('the adjustment of an adjusting invoice', () => {
  const first = { id: '1', number: '7', says: 'Điều chỉnh giảm cho hóa đơn số 1', amount: -50 };
  const second = { id: '2', number: '8', says: 'Điều chỉnh tăng cho hóa đơn số 7', amount: 20 };
  const adjusting = (...rows: Row[]) => ids(referring(books(rows), [ours('BHA', '1')]).to('adjusted', numbers('1')));

  test('is one of the invoice that was adjusted first', () => {
    expect(adjusting(first, second)).toEqual(['1', '2']);
    expect(adjusting(first, second, { ...second, id: '3', number: '9', says: 'Điều chỉnh cho hóa đơn số 8' })).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  test('of several invoices is of none of them alone', () => {
    expect(adjusting({ ...first, says: 'Điều chỉnh giảm cho các hóa đơn số 1 và 2' }, second)).toEqual(['1']);
  });

  test('of an invoice of ours is of that one alone', () => {
    const both = referring(books([{ ...first, voucher: 'BHB' }, second]), [ours('BHA', '1'), ours('BHB', '7')]);
    expect(ids(both.to('adjusted', numbers('1')))).toEqual(['1']);
    expect(ids(both.to('adjusted', numbers('7')))).toEqual(['2']);
  });

  test('ends where they go in a circle', () => {
    const back = { ...first, id: '3', says: 'Điều chỉnh cho hóa đơn số 8' };
    expect(adjusting(first, second, back)).toEqual(['1', '2', '3']);
  });
});
