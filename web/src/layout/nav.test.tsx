// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../ui/testing/show.tsx';
import { SideNav } from './nav.tsx';

test('links to pages of a period name the period that this page shows, the others none', async () => {
  show(<SideNav collapsed={false} />, '/?ky=k1');
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('link', { name: 'Cửa ngày' });
  expect(['Cửa ngày', 'Hóa đơn AMIS', 'Vật tư'].map(addressOf)).toEqual([
    '/invoices/days?ky=k1',
    '/invoices?ky=k1',
    '/bravo/items',
  ]);
});
