// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Period } from '../../../shared/period.tsx';
import { listed, service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { PeriodTabs } from './period-tabs.tsx';

// The tabs read nothing else of a period.
const period = (generatedAt: string | null) =>
  ({ id: 'p1', generatedAt, profiles: [], profileIds: [] }) as unknown as Period;
const empty = { 'GET /invoice-issuance/periods/p1/amis-invoices': () => listed([]) };

test('a period that was never generated is told to load and to generate', async () => {
  service(empty);
  show(<PeriodTabs period={period(null)} stats={undefined} />);
  await screen.findByText(/rồi bấm «Sinh hóa đơn»/);
});

test('a period whose generation made no invoice is told where the reasons are', async () => {
  service(empty);
  show(<PeriodTabs period={period('2026-09-30T08:00:00Z')} stats={undefined} />);
  await screen.findByText('Lần sinh gần nhất không lập được hóa đơn nào.');
  expect(screen.queryByText(/rồi bấm «Sinh hóa đơn»/)).toBeNull();
});
