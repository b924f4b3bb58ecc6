import { expect, test } from 'vitest';
import type { Cell } from '../cell.ts';
import { layoutNames, layouts } from '../layouts/layouts.ts';
import { renderLayout } from '../render.ts';
import { glanceAt } from './glance.ts';

test.each(layoutNames)('a written sheet of %s is recognised', (name) => {
  const { rows } = renderLayout(name, [], { fromDate: '2026-09-01', toDate: '2026-09-30' });
  const glance = glanceAt([...rows].map((row) => ('cells' in row ? row.cells : row)));
  expect(glance).toMatchObject({ layout: name, title: layouts[name].title, hasRows: false });
  if (layouts[name].hasPeriod) expect(glance).toMatchObject({ fromDate: '2026-09-01', toDate: '2026-09-30' });
});

test('rows below the header are noticed, and the texts above it are kept', () => {
  const top: Cell[][] = [
    ['Công ty An Phú', null, 'MST: 0101234567'],
    ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn'],
    [null],
    ['A1', 'Nồi', 'Cái', 2],
  ];
  expect(glanceAt(top)).toMatchObject({
    layout: 'amis-products',
    heading: ['Công ty An Phú', 'MST: 0101234567'],
    hasRows: true,
  });
});
