import type { ThreeSidedRow, ThreeSides, ThreeSidesReport } from '@khop/contract/invoice-issuance/three-sides.ts';
import type { InvoiceToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { purchase, SUPPLIER, sale, takeInvoices, xmlOf } from '../../../testing/good-calls/tax-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
const SALES = 4;

/** Four sales of September are invoiced and handed over; AMIS has a number for three of them. */
beforeAll(async () => {
  company = await startGivenCompany();
  company.bravo.salesLines = Array.from({ length: SALES }, (_, at) =>
    bravoSale(`B${at}`, { unit: 'Lon', docDate: `2026-09-0${at + 2}`, docNo: `HD${at}` }),
  );
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  await company.api.call('POST', path('/download-excel'), { only: 'new' });
});
afterAll(() => company?.api.close());

const path = (rest = '') => `/invoice-issuance/periods/${company.periodId}${rest}`;

type Ours = { voucher: string; day: string; quantity: string; amount: number; vat: number };

const ours = (): Promise<Ours[]> =>
  company.rows<Ours>(
    `select i.voucher_number as voucher, i.document_date::text as day, t.quantity::text as quantity, t.amount::int as amount,
       t.vat_amount::int as vat from invoices i join invoice_items t on t.invoice_id = i.id order by 1`,
  );

/** The ledger as AMIS gives it, with numbers from 1 on. */
async function loadLedger(change: (row: Record<string, string | number>, at: number) => object = () => ({})) {
  const rows = (await ours()).map(({ voucher, day, quantity, amount, vat }, at) => {
    const row = {
      ...{ accountingDate: day, documentDate: day, voucherNumber: voucher, invoiceNumber: String(at + 1) },
      ...{ invoiceDate: day, invoiceSymbol: '1C26TAP', customerCode: '', customerName: 'Khách lẻ', vatRate: '8' },
      ...{
        productCode: 'SP1',
        productName: 'Bia lon',
        unit: 'Lon',
        quantity,
        amount,
        vatAmount: vat,
        warehouseCode: 'K1',
      },
    };
    return { ...row, ...change(row, at) };
  });
  const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const file = await workbookFile('amis-sales-ledger', rows, days);
  await company.upload(path('/load-amis-sales-ledger'), file, { profileId: company.profileId });
}

/** The signed invoice of one of ours. */
function signed({ day, quantity, amount, vat }: Ours, number: number, over: Partial<InvoiceToWrite> = {}): Buffer {
  const base = sale(number, {
    ...{ symbol: 'C26TAP', date: day, buyer: { name: 'Khách lẻ' } },
    ...{ beforeVat: String(amount), vat: String(vat), total: String(amount + vat) },
    rates: [{ rate: '8%', amount: String(amount), vat: String(vat) }],
    lines: [{ kind: '1', code: 'SP1', name: 'Bia lon', unit: 'Lon', quantity, amount: String(amount), rate: '8%' }],
  });
  return xmlOf({ ...base, ...over });
}

/** Two cartons in the supplier's own words. */
const BOUGHT: Partial<InvoiceToWrite> = {
  ...{ date: '2026-09-20', beforeVat: '480000', vat: '38400', total: '518400' },
  rates: [{ rate: '8%', amount: '480000', vat: '38400' }],
  lines: [{ kind: '1', code: 'BIA', name: 'Bia thùng 24', unit: 'Thùng', quantity: '2', amount: '480000', rate: '8%' }],
};

async function compare(): Promise<ThreeSidesReport> {
  return (await company.work('three-sides')) as ThreeSidesReport;
}

async function rows(query = ''): Promise<ThreeSidedRow[]> {
  const { body } = await company.api.call<{ items: ThreeSidedRow[] }>(
    'GET',
    `${path('/three-sides/rows')}?sort=date${query}`,
  );
  return body.items;
}

const sums = async (query = ''): Promise<ThreeSides> =>
  (await company.api.call<ThreeSides>('GET', `${path('/three-sides')}${query}`)).body;

const told = (row: ThreeSidedRow) => [row.number, row.state, row.differences.map(({ kind }) => kind)];

it('sets ledger, books and signed invoices side by side, with what each lacks', async () => {
  await loadLedger((row, at) =>
    at === 2 ? { invoiceNumber: '', invoiceDate: null } : at === 1 ? { amount: Number(row.amount) + 5000 } : {},
  );
  const all = await ours();
  for (const at of [0, 1]) await takeInvoices(company.api, `${at}.xml`, signed(all[at]!, at + 1));
  await takeInvoices(company.api, 'mua.xml', xmlOf(purchase(71, BOUGHT)));
  const report = await compare();
  expect(report).toEqual({ rows: 5, different: 2, uncovered: 2 });
  expect((await rows()).map(told)).toEqual([
    ['1', 'equal', []],
    ['2', 'different', ['GOODS']],
    ['', 'different', ['BOOKS_NO_INVOICE']],
    // No list of the portal says whether the tax side has it, no ledger whether the purchase was booked.
    ['4', 'uncovered', []],
    ['71', 'uncovered', []],
  ]);
  const [equal, goods, , uncovered] = await rows();
  const invoice = { invoiceId: expect.any(String), taxInvoiceId: expect.any(String), vouchers: [all[0]!.voucher] };
  expect(equal).toMatchObject({ ...invoice, delivery: equal!.tax, books: equal!.tax });
  expect(goods!.differences[0]).toMatchObject({
    pair: 'AT',
    truth: 'tax',
    remedy: expect.stringContaining('Sửa số tiền'),
  });
  expect(goods!.books!.beforeVat - goods!.tax!.beforeVat).toBe(5000);
  expect(uncovered!.missing).toContain('thiếu danh sách hóa đơn có mã');
});

it('ties each side out to what its own tables say', async () => {
  const { all, byState, byKind, unexplained, byRate } = await sums();
  const [sides] = await company.rows<{ delivery: number; books: number; tax: number }>(`select
    (select sum(total) from invoices)::int as delivery, (select sum(amount + vat_amount) from period_amis_sales)::int as books,
    (select sum(total) from tax_invoices)::int as tax`);
  expect({ delivery: all.delivery.total, books: all.books.total, tax: all.tax.total }).toEqual(sides);
  for (const side of ['delivery', 'books', 'tax'] as const) {
    const parts = [byState.equal, byState.uncovered, ...byKind].map((one) => one[side].total);
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(all[side].total);
    const rates = byRate.reduce((sum, one) => sum + one[side].amount + one[side].vat, 0);
    expect(rates).toBe(all[side].total);
  }
  expect(unexplained).toEqual({ rows: 2, atStake: byState.different.atStake });
  expect(await sums('?trade=purchase')).toMatchObject({
    all: { rows: 1, delivery: { total: 0 } },
    unexplained: { rows: 0 },
  });
});

const explain = (
  finding: ThreeSidedRow['finding'],
  call = '/three-sides/explanations',
  method: 'PUT' | 'POST' = 'PUT',
) =>
  company.api.call(method, path(call), {
    ...{ findings: [finding], reason: 'mended', note: 'Đã sửa chứng từ ở AMIS, chờ nạp lại' },
  });

it('keeps an explanation for as long as nothing of the row changes', async () => {
  const [, goods] = await rows();
  expect(goods).toMatchObject({ explanation: null, firstSeen: expect.any(String) });
  expect((await explain(goods!.finding)).status).toBe(200);
  expect((await explain(goods!.finding)).status).toBe(412);
  await compare();
  const [, again] = await rows();
  expect(again).toMatchObject({ firstSeen: goods!.firstSeen, explanation: { holds: true, reason: 'mended' } });
  expect((await sums()).unexplained.rows).toBe(1);
  expect((await rows('&explained=true')).map(({ number }) => number)).toEqual(['2']);
  await loadLedger((row, at) => (at === 1 ? { amount: Number(row.amount) + 7000 } : {}));
  expect(await sums()).toMatchObject({ isOutdated: true });
  await compare();
  const [, changed] = await rows();
  expect(changed).toMatchObject({ firstSeen: goods!.firstSeen, explanation: { holds: false } });
  expect(await sums()).toMatchObject({ isOutdated: false, unexplained: { rows: 1 } });
  expect((await explain(changed!.finding)).status).toBe(200);
  const [, said] = await rows();
  expect(said).toMatchObject({ explanation: { holds: true } });
  expect((await explain(changed!.finding, '/three-sides/withdraw', 'POST')).status).toBe(412);
  expect((await explain(said!.finding, '/three-sides/withdraw', 'POST')).status).toBe(200);
  const [, open] = await rows();
  expect(open).toMatchObject({ explanation: null, state: 'different' });
  const log = await company.rows(
    "select from audit_events where action in ('period.explain-three-sides', 'period.withdraw-three-sides')",
  );
  expect(log.length).toBe(3);
});

it('closes what differs no more', async () => {
  await loadLedger();
  await compare();
  const [, mended] = await rows();
  expect(mended).toMatchObject({ state: 'equal', finding: null, firstSeen: null, explanation: null });
});

it('sets a purchase against its ledger once that covers its days', async () => {
  const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const load = async (lines: object[]) =>
    company.upload('/amis/products/purchase-ledger', await workbookFile('amis-purchase-ledger', lines as never, days), {
      profileId: company.profileId,
    });
  const suppliers = [{ code: 'NCC1', name: SUPPLIER.name, taxCode: SUPPLIER.taxCode }];
  await company.upload('/amis/partners/bulk', await workbookFile('amis-suppliers', suppliers), {
    ...{ profileId: company.profileId, type: 'supplier' },
  });
  const other = { accountingDate: '2026-09-03', documentDate: '2026-09-03', voucherNumber: 'NK1', invoiceNumber: '8' };
  const goods = { productCode: 'SP1', productName: 'Bia lon', unit: 'Lon', quantity: '1', amount: 1000, vatAmount: 80 };
  await load([{ ...other, ...goods, supplierCode: 'NCC1', supplierName: SUPPLIER.name }]);
  await compare();
  const bought = async () => (await rows('&trade=purchase')).map(told);
  expect(await bought()).toEqual([
    ['8', 'uncovered', []],
    ['71', 'different', ['NOT_RECEIVED']],
  ]);
  const [invoice] = await company.rows<{ before: number; vat: number }>(
    "select before_vat::int as before, vat::int as vat from tax_invoices where number = '71'",
  );
  const receipt = { ...other, voucherNumber: 'NK2', invoiceNumber: '0000071', documentDate: '2026-09-21' };
  const received = { amount: invoice!.before, vatAmount: invoice!.vat, supplierCode: 'NCC1' };
  const first = { ...other, ...goods, supplierCode: 'NCC1', supplierName: SUPPLIER.name };
  await load([first, { ...receipt, ...goods, ...received, quantity: '47' }]);
  await compare();
  // The supplier's item is not connected with a product yet.
  expect((await bought()).at(-1)).toEqual(['71', 'equal', []]);
  const { items } = (
    await company.api.call<{ items: { itemKey: string; unitKey: string }[] }>(
      'GET',
      `/supplier-items?profileId=${company.profileId}`,
    )
  ).body;
  const { itemKey, unitKey } = items[0]!;
  const [product] = await company.rows<{ id: string }>("select id from amis_products where code = 'SP1'");
  const decision = { supplierTaxCode: SUPPLIER.taxCode, itemKey, unitKey, productId: product!.id, factor: '24' };
  await company.post('/supplier-items/connections', {
    ...{ profileId: company.profileId, choice: { items: [decision] } },
  });
  await compare();
  expect((await bought()).at(-1)).toEqual(['71', 'different', ['QUANTITY']]);
  expect((await rows('&trade=purchase')).at(-1)!.differences[0]!.says).toEqual({ left: 'SP1: 47', right: 'SP1: 48' });
  await load([first, { ...receipt, ...goods, ...received, quantity: '48' }]);
  await compare();
  expect(await bought()).toEqual([
    ['8', 'uncovered', []],
    ['71', 'equal', []],
  ]);
});

it('gives the same as a workbook, with every row and the tie-out', async () => {
  await loadLedger((row, at) => (at === 0 ? { vatAmount: Number(row.vatAmount) - 900 } : {}));
  await compare();
  const { raw, status } = await company.api.call('GET', path('/three-sides.xlsx'));
  expect(status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(raw));
  expect(sheets.map(({ name }) => name)).toEqual(['Tổng ba bên', 'Thuế suất', 'Từng hóa đơn']);
  const { all } = await sums();
  const rowsOf = (index: number) => sheets[index]!.rows;
  const total = rowsOf(0).find(([name]) => name === 'Tổng cộng')!;
  expect(total.slice(1, 5)).toEqual([all.rows, all.delivery.total, all.books.total, all.tax.total]);
  const lines = rowsOf(2).slice(1);
  expect(lines.length).toBe(all.rows);
  expect(lines.find((cells) => cells.includes('Khác tiền thuế'))).toBeDefined();
});

it('leaves a sale of another profile under the same tax code to that one', async () => {
  const [own] = await company.rows<{ symbol: string; code: string }>(
    'select invoice_symbol as symbol, tax_code as code from profiles',
  );
  const made = await company.api.call<{ id: string }>('POST', '/amis/profiles', {
    ...{ code: 'BP', name: 'Công ty TNHH An Phú', taxCode: own!.code, address: '2 Lê Lợi, Hà Nội' },
    ...{ invoiceSymbol: 'C26TBP', voucherPrefix: 'BHB' },
  });
  const shows = async (number: number) => {
    await compare();
    return (await rows('&trade=sale&limit=200')).some((row) => row.number === String(number));
  };
  const [first] = await ours();
  const send = (number: number, symbol: string) =>
    takeInvoices(company.api, `${number}.xml`, signed(first!, number, { symbol }));
  await send(501, 'C26TBP');
  await send(502, 'C26TAP');
  await send(503, 'C25TBP');
  const shown = [await shows(501), await shows(502), await shows(503)];
  expect([own!.symbol, ...shown]).toEqual(['C26TAP', false, true, false]);
  // Both have one symbol: nothing says whose it is until a ledger shows its number on its day.
  const rename = (symbol: string) =>
    company.rows("update profiles set invoice_symbol = $1 where code = 'BP' returning id", [symbol]);
  await rename('1C26TAP');
  expect([await shows(501), await shows(502)]).toEqual([true, true]);
  await company.rows(
    `insert into period_amis_sales select (jsonb_populate_record(e, jsonb_build_object('profile_id', $1::text, 'invoice_number', '00000502',
       'invoice_date', $2::text))).* from period_amis_sales e limit 1 returning profile_id`,
    [made.body.id, first!.day],
  );
  expect(await shows(502)).toBe(false);
  // The invoice that it settles says more than any ledger.
  const settle = (profile: string) =>
    company.rows(
      `with own as (
         update invoices set profile_id = $1 where id = (select id from invoices i where not exists (
           select from tax_settlements x where x.invoice_id = i.id) order by voucher_number desc limit 1) returning id)
       insert into tax_settlements (id, profile_id, invoice_key, invoice_id, step, status, tax)
       select gen_random_uuid(), $1, r.invoice_key, own.id, 1, 'settled', '{}' from own, tax_room r where ltrim(r.number, '0') = '502'
       on conflict (invoice_key) do update set invoice_id = excluded.invoice_id, step = 1, status = 'settled', tax = '{}' returning id`,
      [profile],
    );
  const [ap] = await company.rows<{ id: string }>("select id from profiles where code <> 'BP'");
  await settle(ap!.id);
  expect(await shows(502)).toBe(true);
  await company.rows('delete from period_amis_sales where profile_id = $1 returning profile_id', [made.body.id]);
  await settle(made.body.id);
  expect(await shows(502)).toBe(false);
});
