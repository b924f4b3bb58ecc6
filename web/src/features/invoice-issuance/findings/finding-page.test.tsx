// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listed, service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { FindingPage } from './finding-page.tsx';

test('a finding whose words cannot be read says so above its records', async () => {
  const period = { id: 'p9', name: 'Tháng 9', fromDate: '2026-09-01', toDate: '2026-09-30', status: 'open' };
  service({
    'GET /invoice-issuance/periods': () => listed([{ ...period, profiles: [] }]),
    'GET /invoice-issuance/periods/p9/findings/A/records': () => ({ ...listed([]), totals: {} }),
  });
  show(<FindingPage />, '/?ky=p9&finding=A');
  await screen.findByText(/^Không tải được lời kiểm tra: Không có GET/);
  expect(screen.queryByText(/Điều này không còn/)).toBeNull();
});
