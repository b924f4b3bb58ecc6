// @vitest-environment happy-dom
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { strings } from '../../strings.ts';
import { show } from '../testing/show.tsx';
import { Grid } from './grid.tsx';
import type { GridColumn } from './types.ts';
import { type ListRequest, useListQuery } from './use-list-query.ts';

type Item = { code: string; amount: number };

const columns: readonly GridColumn<Item>[] = [
  { id: 'code', header: 'Mã', value: ({ code }) => code },
  { id: 'amount', header: 'Tiền', kind: 'vnd', value: ({ amount }) => amount, total: 'amount' },
];

function List({ fetchPage }: { fetchPage: (request: ListRequest) => Promise<Page> }) {
  const source = useListQuery<Item>({ key: ['items'], fetchPage, totals: true });
  return <Grid id="unread" label="Hàng" columns={columns} rowKey={({ code }) => code} source={source} />;
}

type Page = { items: Item[]; total: number; totals?: Record<string, number> };
const page: Page = { items: [{ code: 'G1', amount: 1_000 }], total: 1, totals: { amount: 1_000 } };
const note = new RegExp(strings.grid.unread);

test('rows that cannot be read again stay, with a word that they may be old and a way to read them', async () => {
  let isDown = false;
  const hands = show(
    <List fetchPage={() => (isDown ? Promise.reject(new Error('Mất mạng.')) : Promise.resolve(page))} />,
  );
  await screen.findByText('1 dòng');
  expect(screen.queryByText(note)).toBeNull();
  isDown = true;
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await screen.findByText(/Mất mạng\./);
  screen.getByText('1 dòng');
  isDown = false;
  await hands.click(screen.getByRole('button', { name: 'Thử lại' }));
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

test('sums that cannot be read are not passed over in silence', async () => {
  show(<List fetchPage={({ totals }) => (totals ? Promise.reject(new Error('Quá giờ.')) : Promise.resolve(page))} />);
  await screen.findByText('1 dòng');
  await screen.findByText(/Quá giờ\./);
});
