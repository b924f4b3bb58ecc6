// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { LiveTab } from './live-tab.tsx';

it('without Bravo says so in its words and leads to giving sales by a file', async () => {
  service({
    'GET /invoice-issuance/periods/current': () => null,
    'GET /bravo-sales-ledgers/retrieve': () => ({
      ...{ refused: 503, code: 'BRAVO_UNAVAILABLE', message: 'Bravo mô phỏng chưa có tệp bravo/sales.csv.' },
    }),
  });
  show(<LiveTab />);
  await screen.findByText('Chưa xem được sổ của Bravo.');
  screen.getByText('Bravo mô phỏng chưa có tệp bravo/sales.csv.');
  expect(screen.getByRole('link', { name: 'Đưa bán hàng bằng tệp' }).getAttribute('href')).toBe('/bravo/sales');
  screen.getByRole('button', { name: 'Thử lại' });
});
