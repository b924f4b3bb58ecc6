import type { ImportReport } from '@khop/contract/runs.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
let profileId: string;

beforeAll(async () => {
  api = await startTestApi();
  const profile = { code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' };
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
});
afterAll(() => api?.close());

const line = (voucherNumber: string, supplierCode: string): Row => ({
  ...{ accountingDate: '2026-09-05', documentDate: '2026-09-05', voucherNumber, supplierCode, productCode: 'A1' },
  ...{ productName: 'Nồi', unit: 'Cái', quantity: '10', unitPrice: '1000', amount: 10_000 },
});
const september = { fromDate: '2026-09-01', toDate: '2026-09-30' };

async function take(rows: readonly Row[], title?: string): Promise<ImportReport> {
  const file = await workbookFile('amis-purchase-ledger', rows, { ...september, ...(title && { title }) });
  const accepted = await api.upload<{ runId: string }>('/amis/products/purchase-ledger', file, { profileId });
  return (await api.runEnd(accepted.body.runId)).result as ImportReport;
}

it('keeps the purchases that the filter of a later file leaves out: their goods are in stock all the same', async () => {
  await take([line('NK1', 'N1'), line('NK2', 'N2')]);
  const told = await take([line('NK1', 'N1')], 'Sổ chi tiết mua hàng\nNhà cung cấp: N1');
  expect(told.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['REPORT_FILTERED', 'LINES_KEPT']));
  expect(await api.context.db.selectFrom('amisPurchaseLines').select('id').execute()).toHaveLength(2);
  expect((await take([line('NK2', 'N2')])).warnings.map(({ code }) => code)).toContain('LINES_REMOVED');
});
