// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
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
