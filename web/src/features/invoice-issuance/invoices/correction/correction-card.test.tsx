// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { service } from '../../../../testing/service.ts';
import { show } from '../../../../ui/testing/show.tsx';
import type { Invoice } from '../invoice.ts';
import { CorrectionCard } from './correction-card.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-12-10T05:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const BUYER = { source: 'connection', customerCode: 'HM', taxCode: '0316520076', budgetCode: '' };

/** As far as the card reads it. */
const invoiceOf = (own: object = {}): Invoice =>
  ({
    ...{ id: 'i1', periodId: 'p1', profileId: 'a', status: 'issued', invoiceNumber: '12', invoiceDate: '2026-11-05' },
    ...{ date: '2026-11-05', seller: { invoiceForm: '1', invoiceSymbol: 'C26TAA' }, buyer: BUYER },
    ...own,
  }) as unknown as Invoice;

const other = (id: string, invoiceNumber: string, invoiceDate: string, customerCode = 'HM') => ({
  ...{ id, invoiceNumber, invoiceDate, date: invoiceDate, buyer: { ...BUYER, customerCode } },
});

async function choose(invoice: Invoice, error: string, others: readonly object[] = []) {
  const asked: string[] = [];
  const written = service({
    'GET /invoice-issuance/periods/p1/amis-invoices': ({ query }) => {
      asked.push(query.toString());
      return { items: others, total: others.length };
    },
  });
  const hands = show(<CorrectionCard invoice={invoice} />);
  await hands.click(await screen.findByRole('combobox', { name: 'Điều sai hoặc phát sinh' }));
  await hands.click(await screen.findByRole('option', { name: error }));
  return { asked, written };
}

test('a wrong tax code: both ways with their words, what comes first, the period, and what may not be done', async () => {
  const { written } = await choose(invoiceOf(), 'Sai mã số thuế người mua');
  expect(await screen.findByText('Chọn một cách (C2, khoản 1b)')).toBeDefined();
  screen.getByText(
    'Ghi trên hóa đơn: «Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TAA số 12 ngày 05 tháng 11 năm 2026»',
  );
  screen.getByText(/^Trước khi lập: văn bản thỏa thuận/);
  screen.getByText(/^Khai bổ sung kỳ có tháng 11\/2026/);
  screen.getByText(/^Hủy: hóa đơn đã lập không hủy/);
  // It only says.
  expect(written).toEqual([]);
});

test('other invoices of the buyer in the month are named, those of another month or buyer are not', async () => {
  const { asked } = await choose(invoiceOf(), 'Sai đơn giá, thành tiền', [
    other('i1', '12', '2026-11-05'),
    other('i2', '15', '2026-11-20'),
    other('i3', '16', '2026-12-01'),
    other('i4', '17', '2026-11-21', 'BM'),
  ]);
  expect(await screen.findByText(/còn hóa đơn số 15\. Nếu chúng sai cùng loại/)).toBeDefined();
  expect(asked).toEqual(['profileId=a&status=issued&q=HM&limit=100']);
});

test('a return asks for no list, and is declared in the month of the adjusting invoice', async () => {
  const { asked } = await choose(invoiceOf(), 'Trả lại hàng, đổi hàng làm đổi giá trị', [
    other('i2', '15', '2026-11-20'),
  ]);
  expect(await screen.findByText(/lập hôm nay: kỳ có tháng 12\/2026/)).toBeDefined();
  expect(asked).toEqual([]);
});

test('after an adjustment only an adjustment, after a replacement only a replacement', async () => {
  await choose(invoiceOf({ status: 'adjusted' }), 'Sai thuế suất');
  expect(await screen.findByText('Thay thế: lần đầu đã điều chỉnh thì các lần sau chỉ điều chỉnh.')).toBeDefined();
});

test('a draft, and what has left without a number, have no such card', () => {
  for (const own of [{ status: 'draft' }, { status: 'exported' }, { invoiceNumber: null }, { status: 'cancelled' }]) {
    const { unmount } = show(<CorrectionCard invoice={invoiceOf(own)} />) as unknown as { unmount?: () => void };
    expect(screen.queryByText('Cách xử lý hóa đơn sai')).toBeNull();
    unmount?.();
  }
});
