import type { Run } from '@khop/contract/runs.ts';
import type { TaxCover, TaxInvoiceRow, TaxListRecord, WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import {
  CUSTOMER,
  OURS,
  purchase,
  SUPPLIER,
  sale,
  takeInvoices,
  xmlOf,
  zipOf,
} from '../../testing/good-calls/tax-company.ts';
import { listFile, listRowOf, takeTaxFile } from '../../testing/good-calls/tax-list.ts';

let api: TestApi;
let profileId: string;
beforeAll(async () => {
  api = await startTestApi();
  const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', ...OURS });
  profileId = made.body.id;
});
afterAll(() => api?.close());

type Listed<T> = { items: T[]; total: number; totals?: Record<string, number> };
const room = async (query = ''): Promise<Listed<TaxInvoiceRow>> =>
  (await api.call<Listed<TaxInvoiceRow>>('GET', `/tax-invoices?limit=500${query}`)).body;
const whole = async (id: string): Promise<WholeTaxInvoice> =>
  (await api.call<WholeTaxInvoice>('GET', `/tax-invoices/${id}`)).body;
const lists = async (): Promise<TaxListRecord[]> =>
  (await api.call<Listed<TaxListRecord>>('GET', '/tax-lists?sort=createdAt')).body.items;
const cover = async (query = ''): Promise<TaxCover[]> =>
  (await api.call<{ items: TaxCover[] }>('GET', `/tax-lists/cover?${query}`)).body.items;
const numbered = async (number: number): Promise<TaxInvoiceRow> =>
  (await room()).items.find((row) => row.number === String(number))!;
const dump = async () =>
  (
    await api.context.pool.query(
      'select (select jsonb_agg(t order by invoice_key, profile_id) from tax_list_rows t) as rows, (select jsonb_agg(l order by id) from tax_lists l) as lists',
    )
  ).rows[0];

/** The list of the purchases of October with these rows; each has bytes of its own. */
const bought = (name: string, rows: Parameters<typeof listFile>[1], facts = {}) =>
  listFile(name, rows, { side: 'purchase', own: OURS, ...facts });
async function refusal(file: { name: string; content: Buffer }, said: Record<string, string> = {}): Promise<Run> {
  const { status, body } = await api.upload<{ runId: string }>('/tax-invoices/bulk', file, said);
  expect(status).toBe(202);
  return api.runEnd(body.runId);
}

describe('a list of the portal in the room', () => {
  it('brings invoices without XML as rows, and their states to those with one', async () => {
    await takeInvoices(api, '1.xml', xmlOf(purchase(1)));
    const rows = [listRowOf(purchase(1)), listRowOf(purchase(2), { state: 'Hóa đơn đã bị thay thế' })];
    const report = await takeTaxFile(api, await bought('thang-10.xlsx', rows));
    expect(report).toMatchObject({ files: 0, created: 0, refused: 0 });
    expect(report.lists).toMatchObject([
      {
        ...{ profileCode: 'AP', side: 'purchase', fromDate: '2026-10-01', toDate: '2026-10-31', channels: ['coded'] },
        ...{ isKnown: false, rows: 2, created: 2, changed: 0, unchanged: 0, older: 0, rejected: 0, rejectedRows: [] },
      },
    ]);
    expect(await numbered(1)).toMatchObject({ evidence: 'both', state: 'new', processing: 'coded', verdict: 'intact' });
    const row = await numbered(2);
    expect(row).toMatchObject({
      ...{ evidence: 'list', state: 'replaced', verdict: null, signer: null, lineCount: 0, relation: 'new' },
      ...{
        sellerTaxCode: SUPPLIER.taxCode,
        sellerName: SUPPLIER.name,
        buyerTaxCode: OURS.taxCode,
        total: Number(purchase(2).total),
      },
      own: [{ profileId, code: 'AP', side: 'purchase' }],
    });
    expect((await room('&evidence=list')).items.map(({ number }) => number)).toEqual(['2']);
    expect((await room('&evidence=both')).items.map(({ number }) => number)).toEqual(['1']);
    expect((await room('&state=replaced,cancelled')).items.map(({ number }) => number)).toEqual(['2']);
    expect((await room(`&profileId=${profileId}&side=purchase`)).total).toBe(2);
    expect((await room('&side=sale')).total).toBe(0);
    expect((await room('&q=hoa mai')).total).toBe(2);
    const { items, totals } = await room('&totals=true');
    for (const name of ['beforeVat', 'vat', 'total'] as const)
      expect(totals![name]).toBe(items.reduce((sum, one) => sum + one[name]!, 0));
    const told = await whole(row.id);
    expect(told).toMatchObject({
      ...{ lines: [], fileName: '', signatures: [], trust: null, evidence: 'list' },
      listed: { fileName: 'thang-10.xlsx', row: 8, profileCode: 'AP', side: 'purchase', total: row.total },
      fate: { counts: false, review: [{ reason: 'LISTED_UNSEEN' }], thread: [{ id: row.id, evidence: 'list' }] },
    });
    expect((await api.call('GET', `/tax-invoices/${row.id}/file.xml`)).status).toBe(404);
    const { rows: log } = await api.context.pool.query(
      "select summary from audit_events where action = 'tax-invoice.upload' order by at desc limit 1",
    );
    expect(log[0].summary).toContain('mua vào của AP từ thang-10.xlsx: 2 hóa đơn, 2 mới');
  });

  it('gives a row up to the XML of its invoice, under the address of before too', async () => {
    const { id } = await numbered(2);
    const { form, symbol } = purchase(2);
    const related = [{ relation: '1', form, symbol, number: '2', date: '2026-10-05' }];
    const zip = await zipOf(api, { '2.xml': xmlOf(purchase(2)), '3.xml': xmlOf(purchase(3, { related })) });
    await takeInvoices(api, 'bu.zip', zip);
    const row = await numbered(2);
    expect(row).toMatchObject({ evidence: 'both', state: 'replaced', verdict: 'intact' });
    expect(row.id).not.toBe(id);
    expect((await whole(id)).id).toBe(row.id);
    expect((await room()).items.map(({ number }) => number).toSorted()).toEqual(['1', '2', '3']);
    const { fate } = await whole(row.id);
    expect(fate).toMatchObject({
      ...{ counts: false, review: [] },
      thread: [
        { number: '2', counts: false, corrects: [] },
        { number: '3', counts: true, corrects: [{ relation: 'replaces' }] },
      ],
    });
    expect((await whole((await numbered(3)).id)).fate!.counts).toBe(true);
  });

  it('changes nothing when it comes again, but for what a person says of its channels', async () => {
    const rows = [listRowOf(purchase(1)), listRowOf(purchase(2), { state: 'Hóa đơn đã bị thay thế' })];
    const file = await bought('ten-khac.xlsx', rows);
    const before = await dump();
    const report = await takeTaxFile(api, file);
    expect(report.lists).toMatchObject([{ isKnown: true, created: 0, unchanged: 2 }]);
    expect(await dump()).toEqual(before);
    await takeTaxFile(api, file, { channels: 'coded,register' });
    expect((await lists()).map(({ channels }) => channels)).toEqual([['coded', 'register']]);
    await takeTaxFile(api, file, { channels: 'coded' });
  });

  it('is never turned back by an older one that comes later', async () => {
    const at = (createdAt: string, state: string) =>
      bought(`${createdAt.slice(0, 10)}.xlsx`, [listRowOf(purchase(5), { state })], { createdAt });
    await takeTaxFile(api, await at('2026-11-10T02:00:00Z', 'Hóa đơn đã bị điều chỉnh'));
    expect(await numbered(5)).toMatchObject({ state: 'adjusted' });
    const older = await takeTaxFile(api, await at('2026-11-01T02:00:00Z', 'Hóa đơn mới'));
    expect(older.lists).toMatchObject([{ created: 0, changed: 0, older: 1 }]);
    expect(await numbered(5)).toMatchObject({ state: 'adjusted' });
    const newer = await takeTaxFile(api, await at('2026-11-12T02:00:00Z', 'Hóa đơn đã bị hủy'));
    expect(newer.lists).toMatchObject([{ changed: 1, older: 0 }]);
    expect(await numbered(5)).toMatchObject({ state: 'cancelled' });
    const blank = await takeTaxFile(api, await at('2026-11-13T02:00:00Z', ''));
    expect(blank.lists).toMatchObject([{ changed: 0, unchanged: 1 }]);
    expect(await numbered(5)).toMatchObject({ state: 'cancelled' });
    // A workbook that says a moment before its invoices was made from a template: the moment of its coming counts.
    await takeTaxFile(api, await at('2020-01-01T00:00:00Z', 'Hóa đơn mới'));
    expect(await numbered(5)).toMatchObject({ state: 'new' });
  });

  it('is incomplete with a rejected row, which is told by its number; its other rows are in', async () => {
    const bad = listRowOf(purchase(7), { more: { 'Tổng tiền thanh toán': 5 } });
    const others = listRowOf(purchase(8), { more: { 'MST người mua/MST người nhận hàng': CUSTOMER.taxCode } });
    const rows = [listRowOf(purchase(6)), bad, others, listRowOf(purchase(9))];
    const period = 'Từ ngày 01/10/2026 đến ngày 05/10/2026';
    const { lists: [told] = [] } = await takeTaxFile(api, await bought('lech.xlsx', rows, { period }));
    expect(told).toMatchObject({ rows: 2, rejected: 2 });
    expect(told!.rejectedRows.map(({ row }) => row)).toEqual([8, 9]);
    expect(told!.rejectedRows[0]!.message).toContain('không khớp tổng thanh toán 5');
    expect(told!.rejectedRows[1]!.message).toContain(`«${CUSTOMER.taxCode}» không phải ${OURS.taxCode}`);
    const september = await bought('thang-9.xlsx', [listRowOf(purchase(10, { date: '2026-09-05' })), bad], {
      period: 'Từ ngày 01/09/2026 đến ngày 10/09/2026',
    });
    await takeTaxFile(api, september);
    const [month] = await cover(`month=2026-09&profileId=${profileId}`);
    expect(month).toMatchObject({ side: 'purchase', listed: 1, withXml: 0, xmlOnly: 0 });
    expect(month!.channels[0]).toEqual({
      channel: 'coded',
      missing: [{ from: '2026-09-11', to: '2026-09-30' }],
      incomplete: [{ from: '2026-09-01', to: '2026-09-10' }],
    });
  });

  it('of sales is of the profile that is said, or of the only one', async () => {
    const rows = [listRowOf(sale(21), { isOf: 'sale' })];
    const only = await takeTaxFile(api, await listFile('ban-10.xlsx', rows, { side: 'sale' }));
    expect(only.lists).toMatchObject([{ profileCode: 'AP', side: 'sale', created: 1 }]);
    expect(await numbered(21)).toMatchObject({ sellerTaxCode: OURS.taxCode, buyerTaxCode: CUSTOMER.taxCode });
    const { body: other } = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'KH', ...CUSTOMER });
    const again = await listFile('ban-2.xlsx', [...rows, listRowOf(sale(22), { isOf: 'sale' })], { side: 'sale' });
    const before = await dump();
    expect(await refusal(again)).toMatchObject({ status: 'failed', errorCode: 'TAX_LIST_UNPLACED' });
    const purchases = await bought('cua-ap.xlsx', [listRowOf(purchase(11))]);
    expect(await refusal(purchases, { profileId: other.id })).toMatchObject({
      ...{ status: 'failed', errorCode: 'WRONG_PROFILE' },
      message: expect.stringContaining('của hồ sơ «AP»'),
    });
    expect(await dump()).toEqual(before);
    expect((await takeTaxFile(api, again, { profileId })).lists).toMatchObject([{ created: 1, unchanged: 1 }]);
    // The other profile's own list has the same invoice: it is in the room once.
    const theirs = await listFile('mua-kh.xlsx', [listRowOf(sale(22))], { side: 'purchase', own: CUSTOMER });
    await takeTaxFile(api, theirs, { profileId: other.id });
    expect((await room()).items.filter(({ number }) => number === '22')).toMatchObject([
      {
        evidence: 'list',
        own: [
          { code: 'KH', side: 'purchase' },
          { code: 'AP', side: 'sale' },
        ],
      },
    ]);
    const unknown = await api.upload('/tax-invoices/bulk', theirs, {
      profileId: '01900000-0000-7000-8000-000000000000',
    });
    expect(unknown.status).toBe(404);
  });

  it('without a row covers its days when a person says whose and which it is', async () => {
    const empty = await listFile('rong.xlsx', [], { side: 'sale', period: 'Từ ngày 01/08/2026 đến ngày 31/08/2026' });
    expect(await refusal(empty, { profileId })).toMatchObject({ errorCode: 'TAX_LIST_UNPLACED' });
    expect(await refusal(empty, { profileId, side: 'sale' })).toMatchObject({ errorCode: 'TAX_LIST_UNPLACED' });
    await takeTaxFile(api, empty, { profileId, side: 'sale', channels: 'uncoded' });
    const [august] = await cover('month=2026-08');
    expect(august).toMatchObject({ side: 'sale', listed: 0, xmlOnly: 0 });
    expect(august!.channels.map(({ missing }) => missing.length)).toEqual([1, 0, 1]);
  });

  it('in a zip is taken in whole beside the invoices, also several; one that is refused costs itself alone', async () => {
    const list = await bought('b.xlsx', [listRowOf(purchase(31)), listRowOf(purchase(1))]);
    const sales = await listFile('a.xlsx', [listRowOf(sale(33), { isOf: 'sale' })], { side: 'sale', own: OURS });
    const others = await listFile('xa-la.xlsx', [listRowOf(purchase(34))], {
      side: 'purchase',
      own: { taxCode: '0102030405', name: 'Xa Lạ' },
    });
    const inner = await zipOf(api, { 'ban/a.xlsx': sales.content });
    const files = { '1.xml': xmlOf(purchase(1)), 'b.xlsx': list.content, 'trong.zip': inner, 'lai.xlsx': list.content };
    const zip = await zipOf(api, { ...files, 'xa-la.xlsx': others.content, 'khac.csv': Buffer.from('Mã,Tên') });
    const report = await takeTaxFile(api, { name: 'goi.zip', content: zip }, { profileId });
    expect(report).toMatchObject({ files: 1, created: 0, known: 1, refused: 1, ignored: { csv: 1 } });
    expect(report.refusedFiles).toMatchObject([{ name: 'goi.zip/xa-la.xlsx', code: 'WRONG_PROFILE' }]);
    expect(report.lists).toMatchObject([
      { fileName: 'goi.zip/b.xlsx', side: 'purchase', isKnown: false, rows: 2, created: 1, unchanged: 1, rejected: 0 },
      { fileName: 'goi.zip/trong.zip/ban/a.xlsx', side: 'sale', profileCode: 'AP', isKnown: false, created: 1 },
    ]);
    expect(await numbered(31)).toMatchObject({ evidence: 'list', state: 'new' });
    expect(await numbered(33)).toMatchObject({ evidence: 'list', own: [{ code: 'AP', side: 'sale' }] });
    expect((await lists()).filter(({ fileName }) => fileName.startsWith('goi.zip/'))).toHaveLength(2);
    const before = await dump();
    // The same zip again, and the list alone: nothing new.
    const again = await takeTaxFile(api, { name: 'goi.zip', content: zip }, { profileId });
    expect(again.lists).toMatchObject([{ isKnown: true }, { isKnown: true }]);
    expect((await takeTaxFile(api, list)).lists).toMatchObject([{ isKnown: true }]);
    expect(await dump()).toEqual(before);
  });

  it('that is a workbook of something else is refused', async () => {
    const other = await listFile('khac.xlsx', [], { side: 'sale', period: '' });
    expect(await refusal({ name: 'a.csv', content: Buffer.from('Mã,Tên\n1,2\n') })).toMatchObject({ status: 'failed' });
    expect(await refusal(other, { profileId, side: 'sale', channels: 'coded' })).toMatchObject({
      errorCode: 'TAX_LIST_UNPLACED',
    });
  });

  it('keeps its profile in use', async () => {
    const removed = await api.call('DELETE', `/amis/profiles/${profileId}`, undefined, { admin: true });
    expect(removed.body).toMatchObject({ message: expect.stringContaining('danh sách hóa đơn') });
  });
});
