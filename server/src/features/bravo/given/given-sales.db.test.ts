import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOnlyBravo } from '../../../adapters/bravo/files-only.ts';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

it('are told of by a period that has not loaded them yet', async () => {
  const { api, periodId, post, given, remove } = company;
  const noSales = async () => {
    const { body } = await api.call<{ problems: { code: string; message: string }[] }>(
      'GET',
      `/invoice-issuance/periods/${periodId}/preflight`,
    );
    return body.problems.find(({ code }) => code === 'NO_SALES')?.message;
  };
  expect(await noSales()).toBe('Kỳ chưa có dòng bán hàng nào của Bravo.');
  const row = { docCode: 'HD', partnerCode: 'KH1', itemCode: 'VT1', unit: 'Lon', quantity: '3', baseQuantity: '3' };
  const rows = ['2026-08-31', '2026-09-30'].map((docDate) => ({
    ...{ ...row, sourceKey: docDate, branchCode: 'CN01', docNo: docDate, docDate, amount: 90_000 },
  }));
  await post('/bravo-sales-ledgers', { rows });
  expect(await noSales()).toMatch(/ 1 dòng bán của những ngày này đã đưa bằng tệp/);
  // A line of Bravo's own of an earlier load comes by loading alone.
  await api.context.pool.query(
    `insert into sales_ledger_lines (source_key, id, branch_code, doc_code, doc_no, doc_date, partner_code, item_code, quantity,
       base_quantity, amount, kind) values ('B', gen_random_uuid(), 'CN01', 'HD', 'B', '2026-09-30', 'KH1', 'VT1', 1, 1, 1, 'goods')`,
  );
  await remove((await given()).items.map(({ id }) => id));
  expect(await noSales()).toBe('Kỳ chưa có dòng bán hàng nào của Bravo.');
  await api.context.pool.query(`delete from sales_ledger_lines where source_key = 'B'`);
});

it('outlive every load, enter the ledger of a period like any other, and go only with a reason', async () => {
  const { post, work, given, rows, remove } = company;
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
      // Codes compare without case.
      { ...row, ...figures, sourceKey: 'T4', docNo: 'hd-001', docCode: 'hd', branchCode: 'cn01' },
    ],
  });
  expect(sent).toMatchObject({
    created: 2,
    rejected: [
      { index: 2, code: 'SALE_IN_BRAVO', message: expect.stringContaining('HD-001') },
      { index: 3, code: 'SALE_IN_BRAVO', message: expect.stringContaining('hd-001') },
    ],
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
  expect(
    await rows("select summary from audit_events where action = 'sales-ledger.remove-given' and summary like 'Bỏ 1 %'"),
  ).toEqual([{ summary: expect.stringContaining('nhập nhầm') }]);
});

it('takes a file in by the units of Bravo, and lets Bravo’s own line take the place of the given one once it is there', async () => {
  const { bravo, upload, work, given, rows } = company;
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
  // Its unit as the file has it, not the key under which the line waits.
  expect(report.rejectedRows.find(({ code }) => code === 'UNIT_UNKNOWN')).toMatchObject({
    value: 'Bao',
    message: expect.stringContaining('1 «Bao» của vật tư «VT1» là bao nhiêu đơn vị chính «Lon»'),
  });
  const lines = (await given()).items.filter(({ docNo }) => docNo.startsWith('A'));
  expect(lines.map((line) => [line.docNo, line.convertRate, line.baseQuantity, line.givenState])).toEqual([
    ['A1', '24', '48', 'waiting'],
    ['A2', '1', '5', 'waiting'],
  ]);
  bravo.salesLines.push(bravoSale('B2', { ...sale, docNo: 'a1', branchCode: 'CN01', docDate: '2026-09-04' }));
  expect(await work('load-bravo-sales')).toMatchObject({ twinDocuments: expect.arrayContaining(['A1']) });
  expect(
    await rows(
      "select doc_no, source_key like 'given/%' as given from period_sales_lines where lower(doc_no) like 'a%' order by doc_no collate \"C\"",
    ),
  ).toEqual([
    { doc_no: 'A2', given: true },
    { doc_no: 'a1', given: false },
  ]);
  const states = (await given()).items.map(({ docNo, givenState }) => [docNo, givenState]);
  expect(states).toEqual([
    ['A1', 'in_bravo'],
    ['A2', 'in_period'],
    ['TAY-1', 'in_period'],
  ]);
});

it('make a period where no Bravo is connected any more, beside the lines of the one that it had', async () => {
  const { api, work, rows } = company;
  const ledger = () => rows<object>('select source_key, source from sales_ledger_lines order by source_key');
  const before = await ledger();
  expect(new Set(before.map((line) => (line as { source: string }).source))).toEqual(new Set(['bravo', 'given']));
  const isFilesOnly = async () =>
    (await api.call<{ isFilesOnly: boolean }>('GET', '/bravo-items-sync/stats')).body.isFilesOnly;
  expect(await isFilesOnly()).toBe(false);
  Object.assign(company.bravo, filesOnlyBravo());
  expect(await isFilesOnly()).toBe(true);
  expect(await work('load-bravo-sales')).toMatchObject({ lines: before.length - 1, twins: 1, created: 0, removed: 0 });
  expect(await ledger()).toEqual(before);

  const sync = await api.call<{ message: string }>('POST', '/bravo-items-sync/sync');
  expect(sync).toMatchObject({ status: 503, body: { message: expect.stringContaining('bằng tệp ở «Tải lên»') } });
});
