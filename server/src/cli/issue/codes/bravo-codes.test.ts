import { afterAll, beforeAll, expect, it } from 'vitest';
import { edit, type OddFolders, openOddFolders } from '../issue-fixture.ts';
import { spelledAs } from './bravo-codes.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

it('takes a code in another case for the record that has it, the first of those that differ by case alone', () => {
  const spell = spelledAs([{ code: 'VT01' }, { code: 'Vt01' }, { code: 'Đá-1' }]);
  expect(['VT01', 'Vt01', 'vt01', 'đá-1', 'khác'].map(spell)).toEqual(['VT01', 'Vt01', 'VT01', 'Đá-1', 'khác']);
});

it('finds the goods and buyers of a ledger and of connections in whatever case they are written', async () => {
  const lower = (columns: readonly number[]) => (text: string) =>
    text
      .split('\n')
      .map((row, at) => (at === 0 ? row : inColumns(row, columns)))
      .join('\n');
  const dir = await odd.folder(async (at) => {
    await edit('bravo/sales.csv', lower([6, 7]))(at);
    await edit('connections/products.csv', lower([2]))(at);
    await edit('connections/partners.csv', lower([2]))(at);
  });
  expect((await odd.issued(dir)).report).toEqual(odd.goodReport);
});

const inColumns = (row: string, columns: readonly number[]): string =>
  row
    .split(',')
    .map((cell, index) => (columns.includes(index) ? cell.toLowerCase() : cell))
    .join(',');
