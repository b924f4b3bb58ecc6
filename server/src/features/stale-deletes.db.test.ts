import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReviewCompany, startReviewCompany } from '../testing/review-company.ts';

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
  deleteProductConnection: () => connection('product', 'SP001', 'VT001'),
  deletePartnerConnection: () => connection('partner', 'KH001', 'DT001'),
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
