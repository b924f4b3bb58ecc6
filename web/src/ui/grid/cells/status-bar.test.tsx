// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import type { GridColumn, GridSource } from '../types.ts';
import { StatusBar } from './status-bar.tsx';

type Item = { name: string };
const columns: readonly GridColumn<Item>[] = [{ id: 'name', header: 'Tên', value: ({ name }) => name }];

test('a choice of texts that reaches past what was scrolled to is counted whole', async () => {
  const here: Item[] = [{ name: 'Giấy in' }, { name: 'Bút bi' }];
  const source = {
    ...{ total: 4, totalIsExact: true, status: 'ready', error: undefined, stale: false },
    rowAt: (index: number) => here[index],
    load: async () => {
      here.push({ name: 'Kẹp giấy' }, { name: '' });
    },
  } as unknown as GridSource<Item>;
  const bounds = { top: 0, bottom: 3, left: 0, right: 0 };
  show(<StatusBar source={source} rows={4} bounds={bounds} columns={columns} isCopied={false} />);
  await screen.findByText(/Số ô có dữ liệu 3$/);
  expect(screen.queryByText(/chưa tải/)).toBeNull();
});

/** A choice of too many rows to be fetched for its count alone; copying fetches them. */
function Copied({ source, fetchAll }: { source: GridSource<Item>; fetchAll: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  const [bounds] = useState({ top: 0, bottom: 6_000, left: 0, right: 0 });
  const copy = () => {
    fetchAll();
    setIsCopied(true);
  };
  return (
    <>
      <button type="button" onClick={copy}>
        Chép
      </button>
      <StatusBar source={source} rows={6_001} bounds={bounds} columns={columns} isCopied={isCopied} />
    </>
  );
}

test('the rows that copying has fetched are counted', async () => {
  const here: Item[] = [{ name: 'Giấy in' }];
  const rowAt = (index: number) => here[index];
  const source = {
    ...{ total: 6_001, totalIsExact: true, status: 'ready', error: undefined, stale: false, rowAt },
    load: async () => undefined,
  } as unknown as GridSource<Item>;
  const fetchAll = () => {
    for (let at = 1; at <= 6_000; at++) here.push({ name: 'Bút bi' });
  };
  const hands = show(<Copied source={source} fetchAll={fetchAll} />);
  await screen.findByText(/6\.000 dòng chưa tải/);
  await hands.click(screen.getByRole('button', { name: 'Chép' }));
  await screen.findByText(/Số ô có dữ liệu 6\.001$/);
});
