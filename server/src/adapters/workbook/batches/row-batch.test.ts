import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { expect, it } from 'vitest';
import { BATCH_ROWS, type RowBatch, RowPacker, rowUnpacker } from './row-batch.ts';

/**
 * Columns that never change, repeat themselves, are new in every row (as texts, as numbers, with blanks among them), begin new and repeat
 * themselves later, repeat themselves and then do not, and have more values than are remembered, each of them twice, or
 * all of them again and again.
 */
const rowOf = (at: number): Row => ({
  constant: 'Cái',
  repeated: `KH${at % 7}`,
  figures: at * 1000,
  halves: at / 2,
  texts: `BH${at}`,
  later: at < 10 * BATCH_ROWS ? `số ${at}` : `số ${at % 3}`,
  sooner: at < 3 * BATCH_ROWS ? at % 5 : `số ${at}`,
  blanks: at % 10 === 0 ? null : `ghi chú ${at}`,
  many: `hàng ${at >> 1}`,
  cycled: `mã ${at % 8700}`,
  flags: at % 2 === 0,
});

/** The batches of so many rows, as they come to another thread. */
function sent(count: number): RowBatch[] {
  const packer = new RowPacker();
  const batches = Array.from({ length: count }, (_, at) => packer.add(rowOf(at), at * 2 + 5));
  return structuredClone([...batches, packer.rest()].filter((batch) => batch !== undefined));
}

it.each([1, 2, BATCH_ROWS, BATCH_ROWS + 1, 72 * BATCH_ROWS + 3])(
  '%i rows come out of another thread as they went in',
  (count) => {
    const batches = sent(count);
    for (const areKept of [true, false]) {
      const came: string[] = [];
      const unpack = rowUnpacker(areKept);
      for (const batch of batches) unpack(batch, (row, number) => came.push(JSON.stringify([row, number])));
      expect(came.length).toBe(count);
      expect(came.findIndex((one, at) => one !== JSON.stringify([rowOf(at), at * 2 + 5]))).toBe(-1);
    }
  },
);

it('sends what a column repeats once for all batches, and what it does not without codes', () => {
  const batches = sent(72 * BATCH_ROWS);
  const column = (field: string) =>
    batches.map(({ fields, columns }) => {
      const { values, code } = columns[fields.indexOf(field)]!;
      return `${values.length} ${code}`;
    });
  const times = (count: number, text: string) => Array.from({ length: count }, () => text);
  expect(column('constant')).toEqual(['1 0', ...times(71, '0 0')]);
  expect(column('repeated')).toEqual(['7 each', ...times(71, '0 each')]);
  // Nine batches fill what is remembered; sixty go as they are, and then it is tried again.
  const [tried, plain] = [times(9, `${BATCH_ROWS} each`), times(60, `${BATCH_ROWS} none`)];
  expect(column('texts')).toEqual([...tried, ...plain, ...tried.slice(0, 3)]);
  expect(column('later')).toEqual([...tried, ...plain, '3 each', '0 each', '0 each']);
  const figures = batches.map(({ fields, columns }) => columns[fields.indexOf('figures')]!.values);
  expect(figures.filter((values) => values instanceof Float64Array).length).toBe(60);
});

it('forgets the values of a column when it has met very many', () => {
  const anew = sent(40 * BATCH_ROWS).map(({ fields, columns }) => columns[fields.indexOf('many')]!.isAnew);
  expect(anew.flatMap((isAnew, at) => (isAnew ? at : []))).toEqual([0, 17, 34]);
});

it('refuses a row of other fields than the first one', () => {
  const packer = new RowPacker();
  packer.add({ code: 'A', name: 'B' }, 1);
  expect(() => packer.add({ code: 'A' }, 2)).toThrow('other fields');
});
