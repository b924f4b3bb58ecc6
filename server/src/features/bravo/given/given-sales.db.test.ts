import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { ImportReport } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { bravoItem, bravoSale, memoryBravo } from '../../../testing/memory-bravo.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

type Page<T> = { items: T[]; total: number };

describe('sales that somebody gave', () => {
  let month: SampleMonth;
  beforeAll(async () => {
    month = await startSampleMonth(200);
  });
  afterAll(() => month?.api.close());

  const given = async () =>
    (await month.api.call<Page<SalesLedgerLine>>('GET', '/bravo-sales-ledgers?source=given&sort=docNo')).body;
  const remove = (ids: string[]) => month.api.call('POST', '/bravo-sales-ledgers/remove', { ids, reason: 'nhập nhầm' });

  it('outlive every load, are invoiced like any other, and cannot be taken away afterwards', async () => {
    const { api, periodId, done } = month;
    const query = async <T>(text: string): Promise<T[]> => (await api.context.pool.query(text, [periodId])).rows;
    await done('generate-invoices');
    const [line] = await query<Record<string, string>>(
      `select source_key, branch_code, doc_code, doc_no, doc_date::text, partner_code, item_code, item_name, unit, vat_rate
       from period_sales_lines s where s.period_id = $1 and s.kind = 'goods' and s.invoiced = s.amount - s.discount and s.amount > 0
       order by s.base_quantity, s.source_key limit 1`,
    );
    const { source_key: sourceKey, doc_no: docNo } = line as { source_key: string; doc_no: string };
    const row = {
      branchCode: line!.branch_code,
      docCode: line!.doc_code,
      docDate: line!.doc_date,
      partnerCode: line!.partner_code,
      itemCode: line!.item_code,
      itemName: line!.item_name,
      unit: line!.unit,
      vatRate: line!.vat_rate,
    };
    const figures = { quantity: '0.01', baseQuantity: '0.01', amount: 1000, vatAmount: 0 };
    const sent = await api.call('POST', '/bravo-sales-ledgers', {
      rows: [
        { ...row, ...figures, sourceKey, docNo: 'TAY-1' },
        { ...row, ...figures, sourceKey: 'T2', docNo: 'TAY-2' },
        { ...row, ...figures, sourceKey: 'T3', docNo },
      ],
    });
    expect(sent.body).toMatchObject({
      created: 2,
      rejected: [{ index: 2, code: 'SALE_IN_BRAVO', message: expect.stringContaining(docNo) }],
    });
    const before = (
      await query<{ lines: number }>('select count(*)::int as lines from period_sales_lines where period_id = $1')
    )[0]!.lines;
    for (let load = 0; load < 2; load++) {
      const loaded = await done('load-bravo-sales');
      expect(loaded.result).toMatchObject({ lines: before + 2, twins: 0, removed: 0 });
    }
    expect(await given()).toMatchObject({
      total: 2,
      items: [
        { docNo: 'TAY-1', source: 'given', givenState: 'in_period', givenBy: 'ketoan@khop.local' },
        { docNo: 'TAY-2' },
      ],
    });
    await done('regenerate-invoices');
    const invoiced = await query<{ invoice: string; amount: number }>(
      `select t.invoice_id as invoice, sum(a.amount)::int as amount from invoice_allocations a join invoice_items t on t.id = a.item_id
       join period_sales_lines s on s.period_id = a.period_id and s.source_key = a.source_key
       where a.period_id = $1 and s.doc_no = 'TAY-1' group by 1`,
    );
    expect(invoiced).toMatchObject([{ amount: 1000 }]);
    await api.context.pool.query("update invoices set status = 'exported' where id = $1", [invoiced[0]!.invoice]);
    const [first, second] = (await given()).items as [SalesLedgerLine, SalesLedgerLine];
    expect(first.givenState).toBe('invoiced');
    const refused = await remove([first.id!, second.id!]);
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'SALE_INVOICED' } });
    expect((await given()).total).toBe(2);
    const removed = await remove([second.id!, '01900000-0000-7000-8000-000000000000']);
    expect(removed.body).toEqual({ removed: 1, notFound: ['01900000-0000-7000-8000-000000000000'] });
    expect((await given()).items.map(({ docNo }) => docNo)).toEqual(['TAY-1']);
    expect(await query("select from period_sales_lines where period_id = $1 and doc_no = 'TAY-2'")).toHaveLength(0);
    const [trace] = (
      await api.context.pool.query("select summary from audit_events where action = 'sales-ledger.remove-given'")
    ).rows;
    expect(trace.summary).toContain('nhập nhầm');
  });
});

describe('the same sale in Bravo and given', () => {
  const bravo = memoryBravo();
  let api: TestApi;
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
    api = await startTestApi({ bravo });
    await api.runEnd((await api.call<{ runId: string }>('POST', '/bravo-items-sync/sync')).body.runId);
  });
  afterAll(() => api?.close());

  it('takes a file in by the units of Bravo, and lets Bravo’s own line stand for the sale once it is there', async () => {
    const profile = await api.call<{ id: string }>('POST', '/amis/profiles', {
      code: 'AP',
      name: 'An Phú',
      taxCode: '',
    });
    const period = await api.call<{ id: string }>('POST', '/invoice-issuance/periods', {
      name: 'Kỳ 09',
      fromDate: '2026-09-01',
      toDate: '2026-09-30',
      plannedInvoiceDate: '2026-09-30',
      profileIds: [profile.body.id],
    });
    expect(period.status, JSON.stringify(period.body)).toBe(201);
    const sale = { docDate: '2026-09-03', docCode: 'HD', itemCode: 'VT1', partnerCode: 'KH1' };
    const file = await workbookFile('bravo-sales', [
      { ...sale, docNo: 'A1', unit: 'Thùng', quantity: '2', amount: 480_000 },
      { ...sale, docNo: 'A2', unit: 'Lon', quantity: '5', amount: 50_000 },
      { ...sale, docNo: 'A3', unit: 'Bao', quantity: '5', amount: 50_000 },
      { ...sale, docNo: 'A4', unit: 'Lon', quantity: '5', amount: null },
    ]);
    const accepted = await api.upload<{ runId: string }>('/bravo-sales-ledgers/bulk', file);
    const report = (await api.runEnd(accepted.body.runId)).result as ImportReport;
    expect(report).toMatchObject({ created: 2, rejected: 2 });
    expect(report.rejectedRows.map(({ code }) => code).sort()).toEqual(['REQUIRED', 'UNIT_UNKNOWN']);
    const lines = await api.call<Page<SalesLedgerLine>>('GET', '/bravo-sales-ledgers?source=given&sort=docNo');
    expect(lines.body.items.map((line) => [line.docNo, line.convertRate, line.baseQuantity, line.givenState])).toEqual([
      ['A1', '24', '48', 'waiting'],
      ['A2', '1', '5', 'waiting'],
    ]);
    bravo.salesLines = [bravoSale('B1', { ...sale, docNo: 'A1', branchCode: 'CN01', docDate: '2026-09-04' })];
    const load = async () => {
      const run = await api.call<{ runId: string }>(
        'POST',
        `/invoice-issuance/periods/${period.body.id}/load-bravo-sales`,
      );
      return (await api.runEnd(run.body.runId)).result;
    };
    expect(await load()).toMatchObject({ lines: 2, twins: 1, twinDocuments: ['A1'] });
    const kept = async () =>
      (await api.context.pool.query('select source_key from period_sales_lines order by doc_no')).rows.map(
        (row) => row.source_key as string,
      );
    expect(await kept()).toEqual(['B1', expect.stringContaining('given/')]);
    const states = await api.call<Page<SalesLedgerLine>>('GET', '/bravo-sales-ledgers?source=given&sort=docNo');
    expect(states.body.items.map(({ givenState }) => givenState)).toEqual(['in_bravo', 'in_period']);
  });
});
