// @vitest-environment happy-dom
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { strings } from '../strings.ts';
import { service } from '../testing/service.ts';
import { queryClient, useCall } from './query.ts';

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  queryClient.clear();
});

function Profiles() {
  const { data, error } = useCall('listProfiles', { query: {} });
  return <p>{data ? `${data.total} hồ sơ` : (error?.message ?? 'đang tải')}</p>;
}

test('what is asked for the first time without a network says that there is none', async () => {
  service({});
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
  render(
    <QueryClientProvider client={queryClient}>
      <Profiles />
    </QueryClientProvider>,
  );
  await screen.findByText(strings.errors.network, {}, { timeout: 3_000 });
});
