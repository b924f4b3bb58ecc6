import type { ThreeSidedRow, ThreeSides } from '@khop/contract/invoice-issuance/three-sides.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { sale, takeInvoices, xmlOf } from '../../../testing/good-calls/tax-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
let october: string;

const SEPTEMBER = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };

const call = (period: string, rest: string) => `/invoice-issuance/periods/${period}/${rest}`;

type Ours = { voucher: string; day: string; quantity: string; amount: number; vat: number };

const work = async (period: string, name: string) => {
  const { runId } = await company.post<{ runId: string }>(call(period, name), {});
  const ended = await company.api.runEnd(runId);
  expect(ended.status, ended.message ?? '').toBe('succeeded');
};

/** Two sales of September's last day are handed over. */
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-11-20');
  company = await startGivenCompany();
  company.bravo.salesLines = [1, 2].map((at) =>
    bravoSale(`B${at}`, { unit: 'Lon', docDate: '2026-09-30', docNo: `HD${at}` }),
  );
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  await company.api.call('POST', call(company.periodId, 'download-excel'), { only: 'new' });
  const { id } = await company.post<{ id: string }>('/invoice-issuance/periods', {
    ...{ name: 'Kỳ 10', ...OCTOBER, profileIds: [company.profileId], issuers: { CN01: [company.profileId] } },
  });
  october = id;
  await company.rows("update invoice_periods set plan = '{}' where id = $1 returning id", [october]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await company?.api.close();
});

const ours = (): Promise<Ours[]> =>
  company.rows<Ours>(
    `select i.voucher_number as voucher, i.document_date::text as day, t.quantity::text as quantity, t.amount::int as amount,
       t.vat_amount::int as vat from invoices i join invoice_items t on t.invoice_id = i.id order by 1`,
  );

const entryOf = (
  { voucher, quantity, amount, vat }: Ours,
  day: string,
  number: string,
  invoiceDate: string | null,
) => ({
  ...{ accountingDate: day, documentDate: day, voucherNumber: voucher, invoiceNumber: number, invoiceDate },
  ...{ invoiceSymbol: '1C26TAP', customerCode: '', customerName: 'Khách lẻ', vatRate: '8', productCode: 'SP1' },
  ...{ productName: 'Bia lon', unit: 'Lon', quantity, amount, vatAmount: vat, warehouseCode: 'K1' },
});

const loadLedger = async (period: string, rows: object[], days = period === october ? OCTOBER : SEPTEMBER) => {
  const file = await workbookFile('amis-sales-ledger', rows as never, days);
  await company.upload(call(period, 'load-amis-sales-ledger'), file, { profileId: company.profileId });
};

const signed = ({ quantity, amount, vat }: Ours, number: number, date: string) =>
  xmlOf({
    ...sale(number, {
      ...{ symbol: 'C26TAP', date, buyer: { name: 'Khách lẻ' } },
      ...{ beforeVat: String(amount), vat: String(vat), total: String(amount + vat) },
      rates: [{ rate: '8%', amount: String(amount), vat: String(vat) }],
      lines: [{ kind: '1', code: 'SP1', name: 'Bia lon', unit: 'Lon', quantity, amount: String(amount), rate: '8%' }],
    }),
  });

async function shown(period: string) {
  await work(period, 'three-sides');
  const { body } = await company.api.call<{ items: ThreeSidedRow[] }>(
    'GET',
    `${call(period, 'three-sides/rows')}?sort=number`,
  );
  return body.items;
}

const told = (rows: ThreeSidedRow[]) =>
  rows.map((row) => [
    ...[row.number, row.delivery !== null, row.books !== null, row.tax !== null],
    row.differences.map(({ kind, says }) => [kind, says.left, says.right]),
  ]);

const sums = async (period: string) => (await company.api.call<ThreeSides>('GET', call(period, 'three-sides'))).body;

it('counts a sale of September in its books, and its invoice of October in October alone', async () => {
  const [first, second] = await ours();
  await loadLedger(company.periodId, [
    entryOf(first!, '2026-09-30', '1', '2026-09-30'),
    entryOf(second!, '2026-09-30', '2', '2026-10-02'),
  ]);
  await loadLedger(october, []);
  await takeInvoices(company.api, '1.xml', signed(first!, 1, '2026-09-30'));
  await takeInvoices(company.api, '2.xml', signed(second!, 2, '2026-10-02'));
  const total = (second!.amount + second!.vat).toLocaleString('de-DE');
  const where = [`${second!.voucher} ngày 30/09/2026: ${total} đ`, `ngày 02/10/2026: ${total} đ`];
  const [own, late] = [await shown(company.periodId), await shown(october)];
  expect(told(own)).toEqual([
    ['1', true, true, true, []],
    ['2', true, true, false, [['OTHER_MONTH', ...where]]],
  ]);
  expect(told(late)).toEqual([['2', false, false, true, [['OTHER_MONTH', ...where]]]]);
  expect(late[0]).toMatchObject({ finding: null, vouchers: [second!.voucher], documents: [] });
  const both = [await sums(company.periodId), await sums(october)];
  expect(both.map(({ unexplained }) => unexplained.rows)).toEqual([0, 0]);
  const whole = first!.amount + first!.vat + second!.amount + second!.vat;
  for (const side of ['delivery', 'books', 'tax'] as const)
    expect(both.reduce((sum, { all }) => sum + all[side].total, 0)).toBe(whole);
});

it('names the month before for an entry whose invoice day was written wrongly', async () => {
  const [first, second] = await ours();
  await loadLedger(company.periodId, [
    entryOf(first!, '2026-09-30', '1', '2026-09-30'),
    entryOf(second!, '2026-09-30', '0000002', '2026-09-30'),
  ]);
  const kinds = (await shown(october)).map((row) => row.differences.map(({ kind }) => kind));
  expect(kinds).toEqual([['PERIOD', 'OTHER_MONTH']]);
});

it('finds the delivery of September beside the entry and the invoice of October', async () => {
  const [first, second] = await ours();
  await loadLedger(company.periodId, [entryOf(first!, '2026-09-30', '1', '2026-09-30')]);
  await loadLedger(october, [entryOf(second!, '2026-10-02', '2', '2026-10-02')]);
  const [own, late] = [await shown(company.periodId), await shown(october)];
  expect(told(own).at(-1)).toEqual([
    '2',
    true,
    false,
    false,
    [['OTHER_MONTH', expect.any(String), expect.any(String)]],
  ]);
  expect(told(late)).toEqual([
    ['2', false, true, true, [['OTHER_MONTH', expect.stringContaining('HD2'), expect.stringContaining('02/10/2026')]]],
  ]);
});

it('has an entry of both ledgers once, and by the ledger of its own month', async () => {
  const [first, second] = await ours();
  const entries = [entryOf(first!, '2026-09-30', '1', '2026-09-30'), entryOf(second!, '2026-09-30', '2', '2026-10-02')];
  await loadLedger(company.periodId, entries);
  await loadLedger(october, entries, { ...OCTOBER, fromDate: '2026-09-25' });
  expect(told(await shown(october)).map(([number, , books]) => [number, books])).toEqual([['2', false]]);
  const own = await shown(company.periodId);
  expect(own.map(({ books }) => books!.total)).toEqual([first!, second!].map(({ amount, vat }) => amount + vat));
});

it('keeps an entry that was posted in October under a voucher of September', async () => {
  const [first, second] = await ours();
  await loadLedger(company.periodId, [entryOf(first!, '2026-09-30', '1', '2026-09-30')]);
  await loadLedger(october, [entryOf(second!, '2026-09-30', '2', '2026-10-02')]);
  expect((await shown(october)).map(({ number, books }) => [number, books !== null])).toEqual([['2', true]]);
  expect((await shown(company.periodId)).map(({ number, books }) => [number, books !== null])).toEqual([
    ['1', true],
    ['2', false],
  ]);
});
