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
  const terms = { name: 'Kỳ 09', fromDate: '2026-09-01', toDate: '2026-09-30' };
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

const load = async (dryRun = false, file = byName()): Promise<Run> => {
  const path = `/invoice-issuance/periods/${periodId}/load-amis-inventory${dryRun ? '?dryRun=true' : ''}`;
  const accepted = await api.upload<{ runId: string }>(path, await file, { profileId });
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

/** The same stock as `byName`, in the other forms that real installations export. */
const figures = (n: number) => [0, 0, n, n * 10, 0, 0, n, n * 10];
const withPrice = (n: number) => [0, 0, 10, n, n * 10, 10, 0, 0, 10, n, n * 10, 10];
const TITLE = [['TỔNG HỢP TỒN KHO'], ['Từ ngày 01/09/2026 đến ngày 30/09/2026'], []];
const GROUPS = ['Đầu kỳ', '', 'Nhập kho', '', 'Xuất kho', '', 'Cuối kỳ', ''];
const PAIRS = Array.from({ length: 4 }, () => ['Số lượng', 'Giá trị']).flat();
const FORMS: readonly (readonly [string, (string | number)[][]])[] = [
  [
    'with codes and names',
    [
      ...TITLE,
      ['Tên kho', 'Mã kho', 'Mã hàng', 'Tên hàng', 'ĐVT', ...GROUPS],
      ['', '', '', '', '', ...PAIRS],
      ['Kho Chính', 'KC', 'SP1', 'Hàng SP1', 'Cái', ...figures(5)],
      ['Kho Chính', 'KC', 'SP2', 'Hàng SP2', 'Cái', ...figures(2)],
      ['Kho hỏng', 'KH', 'SP1', 'Hàng SP1', 'Cái', ...figures(1)],
      ['Tổng cộng', '', '', '', '', ...figures(8)],
    ],
  ],
  [
    'with names and prices, a name of the entity above',
    [
      ['CÔNG TY TNHH HOA MAI'],
      ...TITLE,
      ['Tên kho', 'Mã hàng', 'Tên hàng', 'ĐVT', ...GROUPS.flatMap((group) => (group ? [group, '', ''] : []))],
      ['', '', '', '', ...Array.from({ length: 4 }, () => ['SL', 'GT', 'ĐG']).flat()],
      ['Kho Chính', 'SP1', 'Hàng SP1', 'Cái', ...withPrice(5)],
      ['Kho Chính', 'SP2', 'Hàng SP2', 'Cái', ...withPrice(2)],
      ['Kho hỏng', 'SP1', 'Hàng SP1', 'Cái', ...withPrice(1)],
    ],
  ],
  [
    'grouped by warehouse',
    [
      ...TITLE,
      ['', 'Mã hàng', 'Tên hàng', 'ĐVT', ...GROUPS],
      ['', '', '', '', ...PAIRS],
      ['Tên kho : Kho Chính (2 )', '', '', '', ...figures(7)],
      ['', 'SP1', 'Hàng SP1', 'Cái', ...figures(5)],
      ['', 'SP2', 'Hàng SP2', 'Cái', ...figures(2)],
      ['Tên kho : Kho hỏng (1 )', '', '', '', ...figures(1)],
      ['', 'SP1', 'Hàng SP1', 'Cái', ...figures(1)],
    ],
  ],
];

it('loads the forms of real stock reports with one and the same stock', async () => {
  const expected = await stock();
  expect(expected).toHaveLength(3);
  for (const [form, rows] of FORMS) {
    await api.context.pool.query('delete from period_inventory_rows');
    const loaded = await load(false, sheetFile(rows.map((cells) => cells.map((cell) => (cell === '' ? null : cell)))));
    expect(loaded.status, `${form}: ${loaded.message}`).toBe('succeeded');
    expect(loaded.result, form).toMatchObject({ read: 3, rejected: 0 });
    expect(await stock(), form).toEqual(expected);
  }
});
