import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BravoUnavailable } from '../../adapters/bravo/port.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { bravoItem, bravoPartner, bravoSale, memoryBravo } from '../../testing/memory-bravo.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

let api: TestApi;
const bravo = memoryBravo(3);

beforeAll(async () => {
  api = await startTestApi({ bravo });
});
afterAll(() => api?.close());
beforeEach(() => {
  bravo.isDown = false;
  bravo.beforeBatch = () => {};
});

async function runOf(path: string, body?: unknown): Promise<Run> {
  const accepted = await api.call<{ runId: string }>('POST', path, body);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
  return api.runEnd(accepted.body.runId);
}
const list = async (path: string) =>
  (await api.call<{ items: Record<string, unknown>[]; total: number }>('GET', path)).body;

describe('sync of masters', () => {
  it('takes all in, then only what changed, and retires what vanished without losing what is ours', async () => {
    bravo.partnerRecords = ['KH1', 'KH2', 'KH3', 'KH4', 'KH5'].map((code) => bravoPartner(code));
    const first = await runOf('/bravo-partners-sync/sync');
    expect(first.result).toMatchObject({ mode: 'full', read: 5, created: 5, changed: 0, deactivated: 0 });

    const set = await api.call('POST', '/bravo/partners/bulk-update-selected-invoice-requirement', {
      partnerCodes: ['KH1', 'KH2', 'KH9'],
      invoiceRequirement: 'required',
    });
    expect(set.body).toEqual({ updated: 2, unchanged: 0, notFound: ['KH9'] });

    bravo.partnerRecords[0] = bravoPartner('KH1', { name: 'Đổi tên', modifiedAt: '2026-09-02T00:00:00.000Z' });
    const partial = await runOf('/bravo-partners-sync/sync-partial');
    expect(partial.result).toMatchObject({ mode: 'partial', created: 0, changed: 1, unchanged: 4, deactivated: 0 });

    bravo.partnerRecords = bravo.partnerRecords.filter((partner) => partner.code !== 'KH2');
    const again = await runOf('/bravo-partners-sync/sync');
    expect(again.result).toMatchObject({ mode: 'full', read: 4, changed: 0, unchanged: 4, deactivated: 1 });
    expect((await api.call('GET', '/bravo/partners/KH2')).body).toMatchObject({
      isActive: false,
      invoiceRequirement: 'required',
    });
    expect((await api.call('GET', '/bravo/partners/KH1')).body).toMatchObject({
      name: 'Đổi tên',
      invoiceRequirement: 'required',
    });
    expect(await list('/bravo/partners?isActive=true&q=doi%20ten')).toMatchObject({ total: 1 });
    expect(await list('/bravo/partners?hasTaxCode=true')).toMatchObject({ total: 0 });
    expect(await list('/bravo/partners?hasTaxCode=false')).toMatchObject({ total: 5 });
    const { type } = bravoPartner('KH1');
    expect((await api.call('GET', '/bravo/partner-filters')).body).toEqual({ type: [{ value: type, count: 5 }] });

    const stats = await api.call('GET', '/bravo-partners-sync/stats');
    expect(stats.body).toMatchObject({
      total: 5,
      active: 4,
      lastModifiedAt: '2026-09-02T00:00:00.000Z',
      lastFullSync: { id: again.id, status: 'succeeded' },
      lastPartialSync: { id: partial.id },
    });
  });

  it('finds a record that was stamped before the newest one but appeared after it', async () => {
    bravo.itemRecords = [bravoItem('VT1', { modifiedAt: '2026-09-05T10:00:00.000Z' })];
    await runOf('/bravo-items-sync/sync');
    bravo.itemRecords.push(bravoItem('VT2', { modifiedAt: '2026-09-05T09:30:00.000Z' }));
    expect((await runOf('/bravo-items-sync/sync-partial')).result).toMatchObject({ created: 1, unchanged: 1 });
  });

  it('answers BRAVO_UNAVAILABLE at once when Bravo is down, and leaves the data', async () => {
    bravo.isDown = true;
    const before = await list('/bravo/items');
    const refused = await api.call('POST', '/bravo-items-sync/sync');
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ error_code: 'BRAVO_UNAVAILABLE', message: expect.stringContaining('Bravo') });
    expect(await list('/bravo/items')).toEqual(before);
  });

  it('does not retire everything when Bravo suddenly shows nothing', async () => {
    bravo.itemRecords = [];
    const run = await runOf('/bravo-items-sync/sync');
    expect(run).toMatchObject({ status: 'failed', errorCode: 'BRAVO_QUERY_INVALID' });
    expect(await list('/bravo/items?isActive=true')).toMatchObject({ total: 2 });
  });

  it('fails a run that loses Bravo in the middle, after trying again, and keeps the data', async () => {
    bravo.itemRecords = ['VT1', 'VT2', 'VT3', 'VT4', 'VT5'].map((code) => bravoItem(code, { name: 'Tên khác' }));
    const before = await list('/bravo/items');
    let batches = 0;
    bravo.beforeBatch = () => {
      batches += 1;
      bravo.isDown = batches > 1;
    };
    const run = await runOf('/bravo-items-sync/sync');
    expect(run).toMatchObject({
      status: 'failed',
      errorCode: 'BRAVO_UNAVAILABLE',
      message: expect.stringContaining('Bravo'),
    });
    expect(await list('/bravo/items')).toEqual(before);
  });

  it('runs one sync at a time', async () => {
    bravo.itemRecords = [bravoItem('VT1')];
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    bravo.beforeBatch = () => held;
    const first = await api.call<{ runId: string }>('POST', '/bravo-items-sync/sync');
    const second = await api.call('POST', '/bravo-items-sync/sync-partial');
    expect(second).toMatchObject({ status: 422, body: { error_code: 'RUN_IN_PROGRESS' } });
    go();
    await api.runEnd(first.body.runId);
  });
});

describe('invoice requirement by file', () => {
  it('sets it, and rejects unknown partners until they are there', async () => {
    const file = await workbookFile('invoice-requirements', [
      { partnerCode: 'KH3', partnerName: 'x', invoiceRequirement: 'not_required' },
      { partnerCode: 'KH77', partnerName: 'y', invoiceRequirement: 'required' },
    ]);
    const upload = async () => {
      const accepted = await api.upload<{ runId: string }>('/bravo/partners/bulk-update-invoice-requirement', file);
      return (await api.runEnd(accepted.body.runId)).result;
    };
    expect(await upload()).toMatchObject({
      read: 2,
      changed: 1,
      rejected: 1,
      rejectedRows: [{ row: 3, value: 'KH77', code: 'PARTNER_NOT_FOUND' }],
    });
    bravo.partnerRecords.push(bravoPartner('KH77', { modifiedAt: '2026-09-03T00:00:00.000Z' }));
    await runOf('/bravo-partners-sync/sync-partial');
    expect(await upload()).toMatchObject({ sameFile: false, changed: 1, unchanged: 1, rejected: 0 });
    expect(await upload()).toMatchObject({ sameFile: true, changed: 0 });
  });
});

describe('sales ledger', () => {
  it('stores a range, follows Bravo in it, and leaves other days alone', async () => {
    bravo.salesLines = Array.from({ length: 20 }, (_, index) =>
      bravoSale(`L${index}`, {
        docNo: `HD-${String(index).padStart(3, '0')}`,
        docDate: `2026-09-${String(index + 1).padStart(2, '0')}`,
        branchCode: index % 2 ? 'CN02' : 'CN01',
      }),
    );
    const range = { fromDate: '2026-09-01', toDate: '2026-09-30' };
    expect((await runOf('/bravo-sales-ledgers', range)).result).toMatchObject({ created: 20, removed: 0 });
    const page = await api.call('GET', '/bravo-sales-ledgers?limit=2&sort=-docDate&totals=true');
    expect(page.body).toMatchObject({
      total: 20,
      items: [
        { sourceKey: 'L19', docDate: '2026-09-20', quantity: '2', netAmount: 100_000, partnerName: 'Đổi tên' },
        { sourceKey: 'L18' },
      ],
      totals: { amount: 2_000_000, quantity: '40' },
    });

    bravo.salesLines = bravo.salesLines.filter((line) => line.id !== 'L3' && line.id !== 'L15');
    bravo.salesLines[0] = bravoSale('L0', { amount: 90_000 });
    const part = { fromDate: '2026-09-01', toDate: '2026-09-10' };
    expect((await runOf('/bravo-sales-ledgers', part)).result).toMatchObject({
      read: 9,
      created: 0,
      changed: 1,
      unchanged: 8,
      removed: 1,
    });
    expect(await list('/bravo-sales-ledgers')).toMatchObject({ total: 19 });
    // L15 is gone from Bravo but its day was not asked for; the other branch's lines stay too.
    expect((await runOf('/bravo-sales-ledgers', { ...range, branchCode: 'CN01' })).result).toMatchObject({
      removed: 0,
    });
    expect((await runOf('/bravo-sales-ledgers', { ...range, branchCode: 'CN02' })).result).toMatchObject({
      removed: 1,
    });
  });

  it('goes on at its checkpoint when Bravo comes back, and ends as if nothing had happened', async () => {
    const lines = Array.from({ length: 28 }, (_, index) =>
      bravoSale(`R${index}`, { docDate: `2026-07-${String(index + 1).padStart(2, '0')}`, docNo: `HD-R${index}` }),
    );
    bravo.salesLines.push(...lines);
    const asked: string[] = [];
    const { sales } = bravo;
    bravo.sales = (query) => {
      asked.push(query.fromDate);
      return sales(query);
    };
    let batches = 0;
    bravo.beforeBatch = () => {
      batches += 1;
      // The second window's second batch fails once; a line of that window vanishes meanwhile.
      if (batches === 5) {
        bravo.salesLines = bravo.salesLines.filter((line) => line.id !== 'R7');
        throw new BravoUnavailable('mất kết nối');
      }
    };
    const run = await runOf('/bravo-sales-ledgers', { fromDate: '2026-07-01', toDate: '2026-07-28' });
    bravo.sales = sales;
    expect(run).toMatchObject({ status: 'succeeded', result: { created: 27, removed: 0 } });
    expect(asked).toEqual(['2026-07-01', '2026-07-08', '2026-07-08', '2026-07-15', '2026-07-22']);
    expect(await list('/bravo-sales-ledgers?fromDate=2026-07-01&toDate=2026-07-31')).toMatchObject({ total: 27 });
  });

  it('reads Bravo live without storing', async () => {
    bravo.salesLines.push(bravoSale('LIVE', { docDate: '2026-10-01', docNo: 'HD-900' }));
    const live = await api.call(
      'GET',
      '/bravo-sales-ledgers/retrieve?fromDate=2026-10-01&toDate=2026-10-31&totals=true&q=noi%20com',
    );
    expect(live.body).toMatchObject({
      total: 1,
      items: [{ sourceKey: 'LIVE', id: null, storedAt: null, partnerName: 'Đổi tên' }],
      totals: { netAmount: 100_000 },
    });
    expect(await list('/bravo-sales-ledgers?fromDate=2026-10-01')).toMatchObject({ total: 0 });
    bravo.isDown = true;
    const refused = await api.call('GET', '/bravo-sales-ledgers/retrieve?fromDate=2026-10-01&toDate=2026-10-31');
    expect(refused).toMatchObject({ status: 503, body: { error_code: 'BRAVO_UNAVAILABLE' } });
  });

  it('stores rows that were sent, by source key, and tells which are wrong', async () => {
    const row = {
      sourceKey: 'X1',
      branchCode: 'CN01',
      docCode: 'HD',
      docNo: 'HD-X',
      docDate: '2026-11-02',
      partnerCode: 'KH1',
      itemCode: 'VT1',
      quantity: '1.5',
      baseQuantity: '1.5',
      amount: 30_000,
    };
    const rows = [
      { ...row, description: 'dòng đầu' },
      { ...row, sourceKey: 'X2', vatRate: 'mười' },
      row,
      { ...row, sourceKey: 'X3', unitPrice: '9'.repeat(40) },
    ];
    const send = (key: string) => api.call('POST', '/bravo-sales-ledgers', { rows }, { idempotencyKey: key });
    for (const description of ['ký tự \u0000 lạ', 'nửa chữ \ud800']) {
      const odd = await api.call('POST', '/bravo-sales-ledgers', { rows: [{ ...row, description }] });
      expect(odd).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
    }
    const first = await send('sent-1');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      created: 1,
      changed: 0,
      unchanged: 0,
      rejected: [
        { index: 1, code: 'BAD_VAT_RATE' },
        { index: 2, code: 'DUPLICATE_KEY' },
        { index: 3, code: 'BAD_DECIMAL' },
      ],
    });
    expect((await send('sent-1')).body).toEqual(first.body);
    expect((await send('sent-2')).body).toMatchObject({ created: 0, unchanged: 1 });
    const other = await api.call('POST', '/bravo-sales-ledgers', { rows: [row] }, { idempotencyKey: 'sent-1' });
    expect(other).toMatchObject({ status: 422, body: { error_code: 'IDEMPOTENCY_MISMATCH' } });
  });
});
