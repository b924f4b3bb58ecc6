// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { ProblemsCard } from './problems-card.tsx';

// The card reads nothing else of a period.
const period = { id: 'p1', profileIds: ['a'], status: 'generated' } as unknown as Period;

test('records and remedy of a finding are of the period that is shown, also in a new tab', async () => {
  const more = {
    severity: 'warn',
    message: 'Không có tồn.',
    remedy: '',
    amount: null,
    stops: null,
    canOverride: false,
  };
  const problem = { ...more, key: 'SHORTAGE_NO_STOCK', code: 'SHORTAGE_NO_STOCK', count: 2, profileId: null };
  service({ 'GET /invoice-issuance/periods/p1/preflight': () => ({ problems: [problem] }) });
  show(<ProblemsCard period={period} onSettings={() => {}} />);
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/invoices/checks?ky=p1&finding=SHORTAGE_NO_STOCK#rows',
    '/?ky=p1&tab=shortages&reason=NO_STOCK#rows',
  ]);
});

test('on paper are all findings in all their words, on screen the first six', async () => {
  const problems = Array.from({ length: 9 }, (_, index) => ({
    ...{ key: `F${index}`, code: `F${index}`, severity: 'warn', remedy: '', count: 2, amount: null, stops: null },
    ...{ canOverride: false, profileId: null, message: `Điều ${index} ${'rất dài '.repeat(60)}` },
  }));
  service({ 'GET /invoice-issuance/periods/p1/preflight': () => ({ problems }) });
  show(<ProblemsCard period={period} onSettings={() => {}} />);
  const drawn = () => screen.getAllByRole('listitem');
  const cut = () => document.querySelectorAll('.line-clamp-2').length;
  await screen.findByText(/^Điều 5/);
  expect([drawn().length, cut()]).toEqual([6, 6]);
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect([drawn().length, cut()]).toEqual([9, 0]);
  act(() => void dispatchEvent(new Event('afterprint')));
  expect([drawn().length, cut()]).toEqual([6, 6]);
});
