import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';

const [FRIDAY, TUESDAY, WEDNESDAY] = ['2026-09-25', '2026-09-29', '2026-09-30'];
let company: GivenCompany;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', `-c khop.today=${WEDNESDAY}`);
  company = await startGivenCompany();
  company.bravo.salesLines = [bravoSale('B0', { unit: 'Lon', docDate: FRIDAY })];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
});
afterAll(() => company?.api.close());

type Preflight = { days: DayCell[]; problems: { code: string; message: string; count: number }[] };
type Line = { dayFacts: object | null; statedDay: object | null; lawfulDay: object };

const periodPath = (rest: string) => `/invoice-issuance/periods/${company.periodId}/${rest}`;
const codes = async () =>
  (await company.api.call<Preflight>('GET', periodPath('preflight'))).body.problems.map(({ code }) => code);
const dates = async () => {
  type Invoice = { date: string; documentDate: string };
  const { body } = await company.api.call<{ items: Invoice[] }>('GET', periodPath('amis-invoices'));
  return body.items.map(({ date, documentDate }) => [documentDate, date]);
};
const state = (facts: object | null, evidence?: string, sourceKeys = ['B0']) =>
  company.api.call<{ updated: number; message: string }>('POST', periodPath('line-days'), {
    ...{ sourceKeys, facts },
    ...(evidence !== undefined && { evidence }),
  });
const line = async (): Promise<Line> => {
  const { body } = await company.api.call<{ items: { id: string }[] }>('GET', periodPath('invoice-bravo-sales'));
  const path = `/invoice-issuance/invoice-bravo-sales/${encodeURIComponent(body.items[0]!.id)}`;
  return (await company.api.call<{ ledgerLines: Line[] }>('GET', path)).body.ledgerLines[0]!;
};
const cleared = { isExport: true, clearedOn: TUESDAY };

it('a sale of Friday is late on Wednesday while nothing else is known of it', async () => {
  expect(await dates()).toEqual([[FRIDAY, WEDNESDAY]]);
  expect(await codes()).toContain('WRONG_TIME');
  expect(await line()).toMatchObject({ statedDay: null, lawfulDay: { day: FRIDAY, because: 'document', waits: null } });
});

it('a person states an export with its clearance and evidence: the ledger stays, the plan is old, the next one dates by it', async () => {
  const ledger = "select md5(string_agg(s::text, ';' order by source_key)) as is from period_sales_lines s";
  const before = await company.rows(ledger);
  expect(await state(cleared, ' tờ khai 307 ')).toMatchObject({ status: 200, body: { updated: 1 } });
  expect(await company.rows(ledger)).toEqual(before);
  expect(await codes()).toEqual(expect.arrayContaining(['PLAN_OUTDATED']));
  expect(await line()).toMatchObject({
    dayFacts: null,
    statedDay: { facts: cleared, evidence: 'tờ khai 307', by: 'ketoan@khop.local' },
    lawfulDay: { day: TUESDAY, because: 'cleared', waits: null },
  });
  await company.work('regenerate-invoices', {});
  expect(await dates()).toEqual([[FRIDAY, TUESDAY]]);
  const { problems, days } = (await company.api.call<Preflight>('GET', periodPath('preflight'))).body;
  expect(problems.map(({ code }) => code)).not.toContain('WRONG_TIME');
  expect(problems).toContainEqual(expect.objectContaining({ code: 'LAWFUL_DAY_OF_LINE', count: 1 }));
  expect(days.map(({ day, drafts }) => [day, drafts.count])).toEqual([[TUESDAY, 1]]);
  await expectLaws(company.api.context.pool, company.periodId);
  expect(
    await company.rows(
      "select summary, after -> 'facts' as facts from audit_events where action = 'period.state-days'",
    ),
  ).toEqual([{ summary: 'Ghi ngày theo luật cho 1 dòng của chứng từ HD-001: tờ khai 307', facts: cleared }]);
});

it('a line that the period has not is named by its key, of a long one by the beginning', async () => {
  const { status, body } = await state(cleared, 'tờ khai 307', [`dài${'x'.repeat(1_000_000)}`]);
  expect([status, body.message]).toEqual([404, `Kỳ không có dòng sổ «dài${'x'.repeat(97)}…».`]);
  expect((await state(cleared, 'tờ khai 307', ['không có'])).body.message).toBe('Kỳ không có dòng sổ «không có».');
});

it('an export that is not cleared waits, and says why', async () => {
  expect((await state({ isExport: true }, 'hợp đồng 12')).status).toBe(200);
  await company.work('regenerate-invoices', {});
  expect(await dates()).toEqual([]);
  const shortages = await company.rows<{ reason: string; message: string }>(
    'select reason, message from period_shortages',
  );
  expect(shortages).toEqual([{ reason: 'NEEDS_REVIEW', message: expect.stringContaining('chưa ghi ngày thông quan') }]);
  expect(await codes()).not.toContain('NOT_ISSUED_IN_TIME');
  await expectLaws(company.api.context.pool, company.periodId);
});

it.each([
  ['no evidence', cleared, undefined, 422, 'bằng chứng'],
  ['a payment of goods', { paidOn: TUESDAY }, 'x', 400, 'hàng hóa chỉ có ngày riêng khi xuất khẩu'],
  ['a clearance of no export', { clearedOn: TUESDAY }, 'x', 400, 'ngày thông quan chỉ của hàng xuất khẩu'],
  ['a day to come', { isExport: true, clearedOn: '2026-10-01' }, 'x', 400, 'ở sau hôm nay'],
  ['nothing', {}, 'x', 400, 'chưa ghi việc nào'],
])('refuses %s', async (_, facts, evidence, status, message) => {
  expect(await state(facts, evidence)).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
});

it('what was stated is taken back, and the invoice is late again', async () => {
  expect((await state(null)).body).toEqual({ updated: 1 });
  expect((await state(null)).body).toEqual({ updated: 0 });
  await company.work('regenerate-invoices', {});
  expect(await dates()).toEqual([[FRIDAY, WEDNESDAY]]);
  expect(await company.rows("select summary from audit_events where action = 'period.take-back-days'")).toHaveLength(1);
  expect(await company.rows('select from period_line_days')).toEqual([]);
});

it('a draft that a person has pinned must not leave once its line has another day', async () => {
  const [invoice] = await company.rows<{ id: string; version: number }>('select id, version from invoices');
  await company.rows('update invoices set pinned = true, invoice_date_planned = $1 where id = $2', [
    WEDNESDAY,
    invoice!.id,
  ]);
  await state({ isExport: true }, 'hợp đồng 12');
  expect(await codes()).toContain('DRAFT_LAWFUL_DAY');
  await state(null);
});

it('the ledger’s own facts come with given sales by JSON and by file, and a person’s word takes their place', async () => {
  const row = { branchCode: 'CN01', docCode: 'HD', docDate: FRIDAY, partnerCode: 'KH1', itemCode: 'VT1', unit: 'Lon' };
  const figures = { quantity: '3', baseQuantity: '3', amount: 90_000, vatRate: '8', vatAmount: 7200 };
  await company.post('/bravo-sales-ledgers', {
    rows: [{ ...row, ...figures, sourceKey: 'J1', docNo: 'JS-1', dayFacts: cleared }],
  });
  const csv = [
    'Ngày ct,Số ct,Mã ct,Mã khách,Mã vật tư,Đvt,Số lượng,Tiền hàng,Thuế suất,Tiền thuế,BranchCode,Xuất khẩu,Ngày thông quan',
    '25/09/2026,TEP-1,HD,KH1,VT1,Lon,2,60000,8,4800,CN01,x,28/09/2026',
    '25/09/2026,TEP-2,HD,KH1,VT1,Lon,1,30000,8,2400,CN01,,',
  ].join('\n');
  await company.upload('/bravo-sales-ledgers/bulk', { name: 'ban-hang.csv', content: Buffer.from(csv) });
  const given = (await company.given()).items;
  expect(given.map((one: SalesLedgerLine) => [one.docNo, one.dayFacts])).toEqual([
    ['JS-1', cleared],
    ['TEP-1', { isExport: true, clearedOn: '2026-09-28' }],
    ['TEP-2', null],
  ]);
  await company.work('load-bravo-sales');
  await state({ isExport: true, clearedOn: WEDNESDAY }, 'tờ khai sửa', [given[1]!.sourceKey]);
  await company.work('regenerate-invoices', {});
  const invoiced = await company.rows(
    'select bravo_document as doc, invoice_date_planned::text as date from invoices where not pinned order by 1',
  );
  expect(invoiced).toEqual([
    { doc: 'CN01/HD/JS-1', date: TUESDAY },
    { doc: 'CN01/HD/TEP-1', date: WEDNESDAY },
    { doc: 'CN01/HD/TEP-2', date: WEDNESDAY },
  ]);
  await expectLaws(company.api.context.pool, company.periodId);
});

it('a wrong flag of the ledger is set aside with evidence: the sale follows its document, is told, and the flag comes back', async () => {
  const lateOf = () =>
    company.rows<{ date: string }>(
      "select invoice_date_planned::text as date from invoices where bravo_document = 'CN01/HD/JS-1'",
    );
  const { sourceKey } = (await company.given()).items[0]!;
  const ledger = () =>
    company.rows('select day_facts as facts from period_sales_lines where source_key = $1', [sourceKey]);
  expect((await state({ isOrdinary: true }, 'x')).body.message).toContain('sổ không ghi việc nào để bỏ');
  const both = await state({ isOrdinary: true, isExport: true }, 'x', [sourceKey]);
  expect(both.body.message).toContain('không ghi thêm việc có ngày nào');
  expect((await state({ isOrdinary: true }, '', [sourceKey])).status).toBe(422);
  const stated = await state({ isOrdinary: true }, 'hợp đồng bán trong nước 12', [sourceKey]);
  expect(stated.body).toEqual({ updated: 1 });
  await company.work('regenerate-invoices', {});
  // The sale of Friday made on Wednesday is late as soon as it is no export.
  expect(await lateOf()).toEqual([{ date: WEDNESDAY }]);
  expect(await ledger()).toEqual([{ facts: cleared }]);
  expect(await codes()).toEqual(expect.arrayContaining(['LEDGER_FACTS_SET_ASIDE', 'WRONG_TIME']));
  await expectLaws(company.api.context.pool, company.periodId);
  expect((await state(null, undefined, [sourceKey])).body).toEqual({ updated: 1 });
  await company.work('regenerate-invoices', {});
  expect(await lateOf()).toEqual([{ date: TUESDAY }]);
  expect(await codes()).not.toContain('LEDGER_FACTS_SET_ASIDE');
  const summaries = await company.rows<{ action: string }>(
    "select action from audit_events where summary like '%JS-1%' order by id",
  );
  expect(summaries.map(({ action }) => action)).toEqual(['period.state-days', 'period.take-back-days']);
});
