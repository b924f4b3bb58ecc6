import type { ImportReport } from '@khop/contract/runs.ts';
import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { bravoItem, bravoPartner, memoryBravo } from '../../testing/memory-bravo.ts';
import { sheetFile, workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;
const bravo = memoryBravo(3);

beforeAll(async () => {
  bravo.itemRecords = [
    bravoItem('VT1', { unit: 'Thùng', units: [] }),
    bravoItem('VT2', { unit: 'Cái', units: [] }),
    bravoItem('VT3', { unit: 'Thùng', units: [{ unit: 'Lon', rate: '0.5' }] }),
    bravoItem('VT4', { unit: 'Kiện', units: [] }),
  ];
  bravo.partnerRecords = ['KH1', 'KH2', 'KH3'].map((code) => bravoPartner(code));
  api = await startTestApi({ bravo });
  const profile = { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' };
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
  for (const path of ['/bravo-items-sync/sync', '/bravo-partners-sync/sync'])
    await api.runEnd((await api.call<{ runId: string }>('POST', path)).body.runId);
});
afterAll(() => api?.close());

async function report(
  path: string,
  file: Awaited<ReturnType<typeof sheetFile>>,
  fields: Record<string, string> = { profileId },
): Promise<ImportReport> {
  const accepted = await api.upload<{ runId: string }>(path, file, fields);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
  const ended = await api.runEnd(accepted.body.runId);
  expect(ended.status, ended.message ?? '').toBe('succeeded');
  return ended.result as ImportReport;
}
const upload = async (path: string, layout: LayoutName, rows: Row[], fields?: Record<string, string>) =>
  report(path, await workbookFile(layout, rows), fields);

it('keeps a factor that the file leaves blank, and never writes 1 for an unknown one', async () => {
  await upload('/amis/products/bulk', 'amis-products', [
    { code: 'SP1', name: 'Bia lon', unit: 'Lon' },
    { code: 'SP2', name: 'Nồi', unit: 'cái' },
    { code: 'SP3', name: 'Nước', unit: 'Lon' },
    { code: 'SP4', name: 'Mì', unit: 'Gói' },
  ]);
  const factors = async () =>
    Object.fromEntries(
      (
        await api.call<{ items: { amisCode: string; factor: string | null }[] }>(
          'GET',
          `/product-connections?profileId=${profileId}`,
        )
      ).body.items.map(({ amisCode, factor }) => [amisCode, factor]),
    );
  const connect = (rows: Row[]) =>
    upload(`/product-connections/bulk-upload?profileId=${profileId}`, 'product-connections', rows, {});
  await connect([{ amisCode: 'SP1', bravoCode: 'VT1', factor: '1/12' }]);
  const blank = await connect([
    { amisCode: 'SP1', bravoCode: 'VT1' },
    { amisCode: 'SP2', bravoCode: 'VT2' },
    { amisCode: 'SP3', bravoCode: 'VT3' },
    { amisCode: 'SP4', bravoCode: 'VT4' },
  ]);
  expect(await factors()).toEqual({ SP1: '1/12', SP2: '1', SP3: '2', SP4: null });
  expect(blank).toMatchObject({ created: 3, changed: 0, unchanged: 1 });
  expect(blank.warnings).toEqual([
    { code: 'FACTOR_MISSING', row: 5, message: expect.stringContaining('«SP4» – «VT4» chưa có hệ số') },
  ]);
  // A file without the column says as little.
  const pairs = await sheetFile([
    ['Mã hàng AMIS', 'Mã hàng Bravo'],
    ['SP1', 'VT1'],
  ]);
  expect(await report(`/product-connections/bulk-upload?profileId=${profileId}`, pairs, {})).toMatchObject({
    changed: 0,
    unchanged: 1,
  });
  const stated = await connect([{ amisCode: 'SP1', bravoCode: 'VT1', factor: '24' }]);
  expect(stated).toMatchObject({
    changed: 1,
    warnings: [{ code: 'FACTOR_CHANGED', row: 2, message: expect.stringMatching(/từ 1\/12 thành 24/) }],
  });
  expect((await factors()).SP1).toBe('24');
});

it('keeps a requirement that the file leaves blank; only «Chưa xác định» unsets it', async () => {
  const set = (rows: Row[]) =>
    upload('/bravo/partners/bulk-update-invoice-requirement', 'invoice-requirements', rows, {});
  const requirements = async () =>
    (await api.call<{ items: { invoiceRequirement: string }[] }>('GET', '/bravo/partners?sort=code')).body.items.map(
      (partner) => partner.invoiceRequirement,
    );
  await set(['KH1', 'KH2'].map((partnerCode) => ({ partnerCode, invoiceRequirement: 'required' })));
  expect(
    await set([{ partnerCode: 'KH1' }, { partnerCode: 'KH2', invoiceRequirement: 'unset' }, { partnerCode: 'KH3' }]),
  ).toMatchObject({ changed: 1, unchanged: 2 });
  expect(await requirements()).toEqual(['required', 'unset', 'unset']);
});

it('keeps what was decided about a product where a later file is blank or lacks the column', async () => {
  const rich: Row = {
    code: 'A1',
    name: 'Bếp',
    unit: 'Cái',
    kind: 'Hàng hóa',
    vatRate: '8',
    vatReduction: 'reduced',
    isActive: false,
    defaultWarehouseCode: 'K1',
    inventoryAccount: '1561',
    revenueAccount: '5111',
    note: 'cũ',
    salePrice: '100',
  };
  const stored = async () =>
    (await api.call<{ items: Record<string, unknown>[] }>('GET', `/amis/products?profileId=${profileId}&q=A1`)).body
      .items[0]!;
  await upload('/amis/products/bulk', 'amis-products', [rich]);
  const before = await stored();
  const decided = ['unit', 'kind', 'vatRate', 'vatReduction', 'isActive', 'defaultWarehouseCode', 'accounts'] as const;
  const of = (product: Record<string, unknown>) => decided.map((field) => product[field]);
  expect(before).toMatchObject({ vatReduction: 'reduced', isActive: false, note: 'cũ' });
  await upload('/amis/products/bulk', 'amis-products', [{ code: 'A1', name: 'Bếp từ' }]);
  const blank = await stored();
  expect(of(blank)).toEqual(of(before));
  expect(blank).toMatchObject({ name: 'Bếp từ', note: '', salePrice: null });
  await report(
    '/amis/products/bulk',
    await sheetFile([
      ['Mã', 'Tên', 'Đơn vị tính chính', 'TK Kho'],
      ['A1', 'Bếp từ đôi', 'Cái', '1562'],
    ]),
  );
  expect((await stored()).accounts).toEqual({ ...(before.accounts as object), inventory: '1562' });
});

it('says when a blank cell takes a tax code away, and finds a partner by what a poorer file leaves out', async () => {
  const customers = (file: Awaited<ReturnType<typeof sheetFile>>) =>
    report('/amis/partners/bulk', file, { profileId, type: 'customer' });
  await customers(
    await workbookFile('amis-customers', [
      { code: 'C1', name: 'Hoa Mai', taxCode: '0316520076', isInternal: true, phone: '0900000001' },
    ]),
  );
  await customers(
    await sheetFile([
      ['Mã khách hàng', 'Tên khách hàng'],
      ['C1', 'Hoa Mai Mới'],
    ]),
  );
  const found = await api.call('GET', `/amis/partners?profileId=${profileId}&type=customer&q=0316520076`);
  expect(found.body).toMatchObject({
    total: 1,
    items: [{ name: 'Hoa Mai Mới', isInternal: true, phone: '0900000001' }],
  });
  const cleared = await customers(await workbookFile('amis-customers', [{ code: 'C1', name: 'Hoa Mai Mới' }]));
  expect(cleared.warnings).toEqual([
    expect.objectContaining({ code: 'TAX_CODE_CLEARED', message: expect.stringContaining('«0316520076»') }),
  ]);
  const last = await api.call('GET', `/amis/partners?profileId=${profileId}&type=customer&q=C1`);
  expect(last.body).toMatchObject({ items: [{ taxCode: '' }] });
});
