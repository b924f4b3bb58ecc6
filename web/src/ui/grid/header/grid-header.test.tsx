// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { strings } from '../../../strings.ts';
import { show } from '../../testing/show.tsx';
import { Grid } from '../grid.tsx';
import type { GridColumn } from '../types.ts';
import { useLocalRows } from '../use-list-query.ts';

type Item = { code: string; name: string; amount: number; day: string; note: string };

const columns: readonly GridColumn<Item>[] = [
  { id: 'code', header: 'Mã', value: ({ code }) => code, sort: true, width: 100 },
  { id: 'name', header: 'Tên', value: ({ name }) => name, sort: 'title', width: 100 },
  { id: 'amount', header: 'Tiền', kind: 'vnd', value: ({ amount }) => amount, sort: true },
  { id: 'day', header: 'Ngày', kind: 'day', value: ({ day }) => day, sort: true },
  { id: 'note', header: 'Ghi chú', value: ({ note }) => note },
];
const ROWS: readonly Item[] = [
  { code: 'G1', name: 'Giấy in', amount: 1_000, day: '2026-09-01', note: '' },
  { code: 'G2', name: 'Giấy in', amount: 2_000, day: '2026-09-02', note: '' },
  { code: 'B1', name: 'Bút bi', amount: 4_500, day: '2026-09-03', note: '' },
];

const FIGURES = 'amount.min:1500;amount.max:2000.5';
const DAYS = `${FIGURES};day.from:2026-09-02`;

/** The sort and the filters that the list behind the grid is asked for. */
const asked = { sort: undefined as string | undefined, where: '' };
let lists = 0;

function List({ id, first }: { id: string; first: string }) {
  const [sort, setSort] = useState<string | undefined>(undefined);
  const [where, setWhere] = useState(first);
  Object.assign(asked, { sort, where });
  return (
    <Grid
      id={id}
      label="Hàng"
      columns={columns}
      rowKey={({ code }) => code}
      source={useLocalRows(ROWS)}
      sort={sort}
      onSort={setSort}
      views={{ query: '', apply: () => undefined, clear: () => setWhere(''), where, setWhere }}
    />
  );
}

beforeEach(() => {
  // A page without a screen measures nothing: ten pixels a letter.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, (this.textContent ?? '').length * 10, 20);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A grid of its own, so that no other test's columns are remembered. */
async function stage(where = '') {
  lists += 1;
  const hands = show(<List id={`test-${lists}`} first={where} />);
  await screen.findByRole('columnheader', { name: /^Mã/ });
  const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  const label = (name: string) => header(name).querySelector<HTMLElement>('[data-label]')!;
  const choose = async (name: string, entry: string) => {
    await hands.click(within(header(name)).getByRole('button', { name: `Tùy chọn cột ${name}` }));
    await hands.click(await screen.findByRole('menuitem', { name: entry }));
  };
  /** The filter of a column, opened from its menu. */
  const filter = async (name: string) => {
    await choose(name, strings.grid.filter);
    const popup = await screen.findByRole('dialog', { name: `Lọc ${name}` });
    return { ...within(popup), apply: () => hands.click(within(popup).getByRole('button', { name: 'Áp dụng' })) };
  };
  return { hands, header, label, choose, filter };
}

const headers = () =>
  screen.getAllByRole('columnheader').map((one) => one.querySelector('[data-label]')?.textContent ?? '');
const focus = (element: HTMLElement) => act(() => element.focus());
const width = (header: HTMLElement) => Number.parseInt(header.style.width, 10);

test('sorts by a click: up, down and not at all, by the name that the service knows', async () => {
  const { hands, header, label } = await stage();
  const seen: unknown[] = [];
  for (let click = 0; click < 3; click += 1) {
    await hands.click(label('Tên'));
    seen.push([asked.sort, header('Tên').getAttribute('aria-sort')]);
  }
  expect(seen).toEqual([
    ['title', 'ascending'],
    ['-title', 'descending'],
    [undefined, 'none'],
  ]);
});

test('a column that the service does not sort by says so and stays as it is', async () => {
  const { hands, header, label } = await stage();
  await hands.click(label('Ghi chú'));
  expect([asked.sort, header('Ghi chú').getAttribute('aria-sort')]).toEqual([undefined, null]);
});

test('by keyboard: up from the first row, along the names, sorted by Enter, and down again', async () => {
  const { hands, label } = await stage();
  const grid = screen.getByRole('grid');
  focus(grid);
  await hands.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}');
  expect(document.activeElement).toBe(label('Tên'));
  await hands.keyboard('{ArrowRight}{Enter}');
  expect(document.activeElement).toBe(label('Tiền'));
  expect(asked.sort).toBe('amount');
  await hands.keyboard('{End}');
  expect(document.activeElement).toBe(label('Ghi chú'));
  await hands.keyboard('{Home}{ArrowLeft}');
  expect(document.activeElement).toBe(label('Mã'));
  await hands.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(grid);
  expect(grid.getAttribute('aria-activedescendant')).toMatch(/r0c1$/);
});

test('the menu of a column opens by its key, sorts, and hides the column', async () => {
  const { hands, label, choose } = await stage();
  focus(label('Tiền'));
  await hands.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await hands.click(await screen.findByRole('menuitem', { name: strings.grid.sortDescending }));
  expect(asked.sort).toBe('-amount');
  await choose('Tiền', strings.grid.sortNone);
  expect(asked.sort).toBeUndefined();
  await choose('Ngày', strings.grid.hide);
  expect(headers()).toEqual(['Mã', 'Tên', 'Tiền', 'Ghi chú']);
});

test('a column moves by its menu and by its keys, and a pinned one comes first', async () => {
  const { hands, label, choose } = await stage();
  await choose('Mã', strings.grid.moveRight);
  expect(headers()).toEqual(['Tên', 'Mã', 'Tiền', 'Ngày', 'Ghi chú']);
  focus(label('Ghi chú'));
  await hands.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
  expect(headers()).toEqual(['Tên', 'Mã', 'Tiền', 'Ghi chú', 'Ngày']);
  await waitFor(() => expect(document.activeElement).toBe(label('Ghi chú')));
  await choose('Ngày', strings.grid.pin);
  expect(headers()[0]).toBe('Ngày');
});

test('a double click on its edge makes a column as wide as what it shows; keys make it wider, down to a least width', async () => {
  const { hands, header, label } = await stage();
  expect(width(header('Tên'))).toBe(100);
  await hands.dblClick(header('Tên').querySelector('.cursor-col-resize')!);
  // "Giấy in" of seven letters against the three of the name, which has room for its menu.
  expect(width(header('Tên'))).toBe(71);
  focus(label('Tên'));
  await hands.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(width(header('Tên'))).toBe(87);
  await hands.keyboard('{Alt>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Alt}');
  expect(width(header('Tên'))).toBe(48);
});

test('a text is filtered by a part of it and by values, most frequent first', async () => {
  const { hands, filter } = await stage();
  const popup = await filter('Tên');
  expect(popup.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['Giấy in', 'Bút bi']);
  await hands.type(popup.getByLabelText('Tên chứa'), ' bi ');
  await hands.click(popup.getByRole('checkbox', { name: 'Bút bi' }));
  await popup.apply();
  expect(asked.where).toBe('title.has:bi;title.in:Bút bi');
});

test('figures are filtered by a range, days too, and cells by being blank', async () => {
  const { hands, filter } = await stage();
  const figures = await filter('Tiền');
  await hands.type(figures.getByLabelText('Từ'), '1.500');
  await hands.type(figures.getByLabelText('Đến'), '2000,5');
  await figures.apply();
  expect(asked.where).toBe(FIGURES);
  const days = await filter('Ngày');
  await hands.type(days.getByLabelText('Từ'), '02/09/2026');
  await hands.tab();
  await days.apply();
  expect(asked.where).toBe(DAYS);
  const blank = await filter('Mã');
  await hands.click(blank.getByRole('combobox', { name: 'Ô trống' }));
  await hands.click(await screen.findByRole('option', { name: 'Chỉ ô trống' }));
  await blank.apply();
  expect(asked.where).toBe(`${DAYS};code.blank`);
});

test('a filtered column says so at its name and over the rows, where it is taken off', async () => {
  const { hands, header } = await stage(FIGURES);
  expect(within(header('Tiền')).getByLabelText(strings.grid.filterOf)).toBeDefined();
  expect(within(header('Tên')).queryByLabelText(strings.grid.filterOf)).toBeNull();
  await hands.click(screen.getByRole('button', { name: 'Bỏ lọc: Tiền từ 1.500 đến 2.000,5' }));
  expect(asked.where).toBe('');
  expect(within(header('Tiền')).queryByLabelText(strings.grid.filterOf)).toBeNull();
});

test('under the rows: how many there are, and what the chosen cells add up to', async () => {
  const { hands } = await stage();
  expect(screen.getByText('3 dòng')).toBeDefined();
  focus(screen.getByRole('grid'));
  await hands.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(screen.getByText('Đã chọn 3 ô · Tổng 7.500 · Trung bình 2.500')).toBeDefined();
  await hands.keyboard('{ArrowLeft}{Shift>}{ArrowUp}{/Shift}');
  expect(screen.getByText('Đã chọn 2 ô · Số ô có dữ liệu 2')).toBeDefined();
});
