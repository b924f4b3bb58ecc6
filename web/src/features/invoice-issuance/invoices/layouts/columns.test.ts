import { expect, it } from 'vitest';
import { BLANK, CONSTANT, fixedValue, moved, newColumn, sourceName, sourceOf, withSource } from './columns.ts';

const fields = [{ field: 'amount', label: 'Thành tiền', type: 'vnd' }];

it('moves one item and keeps the others in order, ends included', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(moved(['a', 'b'], 0, 9)).toEqual(['b', 'a']);
  expect(moved(['a', 'b'], 1, -4)).toEqual(['b', 'a']);
  expect(moved([], 0, 1)).toEqual([]);
});

it('changes a source without leaving the old one behind', () => {
  const column = { header: 'Tiền', field: 'amount', whenEmpty: 0 };
  expect([sourceOf(column), sourceName(column, fields)]).toEqual(['amount', 'Thành tiền']);
  expect(withSource(column, BLANK)).toEqual({ header: 'Tiền' });
  const fixed = withSource(column, CONSTANT);
  expect([fixed, sourceOf(fixed)]).toEqual([{ header: 'Tiền', constant: '' }, CONSTANT]);
  expect(withSource(column, 'vatAmount')).toEqual({ header: 'Tiền', field: 'vatAmount', whenEmpty: 0 });
  expect(withSource(fixed, 'amount')).toEqual({ header: 'Tiền', field: 'amount' });
  expect(sourceName({ header: 'x', constant: 1 }, fields)).toBe('Luôn là «1»');
});

it('a new column has a header of its own', () => {
  const first = newColumn([], fields[0]);
  expect(first).toEqual({ header: 'Thành tiền', field: 'amount' });
  expect(newColumn([first, { header: 'thành tiền (2)' }], fields[0]).header).toBe('Thành tiền (3)');
  expect(newColumn([])).toEqual({ header: 'Cột mới' });
});

it('a fixed value is a number only when it is meant and is one', () => {
  expect([fixedValue('1,5', true), fixedValue('01', false), fixedValue('kg', true), fixedValue(' ', true)]).toEqual([
    ...[1.5, '01', 'kg', ' '],
  ]);
});
