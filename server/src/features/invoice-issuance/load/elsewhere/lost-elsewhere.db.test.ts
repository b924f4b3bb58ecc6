import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { cansSold, type GivenCompany, OCTOBER, startGivenCompany } from '../../../../testing/given-company.ts';
import { expectLaws } from '../../../../testing/laws.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

let company: GivenCompany;
let october: string;

const sold = (id: string, docNo: string, docDate: string, quantity = 10, price = 50_000) =>
  cansSold(id, docDate, { docNo, quantity, price });
const place = (period: string, rest: string): string => `/invoice-issuance/periods/${period}/${rest}`;
async function work(period: string, name: string): Promise<void> {
  const { runId } = await company.post<{ runId: string }>(place(period, name), {});
  const run = await company.api.runEnd(runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}
type Body = {
  error_code?: string;
  problems: { code: string; severity: string; message: string; count: number; voucher?: string }[];
};
const leave = async (period: string) => {
  const { status, body } = await company.api.call<Body>('POST', place(period, 'download-excel'), {});
  return [status, body?.error_code];
};

beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-05');
  company = await startGivenCompany();
  ({ id: october } = await company.addPeriod('Kỳ 10', OCTOBER));
});
afterAll(() => company?.api.close());

const told = async (period: string, code = 'SALE_ENTERED_ANEW') =>
  (await company.api.call<Body>('GET', place(period, 'preflight'))).body.problems.filter((one) => one.code === code);

it('a document that has left in one month, and that Bravo has entered anew in the next, does not leave a second time', async () => {
  const monthly = sold('S2', 'HD2', '2026-09-29', 4);
  company.bravo.salesLines = [sold('S1', 'HD1', '2026-09-30'), monthly];
  for (const name of ['load-bravo-sales', 'generate-invoices']) await work(company.periodId, name);
  expect(await leave(company.periodId)).toEqual([200, undefined]);

  // Bravo gives numbers anew each month: the same number, goods and money are another sale while the first is still there.
  company.bravo.salesLines = [monthly, sold('N1', 'HD1', '2026-10-01'), sold('N2', 'HD2', '2026-10-02', 4)];
  for (const name of ['load-bravo-sales', 'generate-invoices']) await work(october, name);
  await work(company.periodId, 'load-bravo-sales');
  expect(await told(october)).toMatchObject([
    {
      ...{ severity: 'block', count: 1 },
      message: expect.stringMatching(/dòng «N1» giống dòng «S1» của hóa đơn «.*» của kỳ «Kỳ 09»\.$/),
    },
  ]);
  expect(await leave(october)).toEqual([422, 'PREFLIGHT_BLOCKED']);

  // Under a number of its own it is known by its figures, some days away.
  company.bravo.salesLines = [monthly, sold('N1', 'HD9', '2026-10-03'), sold('N2', 'HD2', '2026-10-02', 4)];
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await work(october, name);
  expect(await told(october)).toMatchObject([{ message: expect.stringContaining('dòng «N1» giống dòng «S1»') }]);

  const exclusion = { sourceKeys: ['N1'], reason: 'not_a_sale', note: 'đã có hóa đơn' };
  await company.post(place(october, 'exclusions'), exclusion);
  await work(october, 'regenerate-invoices');
  expect(await told(october)).toEqual([]);
  await expectLaws(company.api.context.pool, october);
});

it('the next order of a sale that a person has found again in its own month is no second one', async () => {
  const before = company.bravo.salesLines;
  const september = (...lines: ReturnType<typeof sold>[]) => {
    company.bravo.salesLines = [...before, ...lines];
    return work(company.periodId, 'load-bravo-sales');
  };
  await september(sold('S5', 'HD5', '2026-09-28', 3));
  await work(company.periodId, 'regenerate-invoices');
  expect(await leave(company.periodId)).toEqual([200, undefined]);
  await september(sold('N5', 'HD6', '2026-09-29', 3), sold('S6', 'HD7', '2026-10-01', 3));
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await work(october, name);
  expect(await told(october)).toMatchObject([{ message: expect.stringContaining('dòng «S6» giống dòng «S5»') }]);
  const exclusion = { sourceKeys: ['N5'], reason: 'not_a_sale', note: 'đã có hóa đơn' };
  await company.post(place(company.periodId, 'exclusions'), exclusion);
  expect(await told(october)).toEqual([]);
});

it('of two sales that Bravo has lost, one that was found again in its own month is not both', async () => {
  const before = company.bravo.salesLines;
  const september = (...lines: ReturnType<typeof sold>[]) => {
    company.bravo.salesLines = [...before, ...lines];
    return work(company.periodId, 'load-bravo-sales');
  };
  await september(sold('S8', 'HD80', '2026-09-27', 2, 60_000), sold('S9', 'HD81', '2026-09-29', 2, 60_000));
  await work(company.periodId, 'regenerate-invoices');
  expect(await leave(company.periodId)).toEqual([200, undefined]);
  await september(sold('N8', 'HD82', '2026-09-27', 2, 60_000), sold('N9', 'HD83', '2026-10-01', 2, 60_000));
  const exclusion = { sourceKeys: ['N8'], reason: 'not_a_sale', note: 'đã có hóa đơn' };
  await company.post(place(company.periodId, 'exclusions'), exclusion);
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await work(october, name);
  expect(await told(october)).toMatchObject([
    { count: 1, message: expect.stringContaining('dòng «N9» giống dòng «S9»') },
  ]);
});

it('a sale that AMIS has by hand, and that Bravo has entered anew in the next month, is asked about before the plan of the first month is made again', async () => {
  await company.connectCustomer();
  const byHand = {
    ...{ accountingDate: '2026-09-30', documentDate: '2026-09-30', voucherNumber: 'TAY1', invoiceDate: '2026-09-30' },
    ...{ invoiceNumber: '00000001', customerCode: 'KHA', customerName: 'Hoa Mai', productCode: 'SP1', unit: 'Lon' },
    ...{ productName: 'Bia lon', quantity: '7', warehouseCode: 'K1', amount: 350_000, vatAmount: 28_000 },
  };
  const ledger = await workbookFile('amis-sales-ledger', [byHand], { fromDate: '2026-09-01', toDate: '2026-09-30' });
  await company.upload(place(company.periodId, 'load-amis-sales-ledger'), ledger, { profileId: company.profileId });
  const before = company.bravo.salesLines;
  company.bravo.salesLines = [...before, sold('S3', 'HD3', '2026-09-30', 7)];
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await work(company.periodId, name);

  company.bravo.salesLines = [...before, sold('N3', 'HD3', '2026-10-01', 7)];
  await work(company.periodId, 'load-bravo-sales');
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await work(october, name);
  expect(await told(october, 'SALE_MAYBE_ISSUED_ELSEWHERE')).toMatchObject([{ count: 1, voucher: 'TAY1' }]);

  // With the voucher in the own ledger as well, the first month keeps nothing of it: a person is asked.
  const wider = await workbookFile('amis-sales-ledger', [byHand], { fromDate: '2026-09-15', toDate: '2026-10-31' });
  await company.upload(place(october, 'load-amis-sales-ledger'), wider, { profileId: company.profileId });
  await work(october, 'regenerate-invoices');
  type Entries = { items: { voucherNumber: string; state: string; takenBy: object[] }[] };
  const { items } = (await company.api.call<Entries>('GET', place(october, 'amis-entries'))).body;
  expect(items).toMatchObject([{ voucherNumber: 'TAY1', state: 'review', takenBy: [] }]);
});
