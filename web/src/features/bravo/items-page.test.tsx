// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../testing/service.ts';
import { show } from '../../ui/testing/show.tsx';
import { ItemsPage } from './items-page.tsx';

const stats = {
  ...{ total: 0, active: 0, lastModifiedAt: null, lastSyncedAt: null, lastFullSync: null, lastPartialSync: null },
};

function open(isFilesOnly: boolean) {
  service({
    'GET /bravo/items': () => ({ items: [], total: 0, totals: {} }),
    'GET /bravo/items/filters': () => ({ group: [], type: [] }),
    'GET /bravo-items-sync/stats': () => ({ ...stats, isFilesOnly }),
    'GET /amis/profiles': () => ({ items: [], total: 0 }),
  });
  show(<ItemsPage />);
}

test('an empty list of an installation without Bravo offers files, and no sync that could only fail', async () => {
  open(true);
  await screen.findByText(/chỉ dùng tệp, không nối Bravo/);
  expect(screen.queryByRole('button', { name: /Đồng bộ/ })).toBeNull();
  // In the bar of the list, and in its empty middle.
  expect(screen.getAllByRole('button', { name: 'Tải lên' })).toHaveLength(2);
});

test('an empty list of an installation with Bravo offers to read all of it', async () => {
  open(false);
  await screen.findByText(/Đồng bộ toàn bộ một lần/);
  expect(screen.getAllByRole('button', { name: 'Đồng bộ toàn bộ' })).toHaveLength(2);
});

test('figures of the sync that cannot be read are said to be so', async () => {
  service({ 'GET /bravo/items': () => ({ items: [], total: 0, totals: {} }) });
  show(<ItemsPage />);
  await screen.findByText(/^Không tải được số liệu: Không có GET/);
  expect(screen.queryByText('Đang tải…')).toBeNull();
});
