import type { LayoutName, Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../testing/api.ts';
import { type GivenCompany, startGivenCompany } from '../testing/given-company.ts';
import { holdTable, releaseTable, waitingFor } from '../testing/held-table.ts';
import { waitingForLocks } from '../testing/locks.ts';
import { bravoSale } from '../testing/memory-bravo.ts';
import { workbookFile } from '../testing/workbook-file.ts';

/** A use of a record, which writes to `table` in its midst, and what would take that record away. */
type Pair = {
  readonly table: string;
  readonly use: () => Promise<Answer>;
  readonly remove: () => Promise<Answer>;
  readonly refusal: string;
};

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
  company.bravo.salesLines = [bravoSale('S1', { unit: 'Lon' })];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices');
});
afterAll(() => company?.api.close());

const call = (method: string, path: string, body?: unknown) =>
  company.api.call(method, path, body, { as: 'admin@khop.local', admin: true });
const deleted = (id: string) => ({ remove: () => call('DELETE', `/amis/profiles/${id}`), refusal: 'PROFILE_IN_USE' });

let made = 0;
/** A profile on which nothing hangs yet. */
async function profile(): Promise<string> {
  made += 1;
  return (await company.post<{ id: string }>('/amis/profiles', { code: `P${made}`, name: 'Mới', taxCode: '' })).id;
}

/** A record that a file has brought, and taking that file back. */
async function brought(path: string, layout: LayoutName, row: Row = {}, type?: string) {
  made += 1;
  const code = `MOI${made}`;
  const file = await workbookFile(layout, [{ code, name: `Mới ${made}`, ...row }]);
  const fields = { profileId: company.profileId, ...(type && { type }) };
  const { importId } = await company.upload(path, file, path.startsWith('/amis') ? fields : {});
  return { code, remove: () => call('POST', `/imports/${importId}/undo`), refusal: 'IMPORT_IN_USE' };
}
const product = () => brought('/amis/products/bulk', 'amis-products', { unit: 'Lon', isActive: true });
const customer = () =>
  brought('/amis/partners/bulk', 'amis-customers', { address: '1 Lê Lợi, Huế', taxCode: '0101243150' }, 'customer');
/** Sends a file of one product. @returns its run. */
async function sent(profileId: string): Promise<string> {
  const file = await workbookFile('amis-products', [{ code: 'SP1', name: 'Bia', unit: 'Lon', isActive: true }]);
  const answer = await company.api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId });
  return answer.body.runId;
}
/** The end of a run as an answer. */
async function ended(runId: string): Promise<Answer> {
  const run = await company.api.runEnd(runId);
  return { status: run.status === 'succeeded' ? 200 : 500, body: { ...run }, raw: Buffer.alloc(0), headers: {} };
}
const connect = (kind: string, codes: object) => () =>
  call('POST', `/${kind}-connections`, { profileId: company.profileId, ...codes });

const MAKE: Readonly<Record<string, () => Promise<Pair>>> = {
  'a period of a profile': async () => {
    const id = await profile();
    const body = { name: 'Mới', fromDate: '2026-11-01', toDate: '2026-11-30', profileIds: [id], issuers: {} };
    return {
      ...deleted(id),
      table: 'invoice_periods',
      use: () => call('POST', '/invoice-issuance/periods', body),
    };
  },
  'a profile that joins a period': async () => {
    const id = await profile();
    const path = `/invoice-issuance/periods/${company.periodId}`;
    const { version } = (await call('GET', path)).body as { version: number };
    const profileIds = [company.profileId, id];
    return { ...deleted(id), table: 'invoice_periods', use: () => call('PATCH', path, { version, profileIds }) };
  },
  'shared inventory of a profile': async () => {
    const id = await profile();
    const use = () => call('POST', `/shared-inventory/period?profileId=${id}`, { month: '2026-09' });
    return { ...deleted(id), table: 'shared_inventory_periods', use };
  },
  'a file of a profile': async () => {
    const id = await profile();
    return { ...deleted(id), table: 'amis_products', use: async () => ended(await sent(id)) };
  },
  'a connection of an AMIS product': async () => {
    const { code: amisCode, ...gone } = await product();
    return { ...gone, table: 'product_connections', use: connect('product', { amisCode, bravoCode: 'VT1' }) };
  },
  'a connection of a Bravo item': async () => {
    const { code: bravoCode, ...gone } = await brought('/bravo/items/bulk', 'bravo-items', { unit: 'Lon' });
    return { ...gone, table: 'product_connections', use: connect('product', { amisCode: 'SP1', bravoCode }) };
  },
  'a connection of an AMIS customer': async () => {
    const { code: amisCode, ...gone } = await customer();
    return { ...gone, table: 'partner_connections', use: connect('partner', { amisCode, bravoCode: 'KH1' }) };
  },
  'a connection of a Bravo partner': async () => {
    const [{ code: amisCode }, { code: bravoCode, ...gone }] = await Promise.all([
      customer(),
      brought('/bravo/partners/bulk', 'bravo-partners'),
    ]);
    return { ...gone, table: 'partner_connections', use: connect('partner', { amisCode, bravoCode }) };
  },
  'the buyer of an invoice': async () => {
    const { code, ...gone } = await customer();
    const [{ id: customerId }] = (await company.rows<{ id: string }>('select id from amis_partners where code = $1', [
      code,
    ])) as [{ id: string }];
    const [{ id, version }] = (await company.rows<{ id: string; version: number }>(
      'select id, version from invoices',
    )) as [{ id: string; version: number }];
    const body = { version, customerId, reason: 'Khách đề nghị' };
    return {
      ...gone,
      table: 'invoices',
      use: () => call('PATCH', `/invoice-issuance/amis-invoices/${id}/customer`, body),
    };
  },
};

it.each(Object.entries(MAKE))('%s: taking away waits for a use that has begun, and is refused', async (_, make) => {
  const { table, use, remove, refusal } = await make();
  const { pool } = company.api.context;
  const holder = await holdTable(pool, table);
  let removing: Promise<Answer> | undefined;
  const using = use();
  try {
    await waitingFor(pool, holder);
    let isAnswered = false;
    removing = remove().finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && (await waitingForLocks(company.api)) < 2) await new Promise((end) => setTimeout(end, 20));
  } finally {
    await releaseTable(holder);
  }
  const used = await using;
  expect(used.status, JSON.stringify(used.body)).toBeLessThan(300);
  expect(await removing).toMatchObject({ status: 422, body: { error_code: refusal } });
});

it('a file whose profile was deleted before it was read is refused in words, and nothing of it comes in', async () => {
  const id = await profile();
  const { pool } = company.api.context;
  const holder = await holdTable(pool, 'staged_rows');
  const runId = await sent(id);
  await waitingFor(pool, holder);
  expect((await deleted(id).remove()).status).toBe(204);
  await releaseTable(holder);
  expect(await company.api.runEnd(runId)).toMatchObject({
    status: 'failed',
    errorCode: 'NOT_FOUND',
    message: expect.stringMatching(/Hồ sơ của tệp này đã bị xóa/),
  });
});

it('a profile that is deleted while its suggestions are made goes after them, and their run does not fail', async () => {
  const profileId = await profile();
  const { pool } = company.api.context;
  const holder = await holdTable(pool, 'matching_states');
  const { runId } = await company.post('/product-connections/suggestions/generate', { profileId });
  await waitingFor(pool, holder);
  const removing = deleted(profileId).remove();
  while ((await waitingForLocks(company.api)) < 2) await new Promise((end) => setTimeout(end, 20));
  await releaseTable(holder);
  expect(await company.api.runEnd(runId)).toMatchObject({ status: 'succeeded' });
  expect((await removing).status).toBe(204);
});
