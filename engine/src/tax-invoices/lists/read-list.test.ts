import { describe, expect, it } from 'vitest';
import type { Row } from '../../sheets/layouts/layout.ts';
import { type ListOf, readTaxList } from './read-list.ts';

const OF_BUYER: ListOf = { side: 'purchase', taxCode: '0316520076', isNamed: false };
const ROW: Row = {
  ...{ form: '1', symbol: 'C26TAA', number: '00000012', date: '2026-11-05', sellerTaxCode: '0101243150' },
  ...{ beforeVat: '1000', vat: '100', total: '1100', currency: 'VND', state: 'Hóa đơn mới', processing: '5' },
};
const read = (over: Row) => readTaxList([{ ...ROW, ...over }], [7], OF_BUYER);
/** The only row of that, or why it is rejected. */
const one = (over: Row) => read(over).rows[0] ?? read(over).rejected[0]?.message;

describe('the state of an invoice', () => {
  it.each([
    ['Hóa đơn bị thay thế', 'replaced'],
    ['Đã được thay thế', 'replaced'],
    ['Hoá đơn thay thế', 'replacing'],
    ['Bị điều chỉnh', 'adjusted'],
    ['Hóa đơn đã được điều chỉnh', 'adjusted'],
    ['Hóa đơn điều chỉnh', 'adjusting'],
    ['Hủy', 'cancelled'],
    ['Hóa đơn bị huỷ', 'cancelled'],
    ['Hóa đơn hủy bỏ', 'cancelled'],
    ['Hóa đơn đã bị xóa bỏ/hủy bỏ', 'cancelled'],
    ['Hóa đơn gốc', 'new'],
  ])('«%s» is %s', (state, means) => {
    expect(one({ state })).toMatchObject({ state: means });
  });

  it('is not the name of a firm in a row that has shifted', () => {
    expect(one({ state: 'Công ty TNHH Huy Hoàng' })).toContain('không phải trạng thái');
  });
});

it('a symbol with its form before it is the invoice of its XML', () => {
  expect(one({ symbol: '1C26TAA' })).toMatchObject({ key: '0101243150|1|C26TAA|12' });
  expect(one({ symbol: '1C26TAA', form: '' })).toMatchObject({ key: '0101243150|1|C26TAA|12' });
  expect(one({ symbol: '2C26TAA' })).toContain('không đúng dạng');
});

it('the number 0 is none', () => {
  expect(one({ number: '00000000' })).toContain('không phải số từ 1');
});

describe('money', () => {
  it('in «VNĐ» is in đồng', () => {
    expect(one({ currency: 'VNĐ', exchangeRate: '' })).toMatchObject({ currency: 'VND', inVnd: { total: 1100 } });
  });

  it.each(['', '0', '1'])('in dollars with the rate «%s» is rejected, and no few đồng', (exchangeRate) => {
    expect(one({ currency: 'USD', exchangeRate })).toContain('Tỷ giá');
  });

  it('of a sales invoice has no amount before VAT, also where the column has 0', () => {
    const inVnd = { beforeVat: null, vat: null, total: 1000 };
    expect(one({ form: '2', beforeVat: '0', vat: '0', total: '1000' })).toMatchObject({ inVnd });
    expect(one({ form: '2', beforeVat: '0', vat: '', total: '1000' })).toMatchObject({ inVnd });
    expect(one({ beforeVat: '0', vat: '0', total: '1000' })).toContain('không khớp tổng thanh toán');
  });

  it('has other deductions taken off its total, where the list tells them', () => {
    expect(one({ otherDeductions: '100', total: '1000' })).toMatchObject({ inVnd: { beforeVat: 1000, total: 1000 } });
    expect(one({ otherDeductions: '100', total: '1100' })).toContain('không khớp tổng thanh toán');
    expect(one({ total: '1000' })).toContain('không khớp tổng thanh toán');
  });
});

it('an invoice that was received without a code is told as such', () => {
  expect(one({ processing: 'Tổng cục thuế đã nhận hóa đơn không có mã' })).toMatchObject({
    processing: 'received_without_code',
  });
});
