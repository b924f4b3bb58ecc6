import type { ExpectedLotRow } from '@khop/contract/expected-lots/expected-lots.ts';
import type { SupplierItem } from '@khop/contract/expected-lots/supplier-items.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { InvoiceToWrite, LineToWrite } from '@khop/sample/tax-invoices/invoice-to-write.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { OURS, purchase, SUPPLIER, takeInvoices, xmlOf, zipOf } from '../../testing/good-calls/tax-company.ts';
import { runAtWork } from '../../testing/runs.ts';
import { workbookFile } from '../../testing/workbook-file.ts';
import { suggestAfterUpload, suggestAskedAgain, suggestOverdue } from './items/request-suggestions.ts';

let api: TestApi;
let profileId: string;

beforeAll(async () => {
  api = await startTestApi();
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', ...OURS })).body.id;
  const product = (code: string, name: string, unit: string): Row => ({
    ...{ code, name, unit, kind: 'Hàng hóa', vatRate: '10', isActive: true, vatReduction: 'reduced' },
  });
  await taken('/amis/products/bulk', 'amis-products', [
    product('BIA-330', 'Bia Sài Gòn Lager 330ml', 'Lon'),
    product('NUOC-500', 'Nước tinh khiết Lavie 500ml', 'Chai'),
    product('MI-HH', 'Mì Hảo Hảo tôm chua cay 75g', 'Gói'),
  ]);
  const lines = [
    goods('BSG', 'Bia Sài Gòn Lager lon 330ml', 'Thùng 24 lon', '40', 240_000),
    goods('LV5', 'Nước tinh khiết Lavie chai 500ml', 'Chai', '100', 4_000),
    goods('', 'Phí vận chuyển tháng 10', 'Chuyến', '1', 500_000),
  ];
  const zip = await zipOf(api, { '1.xml': xmlOf(invoice(123, lines)) });
  await takeInvoices(api, 'mua.zip', zip);
});
afterAll(() => api?.close());

const goods = (code: string, name: string, unit: string, quantity: string, price: number): LineToWrite => ({
  ...{ kind: '1', name, unit, quantity, unitPrice: String(price), rate: '10%' },
  ...(code && { code }),
  amount: String(Number(quantity) * price),
});

/** A purchase of these lines, whose totals add up. */
function invoice(number: number, lines: readonly LineToWrite[], over: Partial<InvoiceToWrite> = {}): InvoiceToWrite {
  const amount = lines.reduce((sum, line) => sum + Number(line.amount), 0);
  const vat = Math.round(amount / 10);
  const totals = { beforeVat: String(amount), vat: String(vat), total: String(amount + vat) };
  const rates = [{ rate: '10%', amount: String(amount), vat: String(vat) }];
  return purchase(number, { symbol: 'C26TAA', date: '2026-10-12', lines, rates, ...totals, ...over });
}

async function taken(path: string, layout: Parameters<typeof workbookFile>[0], rows: Row[], meta = {}) {
  const file = await workbookFile(layout, rows, meta);
  const { body } = await api.upload<{ runId: string }>(path, file, { profileId });
  const run = await api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}

const receipt = (voucherNumber: string, productCode: string, quantity: string, more: Row = {}): Row => ({
  ...{ accountingDate: '2026-10-14', documentDate: '2026-10-14', voucherNumber, productCode, quantity },
  ...{ invoiceNumber: '00000123', unitPrice: '10000', amount: 10_000, supplierCode: 'HM', supplierName: SUPPLIER.name },
  ...more,
});
const october = { fromDate: '2026-10-01', toDate: '2026-10-31' };

const items = async (query = ''): Promise<SupplierItem[]> =>
  (await api.call<{ items: SupplierItem[] }>('GET', `/supplier-items?profileId=${profileId}${query}`)).body.items;
const item = async (name: string): Promise<SupplierItem> => (await items()).find((one) => one.name.startsWith(name))!;
const lots = async (query = ''): Promise<ExpectedLotRow[]> =>
  (await api.call<{ items: ExpectedLotRow[] }>('GET', `/expected-lots?profileId=${profileId}&sort=name${query}`)).body
    .items;
const keyOf = ({ supplierTaxCode, itemKey, unitKey }: SupplierItem) => ({ supplierTaxCode, itemKey, unitKey });
const connect = (choice: object, options = {}) =>
  api.call<{ batchId: string | null; connected: number; error_code: string }>(
    'POST',
    '/supplier-items/connections',
    { profileId, choice },
    options,
  );
const productId = async (code: string): Promise<string> =>
  (await api.context.pool.query('select id from amis_products where code = $1', [code])).rows[0].id;

/** The runs that suggest products for suppliers' items, once all have ended. */
async function suggestionRuns(): Promise<{ status: string; items: number }[]> {
  for (;;) {
    const { rows } = await api.context.pool.query(
      `select status, (result ->> 'items')::int as items, finished_at is not null as ended from runs
       where kind = 'supplier-item-suggestions' order by created_at, id`,
    );
    if (rows.length > 0 && rows.every(({ ended }) => ended)) return rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('items of suppliers', () => {
  it('are listed by value and unconnected at first; the matcher suggests their products with a factor', async () => {
    const before = await items();
    expect(before.map(({ code, state, value, invoices }) => [code, state, value, invoices])).toEqual([
      ['BSG', 'unconnected', 9_600_000, 1],
      ['', 'unconnected', 500_000, 1],
      ['LV5', 'unconnected', 400_000, 1],
    ]);
    // They came of the upload, without the button.
    expect(await suggestionRuns()).toMatchObject([{ status: 'succeeded', items: 3 }]);
    const [beer, , water] = await items();
    expect(beer!.suggestions[0]).toMatchObject({ product: { code: 'BIA-330' }, factor: '24' });
    expect(water!.suggestions[0]).toMatchObject({ product: { code: 'NUOC-500' }, factor: '1' });
    expect(beer!.suggestions[0]!.evidence.length).toBeGreaterThan(1);
  });

  it('are matched anew by hand, after an upload while they are being matched, and when a killed worker has left them out', async () => {
    const { body } = await api.call<{ runId: string }>('POST', '/supplier-items/suggestions', { profileId });
    expect(await api.runEnd(body.runId)).toMatchObject({ status: 'succeeded', result: { items: 3 } });
    const { pool } = api.context;
    const [upload] = (await pool.query("select id from runs where kind = 'tax-invoices'")).rows;
    const live = await runAtWork(api, { kind: 'supplier-item-suggestions', scope: profileId });
    await suggestAfterUpload(api.context, upload.id, 'ke@khop.local');
    expect((await pool.query('select payload from runs where id = $1', [live])).rows).toEqual([
      { payload: { again: true } },
    ]);
    await pool.query("update runs set status = 'failed', finished_at = now() where id = $1", [live]);
    await Promise.all([suggestAskedAgain(api.context), suggestAskedAgain(api.context)]);
    expect((await suggestionRuns()).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
      'failed',
      'succeeded',
    ]);
    await suggestOverdue(api.context);
    expect(await suggestionRuns()).toHaveLength(4);
    await pool.query("update runs set created_at = '2020-01-01' where kind = 'supplier-item-suggestions'");
    await suggestOverdue(api.context);
    expect(await suggestionRuns()).toHaveLength(5);
  });

  it('are connected in bulk from a score on, undone as one, and what was changed meanwhile stays', async () => {
    const { body } = await connect({ minScore: 0.5 });
    expect(body.connected).toBe(2);
    const water = await item('Nước');
    expect(water).toMatchObject({
      state: 'connected',
      suggestions: [],
      connection: { origin: 'suggestion', version: 1 },
    });
    const changed = { ...keyOf(water), productId: await productId('NUOC-500'), factor: '2', version: 1 };
    expect(await connect({ items: [changed] })).toMatchObject({ status: 200, body: { batchId: null, connected: 1 } });
    const undo = () => api.call('POST', `/supplier-items/batches/${body.batchId}/undo`);
    expect((await undo()).body).toEqual({ undone: 1, kept: 1 });
    expect((await item('Bia')).state).toBe('unconnected');
    expect((await item('Nước')).connection).toMatchObject({ factor: '2', version: 2, origin: 'manual' });
    const { rows } = await api.context.pool.query(
      "select action, count(*)::int as n from audit_events where entity like 'supplier-item%' group by 1 order by 1",
    );
    expect(rows).toEqual([
      { action: 'supplier-item-batch.connect', n: 1 },
      { action: 'supplier-item-batch.undo', n: 1 },
      { action: 'supplier-item.connect', n: 2 },
      { action: 'supplier-item.disconnect', n: 1 },
      { action: 'supplier-item.update', n: 1 },
    ]);
  });

  it('are changed only as they were seen, all or none, and once under one key', async () => {
    const [beer, water] = [await item('Bia'), await item('Nước')];
    const beerId = await productId('BIA-330');
    const fresh = { ...keyOf(beer), productId: beerId, factor: '24' };
    const stale = { ...keyOf(water), productId: beerId, factor: '1', version: 1 };
    expect(await connect({ items: [fresh, stale] })).toMatchObject({
      status: 412,
      body: { error_code: 'STALE_VERSION' },
    });
    expect((await item('Bia')).state).toBe('unconnected');
    expect(await connect({ items: [{ ...fresh, factor: undefined }] })).toMatchObject({ status: 400 });
    expect(await connect({ items: [{ ...fresh, productId: profileId }] })).toMatchObject({ status: 404 });
    expect(await connect({ items: [{ ...fresh, itemKey: 'code:khac' }] })).toMatchObject({ status: 404 });
    const once = { idempotencyKey: 'noi-bia-mot-lan' };
    const first = await connect({ items: [fresh] }, once);
    expect(first).toMatchObject({ status: 200, body: { connected: 1 } });
    expect((await connect({ items: [fresh] }, once)).body).toEqual(first.body);
    expect(await connect({ items: [fresh] })).toMatchObject({ status: 422, body: { error_code: 'CONNECTION_EXISTS' } });
  });

  it('are taken back one by one, under the version that was seen', async () => {
    const { connection } = await item('Nước');
    const remove = (version: number) =>
      api.call('DELETE', `/supplier-items/connections/${connection!.id}?version=${version}`);
    expect((await remove(1)).status).toBe(412);
    expect((await remove(2)).status).toBe(204);
    expect((await remove(2)).status).toBe(404);
  });
});

describe('expected lots', () => {
  it('wait for a connection, for their receipt, and are told with what they are worth', async () => {
    const shipping = await item('Phí');
    await connect({ items: [{ ...keyOf(shipping), productId: null }] });
    expect((await lots()).map(({ name, state, quantity, value }) => [name, state, quantity, value])).toEqual([
      ['Bia Sài Gòn Lager lon 330ml', 'expected', '960', 9_600_000].map((one) =>
        one === 'expected' ? expect.stringMatching(/^(expected|overdue)$/) : one,
      ),
      ['Nước tinh khiết Lavie chai 500ml', 'unconnected', null, 400_000],
    ]);
    await taken('/amis/products/purchase-ledger', 'amis-purchase-ledger', [receipt('NK1', 'bia-330', '900')], october);
    expect(await lots('&product=BIA-330')).toMatchObject([
      { state: 'partly', received: '900', missing: '60', unit: 'Lon', vouchers: ['NK1'], number: '123' },
    ]);
    const all = [receipt('NK1', 'BIA-330', '900'), receipt('NK2', 'BIA-330', '60')];
    await taken('/amis/products/purchase-ledger', 'amis-purchase-ledger', all, october);
    expect(await lots('&state=received')).toMatchObject([{ received: '960', missing: '0', vouchers: ['NK1', 'NK2'] }]);
  });

  it('do not take a receipt of another supplier', async () => {
    const other = receipt('NK1', 'BIA-330', '960', { supplierCode: 'KH', supplierName: 'Công ty Khác' });
    await taken('/amis/products/purchase-ledger', 'amis-purchase-ledger', [other], october);
    expect(await lots('&product=BIA-330')).toMatchObject([{ received: '0' }]);
  });

  it('take a receipt by the tax code of the supplier, whatever name it is booked under', async () => {
    await api.context.pool.query(
      `insert into amis_partners (id, profile_id, type, code, name, tax_code, search)
       values (gen_random_uuid(), $1, 'supplier', 'HM', 'Hoa Mai', $2, '')`,
      [profileId, SUPPLIER.taxCode],
    );
    const renamed = receipt('NK1', 'BIA-330', '960', { supplierCode: 'hm', supplierName: 'Hoa Mai (tên cũ)' });
    await taken('/amis/products/purchase-ledger', 'amis-purchase-ledger', [renamed], october);
    expect(await lots('&product=BIA-330')).toMatchObject([{ state: 'received' }]);
    await taken(
      '/amis/products/purchase-ledger',
      'amis-purchase-ledger',
      [{ ...renamed, productCode: 'MI-HH' }],
      october,
    );
  });

  it('answer for later invoices of the supplier at once; a replaced one ends, an adjusted one moves', async () => {
    const related = (relation: string, number: string) => [
      { relation, form: '1', symbol: 'C26TAA', number, date: '2026-10-12' },
    ];
    const beer = (quantity: string) => goods('bsg ', 'Bia Sài Gòn Lager lon 330ml', 'thùng 24 lon', quantity, 240_000);
    const zip = await zipOf(api, {
      'thay.xml': xmlOf(invoice(130, [beer('30')], { related: related('1', '123'), date: '2026-10-13' })),
      'giam.xml': xmlOf(invoice(131, [beer('-5')], { related: related('2', '130'), date: '2026-10-15' })),
      'moi.xml': xmlOf(invoice(140, [beer('2')], { date: '2026-10-16' })),
    });
    await takeInvoices(api, 'sua.zip', zip);
    // Of two files of one invoice the signed one speaks, though the other came later.
    await takeInvoices(api, 'ban-nhap.xml', xmlOf(invoice(140, [beer('9')], { date: '2026-10-16' }), false));
    const told = (await lots('&product=BIA-330')).map(({ number, state, quantity }) => [number, state, quantity]);
    const open = expect.stringMatching(/^(expected|overdue)$/);
    expect(told.toSorted()).toEqual([
      ['123', 'cancelled', '0'],
      ['130', open, '600'],
      ['140', open, '48'],
    ]);
  });

  it('are worth what is left after discounts on lines of their own', async () => {
    const lines = [
      goods('BSG', 'Bia Sài Gòn', 'Thùng 24 lon', '10', 240_000),
      goods('LV5', 'Lavie', 'Chai', '100', 4_000),
    ];
    const off: LineToWrite = { kind: '3', name: 'Chiết khấu thương mại', amount: '100001', rate: '10%' };
    const totals = { beforeVat: '2699999', vat: '270000', total: '2969999' };
    const rates = [{ rate: '10%', amount: '2699999', vat: '270000' }];
    await takeInvoices(api, 'ck.xml', xmlOf(invoice(150, [...lines, off], { date: '2026-10-17', rates, ...totals })));
    const told = (await lots('&where=number.in:150')).map(({ name, value }) => [name, value]);
    expect(told).toEqual([
      ['Bia Sài Gòn', 2_314_285],
      ['Lavie', 385_714],
    ]);
  });

  it('are filtered by their columns, exactly, and refuse a column that they do not have', async () => {
    const all = await lots();
    const asked = async (where: string) => (await lots(`&where=${encodeURIComponent(where)}`)).map(({ id }) => id);
    const those = (holds: (lot: ExpectedLotRow) => boolean) => all.filter(holds).map(({ id }) => id);
    expect(await asked('number.in:150|140')).toEqual(those(({ number }) => number === '150' || number === '140'));
    expect(await asked('name.has:bia sai gon')).toEqual(those(({ name }) => name.startsWith('Bia Sài Gòn')));
    expect(await asked('value.min:385714;value.max:385714')).toEqual(those(({ value }) => value === 385_714));
    expect(await asked('value.max:385713')).toEqual(those(({ value }) => value !== null && value <= 385_713));
    expect(await asked('day.from:2026-10-15;day.to:2026-10-16')).toEqual(
      those(({ day }) => day === '2026-10-15' || day === '2026-10-16'),
    );
    expect(await asked('product.blank')).toEqual(those(({ product }) => product === null));
    expect(await asked('missing.min:48')).toEqual(those(({ missing }) => missing !== null && Number(missing) >= 48));
    for (const one of ['filled', 'blank']) expect(await asked(`product.${one}`)).not.toEqual([]);
    const refused = `/expected-lots?profileId=${profileId}&where=vouchers.filled`;
    expect((await api.call('GET', refused)).status).toBe(400);
  });

  it('are saved as a workbook', async () => {
    const answer = await api.call('GET', `/expected-lots/workbook?profileId=${profileId}`);
    expect([answer.status, answer.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});
