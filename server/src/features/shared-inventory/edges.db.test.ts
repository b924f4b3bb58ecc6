import type { Run } from '@khop/contract/runs.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { bravoItem, memoryBravo } from '../../testing/memory-bravo.ts';
import { workbookFile } from '../../testing/workbook-file.ts';
import type { Period } from './period-rows.ts';

type Row = {
  amisProducts: { code: string; name: string; quantity: string; value: number }[];
  bravoItems: { code: string; factor: string | null }[];
  unit: string;
  amisQuantity: string;
  bravoQuantity: string | null;
  sharedQuantity: string;
  difference: string | null;
  value: number;
  state: string;
};
type Stock = readonly [warehouse: string, product: string, quantity: string, value: number, unit?: string];

let api: TestApi;
let profileId: string;
const bravo = memoryBravo(2);

const post = <T = { message: string }>(path: string, body?: unknown) => api.call<T>('POST', path, body);
const at = (path: string, more = '') => `/shared-inventory${path}?profileId=${profileId}${more}`;
const period = async (more = '') => (await api.call<Period>('GET', at('/period', more))).body;
const rows = async (more = '') =>
  (await api.call<{ items: Row[]; total: number }>('GET', at('', more))).body.items.map((row) =>
    [
      row.amisProducts.map(({ code }) => code).join('+'),
      row.bravoItems.map(({ code }) => code).join('+'),
      `${row.amisQuantity} ${row.unit}`,
      row.bravoQuantity ?? '?',
      row.sharedQuantity,
      row.value,
      row.state,
    ].join(' | '),
  );
const ended = async (answer: { status: number; body: { runId?: string } }): Promise<Run> => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return api.runEnd(answer.body.runId!);
};
const loadAmis = async (lines: readonly Stock[], month = '2026-09') =>
  ended(
    await api.upload<{ runId: string }>(
      at('/load-amis-inventory', `&month=${month}`),
      await workbookFile(
        'amis-inventory',
        lines.map(([warehouseCode, productCode, closingQuantity, closingValue, unit = 'Cái']) => ({
          ...{ warehouseName: `Kho ${warehouseCode}`, warehouseCode, productCode, productName: `Hàng ${productCode}` },
          ...{ unit, closingQuantity, closingValue },
        })),
        { fromDate: `${month}-01`, toDate: `${month}-30` },
      ),
    ),
  );
const stockOf = (itemCode: string, quantity: string, warehouseCode = 'K1') => ({
  asOf: '2026-09-30',
  warehouseCode,
  itemCode,
  quantity: parseQuantity(quantity),
  value: 0,
});
const loadBravo = async (...stock: (readonly [string, string, string?])[]) => {
  bravo.stockRecords = stock.map(([item, quantity, warehouse]) => stockOf(item, quantity, warehouse));
  return ended(await post<{ runId: string }>(at('/load-bravo-inventory')));
};
const generate = async () => ended(await post<{ runId: string }>(at('/generate')));
const sql = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await api.context.pool.query(text, values as unknown[])).rows as T[];
async function connect(product: string, bravoCode: string, factor: string | null) {
  const made = await post('/product-connections', { profileId, amisCode: product, bravoCode, factor });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
}

beforeAll(async () => {
  api = await startTestApi({ bravo });
  const profile = await post<{ id: string }>('/amis/profiles', {
    ...{ code: 'HN', name: 'Hà Nội', taxCode: '0100109106', excludedWarehouseCodes: ['HONG'] },
  });
  profileId = profile.body.id;
  const products = await workbookFile(
    'amis-products',
    ['SP1', 'SP2', 'SP3', 'SP4'].map((code) => ({
      code,
      name: `Hàng ${code}`,
      unit: code === 'SP2' ? 'Thùng' : 'Cái',
    })),
  );
  await ended(await api.upload<{ runId: string }>('/amis/products/bulk', products, { profileId }));
  bravo.itemRecords = ['VT1', 'VT2', 'VT3', 'VT4'].map((code) => bravoItem(code));
  await ended(await post<{ runId: string }>('/bravo-items-sync/sync'));
});
afterAll(() => api?.close());
beforeEach(async () => {
  await sql('delete from product_connections');
  await sql('delete from shared_inventory_periods');
  await post(at('/period'), { month: '2026-09' });
});

it('leaves an excluded warehouse out in whatever case the file writes its code', async () => {
  await connect('SP1', 'VT1', '1');
  await loadAmis([
    ['K1', 'SP1', '5', 500],
    ['hong', 'SP1', '7', 700],
    ['HONG', 'SP2', '7', 700, 'Thùng'],
    ['Hong', 'SP3', '7', 700],
  ]);
  await loadBravo(['VT1', '5']);
  await generate();
  expect(await rows()).toEqual(['SP1 | VT1 | 5 Cái | 5 | 5 | 500 | matched']);
});

it('counts what Bravo holds under a code in another case', async () => {
  await connect('SP1', 'VT1', '1');
  await loadAmis([['K1', 'SP1', '5', 500]]);
  await loadBravo(['vt1', '5']);
  await generate();
  expect(await rows()).toEqual(['SP1 | VT1 | 5 Cái | 5 | 5 | 500 | matched']);
});

it('adds up exactly what several items have in thirds', async () => {
  for (const item of ['VT1', 'VT2', 'VT3']) await connect('SP2', item, '1/3');
  await loadAmis([['K1', 'SP2', '1', 300, 'Thùng']]);
  await loadBravo(['VT1', '1'], ['VT2', '1'], ['VT3', '1']);
  await generate();
  expect(await rows()).toEqual(['SP2 | VT1+VT2+VT3 | 1 Thùng | 1 | 1 | 300 | matched']);
});

it.each([
  ['one after the other', ['VT1', 'VT1', 'VT2'], 'vật tư «VT1» ở kho «K1»'],
  ['apart', ['VT1', 'VT2', 'VT3', 'VT1'], '1 chỗ (vật tư ở kho)'],
])('refuses two counts of one place that come %s, and names the remedy', async (_, items, place) => {
  await loadBravo(['VT1', '5']);
  const before = [await period(), await sql('select * from shared_inventory_bravo_rows')];
  const run = await loadBravo(...items.map((item) => [item, '1'] as const));
  expect(run).toMatchObject({ status: 'failed', errorCode: 'BRAVO_QUERY_INVALID' });
  expect(run.message).toContain(`Bravo trả hơn một dòng tồn kho cho ${place}. Tồn kho đã nạp giữ nguyên; hãy sửa`);
  expect([await period(), await sql('select * from shared_inventory_bravo_rows')]).toEqual(before);
});

it('counts a product that is there in two spellings once', async () => {
  await sql(
    `insert into amis_products (id, profile_id, code, name, unit) values (gen_random_uuid(), $1, 'sp1', 'Hàng sp1', 'Cái')`,
    [profileId],
  );
  await connect('SP1', 'VT1', '1');
  await connect('sp1', 'VT2', '1');
  await loadAmis([['K1', 'SP1', '5', 500]]);
  await loadBravo(['VT1', '5']);
  await generate();
  expect(await rows()).toEqual(['SP1 | VT1 | 5 Cái | 5 | 5 | 500 | matched']);
  await sql(`delete from product_connections`);
  await sql(`delete from amis_products where code = 'sp1'`);
});

it('does not put the stock of a month into another one', async () => {
  const { version } = await period();
  bravo.beforeBatch = async () => {
    bravo.beforeBatch = () => {};
    const moved = await post(at('/period', '&month=2026-09'), { month: '2026-10', version });
    expect(moved.status).toBe(200);
  };
  const run = await loadBravo(['VT1', '1']);
  expect(run).toMatchObject({ status: 'failed', errorCode: 'INVENTORY_STATE' });
  expect(run.message).toBe(
    'Kỳ đã đổi sang tháng 10/2026 trong lúc đọc tồn kho Bravo đến ngày 30/09/2026. Hãy nạp lại.',
  );
  expect(await period()).toMatchObject({ month: '2026-10', bravoLoadedAt: null });
  expect(await sql('select * from shared_inventory_bravo_rows')).toEqual([]);
});

it('keeps what was loaded when Bravo goes away in the middle', async () => {
  await connect('SP1', 'VT1', '1');
  await loadAmis([['K1', 'SP1', '5', 500]]);
  await loadBravo(['VT1', '5'], ['VT2', '2'], ['VT3', '2']);
  await generate();
  const before = [
    await period(),
    await rows(),
    await sql('select * from shared_inventory_bravo_rows order by item_code'),
  ];
  let batches = 0;
  bravo.beforeBatch = () => {
    batches += 1;
    if (batches === 2) bravo.isDown = true;
  };
  const run = await loadBravo(['VT1', '9'], ['VT2', '9'], ['VT3', '9']);
  bravo.beforeBatch = () => {};
  bravo.isDown = false;
  expect(run).toMatchObject({ status: 'failed', errorCode: 'BRAVO_UNAVAILABLE' });
  expect([
    await period(),
    await rows(),
    await sql('select * from shared_inventory_bravo_rows order by item_code'),
  ]).toEqual(before);
});

it('has every đồng of AMIS in its total, also those without a quantity', async () => {
  await loadAmis([
    ['K1', 'SP1', '0', 500],
    ['K1', 'SP2', '-2', -300, 'Thùng'],
    ['K1', 'SP3', '2', 300],
    ['K1', 'SP4', '0', 0],
  ]);
  await loadBravo(['VT1', '-5'], ['VT2', '2']);
  await generate();
  expect(await rows()).toEqual([
    'SP1 |  | 0 Cái | 0 | 0 | 0 | only_amis',
    'SP2 |  | -2 Thùng | 0 | 0 | 0 | only_amis',
    'SP3 |  | 2 Cái | 0 | 0 | 0 | only_amis',
    ' | VT1 | 0 Cái | -5 | 0 | 0 | only_bravo',
    ' | VT2 | 0 Cái | 2 | 0 | 0 | only_bravo',
  ]);
  expect((await api.call('GET', at('/stats'))).body).toMatchObject({ rows: 5, amisValue: 500, sharedValue: 0 });
});

it('adds no quantities of different units up while a factor is missing', async () => {
  await connect('SP1', 'VT1', '1');
  await connect('SP2', 'VT1', null);
  await connect('SP3', 'VT1', '1');
  await loadAmis([
    ['K1', 'SP1', '60', 500],
    ['K1', 'SP2', '3', 300, 'Thùng'],
    ['K1', 'SP3', '4', 300],
  ]);
  await loadBravo(['VT1', '5']);
  await generate();
  expect(await rows()).toEqual(['SP1+SP2+SP3 | VT1 | 64 Cái | ? | 0 | 0 | factor_missing']);
});

it('compares the day of a file with the one that Bravo has counted', async () => {
  const warningsOf = async (toDate: string | undefined) => {
    const file = await workbookFile(
      'amis-inventory',
      [
        {
          warehouseName: 'Kho 1',
          warehouseCode: 'K1',
          productCode: 'SP1',
          productName: 'Hàng',
          unit: 'Cái',
          closingQuantity: '5',
          closingValue: 5,
        },
      ],
      toDate === undefined ? {} : { fromDate: '2026-09-01', toDate },
    );
    const run = await ended(await api.upload<{ runId: string }>(at('/load-amis-inventory', '&dryRun=true'), file));
    return (run.result as { warnings: { message: string }[] }).warnings.map(({ message }) => message);
  };
  const drift = (beside: string) => [
    `Tệp ghi tồn kho đến ngày 28/09/2026, còn tồn kho Bravo ${beside}. Chênh lệch có thể do phát sinh giữa hai ngày.`,
  ];
  expect(await warningsOf('2026-09-30')).toEqual([]);
  expect(await warningsOf(undefined)).toEqual([
    'Tệp không ghi tồn kho đến ngày nào; Khớp coi là đến ngày 30/09/2026. Hãy xem lại tệp có đúng là của tháng 09/2026 không.',
  ]);
  expect(await warningsOf('2026-09-28')).toEqual(drift('sẽ được lấy đến ngày 30/09/2026'));
  await loadBravo(['VT1', '5']);
  expect(await warningsOf('2026-09-28')).toEqual(drift('đã nạp là đến ngày 30/09/2026'));
  await sql("update shared_inventory_periods set bravo_as_of = '2026-09-28'");
  expect(await warningsOf('2026-09-28')).toEqual([]);
  expect(await warningsOf('2026-09-30')).toEqual([
    'Tệp ghi tồn kho đến ngày 30/09/2026, còn tồn kho Bravo đã nạp là đến ngày 28/09/2026. Chênh lệch có thể do phát sinh giữa hai ngày.',
  ]);
});

it('is as before when the file that was loaded is taken back', async () => {
  await connect('SP1', 'VT1', '1');
  await loadBravo(['VT1', '5']);
  const before = { ...(await period()), version: 0 };
  const run = await loadAmis([['K1', 'SP1', '5', 500]]);
  expect(await period()).toMatchObject({ status: 'loaded' });
  const { importId } = run.result as { importId: string };
  const undone = await post(`/imports/${importId}/undo`);
  expect(undone.status, JSON.stringify(undone.body)).toBeLessThan(300);
  if ((undone.body as { runId?: string }).runId) await api.runEnd((undone.body as unknown as { runId: string }).runId);
  expect({ ...(await period()), version: 0 }).toEqual(before);
  expect((await post(at('/generate'))).status).toBe(422);
});
