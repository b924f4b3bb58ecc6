// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { service } from '../../../testing/service.ts';
import { show } from '../../../ui/testing/show.tsx';
import { SalesPage } from './sales-page.tsx';

function open(isFilesOnly: boolean, at?: string) {
  const asked: (string | null)[] = [];
  service({
    'GET /bravo-sales-ledgers': ({ query }) => {
      asked.push(query.get('notInFileOf'));
      return { items: [], total: 0, totals: { netAmount: 0, vatAmount: 0 } };
    },
    'GET /bravo-items-sync/stats': () => ({
      ...{ total: 0, active: 0, lastModifiedAt: null, lastSyncedAt: null, lastFullSync: null, lastPartialSync: null },
      isFilesOnly,
    }),
  });
  const user = show(<SalesPage />, at);
  return { user, asked };
}

test('an installation without Bravo offers no look into it, and says that all sales come by file', async () => {
  open(true);
  // The tabs of an installation with Bravo are not there for a moment either: what is opened in them would go with them.
  await screen.findByText('Dòng bán hàng');
  expect(screen.queryByRole('tab')).toBeNull();
  await screen.findByText(/chỉ dùng tệp, không nối Bravo: đưa «Bảng kê bán hàng»/);
  expect(screen.queryByRole('tab')).toBeNull();
});

test('an installation with Bravo has both, and files are what stays beside its ledger', async () => {
  open(false);
  await screen.findByText(/giữ riêng với sổ Bravo/);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Đưa thêm', 'Xem thẳng Bravo']);
});

test('the sales that a file left out are shown alone, until a person takes that filter off', async () => {
  const { user, asked } = open(false, '/?notInFileOf=r1');
  await user.click(await screen.findByRole('button', { name: 'Chỉ dòng không có trong tệp đã tải' }));
  await waitFor(() => expect(asked.at(-1)).toBeNull());
  expect(asked[0]).toBe('r1');
});
