import type { Run } from '@khop/contract/runs.ts';
import { parseQuantity } from '@khop/engine/quantity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { bravoItem, memoryBravo } from '../../testing/memory-bravo.ts';
import { workbookFile } from '../../testing/workbook-file.ts';
import type { Period } from './period-rows.ts';

type Row = {
  id: string;
  amisProducts: { code: string; name: string; quantity: string }[];
  bravoItems: { code: string; factor: string | null }[];
  amisQuantity: string;
  bravoQuantity: string | null;
  sharedQuantity: string;
  difference: string | null;
  value: number;
  state: string;
};
type Refused = { error_code: string; message: string; details?: unknown };

let api: TestApi;
let profileId: string;
const bravo = memoryBravo(2);
const admin = { as: 'quantri@khop.local', admin: true };

const post = <T = Refused>(path: string, body?: unknown, options = {}) => api.call<T>('POST', path, body, options);
const at = (path: string, more = '') => `/shared-inventory${path}?profileId=${profileId}${more}`;
const period = async (more = '') => (await api.call<Period>('GET', at('/period', more))).body;
const rows = async (more = '') =>
  (await api.call<{ items: Row[]; total: number; totals?: Record<string, number> }>('GET', at('', more))).body;

const stockFile = (lines: readonly (readonly [string, string, number, number])[], toDate = '2026-09-30') =>
  workbookFile(
    'amis-inventory',
    lines.map(([warehouseCode, productCode, closingQuantity, closingValue]) => ({
      warehouseName: `Kho ${warehouseCode}`,
      warehouseCode,
      productCode,
      productName: `Hàng ${productCode}`,
      unit: productCode.toUpperCase() === 'SP1' ? 'Thùng' : 'Cái',
      closingQuantity: String(closingQuantity),
      closingValue,
    })),
    { fromDate: '2026-09-01', toDate },
  );
const stockOf = (itemCode: string, quantity: string, warehouseCode = 'K1') => ({
  asOf: '2026-09-30',
  warehouseCode,
  itemCode,
  quantity: parseQuantity(quantity),
  value: 0,
});
const ended = async (answer: { status: number; body: { runId?: string } }): Promise<Run> => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return api.runEnd(answer.body.runId!);
};
const loadAmis = async (file: Awaited<ReturnType<typeof stockFile>>, more = '') =>
  ended(await api.upload<{ runId: string }>(at('/load-amis-inventory', more), file));
const loadBravo = async () => ended(await post<{ runId: string }>(at('/load-bravo-inventory')));
const generate = async () => ended(await post<{ runId: string }>(at('/generate')));

beforeAll(async () => {
  api = await startTestApi({ bravo });
  const profile = await post<{ id: string; version: number }>('/amis/profiles', {
    code: 'HN',
    name: 'Hà Nội',
    taxCode: '0100109106',
    excludedWarehouseCodes: ['HONG'],
  });
  profileId = profile.body.id;
  const products = await workbookFile('amis-products', [
    { code: 'SP1', name: 'Nồi cơm điện', unit: 'Thùng' },
    { code: 'SP2', name: 'Chảo', unit: 'Cái' },
    { code: 'SP3', name: 'Ấm siêu tốc', unit: 'Cái' },
  ]);
  const imported = await api.upload<{ runId: string }>('/amis/products/bulk', products, { profileId });
  expect((await ended(imported)).status).toBe('succeeded');
  bravo.itemRecords = ['VT1', 'VT2', 'VT3'].map((code) => bravoItem(code));
  await ended(await post<{ runId: string }>('/bravo-items-sync/sync'));
  const list = await api.call<{ items: { id: string; code: string }[] }>(
    'GET',
    `/amis/products?profileId=${profileId}`,
  );
  const idOf = (code: string) => list.body.items.find((product) => product.code === code)!.id;
  for (const [product, bravoCode, factor] of [
    ['SP1', 'VT1', '1/24'],
    ['SP2', 'VT2', '1'],
    ['SP3', 'VT3', null],
  ] as const) {
    const connected = await post('/product-connections', {
      profileId,
      amisProductId: idOf(product),
      bravoCode,
      factor,
    });
    expect(connected.status, JSON.stringify(connected.body)).toBe(201);
  }
});
afterAll(() => api?.close());
beforeEach(() => {
  bravo.isDown = false;
  bravo.stockRecords = [
    stockOf('VT1', '60'),
    stockOf('VT1', '12', 'K2'),
    stockOf('VT2', '5'),
    stockOf('VT3', '1'),
    stockOf('VT9', '4'),
  ];
});

describe('a month of shared inventory', () => {
  it('goes from draft to locked, and each step needs the one before', async () => {
    expect(await period()).toBeNull();
    expect(await rows()).toMatchObject({ items: [], total: 0 });
    expect(await post(at('/generate'))).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    const opened = await post<Period>(at('/period'), { month: '2026-09' });
    expect(opened).toMatchObject({ status: 200, body: { month: '2026-09', status: 'draft', version: 1 } });
    expect((await post<Period>(at('/period'), { month: '2026-09' })).body).toEqual(opened.body);
    expect(await post(at('/generate'))).toMatchObject({ status: 422, body: { error_code: 'INVENTORY_STATE' } });
    expect(await api.call('PUT', at('/period'), { status: 'loaded', version: 1 })).toMatchObject({
      status: 422,
      body: { error_code: 'INVENTORY_STATE' },
    });

    const file = await stockFile([
      ['K1', 'SP1', 2, 480_000],
      // Codes are compared without case.
      ['K2', 'sp1', 2, 480_000],
      ['HONG', 'SP1', 9, 1_000_000],
      ['K1', 'SP2', 5, 50_000],
      ['K1', 'SP3', 7, 70_000],
      ['K1', 'SPX', 1, 9_000],
    ]);
    const dry = await loadAmis(file, '&dryRun=true');
    expect(dry.result).toMatchObject({ created: 6, dryRun: true });
    expect(await period()).toMatchObject({ status: 'draft', amisLoadedAt: null });
    const loaded = await loadAmis(file);
    expect(loaded).toMatchObject({ status: 'succeeded', result: { read: 6, created: 6, warnings: [] } });
    expect(await period()).toMatchObject({ status: 'draft', amisAsOf: '2026-09-30', bravoAsOf: null });
    expect((await loadBravo()).result).toEqual({ rows: 5, asOf: '2026-09-30' });
    expect(await period()).toMatchObject({ status: 'loaded', bravoAsOf: '2026-09-30' });

    expect((await generate()).result).toMatchObject({ rows: 5 });
    const { items, totals } = await rows('&totals=true');
    expect(
      items.map((row) => [
        row.amisProducts[0]?.code ?? row.bravoItems[0]?.code,
        row.amisQuantity,
        row.bravoQuantity,
        row.sharedQuantity,
        row.difference,
        row.value,
        row.state,
      ]),
    ).toEqual([
      ['SP1', '4', '3', '3', '1', 720_000, 'differs'],
      ['SP2', '5', '5', '5', '0', 50_000, 'matched'],
      ['SP3', '7', null, '0', null, 0, 'factor_missing'],
      ['SPX', '1', '0', '0', '1', 0, 'only_amis'],
      ['VT9', '0', '4', '0', '-4', 0, 'only_bravo'],
    ]);
    expect(items[0]).toMatchObject({
      amisProducts: [{ name: 'Nồi cơm điện' }],
      bravoItems: [{ code: 'VT1', factor: '1/24' }],
    });
    expect(items[3]!.amisProducts[0]!.name).toBe('Hàng SPX');
    expect(totals).toEqual({ value: 770_000 });
    expect((await api.call('GET', at('/stats'))).body).toEqual({
      rows: 5,
      byState: { matched: 1, differs: 1, only_amis: 1, only_bravo: 1, factor_missing: 1 },
      amisValue: 1_089_000,
      sharedValue: 770_000,
      differenceRows: 3,
    });
    expect((await rows('&state=differs')).items).toHaveLength(1);
    expect((await rows('&q=noi%20com')).items[0]).toMatchObject({ state: 'differs' });
    expect((await rows('&sort=-difference')).items.map((row) => row.difference)).toEqual(['1', '1', '0', '-4', null]);

    const known = items.map((row) => row.id);
    await generate();
    expect((await rows()).items.map((row) => row.id)).toEqual(known);
  });

  it('takes a new file over as a whole, refuses one of another month, and makes the rows stale', async () => {
    const october = await loadAmis(await stockFile([['K1', 'SP1', 1, 1]], '2026-10-31'));
    expect(october).toMatchObject({ status: 'failed', errorCode: 'WRONG_PERIOD' });
    expect(await period()).toMatchObject({ status: 'generated' });
    const early = await loadAmis(
      await stockFile(
        [
          ['K1', 'SP1', 3, 720_000],
          ['K1', 'SP2', 5, 50_000],
        ],
        '2026-09-28',
      ),
    );
    expect(early.result).toMatchObject({
      created: 0,
      changed: 1,
      unchanged: 1,
      warnings: [{ code: 'SNAPSHOT_DRIFT' }],
    });
    expect(await period()).toMatchObject({ status: 'loaded', amisAsOf: '2026-09-28' });
    await generate();
    expect((await rows('&state=matched')).items.map((row) => row.amisProducts[0]?.code)).toEqual(['SP1', 'SP2']);
  });

  it('leaves everything when Bravo is away or has no stock', async () => {
    const before = await period();
    bravo.isDown = true;
    expect(await post(at('/load-bravo-inventory'))).toMatchObject({
      status: 503,
      body: { error_code: 'BRAVO_UNAVAILABLE' },
    });
    bravo.isDown = false;
    bravo.stockRecords = [];
    expect(await loadBravo()).toMatchObject({ status: 'failed', errorCode: 'BRAVO_QUERY_INVALID' });
    expect(await period()).toEqual(before);
  });

  it('refuses every change while locked, and only an admin unlocks', async () => {
    const { version } = await period();
    const stale = await api.call<Refused>('PUT', at('/period'), { status: 'locked', version: version - 1 });
    expect(stale).toMatchObject({ status: 412, body: { error_code: 'STALE_VERSION', details: { version } } });
    const locked = await api.call<Period>('PUT', at('/period'), { status: 'locked', version });
    expect(locked).toMatchObject({ status: 200, body: { status: 'locked', version: version + 1 } });
    const before = await rows();

    const refusal = { status: 422, body: { error_code: 'INVENTORY_STATE' } };
    expect(await post(at('/generate'))).toMatchObject(refusal);
    expect(await post(at('/load-bravo-inventory'))).toMatchObject(refusal);
    expect(await api.upload(at('/load-amis-inventory'), await stockFile([['K1', 'SP1', 1, 1]]))).toMatchObject(refusal);
    expect(await post(at('/period'), { month: '2026-08', version: version + 1 })).toMatchObject(refusal);
    const unlock = { status: 'generated', version: version + 1 };
    expect(await api.call('PUT', at('/period'), unlock)).toMatchObject({
      status: 403,
      body: { error_code: 'ADMIN_ONLY' },
    });
    expect(await period()).toEqual(locked.body);
    expect(await rows()).toEqual(before);

    expect(await api.call('PUT', at('/period'), unlock, admin)).toMatchObject({
      status: 200,
      body: { status: 'generated' },
    });
    const log = await api.call<{ items: { action: string; actor: string }[] }>(
      'GET',
      `/history/shared-inventory/${locked.body.id}?limit=2`,
    );
    expect(log.body.items.map((entry) => [entry.action, entry.actor])).toEqual([
      ['shared-inventory.unlock', admin.as],
      ['shared-inventory.lock', 'ketoan@khop.local'],
    ]);
  });

  it('keeps months apart, and moves a month only while it is empty', async () => {
    const october = await post<Period>(at('/period'), { month: '2026-10' });
    expect(await period()).toMatchObject({ month: '2026-10', status: 'draft' });
    expect(await rows()).toMatchObject({ total: 0 });
    expect((await rows('&month=2026-09')).total).toBeGreaterThan(0);
    const refused = { status: 422, body: { error_code: 'INVENTORY_STATE' } };
    const move = (month: string, version: number, more = '') => post(at('/period', more), { month, version });
    expect(await move('2026-11', 9)).toMatchObject({ status: 412 });
    expect(await move('2026-09', october.body.version)).toMatchObject(refused);
    expect(await move('2026-11', october.body.version)).toMatchObject({
      status: 200,
      body: { month: '2026-11', version: 2 },
    });
    const { version } = await period('&month=2026-09');
    expect(await move('2026-12', version, '&month=2026-09')).toMatchObject(refused);
    expect(await post(at('/period'), { month: '2026-13' })).toMatchObject({ status: 400 });
    expect(
      (await api.call('GET', '/shared-inventory/period?profileId=00000000-0000-7000-8000-000000000000')).status,
    ).toBe(404);
  });
});
