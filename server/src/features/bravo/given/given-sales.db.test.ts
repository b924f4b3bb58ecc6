import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { ImportReport } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { bravoItem, bravoPartner, bravoSale, memoryBravo } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

type Page<T> = { items: T[]; total: number };

const bravo = memoryBravo();
let api: TestApi;
let profileId: string;
let periodId: string;
const DAYS = { fromDate: '2026-09-01', toDate: '2026-09-30' };

/** A company with one product in stock, sold by Bravo once. */
beforeAll(async () => {
  bravo.itemRecords = [
    bravoItem('VT1', {
      unit: 'Lon',
      units: [
        { unit: 'Lon', rate: '1' },
        { unit: 'Thùng', rate: '24' },
      ],
    }),
  ];
  bravo.partnerRecords = [bravoPartner('KH1')];
  bravo.salesLines = [bravoSale('B0', { unit: 'Lon', docDate: '2026-09-02' })];
  api = await startTestApi({ bravo });
  for (const path of ['/bravo-items-sync/sync', '/bravo-partners-sync/sync']) await ended(await post(path));
  profileId = (await post<{ id: string }>('/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' })).id;
  const terms = { name: 'Kỳ 09', ...DAYS, plannedInvoiceDate: '2026-09-30' };
  const issuers = { CN01: [profileId] };
  periodId = (await post<{ id: string }>('/invoice-issuance/periods', { ...terms, profileIds: [profileId], issuers }))
    .id;
  const product = { code: 'SP1', name: 'Bia lon', unit: 'Lon', kind: 'Hàng hóa', vatRate: '8', isActive: true };
  await upload('/amis/products/bulk', await workbookFile('amis-products', [product]), { profileId });
  await post('/product-connections', { profileId, amisCode: 'SP1', bravoCode: 'VT1', factor: '1' });
  const stock = await workbookFile(
    'amis-inventory',
    [{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' }].map(
      (row) => ({
        ...row,
        openingQuantity: '100',
        openingValue: 1_000_000,
        closingQuantity: '100',
        closingValue: 1_000_000,
      }),
    ),
    DAYS,
  );
  await upload(`/invoice-issuance/periods/${periodId}/load-amis-inventory`, stock, { profileId });
});
afterAll(() => api?.close());

async function post<T = { runId: string }>(path: string, body?: object): Promise<T> {
  const answer = await api.call<T>('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
async function ended({ runId }: { runId: string }) {
  const run = await api.runEnd(runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
  return run.result;
}
async function upload(path: string, file: Awaited<ReturnType<typeof workbookFile>>, fields = {}) {
  const answer = await api.upload<{ runId: string }>(path, file, fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return (await ended(answer.body)) as ImportReport;
}
const work = async (name: string, body?: object) =>
  ended(await post(`/invoice-issuance/periods/${periodId}/${name}`, body));
const given = async () =>
  (await api.call<Page<SalesLedgerLine>>('GET', '/bravo-sales-ledgers?source=given&sort=docNo')).body;
const rows = async <T>(text: string): Promise<T[]> => (await api.context.pool.query(text)).rows;
const remove = (ids: (string | null)[]) =>
  api.call('POST', '/bravo-sales-ledgers/remove', { ids, reason: 'nhập nhầm' });

it('outlive every load, enter the ledger of a period like any other, and go only with a reason', async () => {
  const row = {
    branchCode: 'CN01',
    docCode: 'HD',
    docDate: '2026-09-05',
    partnerCode: 'KH1',
    itemCode: 'VT1',
    unit: 'Lon',
  };
  const figures = { quantity: '3', baseQuantity: '3', amount: 90_000, vatRate: '8', vatAmount: 7200 };
  await work('load-bravo-sales');
  const sent = await post<object>('/bravo-sales-ledgers', {
    rows: [
      // The key of Bravo's own line: the two never meet.
      { ...row, ...figures, sourceKey: 'B0', docNo: 'TAY-1' },
      { ...row, ...figures, sourceKey: 'T2', docNo: 'TAY-2' },
      { ...row, ...figures, sourceKey: 'T3', docNo: 'HD-001' },
    ],
  });
  expect(sent).toMatchObject({
    created: 2,
    rejected: [{ index: 2, code: 'SALE_IN_BRAVO', message: expect.stringContaining('HD-001') }],
  });
  for (let load = 0; load < 2; load++)
    expect(await work('load-bravo-sales')).toMatchObject({ lines: 3, twins: 0, removed: 0 });
  expect(await given()).toMatchObject({
    total: 2,
    items: [
      { docNo: 'TAY-1', source: 'given', givenState: 'in_period', givenBy: 'ketoan@khop.local' },
      { docNo: 'TAY-2' },
    ],
  });
  await work('generate-invoices', {});
  const [tie] = await rows<object>(
    `select sum(amount - discount)::int as ledger, sum(invoiced + already_invoiced + unallocated + excluded)::int as parts from period_sales_lines`,
  );
  expect(tie).toEqual({ ledger: 280_000, parts: 280_000 });

  const [, second] = (await given()).items as [SalesLedgerLine, SalesLedgerLine];
  const unknown = '01900000-0000-7000-8000-000000000000';
  expect((await remove([second.id, unknown])).body).toEqual({ removed: 1, notFound: [unknown] });
  expect((await given()).items.map(({ docNo }) => docNo)).toEqual(['TAY-1']);
  expect(await rows("select from period_sales_lines where doc_no = 'TAY-2'")).toHaveLength(0);
  expect(await rows("select summary from audit_events where action = 'sales-ledger.remove-given'")).toEqual([
    { summary: expect.stringContaining('nhập nhầm') },
  ]);
});

it('takes a file in by the units of Bravo, and lets Bravo’s own line stand for the sale once it is there', async () => {
  const sale = { docDate: '2026-09-03', docCode: 'HD', itemCode: 'VT1', partnerCode: 'KH1' };
  const file = await workbookFile('bravo-sales', [
    { ...sale, docNo: 'A1', unit: 'Thùng', quantity: '2', amount: 480_000 },
    { ...sale, docNo: 'A2', unit: 'Lon', quantity: '5', amount: 50_000 },
    { ...sale, docNo: 'A3', unit: 'Bao', quantity: '5', amount: 50_000 },
    { ...sale, docNo: 'A4', unit: 'Lon', quantity: '5', amount: null },
  ]);
  const report = await upload('/bravo-sales-ledgers/bulk', file);
  expect(report).toMatchObject({ created: 2, rejected: 2 });
  expect(report.rejectedRows.map(({ code }) => code).sort()).toEqual(['REQUIRED', 'UNIT_UNKNOWN']);
  const lines = (await given()).items.filter(({ docNo }) => docNo.startsWith('A'));
  expect(lines.map((line) => [line.docNo, line.convertRate, line.baseQuantity, line.givenState])).toEqual([
    ['A1', '24', '48', 'waiting'],
    ['A2', '1', '5', 'waiting'],
  ]);
  bravo.salesLines.push(bravoSale('B2', { ...sale, docNo: 'A1', branchCode: 'CN01', docDate: '2026-09-04' }));
  expect(await work('load-bravo-sales')).toMatchObject({ twinDocuments: expect.arrayContaining(['A1']) });
  expect(
    await rows(
      "select doc_no, source_key like 'given/%' as given from period_sales_lines where doc_no like 'A%' order by 1",
    ),
  ).toEqual([
    { doc_no: 'A1', given: false },
    { doc_no: 'A2', given: true },
  ]);
  const states = (await given()).items.map(({ docNo, givenState }) => [docNo, givenState]);
  expect(states).toEqual([
    ['A1', 'in_bravo'],
    ['A2', 'in_period'],
    ['TAY-1', 'in_period'],
  ]);
});
