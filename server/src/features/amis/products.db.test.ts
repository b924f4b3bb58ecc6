import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImportReport, Run } from '@khop/contract/runs.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workbooks } from '../../adapters/workbook/workbooks.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;

beforeAll(async () => {
  api = await startTestApi();
  profileId = await newProfile('AP', 'Công ty TNHH An Phú', '0316520076');
});
afterAll(() => api?.close());

async function newProfile(code: string, name: string, taxCode: string): Promise<string> {
  const created = await api.call<{ id: string }>('POST', '/amis/profiles', { code, name, taxCode });
  expect(created.status).toBe(201);
  return created.body.id;
}

const product = (code: string, name: string, more: Row = {}): Row => ({
  code,
  name,
  unit: 'Cái',
  vatReduction: 'reduced',
  kind: 'Hàng hóa',
  quantityOnHand: '12.5',
  stockValue: 125_000,
  vatRate: '10',
  isActive: true,
  ...more,
});

type File = { name: string; content: Buffer };
async function run(url: string, file: File, profile = profileId): Promise<Run> {
  const accepted = await api.upload<{ runId: string }>(url, file, { profileId: profile });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
  return api.runEnd(accepted.body.runId);
}
async function report(url: string, file: File, profile = profileId): Promise<ImportReport> {
  const ended = await run(url, file, profile);
  expect(ended.status, ended.message ?? '').toBe('succeeded');
  return ended.result as ImportReport;
}
const products = async (query = '') =>
  (
    await api.call<{ items: Record<string, unknown>[]; total: number; totals?: unknown }>(
      'GET',
      `/amis/products?profileId=${profileId}${query}`,
    )
  ).body;

describe('upload of products', () => {
  it('takes them in, finds them by a search without marks, and recognises the same file', async () => {
    const file = await workbookFile('amis-products', [
      product('A1', 'Nồi cơm điện'),
      product('A2', 'Ấm đun nước', { quantityOnHand: '-3', stockValue: 0 }),
    ]);
    const first = await report('/amis/products/bulk', file);
    expect(first).toMatchObject({ read: 2, created: 2, changed: 0, unchanged: 0, rejected: 0, sameFile: false });
    expect(first.controlTotals).toContainEqual(
      expect.objectContaining({ field: 'stockValue', file: '125000', read: '125000', agrees: true }),
    );
    expect(await products('&q=noi%20com&totals=true')).toMatchObject({
      total: 1,
      items: [{ code: 'A1', quantityOnHand: '12.5', stockValue: 125_000, connectionCount: 0, vatRate: '10' }],
      totals: { quantityOnHand: '12.5', stockValue: 125_000 },
    });
    expect(await products('&stock=negative')).toMatchObject({ total: 1, items: [{ code: 'A2' }] });
    expect(await products('&vatRate=10')).toMatchObject({ total: 2 });
    expect(await products('&vatRate=none')).toMatchObject({ total: 0 });
    expect((await api.call('GET', `/amis/product-filters?profileId=${profileId}`)).body).toEqual({
      group: [],
      kind: [{ value: 'Hàng hóa', count: 2 }],
      vatRate: [{ value: '10', count: 2 }],
    });
    expect(await report('/amis/products/bulk', file)).toMatchObject({ sameFile: true, changed: 0, unchanged: 2 });
  });

  it('changes only what differs, keeps what the file leaves out, and rejects a repeated code', async () => {
    const before = (await products()).items;
    const file = await workbookFile('amis-products', [
      product('A1', 'Nồi cơm điện'),
      product('A3', 'Bếp từ'),
      product('A3', 'Bếp từ đôi'),
    ]);
    expect(await report('/amis/products/bulk', file)).toMatchObject({
      read: 3,
      created: 1,
      changed: 0,
      unchanged: 1,
      rejected: 1,
      rejectedRows: [{ row: 6, code: 'DUPLICATE_KEY', value: 'A3' }],
    });
    const after = (await products()).items;
    expect(after.filter((item) => item.code !== 'A3')).toEqual(before);
    expect(after.find((item) => item.code === 'A3')).toMatchObject({ name: 'Bếp từ' });
  });

  it('reports without writing in a dry run', async () => {
    const before = await products();
    const imports = await api.call('GET', `/imports?profileId=${profileId}`);
    const file = await workbookFile('amis-products', [product('A1', 'Tên mới'), product('A9', 'Mới')]);
    expect(await report('/amis/products/bulk?dryRun=true', file)).toMatchObject({
      dryRun: true,
      importId: null,
      created: 1,
      changed: 1,
    });
    expect(await products()).toEqual(before);
    expect((await api.call('GET', `/imports?profileId=${profileId}`)).body).toEqual(imports.body);
    expect(await report('/amis/products/bulk', file)).toMatchObject({ sameFile: false, created: 1, changed: 1 });
  });

  it('gives back the rejected rows in the person’s own sheet', async () => {
    const file = await workbookFile('amis-products', [product('B1', 'Tốt'), product('B2', '')]);
    const { importId, rejectedRows } = await report('/amis/products/bulk', file);
    expect(rejectedRows).toMatchObject([{ row: 5, code: 'REQUIRED' }]);
    const errors = await api.call('GET', `/imports/${importId}/errors.xlsx`);
    expect(errors.status).toBe(200);
    expect(errors.headers['content-disposition']).toContain('loi.xlsx');
    const again = await workbooks.read(await writeTemporary(errors.raw), { layout: 'amis-products' });
    expect(again.columns.at(-1)).toMatchObject({ header: 'Lỗi' });
    expect(again.rejected).toMatchObject([{ row: 5, code: 'REQUIRED' }]);
  });
});

async function writeTemporary(content: Buffer): Promise<string> {
  const file = path.join(api.environment.KHOP_DATA_DIR!, 'errors.xlsx');
  await writeFile(file, content);
  return file;
}

describe('edit of a product', () => {
  it('wants the version that was seen, answers the current one otherwise, and is audited', async () => {
    const [item] = (await products('&q=A1')).items as { id: string; version: number }[];
    const edit = (version: number) =>
      api.call<{ version: number; details: unknown }>('PATCH', `/amis/products/${item!.id}`, {
        version,
        note: 'hàng dễ vỡ',
        group: 'Bếp',
      });
    const edited = await edit(item!.version);
    expect(edited).toMatchObject({
      status: 200,
      body: { note: 'hàng dễ vỡ', group: 'Bếp', version: item!.version + 1 },
    });
    const tooLong = { version: item!.version + 1, salePrice: '9'.repeat(30) };
    expect(await api.call('PATCH', `/amis/products/${item!.id}`, tooLong)).toMatchObject({ status: 400 });
    const stale = await edit(item!.version);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ error_code: 'STALE_VERSION', details: { version: item!.version + 1 } });
    const history = await api.context.db
      .selectFrom('auditEvents')
      .selectAll()
      .where('entity', '=', 'amis-product')
      .where('entityId', '=', item!.id)
      .execute();
    expect(history).toMatchObject([{ actor: 'ketoan@khop.local', after: { note: 'hàng dễ vỡ' } }]);
    expect((await api.call('PATCH', `/amis/products/${profileId}`, { version: 1 })).status).toBe(404);
  });
});

describe('upload of the purchase ledger', () => {
  const line = (voucherNumber: string, accountingDate: string, more: Row = {}): Row => ({
    accountingDate,
    documentDate: accountingDate,
    voucherNumber,
    productCode: 'A1',
    productName: 'Nồi cơm điện',
    unit: 'Cái',
    quantity: '10',
    unitPrice: '1000',
    amount: 10_000,
    ...more,
  });
  const september = { fromDate: '2026-09-01', toDate: '2026-09-30' };

  it('fills the purchase fields and is complete for its dates', async () => {
    const rows = [
      line('NK1', '2026-09-01'),
      line('NK2', '2026-09-20', { quantity: '5', unitPrice: '1600', amount: 8000 }),
      line('NK2', '2026-09-20', { quantity: '5', unitPrice: '1600', amount: 8000 }),
    ];
    const first = await report(
      '/amis/products/purchase-ledger',
      await workbookFile('amis-purchase-ledger', rows, september),
    );
    expect(first).toMatchObject({ read: 3, created: 3, fromDate: '2026-09-01', toDate: '2026-09-30' });
    expect((await products('&q=A1')).items[0]).toMatchObject({
      lastPurchasePrice: '1600',
      lastPurchaseDate: '2026-09-20',
      averagePurchasePrice: '1300',
    });
    await report(
      '/amis/products/purchase-ledger',
      await workbookFile('amis-purchase-ledger', [line('NK0', '2026-08-31')], {
        fromDate: '2026-08-01',
        toDate: '2026-08-31',
      }),
    );
    const second = await report(
      '/amis/products/purchase-ledger',
      await workbookFile(
        'amis-purchase-ledger',
        [rows[0]!, line('NK3', '2026-09-25', { productCode: 'a1', unitPrice: '2000', amount: 20_000 })],
        september,
      ),
    );
    expect(second).toMatchObject({ created: 1, changed: 0, unchanged: 1 });
    expect(second.warnings).toContainEqual(
      expect.objectContaining({ code: 'LINES_REMOVED', message: expect.stringContaining('2 dòng') }),
    );
    const stored = await api.context.db
      .selectFrom('amisPurchaseLines')
      .select('voucherNumber')
      .orderBy('accountingDate')
      .execute();
    expect(stored.map((row) => row.voucherNumber)).toEqual(['NK0', 'NK1', 'NK3']);
    const arrivals = async (more: string) =>
      (
        await api.call<{ items: { voucherNumber: string }[]; totals: unknown }>(
          'GET',
          `/amis/purchases?profileId=${profileId}&totals=true&${more}`,
        )
      ).body;
    expect(await arrivals('productCode=A1')).toMatchObject({
      items: [{ voucherNumber: 'NK3', unitPrice: '2000', amount: 20_000 }, { voucherNumber: 'NK1' }, {}],
      totals: { quantity: '30' },
    });
    expect((await arrivals('fromDate=2026-09-02&q=nk')).items).toMatchObject([{ voucherNumber: 'NK3' }]);
    expect((await arrivals('productCode=A2')).items).toEqual([]);
    expect((await products('&q=A1')).items[0]).toMatchObject({
      lastPurchasePrice: '2000',
      lastPurchaseDate: '2026-09-25',
    });
  });

  it('is refused for another profile when it shows whose it is', async () => {
    const other = await newProfile('BM', 'Công ty Cổ phần Bình Minh', '0100109106');
    const codes = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6'];
    await report(
      '/amis/products/bulk',
      await workbookFile(
        'amis-products',
        codes.map((code) => product(code, code)),
      ),
      other,
    );
    const theirs = await workbookFile(
      'amis-purchase-ledger',
      codes.map((productCode) => line('NK9', '2026-09-09', { productCode })),
      september,
    );
    const refused = await run('/amis/products/purchase-ledger', theirs);
    expect(refused).toMatchObject({
      status: 'failed',
      errorCode: 'WRONG_PROFILE',
      message: expect.stringContaining('BM'),
    });
    expect(await api.context.db.selectFrom('amisPurchaseLines').select('lineKey').execute()).toHaveLength(3);

    const headed = await workbookFile('amis-products', [product('N1', 'Mới')], {
      title: 'Công ty Cổ phần Bình Minh – Danh sách hàng hóa',
    });
    expect(await run('/amis/products/bulk', headed)).toMatchObject({ status: 'failed', errorCode: 'WRONG_PROFILE' });
    expect(await report('/amis/products/bulk', headed, other)).toMatchObject({ created: 1 });
  });

  it('fills them as well where the catalogue comes after it', async () => {
    const late = await newProfile('CM', 'Công ty Cổ phần Cao Minh', '0300588569');
    await report(
      '/amis/products/purchase-ledger',
      await workbookFile('amis-purchase-ledger', [line('NK1', '2026-09-01')], september),
      late,
    );
    await report('/amis/products/bulk', await workbookFile('amis-products', [product('A1', 'Bánh')]), late);
    const { body } = await api.call('GET', `/amis/products?profileId=${late}`);
    expect(body.items).toMatchObject([
      { lastPurchaseDate: '2026-09-01', lastPurchasePrice: '1000', averagePurchasePrice: '1000' },
    ]);
  });

  it('keeps the supplier and the VAT of a line; of a line read before, the differences tell them', async () => {
    const november = { fromDate: '2026-11-01', toDate: '2026-11-30' };
    const said = { supplierCode: 'NCC1', supplierName: 'Công ty TNHH Hoa Mai', vatAmount: 800 };
    const take = async (rows: readonly Row[]) =>
      report('/amis/products/purchase-ledger', await workbookFile('amis-purchase-ledger', rows, november));
    const kept = async () =>
      (await api.call<{ items: unknown[] }>('GET', `/amis/purchases?profileId=${profileId}&fromDate=2026-11-01`)).body
        .items;
    await take([line('NK8', '2026-11-05')]);
    expect(await kept()).toMatchObject([{ supplierCode: '', supplierName: '', vatAmount: null }]);
    const again = await take([line('NK8', '2026-11-05', said)]);
    expect(again).toMatchObject({ changed: 1, created: 0 });
    expect(await kept()).toMatchObject([said]);
    const told = await api.call<{ items: { cells: { label: string; after: string | null }[] }[] }>(
      'GET',
      `/runs/${again.runId}/differences`,
    );
    const cells = told.body.items[0]!.cells.map(({ label, after }) => [label, after]);
    expect(Object.fromEntries(cells)).toEqual({
      'Mã nhà cung cấp': 'NCC1',
      'Tên nhà cung cấp': 'Công ty TNHH Hoa Mai',
      'Thuế GTGT': '800',
    });
  });
});
