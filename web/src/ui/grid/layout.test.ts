import { expect, test } from 'vitest';
import { defaultWidth, movedOrder, orderColumns, placeColumns, withHidden, withPinned, withWidth } from './layout.ts';
import type { GridColumn } from './types.ts';

type Row = Record<string, string>;
const column = (id: string, extra: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  id,
  header: id,
  value: (row) => row[id],
  width: 100,
  ...extra,
});
const columns = [
  column('a', { pinned: true }),
  column('b'),
  column('c', { grow: true }),
  column('d', { hidden: true }),
];
const ids = (saved = {}, available = 1000) => placeColumns(columns, saved, available, 0).placed.map((p) => p.column.id);

test('spare width goes to the growing column, and places follow one another', () => {
  const { placed, width } = placeColumns(columns, {}, 1000, 36);
  expect(placed.map((p) => [p.column.id, p.left, p.width, p.pinned])).toEqual([
    ['a', 36, 100, true],
    ['b', 136, 100, false],
    ['c', 236, 764, false],
  ]);
  expect(width).toBe(1000);
});

test('a narrow window keeps widths and scrolls; pins give way on a phone', () => {
  const { placed, width } = placeColumns(columns, {}, 150, 0);
  expect(width).toBe(300);
  expect(placed[0]?.pinned).toBe(false);
});

test('columns can be hidden, shown, pinned and sized, and are put back', () => {
  expect(ids(withHidden({}, 'b', true))).toEqual(['a', 'c']);
  expect(ids(withHidden(withHidden({}, 'b', true), 'b', false))).toEqual(['a', 'b', 'c']);
  expect(ids(withHidden({}, 'd', false))).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(withPinned({}, 'c', true))).toEqual(['a', 'c', 'b']);
  expect(ids(withPinned({}, 'a', false))).toEqual(['a', 'b', 'c']);
  expect(withWidth({}, 'b', 10).widths).toEqual({ b: 48 });
  expect(withWidth({}, 'b', 5000).widths).toEqual({ b: 900 });
});

test('moving a column puts it before another or at the end', () => {
  expect(movedOrder(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(movedOrder(['a', 'b', 'c'], 'a', undefined)).toEqual(['b', 'c', 'a']);
  expect(movedOrder(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'b', 'c']);
});

test('a column that is new since the order was saved comes after its neighbour; a gone one is forgotten', () => {
  expect(orderColumns(columns, { order: ['c', 'gone', 'a'] }).map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
});

test('kinds have widths of their own', () => {
  expect(defaultWidth(column('x', { width: undefined, kind: 'vnd' }))).toBe(124);
});
