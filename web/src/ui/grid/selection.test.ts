import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundsOf,
  cellCount,
  formatCell,
  isRowSelected,
  moveCell,
  rangeAsHtml,
  rangeAsText,
  selectedCount,
  summarise,
  withRows,
} from './selection.ts';
import { type GridColumn, NO_ROWS } from './types.ts';

type Row = { name: string; amount: number | null; quantity: string; day: string };
const columns: GridColumn<Row>[] = [
  { id: 'name', header: 'Tên', value: (row) => row.name },
  { id: 'amount', header: 'Tiền', kind: 'vnd', value: (row) => row.amount },
  { id: 'quantity', header: 'Lượng', kind: 'quantity', value: (row) => row.quantity },
  { id: 'day', header: 'Ngày', kind: 'day', value: (row) => row.day },
];
const rows: Row[] = [
  { name: 'Giấy\tA4', amount: 100, quantity: '0.1', day: '2026-03-05' },
  { name: 'Thép <Ø8>', amount: -30, quantity: '0.2', day: '2026-03-06' },
  { name: 'Dầu', amount: null, quantity: '1234.5', day: '2026-03-07' },
];
const rowAt = (index: number) => rows[index];
const size = { rows: 100, cols: 8 };
const at = { row: 50, col: 4 };
const press = (key: string, ctrl = false) => moveCell(at, { key, ctrl, shift: false }, size, 20);

test.each([
  ['ArrowUp', false, 49, 4],
  ['ArrowDown', false, 51, 4],
  ['ArrowLeft', false, 50, 3],
  ['ArrowRight', false, 50, 5],
  ['ArrowUp', true, 0, 4],
  ['ArrowDown', true, 99, 4],
  ['ArrowLeft', true, 50, 0],
  ['ArrowRight', true, 50, 7],
  ['Home', false, 50, 0],
  ['End', false, 50, 7],
  ['Home', true, 0, 0],
  ['End', true, 99, 7],
  ['PageUp', false, 30, 4],
  ['PageDown', false, 70, 4],
])('%s (Ctrl %s) leads to row %i, column %i', (key, ctrl, row, col) => {
  expect(press(key, ctrl)).toEqual({ row, col });
});

test('other keys move nothing, and an empty grid has nowhere to go', () => {
  expect(press('a')).toBeUndefined();
  expect(moveCell(at, { key: 'End', ctrl: true, shift: false }, { rows: 0, cols: 4 }, 10)).toBeUndefined();
});

test('no key ever leaves the grid', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.record({ key: fc.constantFrom(...keys), ctrl: fc.boolean() }), { maxLength: 60 }),
      (rowCount, colCount, presses) => {
        let cell = { row: 0, col: 0 };
        for (const { key, ctrl } of presses) {
          cell = moveCell(cell, { key, ctrl, shift: false }, { rows: rowCount, cols: colCount }, 17)!;
          expect(cell.row >= 0 && cell.row < rowCount && cell.col >= 0 && cell.col < colCount).toBe(true);
        }
      },
    ),
  );
});

test('a range is the same rectangle from whichever corner it was drawn', () => {
  const a = { row: 7, col: 1 };
  const b = { row: 2, col: 5 };
  expect(boundsOf({ anchor: a, focus: b })).toEqual({ top: 2, bottom: 7, left: 1, right: 5 });
  expect(boundsOf({ anchor: b, focus: a })).toEqual(boundsOf({ anchor: a, focus: b }));
  expect(cellCount(boundsOf({ anchor: a, focus: b }))).toBe(30);
});

test('Σ, average and count are exact and count only numbers', () => {
  expect(summarise({ top: 0, bottom: 2, left: 0, right: 2 }, columns, rowAt)).toEqual({
    cells: 9,
    filled: 8,
    numbers: 5,
    sum: '1304.8',
    average: '260.96',
    missingRows: 0,
  });
  expect(summarise({ top: 0, bottom: 1, left: 2, right: 2 }, columns, rowAt).sum).toBe('0.3');
});

test('rows that have not been fetched are counted as missing, not as zero', () => {
  const summary = summarise({ top: 0, bottom: 9, left: 1, right: 1 }, columns, rowAt);
  expect(summary).toMatchObject({ numbers: 2, sum: '70', average: '35', missingRows: 7 });
});

test('copied text is what a Vietnamese spreadsheet reads', () => {
  expect(rangeAsText({ top: 0, bottom: 2, left: 0, right: 3 }, columns, rowAt)).toBe(
    ['Giấy A4\t100\t0,1\t05/03/2026', 'Thép <Ø8>\t-30\t0,2\t06/03/2026', 'Dầu\t\t1234,5\t07/03/2026'].join('\r\n'),
  );
});

test('the copied table carries numbers that no regional setting can misread, and escapes text', () => {
  const html = rangeAsHtml({ top: 1, bottom: 1, left: 0, right: 2 }, columns, rowAt);
  expect(html).toContain('x:num="0.2"');
  expect(html).toContain('x:num="-30"');
  expect(html).toContain('Thép &lt;Ø8&gt;');
});

test('cells are shown by their kind', () => {
  expect(formatCell('vnd', 1234567)).toBe('1.234.567');
  expect(formatCell('quantity', '12.50')).toBe('12,5');
  expect(formatCell('percent', 0.125)).toBe('12,5%');
  expect(formatCell('bool', true)).toBe('Có');
  expect(formatCell('vnd', null)).toBe('');
  expect(formatCell('text', 'abc')).toBe('abc');
});

test('everything that matches can be chosen except some', () => {
  const matching = { kind: 'matching' as const, except: new Set<string>() };
  const less = withRows(matching, ['a', 'b'], false);
  expect(selectedCount(less, 100_000)).toBe(99_998);
  expect(isRowSelected(less, 'a')).toBe(false);
  expect(isRowSelected(less, 'z')).toBe(true);
  expect(selectedCount(withRows(less, ['a'], true), 100_000)).toBe(99_999);
});

test('single rows are added and taken away', () => {
  const two = withRows(NO_ROWS, ['a', 'b'], true);
  expect(selectedCount(two, 10)).toBe(2);
  expect(isRowSelected(withRows(two, ['a'], false), 'a')).toBe(false);
});
