// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../../../testing/service.ts';
import { show } from '../../../../ui/testing/show.tsx';
import type { Invoice } from '../invoice.ts';
import { TaxInvoiceCard } from './tax-invoice-card.tsx';

type Tax = NonNullable<Invoice['taxInvoice']>;
const TAX: Tax = {
  ...{ id: 't1', settlementId: 's1', status: 'settled', step: 2, key: 'k', form: '1', symbol: 'C26TAA', number: '21' },
  ...{ date: '2026-10-06', buyerName: 'Bình Minh', buyerTaxCode: '0314409058', total: 1080, verdict: 'intact' },
  ...{ authorityCode: '00AB', signedAt: '2026-10-06T03:00:00Z', fate: 'issued', fateBy: '', differences: [] },
  ...{ disagreements: [], side: null, reason: '', decidedBy: null, decidedAt: null, version: 3 },
};
/** As far as the card reads it. */
const invoiceOf = (own: Partial<Tax> | null): Invoice =>
  ({ id: 'i1', taxInvoice: own && { ...TAX, ...own } }) as unknown as Invoice;

const cellsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('says which tax invoice it is, why it is known, and that nothing differs', async () => {
  show(<TaxInvoiceCard invoice={invoiceOf({})} />);
  expect((await screen.findByRole('link', { name: '1C26TAA số 21' })).getAttribute('href')).toBe('/tax-invoices/t1');
  screen.getByText('ghi số chứng từ của Khớp');
  screen.getByText('Hóa đơn điện tử đúng như hóa đơn của Khớp, đến từng đồng.');
  expect(screen.queryByRole('button')).toBeNull();
});

test('tells every difference with both values, and a fate by its number', async () => {
  const differences: Tax['differences'] = [
    { kind: 'TOTAL', line: null, ours: '1.080', theirs: '1.081' },
    { kind: 'ITEM', line: 2, ours: 'SP1 · Muối: 1 = 5 đ', theirs: '' },
  ];
  show(<TaxInvoiceCard invoice={invoiceOf({ differences, fate: 'replaced', fateBy: '22', id: null })} />);
  await screen.findByText('Bị thay thế bởi hóa đơn số 22');
  screen.getByText('Khớp, có chỗ khác');
  screen.getByText('(kho chưa có tệp, chỉ hóa đơn khác nhắc đến)');
  expect(cellsOf('Khác hóa đơn của Khớp')).toEqual([
    ...['Tổng thanh toán', '1.080', '1.081'],
    ...['Mặt hàng, dòng 2', 'SP1 · Muối: 1 = 5 đ', 'không có'],
  ]);
});

test('a side is chosen by keyboard once a reason is given, with the version that was seen', async () => {
  const sent = service({ 'POST /tax-settlements/s1/decision': () => ({ ...TAX, id: 's1', version: 4 }) });
  const disagreements: Tax['disagreements'] = [{ field: 'number', tax: '21', amis: '00000022' }];
  const hands = show(<TaxInvoiceCard invoice={invoiceOf({ status: 'disagrees', disagreements })} />);
  const amis = await screen.findByRole('button', { name: 'Theo sổ AMIS' });
  expect(cellsOf('Lệch sổ AMIS')).toEqual(['Số hóa đơn', '21', '00000022']);
  expect(amis).toHaveProperty('disabled', true);
  screen.getByLabelText(/^Lý do/).focus();
  await hands.keyboard('AMIS ghi đúng{Tab}{Enter}');
  expect(sent.map(({ line, body }) => [line, body])).toEqual([
    ['POST /tax-settlements/s1/decision', { version: 3, reason: 'AMIS ghi đúng', side: 'amis' }],
  ]);
});

test('a decision is told and can be taken back; one that holds no more asks again', async () => {
  const decided = { side: 'tax', reason: 'Bản ký', decidedBy: 'ke@toan', decidedAt: '2026-10-07T03:00:00Z' } as const;
  const sent = service({ 'POST /tax-settlements/s1/undo': () => ({ ...TAX, id: 's1' }) });
  const hands = show(<TaxInvoiceCard invoice={invoiceOf({ ...decided, status: 'decided' })} />);
  await hands.click(await screen.findByRole('button', { name: 'Bỏ quyết định' }));
  expect(sent.map(({ body }) => body)).toEqual([{ version: 3 }]);
  show(<TaxInvoiceCard invoice={invoiceOf({ ...decided, status: 'disagrees' })} />);
  await screen.findByText(/Giá trị đã đổi sau quyết định ấy/);
});

test('an invoice without a tax invoice has no card', () => {
  show(<TaxInvoiceCard invoice={invoiceOf(null)} />);
  expect(screen.queryByText('Hóa đơn điện tử')).toBeNull();
});
