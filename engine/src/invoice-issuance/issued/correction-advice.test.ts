import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { correctedTogether, type WrongOne } from './corrected-together.ts';
import { adviceOn, type WrongInvoice } from './correction-advice.ts';
import { ERROR_KINDS, type ErrorKind } from './error-kinds.ts';

const INVOICE: WrongInvoice = {
  ...{ form: '1', symbol: 'C26TAA', number: '12', date: '2026-11-05', buyer: 'business', before: null },
};
const TODAY = '2026-12-10';

const read = (error: ErrorKind, own: Partial<WrongInvoice> = {}, today = TODAY) => {
  const advice = adviceOn({ ...INVOICE, ...own }, error, today);
  return advice && `${advice.rule}: ${advice.ways.map(({ way }) => way).join(', ')}`;
};

describe('cách xử lý hóa đơn sai', () => {
  test.each<[string, ErrorKind, Partial<WrongInvoice>, string]>([
    ['C1: sai tên đường của người mua', 'name', {}, 'C1: notice'],
    ['C1: sai số tiền bằng chữ', 'words', {}, 'C1: notice'],
    ['C2: sai mã số thuế, chưa xử lý lần nào', 'tax_code', {}, 'C2: adjust, replace'],
    ['C2: sai thuế suất', 'rate', {}, 'C2: adjust, replace'],
    ['C2: sai lần nữa sau khi đã điều chỉnh', 'price', { before: 'adjusted' }, 'C2: adjust'],
    ['C2: sai lần nữa sau khi đã thay thế', 'price', { before: 'replaced' }, 'C2: replace'],
    ['C2: hóa đơn sai không có số', 'tax_code', { number: '' }, 'C2: adjust'],
    ['C2: hóa đơn sai không có ký hiệu', 'tax_code', { symbol: '' }, 'C2: adjust'],
    ['C4: hóa đơn máy tính tiền, sai giá', 'price', { symbol: 'C26MAA' }, 'C4: replace'],
    ['C4: hóa đơn máy tính tiền, sai tên người mua', 'name', { symbol: 'C26MAA' }, 'C1: notice'],
    ['C5: chiết khấu doanh số cuối tháng', 'discount', {}, 'C5: next_invoice, adjust'],
    ['C6: trả lại một phần hàng', 'return', {}, 'C6: adjust'],
    ['C6: trả lại hàng của hóa đơn đã thay thế', 'return', { before: 'replaced' }, 'C6: adjust'],
    ['C7: trả lại xe đã đăng ký tên người mua', 'registered_return', {}, 'C7: buyer_invoice'],
    ['C8: quyết toán đổi khối lượng', 'settlement', {}, 'C8: difference'],
    ['C9: dịch vụ thu tiền trước rồi hủy', 'service', {}, 'C9: adjust'],
    ['C10: hóa đơn của Nghị định 51/2010', 'price', { date: '2022-06-30' }, 'C10: replace'],
    ['C2: hóa đơn của Nghị định 123/2020', 'price', { date: '2022-07-01' }, 'C2: adjust, replace'],
  ])('%s', (_, error, own, expected) => {
    expect(read(error, own)).toBe(expected);
  });

  test('trước 01/07/2026 văn bản chưa có hiệu lực: không khuyên gì', () => {
    expect(read('price', { date: '2026-05-05' }, '2026-06-30')).toBeUndefined();
    expect(read('price', { date: '2026-05-05' }, '2026-07-01')).toBe('C2: adjust, replace');
  });

  test('trả lại tháng 12 của lần bán tháng 11: kê khai tháng 12', () => {
    expect(adviceOn(INVOICE, 'return', TODAY)!.period).toMatch(
      /^Kê khai ở kỳ của hóa đơn mới .*tháng 12\/2026\), không khai bổ sung tháng 11\/2026/,
    );
  });

  test('sai thuế suất của tháng 11 thấy ở tháng 12: khai bổ sung tháng 11; thấy ngay trong tháng thì kê khai đúng', () => {
    expect(adviceOn(INVOICE, 'rate', TODAY)!.period).toMatch(
      /^Khai bổ sung kỳ có tháng 11\/2026 .*không kê khai ở tháng 12\/2026/,
    );
    expect(adviceOn(INVOICE, 'rate', '2026-11-30')!.period).toBe('Kê khai ở kỳ có tháng 11/2026, theo số đúng.');
  });

  test('câu phải ghi, và việc làm trước: tổ chức thì văn bản thỏa thuận, cá nhân thì thông báo', () => {
    const advice = adviceOn(INVOICE, 'tax_code', TODAY)!;
    expect(advice.ways.map(({ words }) => words)).toEqual([
      'Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TAA số 12 ngày 05 tháng 11 năm 2026',
      'Thay thế cho hóa đơn Mẫu số 1 ký hiệu C26TAA số 12 ngày 05 tháng 11 năm 2026',
    ]);
    expect(advice.notes[0]).toMatch(/^Trước khi lập: văn bản thỏa thuận/);
    for (const buyer of ['person', 'unnamed'] as const)
      expect(adviceOn({ ...INVOICE, buyer }, 'tax_code', TODAY)!.notes[0]).toMatch(
        /^Trước khi lập: thông báo cho người mua/,
      );
    expect(adviceOn(INVOICE, 'return', TODAY)!.ways[0]!.words).toMatch(/^Điều chỉnh giảm cho/);
  });

  test('quá năm năm thì không khai bổ sung được nữa', () => {
    const notes = (today: string) => adviceOn(INVOICE, 'rate', today)!.notes.join(' ');
    expect(notes('2031-11-05')).not.toContain('đã quá 5 năm');
    expect(notes('2031-11-06')).toContain('đã quá 5 năm');
  });

  test('whatever the invoice: cancelling is never offered, the first way holds for ever, and each error has a way', () => {
    const invoice = fc.record({
      form: fc.constantFrom('1', ''),
      symbol: fc.constantFrom('C26TAA', 'K26MAB', ''),
      number: fc.constantFrom('7', ''),
      date: fc.constantFrom('2021-03-04', '2025-12-31', '2026-11-05'),
      buyer: fc.constantFrom('business', 'person', 'unnamed'),
      before: fc.constantFrom('adjusted', 'replaced', null),
    });
    const errors = Object.keys(ERROR_KINDS) as ErrorKind[];
    fc.assert(
      fc.property(invoice, fc.constantFrom(...errors), (given, error) => {
        const advice = adviceOn(given, error, TODAY)!;
        const ways = advice.ways.map(({ way }) => way);
        expect(ways.length).toBeGreaterThan(0);
        expect(advice.refused).toContain('Hủy: hóa đơn đã lập không hủy (từ 01/06/2025).');
        if (advice.rule === 'C2' && given.before === 'adjusted') expect(ways).toEqual(['adjust']);
        if (advice.rule === 'C2' && given.before === 'replaced' && given.number && given.form && given.symbol)
          expect(ways).toEqual(['replace']);
        // Only what changed later is declared in the period of the new invoice.
        expect(advice.period.startsWith('Kê khai ở kỳ của hóa đơn mới')).toBe(/^C[5-9]$/.test(advice.rule));
      }),
    );
  });
});

const wrong = (number: string, date: string, error: ErrorKind, buyer = 'HM'): WrongOne => ({
  number,
  date,
  error,
  buyer,
});
const numbers = (list: readonly WrongOne[]) => list.map(({ number }) => number).join(' ');

describe('C3: một hóa đơn cho nhiều hóa đơn sai', () => {
  test('ba hóa đơn một khách, tháng 10 và 11: không gộp cả ba', () => {
    const { why, groups, apart } = correctedTogether([
      wrong('1', '2026-10-05', 'price'),
      wrong('2', '2026-10-31', 'price'),
      wrong('3', '2026-11-01', 'price'),
    ]);
    expect(why).toBe('Không gộp được: 2 tháng (10/2026, 11/2026).');
    expect([groups.map(numbers), numbers(apart)]).toEqual([['1 2'], '3']);
  });

  test('ba hóa đơn một khách tháng 11, hai sai giá một sai mã số thuế: gộp hai, một riêng', () => {
    const { why, groups, apart } = correctedTogether([
      wrong('1', '2026-11-05', 'price'),
      wrong('2', '2026-11-09', 'tax_code'),
      wrong('3', '2026-11-20', 'price'),
    ]);
    expect([groups.map(numbers), numbers(apart)]).toEqual([['1 3'], '2']);
    expect(why).toContain('2 loại sai');
  });

  test('cùng khách, cùng tháng, cùng loại sai: gộp được', () => {
    const all = [wrong('1', '2026-11-05', 'rate'), wrong('2', '2026-11-09', 'rate')];
    expect(correctedTogether(all)).toEqual({ groups: [all], apart: [] });
  });

  test('hai khách, người mua không tên, hàng trả lại: không gộp', () => {
    expect(
      correctedTogether([wrong('1', '2026-11-05', 'rate'), wrong('2', '2026-11-05', 'rate', 'BM')]).groups,
    ).toEqual([]);
    expect(
      correctedTogether([wrong('1', '2026-11-05', 'rate', ''), wrong('2', '2026-11-05', 'rate', '')]).groups,
    ).toEqual([]);
    expect(correctedTogether([wrong('1', '2026-11-05', 'return'), wrong('2', '2026-11-05', 'return')]).groups).toEqual(
      [],
    );
  });
});
