import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OURS, purchase, takeInvoices, xmlOf } from '../testing/good-calls/tax-company.ts';
import { type ReviewCompany, startReviewCompany } from '../testing/review-company.ts';
import { sheetFile } from '../testing/workbook-file.ts';

type Versioned = { readonly id: string; readonly version: number };
type Made = {
  readonly path: string;
  readonly seen: Versioned;
  /** Another user changes it, and the answer is what it is now. */
  readonly change: () => Promise<Versioned>;
};

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(6);
});
afterAll(() => company?.api.close());

const chief = { as: 'admin@khop.local', admin: true };
const call = <T>(method: string, path: string, body?: unknown) => company.api.call<T>(method, path, body, chief);

async function made(path: string, body: object, edit: object): Promise<Made> {
  const { body: seen } = await call<Versioned>('POST', path, body);
  const change = async () =>
    (await call<Versioned>('PATCH', `${path}/${seen.id}`, { version: seen.version, ...edit })).body;
  return { path, seen, change };
}

const connection = (kind: 'product' | 'partner', amisCode: string, bravoCode: string) =>
  made(`/${kind}-connections`, { profileId: company.profileId, amisCode, bravoCode }, { note: 'đã xem' });

async function suggestion(kind: 'product' | 'partner'): Promise<Made> {
  const path = `/${kind}-connections/suggestions`;
  const listed = await call<{ items: Versioned[] }>('GET', `${path}?profileId=${company.profileId}&limit=1`);
  const seen = listed.body.items[0]!;
  const change = async () => {
    await call('DELETE', `${path}/${seen.id}`);
    return (await call<Versioned>('POST', `${path}/${seen.id}/restore`)).body;
  };
  return { path, seen, change };
}

/** The map of a file with headers of its own, sent by the person who then maps it. */
async function fileMap(): Promise<Made> {
  const { api, profileId } = company;
  const headers = ['Biệt hiệu', 'Xưng là', 'Ngụ tại'];
  const file = await sheetFile([headers, ['NCC1', 'Xưởng gốm', 'Hà Nội']]);
  const fields = { profileId, type: 'supplier' };
  const sent = await api.upload<{ runId: string }>('/amis/partners/bulk', file, fields, chief);
  const { id } = await api.runEnd(sent.body.runId);
  const columns = ['code', 'name', 'address'].map((field, at) => ({ field, column: 'ABC'[at], header: headers[at] }));
  const map = { layout: 'amis-suppliers', sheet: 'Sheet1', headerRow: 1, headerRows: 1, headers, columns };
  const taken = await call<{ runId: string }>('POST', `/runs/${id}/file-map/import`, { map, remember: 'Sổ gốm' });
  await api.runEnd(taken.body.runId);
  const path = '/file-maps';
  const seen = (await call<{ items: Versioned[] }>('GET', path)).body.items[0]!;
  const change = async () =>
    (await call<Versioned>('PATCH', `${path}/${seen.id}`, { version: seen.version, name: 'Sổ gốm mới' })).body;
  return { path, seen, change };
}

/** The connection of an item of a supplier, from a purchase of the profile. */
async function supplierItem(): Promise<Made> {
  const { api, profileId } = company;
  await api.context.pool.query('update profiles set tax_code = $2 where id = $1', [profileId, OURS.taxCode]);
  await takeInvoices(api, 'mua.xml', xmlOf(purchase(1)));
  const list = `/supplier-items?profileId=${profileId}&sort=name`;
  type Item = Record<'supplierTaxCode' | 'itemKey' | 'unitKey', string> & { connection: Versioned };
  const first = async () => (await call<{ items: Item[] }>('GET', list)).body.items[0]!;
  const { supplierTaxCode, itemKey, unitKey } = await first();
  const decide = async (more: object): Promise<Versioned> => {
    const decision = { supplierTaxCode, itemKey, unitKey, ...more };
    await call('POST', '/supplier-items/connections', { profileId, choice: { items: [decision] } });
    return (await first()).connection;
  };
  const seen = await decide({ productId: null });
  return {
    path: '/supplier-items/connections',
    seen,
    change: () => decide({ productId: null, version: seen.version }),
  };
}

const MAKE: { readonly [Operation in OperationId]?: () => Promise<Made> } = {
  deleteProfile: () => made('/amis/profiles', { code: 'BO', name: 'Bỏ', taxCode: '' }, { name: 'Bỏ đi' }),
  deletePeriod: () =>
    made(
      '/invoice-issuance/periods',
      {
        name: 'Tháng 9',
        ...{ fromDate: '2026-09-01', toDate: '2026-09-30' },
        profileIds: [company.profileId],
        issuers: {},
      },
      { name: 'Tháng chín' },
    ),
  deleteExportLayout: () =>
    made(
      '/invoice-issuance/export-layouts',
      {
        code: 'rieng',
        name: 'Riêng',
        document: {
          sheetName: 'Bán',
          columns: [
            { header: 'Số', field: 'voucherNumber' },
            { header: 'Hàng', field: 'productCode' },
            { header: 'Lượng', field: 'quantity' },
            { header: 'Tiền', field: 'amount' },
          ],
        },
      },
      { name: 'Riêng nữa' },
    ),
  deleteFileMap: fileMap,
  deleteProductConnection: () => connection('product', 'SP001', 'VT001'),
  deletePartnerConnection: () => connection('partner', 'KH001', 'DT001'),
  disconnectSupplierItem: supplierItem,
  rejectProductSuggestion: () => suggestion('product'),
  rejectPartnerSuggestion: () => suggestion('partner'),
};

const asksForVersion = ([, { method, query }]: readonly [string, Endpoint]): boolean =>
  method === 'DELETE' && query !== undefined;

it('knows how to make whatever is deleted by its version', () => {
  const deletes = (Object.entries(contract) as [string, Endpoint][]).filter(asksForVersion).map(([name]) => name);
  expect(deletes.sort()).toEqual(Object.keys(MAKE).sort());
});

it.each(Object.keys(MAKE) as OperationId[])(
  '%s leaves alone what has changed since it was seen, and answers what it is now',
  async (operation) => {
    const { path, seen, change } = await MAKE[operation]!();
    expect(seen.version).toBeGreaterThan(0);
    const now = await change();
    expect(now.version).toBeGreaterThan(seen.version);
    const remove = (query: string) =>
      call<{ error_code?: string; details?: Versioned }>('DELETE', `${path}/${seen.id}${query}`);
    const stale = await remove(`?version=${seen.version}`);
    expect(stale).toMatchObject({
      status: 412,
      body: { error_code: 'STALE_VERSION', details: { version: now.version } },
    });
    expect((await remove(`?version=${now.version}`)).status).toBe(204);
  },
);

it('deletes a record without a version when the caller has not looked at it', async () => {
  const { path, seen } = await MAKE.deleteProfile!();
  expect((await call('DELETE', `${path}/${seen.id}`)).status).toBe(204);
});
