import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { sheetFile, workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

const row = {
  ...{ branchCode: 'CN01', docCode: 'HD', docDate: '2026-09-05', partnerCode: 'KH1', itemCode: 'VT1', unit: 'Lon' },
  ...{ quantity: '3', baseQuantity: '3', amount: 90_000, vatRate: '8', vatAmount: 7200 },
};
const give = (sourceKey: string, docNo: string, more: object = {}) =>
  company.post<{ created: number; changed: number; rejected: { code: string; message: string }[] }>(
    '/bravo-sales-ledgers',
    { rows: [{ ...row, sourceKey, docNo, ...more }] },
  );
const inBravo = (id: string, docNo: string, more: object = {}) =>
  company.bravo.salesLines.push(bravoSale(id, { docNo, unit: 'Lon', docDate: '2026-09-06', ...more }));
/** Keys of the period's lines of a document. */
const linesOf = async (docNo: string) =>
  (
    await company.rows<{ key: string }>(
      'select source_key as key from period_sales_lines where doc_no = $1 order by source_key',
      [docNo],
    )
  ).map(({ key }) => key);
/** The amounts of a line on invoices, by their status. */
const invoicedOf = (key: string) =>
  company.rows<{ status: string; amount: number; quantity: number }>(
    `select i.status, sum(a.amount)::int as amount, sum(a.base_quantity)::float as quantity from invoice_allocations a
     join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id where a.source_key = $1 group by 1`,
    [key],
  );
const tieOut = async () =>
  (await company.api.call<PeriodStats>('GET', `/invoice-issuance/periods/${company.periodId}/stats`)).body.tieOut;
/** Everything that is stored of sales and invoices. */
const stored = () =>
  company.rows(
    `select (select md5(string_agg(l::text, ';' order by l.source_key)) from sales_ledger_lines l) as ledger,
       (select md5(string_agg(s::text, ';' order by s.source_key)) from period_sales_lines s) as period,
       (select md5(string_agg(i::text, ';' order by i.id)) from invoices i) as invoices,
       (select md5(string_agg(p::text, ';')) from invoice_periods p) as periods`,
  );
const idOf = async (docNo: string) => (await company.given()).items.find((one) => one.docNo === docNo)!.id;
const stateOf = async (docNo: string) => (await company.given()).items.find((one) => one.docNo === docNo)!.givenState;
const download = () =>
  company.api.call('POST', `/invoice-issuance/periods/${company.periodId}/download-excel`, { only: 'new' });
const laws = () => expectLaws(company.api.context.pool, company.periodId);

describe('a given sale on its way into an invoice', () => {
  it('is on an invoice of the period, given by rows or by a file, and the period ties out', async () => {
    expect(await give('T1', 'TAY-1')).toMatchObject({ created: 1, rejected: [] });
    const file = await sheetFile([
      ['Ngày ct', 'Mã ct', 'Số ct', 'Mã chi nhánh', 'Mã khách', 'Mã vật tư', 'Đvt', 'Số lượng', 'Tiền hàng'],
      ['15/09/2026', 'HD', 'TEP-1', 'CN01', 'KH1', 'VT1', 'Thùng', 1, 240_000],
    ]);
    expect(await company.upload('/bravo-sales-ledgers/bulk', file)).toMatchObject({ created: 1, rejected: 0 });
    expect(await company.work('load-bravo-sales')).toMatchObject({ lines: 3, twins: 0 });
    await company.work('generate-invoices', {});
    await laws();
    const [fromFile] = await linesOf('TEP-1');
    expect(await invoicedOf('given/T1')).toEqual([{ status: 'draft', amount: 90_000, quantity: 3 }]);
    expect(await invoicedOf(fromFile!)).toEqual([{ status: 'draft', amount: 240_000, quantity: 24 }]);
    const whole = { ledger: 430_000, invoiced: 430_000, alreadyInvoiced: 0, unallocated: 0, excluded: 0 };
    expect(await tieOut()).toEqual(whole);
  });

  it('can no more be taken away once it has left, and nothing changes by trying', async () => {
    expect((await download()).status).toBe(200);
    expect(await stateOf('TAY-1')).toBe('invoiced');
    const before = await stored();
    const ids = [await idOf('TAY-1'), await idOf('TEP-1')];
    for (const tried of [ids, ids.slice(1)]) {
      const { status, body } = await company.remove(tried);
      expect([status, body.error_code]).toEqual([422, 'SALE_INVOICED']);
      expect(String(body.message)).toMatch(/Chứng từ (TAY|TEP)-1 đã có hóa đơn \S+ ở kỳ «Kỳ 09»/);
    }
    expect(await stored()).toEqual(before);
    expect(await company.rows("select from audit_events where action = 'sales-ledger.remove-given'")).toEqual([]);
  });

  it('stays when Bravo gets its document later, which is left out, and every load says so', async () => {
    inBravo('B1', 'TAY-1', { amount: 95_000 });
    inBravo('B2', 'TAY-1', { amount: 5_000 });
    for (let load = 0; load < 2; load++) {
      expect(await company.work('load-bravo-sales')).toMatchObject({ lines: 3, twins: 2, twinDocuments: ['TAY-1'] });
      expect(await linesOf('TAY-1')).toEqual(['given/T1']);
    }
    await company.work('regenerate-invoices', {});
    await laws();
    expect(await invoicedOf('given/T1')).toEqual([{ status: 'exported', amount: 90_000, quantity: 3 }]);
    expect(await tieOut()).toMatchObject({ ledger: 430_000, invoiced: 430_000, unallocated: 0 });
  });
});

describe('a given sale that could be several documents of Bravo', () => {
  it('is refused when it is given, with both branches, until it names its own', async () => {
    for (const branchCode of ['CN01', 'CN02']) inBravo(`B-${branchCode}`, 'N1', { branchCode });
    await company.work('load-bravo-sales');
    const both = /N1 ở chi nhánh CN01 \(HD\) và CN02 \(HD\).*Hãy ghi chi nhánh/;
    const said = (code: string, message: RegExp | string) => ({
      created: 0,
      rejected: [{ code, message: expect.stringMatching(message) }],
    });
    expect(await give('N1', 'N1', { branchCode: '' })).toMatchObject(said('SALE_AMBIGUOUS', both));
    const sale = { docDate: '2026-09-03', docNo: 'N1', itemCode: 'VT1', partnerCode: 'KH1', unit: 'Lon' };
    const file = await workbookFile('bravo-sales', [{ ...sale, quantity: '1', amount: 1000 }]);
    expect(await company.upload('/bravo-sales-ledgers/bulk', file)).toMatchObject({
      ...{ created: 0, rejected: 1 },
      rejectedRows: [{ code: 'SALE_AMBIGUOUS', message: expect.stringMatching(both) }],
    });
    expect(await give('N1', 'N1', { branchCode: 'CN02' })).toMatchObject(said('SALE_IN_BRAVO', 'N1'));
    expect(await give('N1', 'N1', { branchCode: 'CN03' })).toMatchObject({ created: 1, rejected: [] });
    await company.work('load-bravo-sales');
    expect(await linesOf('N1')).toEqual(['B-CN01', 'B-CN02', 'given/N1']);
  });

  it('stops the load when Bravo gets them later, which changes nothing, until it is taken away', async () => {
    await give('N2', 'N2', { branchCode: '' });
    for (const branchCode of ['CN01', 'CN02']) inBravo(`B2-${branchCode}`, 'N2', { branchCode });
    const before = await stored();
    const refused = await company.run('load-bravo-sales');
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'SALE_AMBIGUOUS' });
    expect(refused.message).toMatch(/chứng từ N2 .*CN01 \(HD\) và CN02 \(HD\).*Hãy bỏ dòng ấy/);
    expect(await stored()).toEqual(before);
    expect((await company.remove([await idOf('N2')])).body).toMatchObject({ removed: 1 });
    await company.work('load-bravo-sales');
    expect(await linesOf('N2')).toEqual(['B2-CN01', 'B2-CN02']);
  });

  it('keeps its invoice once it has left, and only the document that a person names is left out', async () => {
    await give('N3', 'N3', { docCode: '' });
    await company.work('load-bravo-sales');
    await company.work('regenerate-invoices', {});
    expect((await download()).status).toBe(200);
    inBravo('B3-HD', 'N3', { docCode: 'HD' });
    inBravo('B3-XK', 'N3', { docCode: 'XK', amount: 70_000 });
    const before = await stored();
    const refused = await company.run('load-bravo-sales');
    expect(refused).toMatchObject({ status: 'failed', errorCode: 'SALE_AMBIGUOUS' });
    expect(refused.message).toMatch(/CN01 \(HD\) và CN01 \(XK\).*đưa lại đúng dòng ấy \(khóa «given\/N3»\)/);
    expect(await stored()).toEqual(before);
    expect(await give('N3', 'N3', { docCode: 'HD' })).toMatchObject({ created: 0, changed: 1, rejected: [] });
    // Also when Bravo's ledger is known by then: the line is no new one.
    expect(await company.work('load-bravo-sales')).toMatchObject({ twinDocuments: expect.arrayContaining(['N3']) });
    expect(await linesOf('N3')).toEqual(['B3-XK', 'given/N3']);
    expect(await give('N3', 'N3', { docCode: 'HD' })).toMatchObject({ rejected: [] });
    await company.work('regenerate-invoices', {});
    await laws();
    expect(await invoicedOf('given/N3')).toEqual([{ status: 'exported', amount: 90_000, quantity: 3 }]);
    expect(await invoicedOf('B3-XK')).toEqual([{ status: 'draft', amount: 70_000, quantity: 2 }]);
  });
});
