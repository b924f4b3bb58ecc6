import type { ImportReport } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;

beforeAll(async () => {
  api = await startTestApi();
  const created = await api.call<{ id: string }>('POST', '/amis/profiles', {
    code: 'AP',
    name: 'Công ty TNHH An Phú',
    taxCode: '0316520076',
  });
  expect(created.status).toBe(201);
  profileId = created.body.id;
});
afterAll(() => api?.close());

const product = (code: string, name: string, more = {}) => ({
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

async function uploadProducts(file: { name: string; content: Buffer }, query = ''): Promise<ImportReport> {
  const accepted = await api.upload<{ runId: string }>(`/amis/products/bulk${query}`, file, { profileId });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
  const run = await api.runEnd(accepted.body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
  return run.result as ImportReport;
}

describe('upload of products', () => {
  it('takes them in, finds them by a search without marks, and recognises the same file', async () => {
    const file = await workbookFile('amis-products', [
      product('A1', 'Nồi cơm điện'),
      product('A2', 'Ấm đun nước', { quantityOnHand: '-3', stockValue: 0 }),
    ]);
    const report = await uploadProducts(file);
    expect(report).toMatchObject({ read: 2, created: 2, changed: 0, unchanged: 0, rejected: 0, sameFile: false });
    expect(report.controlTotals.every((total) => total.agrees)).toBe(true);

    const list = await api.call('GET', `/amis/products?profileId=${profileId}&q=noi%20com&totals=true`);
    expect(list.body).toMatchObject({
      total: 1,
      items: [{ code: 'A1', quantityOnHand: '12.5', stockValue: 125_000, connectionCount: 0, vatRate: '10' }],
      totals: { quantityOnHand: '12.5', stockValue: 125_000 },
    });
    expect(await uploadProducts(file)).toMatchObject({ sameFile: true, created: 0, changed: 0, unchanged: 2 });
  });
});
