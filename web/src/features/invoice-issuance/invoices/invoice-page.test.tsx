// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
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
