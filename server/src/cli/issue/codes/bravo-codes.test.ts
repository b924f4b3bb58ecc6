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

it('takes a code of digits without its zeros for the only record that has these digits, and says so', async () => {
  const spell = spelledAs([
    { code: '0007' },
    { code: '012' },
    { code: '12' },
    { code: '0030' },
    { code: '030' },
    { code: 'VT05' },
  ]);
  const codes = ['7', '007', '012', '12', '0012', '30', '5', 'VT5', '0'];
  expect(codes.map(spell)).toEqual(['0007', '0007', '012', '12', '0012', '30', '5', 'VT5', '0']);
  expect(codes.filter(spell.knows)).toEqual(['7', '007', '012', '12']);
  expect([...spell.zeros]).toEqual([
    ['7', '0007'],
    ['007', '0007'],
  ]);
});

it('finds the goods of a ledger and of connections that a spreadsheet took the zeros of', async () => {
  const asDigits = (text: string) => text.replaceAll(/\bVT(\d{5})\b/g, '$1');
  const lists = ['items', 'item-units', 'stock', 'sales'].map((name) => `bravo/${name}.csv`);
  const good = await odd.folder(async (at) => {
    for (const name of [...lists, 'connections/products.csv']) await edit(name, asDigits)(at);
  });
  const dropped = (text: string) => text.replaceAll(/,0+([1-9]\d*),/g, ',$1,');
  const bad = await odd.folder(async (at) => {
    for (const name of [...lists, 'connections/products.csv']) await edit(name, asDigits)(at);
    await edit('bravo/sales.csv', dropped)(at);
    await edit('connections/products.csv', dropped)(at);
  });
  const { report: expected } = await odd.issued(good);
  const { report } = await odd.issued(bad);
  const isOfZeros = ({ code }: { code: string }) => code === 'CODE_ZEROS_DIFFER';
  expect(expected!.warnings.filter(isOfZeros)).toEqual([]);
  expect(report!.warnings.filter(isOfZeros)).toEqual([
    {
      code: 'CODE_ZEROS_DIFFER',
      message: expect.stringMatching(
        /^\d+ mã chỉ khác mã đã có ở số 0 đầu mã, được coi là một: mã hàng Bravo «\d+» là «0\d+»; /,
      ),
    },
  ]);
  expect({ ...report, warnings: report!.warnings.filter((one) => !isOfZeros(one)) }).toEqual(expected);
});

const inColumns = (row: string, columns: readonly number[]): string =>
  row
    .split(',')
    .map((cell, index) => (columns.includes(index) ? cell.toLowerCase() : cell))
    .join(',');
