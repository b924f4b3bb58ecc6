// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listed, service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { ExpectedLotsPage } from './expected-lots-page.tsx';

vi.mock('../../shared/profile-id.ts', () => ({ useProfileId: () => 'p1' }));

const lot = {
  ...{ id: 'i1/1', invoiceId: 'i1', supplierTaxCode: '0101243150', supplierName: 'Hoa Mai', symbol: 'C26TAA' },
  ...{ number: '123', day: '2026-10-12', name: 'Bia lon', invoicedQuantity: '40', invoicedUnit: 'Thùng' },
  ...{ product: 'BIA-330', productName: 'Bia 330ml', unit: 'Lon', quantity: '960', received: '900', missing: '60' },
  ...{ value: 9_600_000, state: 'partly', vouchers: ['NK1'] },
};

it('asks for the lots of its profile and says what is still to be booked, with a link to the invoice', async () => {
  const asked: string[] = [];
  service({
    'GET /expected-lots': ({ query }) => {
      asked.push(query.get('profileId') ?? '');
      return { ...listed([lot]), totals: { value: 9_600_000, openValue: 9_600_000 } };
    },
  });
  show(<ExpectedLotsPage />);
  expect(await screen.findByText('Đã nhập một phần')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'C26TAA 123' }).getAttribute('href')).toBe('/tax-invoices/i1');
  expect(screen.getByText('60')).toBeTruthy();
  expect(new Set(asked)).toEqual(new Set(['p1']));
});
