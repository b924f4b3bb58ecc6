// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
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

it('asks for today in Vietnam where the machine has another zone and no period is open', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-09-30T18:30:00Z') });
  const asked: (string | null)[] = [];
  service({
    'GET /invoice-issuance/periods/current': () => null,
    'GET /bravo-sales-ledgers/retrieve': ({ query }) => {
      asked.push(query.get('fromDate'), query.get('toDate'));
      return { refused: 503, code: 'BRAVO_UNAVAILABLE', message: 'Bravo mô phỏng chưa có tệp bravo/sales.csv.' };
    },
  });
  show(<LiveTab />);
  await screen.findByText('Chưa xem được sổ của Bravo.');
  expect(asked.slice(0, 2)).toEqual(['2026-10-01', '2026-10-01']);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
