import type { ImportReport, Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { sheetFile, workbookFile } from '../../testing/workbook-file.ts';

type Warehouses = {
  version: number;
  items: { name: string; code: string }[];
  proposals: { name: string; code: string }[];
  codes: string[];
};

let api: TestApi;
let profileId: string;
let periodId: string;
beforeAll(async () => {
  api = await startTestApi();
  const profile = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' });
  profileId = profile.body.id;
  const terms = { name: 'Kỳ 09', fromDate: '2026-09-01', toDate: '2026-09-30', plannedInvoiceDate: '2026-09-30' };
  const period = await api.call<{ id: string }>('POST', '/invoice-issuance/periods', {
    ...terms,
    profileIds: [profileId],
  });
  periodId = period.body.id;
});
afterAll(() => api?.close());

const HEAD = [
  ['TỔNG HỢP TỒN KHO'],
  ['Từ ngày 01/09/2026 đến ngày 30/09/2026'],
  [],
  ['Tên kho', 'Mã hàng', 'Tên hàng', 'ĐVT', 'Đầu kỳ', '', 'Nhập kho', '', 'Xuất kho', '', 'Cuối kỳ', ''],
  ['', '', '', '', ...Array.from({ length: 4 }, () => ['Số lượng', 'Giá trị']).flat()],
];
const row = (warehouse: string, code: string, closing: number) => {
  return [warehouse, code, `Hàng ${code}`, 'Cái', 0, 0, closing, closing * 10, 0, 0, closing, closing * 10];
};
/** The usual export: warehouses by name only, a header in two rows. */
const byName = () =>
  sheetFile([...HEAD, row('Kho Chính', 'SP1', 5), row('Kho Chính', 'SP2', 2), row('KHO HỎNG', 'SP1', 1)]);

const load = async (dryRun = false): Promise<Run> => {
  const path = `/invoice-issuance/periods/${periodId}/load-amis-inventory${dryRun ? '?dryRun=true' : ''}`;
  const accepted = await api.upload<{ runId: string }>(path, await byName(), { profileId });
  return api.runEnd(accepted.body.runId);
};
const path = () => `/amis/profiles/${profileId}/warehouses`;
const warehouses = async () => (await api.call<Warehouses>('GET', path())).body;
const stock = async () =>
  (
    await api.context.pool.query(
      'select warehouse_code, product_code, closing::float from period_inventory_rows order by 1, 2',
    )
  ).rows.map(Object.values);

it('asks once for the codes of names, offers what books state, and loads the same file with them', async () => {
  const asked = await load();
  expect(asked).toMatchObject({
    status: 'failed',
    errorCode: 'WAREHOUSE_UNKNOWN',
    message: expect.stringContaining('«Kho Chính»'),
    result: { names: ['KHO HỎNG', 'Kho Chính'] },
  });
  expect(await load(true)).toMatchObject({ status: 'failed', errorCode: 'WAREHOUSE_UNKNOWN' });
  expect(await stock()).toEqual([]);

  const products = await workbookFile('amis-products', [
    { code: 'SP1', name: 'Hàng SP1', unit: 'Cái', defaultWarehouseCode: 'KC', defaultWarehouseName: 'kho chính' },
  ]);
  const upload = await api.upload<{ runId: string }>('/amis/products/bulk', products, { profileId });
  await api.runEnd(upload.body.runId);
  const offered = await warehouses();
  expect(offered).toEqual({ version: 1, items: [], proposals: [{ name: 'kho chính', code: 'KC' }], codes: ['KC'] });
  // A proposal is not a decision.
  expect((await load()).errorCode).toBe('WAREHOUSE_UNKNOWN');

  const put = (items: object[], version: number) => api.call<Warehouses>('PUT', path(), { items, version });
  const twice = await put(
    [
      { name: 'Kho Chính', code: 'KC' },
      { name: 'Kho hỏng', code: 'KC' },
    ],
    1,
  );
  expect(twice).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
  const set = await put(
    [
      { name: 'Kho Chính', code: 'KC' },
      { name: 'Kho hỏng', code: 'KH' },
    ],
    1,
  );
  expect(set.body).toMatchObject({ version: 2, proposals: [] });
  expect((await put([], 1)).status).toBe(412);

  const loaded = await load();
  expect(loaded.status, loaded.message ?? '').toBe('succeeded');
  expect(loaded.result as ImportReport).toMatchObject({ created: 3, rejected: 0 });
  expect(await stock()).toEqual([
    ['KC', 'SP1', 5],
    ['KC', 'SP2', 2],
    ['KH', 'SP1', 1],
  ]);
  const { rows } = await api.context.pool.query(
    "select before, after from audit_events where action = 'profile.set-warehouses'",
  );
  expect(rows).toMatchObject([{ before: { items: [] }, after: { items: set.body.items } }]);
});
