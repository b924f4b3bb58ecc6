import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeEach(async () => {
  company = await startGivenCompany();
});
afterEach(() => company?.api.close());

const sale = (quantity: string, more: Row = {}): Row => ({
  ...{
    branchCode: 'CN01',
    docCode: 'HD',
    docNo: 'T1',
    docDate: '2026-09-05',
    partnerCode: 'KH1',
    itemCode: 'VT1',
    unit: 'Lon',
  },
  ...{ quantity, amount: Number(quantity) * 30_000, warehouseCode: 'K1' },
  ...more,
});
const give = async (...rows: Row[]) =>
  company.upload('/bravo-sales-ledgers/bulk', await workbookFile('bravo-sales', rows));
/** Quantity and warehouse of every stored line, by its key. */
const stored = async () =>
  company.rows<object>(
    `select source_key as key, trim_scale(quantity)::text as quantity, warehouse_code as warehouse from sales_ledger_lines
     where source = 'given' order by 1`,
  );

it('lines of one document and item stay the same ones in a file that is filtered or in another order', async () => {
  const [five, three, one] = [sale('5'), sale('3', { warehouseCode: 'K2' }), sale('1')];
  expect(await give(five!, three!, one!)).toMatchObject({ created: 3 });
  const before = await stored();
  expect(await give(three!)).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  expect(await give(one!, five!, three!)).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
  expect(await stored()).toEqual(before);
});

it('a corrected line of a filtered file is the one of its warehouse, in whatever case its codes are, and a further one is new', async () => {
  await give(sale('5'), sale('3', { warehouseCode: 'K2' }));
  expect(await give(sale('4', { warehouseCode: 'K2', docNo: 't1' }))).toMatchObject({ created: 0, changed: 1 });
  expect(await give(sale('5'), sale('2'), sale('4', { warehouseCode: 'K2' }))).toMatchObject({
    ...{ created: 1, changed: 1, unchanged: 1 },
  });
  expect(await stored()).toMatchObject([
    { key: 'given//HD/T1/2026-09-05/VT1#1', quantity: '5', warehouse: 'K1' },
    { key: 'given//HD/T1/2026-09-05/VT1#2', quantity: '4', warehouse: 'K2' },
    { key: 'given//HD/T1/2026-09-05/VT1#3', quantity: '2', warehouse: 'K1' },
  ]);
});

it('a line is still the same one when the line before it was taken away', async () => {
  await give(sale('5'), sale('3'));
  const { items } = await company.given();
  expect((await company.remove([items.find(({ quantity }) => quantity === '5')!.id])).status).toBeLessThan(300);
  expect(await give(sale('3'))).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  expect(await stored()).toMatchObject([{ key: 'given//HD/T1/2026-09-05/VT1#2', quantity: '3' }]);
});

it('rows with keys of their own keep them, whatever they say', async () => {
  const header = 'rowId,branchCode,docCode,docNo,docDate,partnerCode,itemCode,unit,quantity,amount';
  const rows = (a: number, b: number) =>
    [['HD#1', a] as const, ['HD#2', b] as const].map(
      ([id, n]) => `${id},CN01,HD,T1,2026-09-05,KH1,VT1,Lon,${n},${n * 30_000}`,
    );
  const giveCsv = (a: number, b: number) =>
    company.upload('/bravo-sales-ledgers/bulk', {
      name: 'ban-hang.csv',
      content: Buffer.from([header, ...rows(a, b)].join('\n')),
    });
  expect(await giveCsv(5, 3)).toMatchObject({ created: 2 });
  expect(await giveCsv(3, 5)).toMatchObject({ created: 0, changed: 2 });
  expect(await stored()).toMatchObject([
    { key: 'given/HD#1', quantity: '3' },
    { key: 'given/HD#2', quantity: '5' },
  ]);
});
