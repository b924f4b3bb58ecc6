import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { expect, it } from 'vitest';
import { packRows, rowUnpacker } from './row-batch.ts';

/** A column that never changes, repeats itself, is new in every row, begins new and repeats itself later, and has blanks among new ones. */
const rowOf = (at: number): Row => ({
  constant: 'Cái',
  repeated: `KH${at % 7}`,
  figures: at * 1000,
  texts: `BH${at}`,
  later: at < 129 ? `số ${at}` : `số ${at % 3}`,
  blanks: at % 10 === 0 ? null : `ghi chú ${at}`,
  flags: at % 2 === 0,
});

it.each([1, 2, 128, 129, 130, 1024])('%i rows come out of another thread as they went in', (count) => {
  const rows = Array.from({ length: count }, (_, at) => rowOf(at));
  const numbers = rows.map((_, at) => at * 2 + 5);
  for (const areKept of [true, false]) {
    const came: [Row, number][] = [];
    rowUnpacker(areKept)(structuredClone(packRows(rows, numbers)), (row, number) => came.push([row, number]));
    expect(came.map(([row]) => row)).toEqual(rows);
    expect(came.map(([, number]) => number)).toEqual(numbers);
  }
});

it('sends what repeats itself once, and what does not without codes', () => {
  const { fields, columns } = packRows(
    Array.from({ length: 1024 }, (_, at) => rowOf(at)),
    Array.from({ length: 1024 }, (_, at) => at),
  );
  const sent = Object.fromEntries(columns.map(({ values, codes }, at) => [fields[at], [values.length, codes.length]]));
  expect(sent).toEqual({
    ...{ constant: [1, 0], repeated: [7, 1024], figures: [1024, 0], texts: [1024, 0] },
    ...{ later: [1024, 0], blanks: [1024, 0], flags: [2, 1024] },
  });
});
