import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { bravoItem, bravoPartner, bravoSale, memoryBravo } from '../../testing/memory-bravo.ts';

let api: TestApi;
const bravo = memoryBravo();

beforeAll(async () => {
  bravo.partnerRecords = [bravoPartner('KH1')];
  api = await startTestApi({ bravo });
});
afterAll(() => api?.close());

async function run(path: string, body?: unknown) {
  const { body: accepted } = await api.call<{ runId: string }>('POST', path, body);
  return (await api.runEnd(accepted.runId)).result;
}
const store = () => run('/bravo-sales-ledgers', { fromDate: '2026-09-01', toDate: '2026-09-30' });
const codes = async () => {
  const { rows } = await api.context.pool.query<{ key: string; item: string; partner: string }>(
    'select source_key as key, item_code as item, partner_code as partner from sales_ledger_lines order by 1',
  );
  return rows.map(({ key, item, partner }) => [key, item, partner]);
};

it('a sale of Bravo whose codes differ from the masters in case alone is of these, as soon as they are known', async () => {
  await run('/bravo-partners-sync/sync');
  bravo.salesLines = [
    bravoSale('a', { itemCode: 'vt1', partnerCode: 'kh1' }),
    bravoSale('b', { itemCode: 'VT1', docNo: 'HD-002' }),
    bravoSale('c', { itemCode: 'Vt2', docNo: 'HD-003' }),
    bravoSale('d', { itemCode: 'la', docNo: 'HD-004', partnerCode: 'KH9' }),
  ];
  expect(await store()).toMatchObject({ created: 4 });
  expect(await codes()).toEqual([
    ['a', 'vt1', 'KH1'],
    ['b', 'VT1', 'KH1'],
    ['c', 'Vt2', 'KH1'],
    ['d', 'la', 'KH9'],
  ]);

  // Two items that differ in case alone each keep their sales.
  bravo.itemRecords = [bravoItem('VT1'), bravoItem('VT2'), bravoItem('Vt2')];
  await run('/bravo-items-sync/sync');
  expect(await store()).toMatchObject({ created: 0, changed: 1, unchanged: 3 });
  expect((await codes()).map(([, item]) => item)).toEqual(['VT1', 'VT1', 'Vt2', 'la']);
  expect(await store()).toMatchObject({ created: 0, changed: 0, unchanged: 4 });
});

it('lines that another program sends are spelt like the masters, too', async () => {
  const row = {
    ...{ sourceKey: 'X1', branchCode: 'CN01', docCode: 'HD', docNo: 'HD-X', docDate: '2026-11-02', partnerCode: 'Kh1' },
    ...{ itemCode: 'vt1', quantity: '1', baseQuantity: '1', amount: 30_000 },
  };
  const { status } = await api.call('POST', '/bravo-sales-ledgers', { rows: [row] });
  expect(status).toBe(200);
  expect((await codes()).filter(([, , partner]) => partner !== 'KH9')).toContainEqual([
    expect.stringContaining('X1'),
    'VT1',
    'KH1',
  ]);
});
