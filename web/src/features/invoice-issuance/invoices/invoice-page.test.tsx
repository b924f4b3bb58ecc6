// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Sent, service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { Allocations } from './invoice-items.tsx';
import { InvoicePage } from './invoice-page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ id: 'i1' }),
}));

it('an invoice that is not there leads to the list, for asking again brings nothing', async () => {
  service({});
  show(<InvoicePage />);
  expect(await screen.findByText('Không tìm thấy hóa đơn này.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Xem tất cả hóa đơn' }).getAttribute('href')).toBe('/invoices');
  expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull();
});

it('an invoice that could not be read may be asked for again', async () => {
  service({ 'GET /invoice-issuance/amis-invoices/i1': () => ({ refused: 500, code: 'INTERNAL', message: 'Lỗi.' }) });
  show(<InvoicePage />);
  expect(await screen.findByRole('button', { name: 'Thử lại' })).toBeTruthy();
});

it('the parts of an item are said to be more than are shown, and the rest is had by a press', async () => {
  const part = (at: number) => ({
    ...{ id: `p${at}`, documentId: `d${at}`, bravoDocument: `HD${at}`, docDate: '2026-09-01', itemCode: 'VT1' },
    ...{ itemName: 'Nước', lot: null, warehouseCode: 'K1', availableFrom: null },
    ...{ quantity: '1', baseQuantity: '1', amount: 1000 },
  });
  const all = Array.from({ length: 503 }, (_, at) => part(at + 1));
  service({
    'GET /invoice-issuance/invoice-items/m1/allocations': ({ query }: Sent) => {
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      return { items: all.slice(offset, offset + limit), total: all.length, limit, offset };
    },
  });
  const item = { id: 'm1', productCode: 'SP1', name: 'Nước', quantity: '503', unit: 'Chai' } as never;
  const hands = show(<Allocations item={item} onClose={() => {}} />);
  await screen.findByText('Hiện 500 trong 503 phần.');
  expect(screen.queryByText('HD503')).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Hiện thêm' }));
  await screen.findByText('HD503');
  expect(screen.queryByText(/trong 503 phần/)).toBeNull();
});
