import { expect, test } from 'vitest';
import { neighboursOf } from './invoice-order.ts';

const rows = Array.from({ length: 1203 }, (_, index) => ({ id: `i${index}` }));
const read = async (page: number) =>
  ({ items: rows.slice(page * 500, page * 500 + 500), total: rows.length }) as never as Awaited<
    ReturnType<Parameters<typeof neighboursOf>[1]>
  >;

test.each([
  ['i0', undefined, 'i1', 1],
  ['i499', 'i498', 'i500', 500],
  ['i500', 'i499', 'i501', 501],
  ['i1202', 'i1201', undefined, 1203],
])('%s comes between %s and %s', async (id, previous, next, position) => {
  const found = await neighboursOf(id, read);
  expect([found?.previous?.id, found?.next?.id, found?.position, found?.total]).toEqual([
    previous,
    next,
    position,
    1203,
  ]);
});

test('an invoice that the list does not have has no place in it', async () => {
  expect(await neighboursOf('other', read)).toBeUndefined();
});
