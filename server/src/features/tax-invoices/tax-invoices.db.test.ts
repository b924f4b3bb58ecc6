import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TaxInvoiceRow, WholeTaxInvoice } from '@khop/contract/tax-invoices/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import {
  authority,
  CUSTOMER,
  OURS,
  purchase,
  SUPPLIER,
  sale,
  sendInvoices,
  takeInvoices,
  xmlOf,
  zipOf,
} from '../../testing/good-calls/tax-company.ts';

let api: TestApi;
let profileId: string;
beforeAll(async () => {
  api = await startTestApi();
  const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', ...OURS });
  profileId = made.body.id;
});
afterAll(() => api?.close());

type Listed = { items: TaxInvoiceRow[]; total: number; totals?: Record<string, number> };
const list = async (query = ''): Promise<Listed> =>
  (await api.call<Listed>('GET', `/tax-invoices?limit=500${query}`)).body;
const whole = async (id: string): Promise<WholeTaxInvoice> =>
  (await api.call<WholeTaxInvoice>('GET', `/tax-invoices/${id}`)).body;
const numbered = async (number: number, query = ''): Promise<TaxInvoiceRow> =>
  (await list(query)).items.find((row) => row.number === String(number))!;
const dump = async () =>
  (
    await api.context.pool.query(
      'select (select jsonb_agg(t order by id) from tax_invoices t) as invoices, (select count(*) from tax_invoice_files) as files',
    )
  ).rows[0];

const SUMMED = ['beforeVat', 'vat', 'total'] as const;

describe('the room for tax invoices', () => {
  it('takes a zip in: purchases and sales by the tax codes, each file on its own', async () => {
    const stranger = { ...purchase(90), buyer: { name: 'Công ty Xa Lạ', taxCode: '0102030405' } };
    const changed = Buffer.from(xmlOf(purchase(91)).toString().replace('Công ty TNHH An Phú', 'Công ty TNHH An Phu'));
    const zip = await zipOf(api, {
      'mua/1.xml': xmlOf(purchase(1)),
      'mua/2.xml': xmlOf(purchase(2)),
      'ban/11.xml': xmlOf(sale(11)),
      'xa-la.xml': xmlOf(stranger),
      'sua.xml': changed,
      'hong.xml': Buffer.from('<HDon><DLHDon>'),
      'invoice.html': Buffer.from('<html></html>'),
      'anh.jpg': Buffer.from([0xff, 0xd8, 0xff]),
    });
    const report = await takeInvoices(api, 'thang-10.zip', zip);
    expect(report).toMatchObject({ created: 3, known: 0, versions: 0, refused: 3, purchases: 2, sales: 1 });
    expect(report.ignored).toEqual({ html: 1, jpg: 1 });
    expect(report.refusedFiles.map(({ name, code }) => [name, code])).toEqual([
      ['thang-10.zip/hong.xml', 'XML_MALFORMED'],
      ['thang-10.zip/sua.xml', 'SIGNATURE_BROKEN'],
      ['thang-10.zip/xa-la.xml', 'NOT_OURS'],
    ]);
    expect(report.refusedFiles[2]!.message).toContain('0102030405');

    const bought = await list(`&profileId=${profileId}&side=purchase&totals=true`);
    expect(bought.items.map(({ number }) => number).toSorted()).toEqual(['1', '2']);
    const own = [{ profileId, code: 'AP', side: 'purchase' }];
    for (const row of bought.items)
      expect(row).toMatchObject({
        ...{ sellerTaxCode: SUPPLIER.taxCode, sellerName: SUPPLIER.name, buyerTaxCode: OURS.taxCode },
        ...{ verdict: 'intact', signer: 'seller', relation: 'new', currency: 'VND', own, hasOtherVersions: false },
      });
    for (const name of SUMMED)
      expect(bought.totals![name]).toBe(bought.items.reduce((sum, row) => sum + row[name]!, 0));
    expect((await list('&side=sale')).items.map(({ number }) => number)).toEqual(['11']);
    expect((await list(`&q=hoa mai`)).total).toBe(2);
    const { rows } = await api.context.pool.query(
      "select summary from audit_events where action = 'tax-invoice.upload' order by at desc limit 1",
    );
    expect(rows[0].summary).toContain('thang-10.zip: 3 hóa đơn mới, 0 đã có, 0 bản khác, 3 bị từ chối');
  });

  it('tells an invoice as its signed data says it, and gives its bytes back', async () => {
    const written = purchase(1);
    const told = await whole((await numbered(1)).id);
    expect(told).toMatchObject({ number: '1', version: written.version, date: written.date, title: written.title });
    expect(told.lines.map(({ name, quantity, amount, rate }) => [name, quantity, amount, rate])).toEqual(
      written.lines.map(({ name, quantity, amount, rate }) => [name, quantity, amount, rate]),
    );
    expect(told.totals.total).toBe(written.total);
    expect(told.signatures).toMatchObject([
      { place: 'seller', verdict: 'intact', signer: 'seller', signerTaxCode: SUPPLIER.taxCode, trust: 'notAnchored' },
    ]);
    const file = await api.call('GET', `/tax-invoices/${told.id}/file.xml`);
    expect(file.raw.equals(xmlOf(written))).toBe(true);
    expect(file.headers['content-disposition']).toContain(`${SUPPLIER.taxCode}_${written.form}${written.symbol}_1.xml`);
    expect(file.headers['content-type']).toContain('application/xml');
  });

  it('changes nothing by what is there already, also under another name and beside new ones', async () => {
    const before = await dump();
    const again = await zipOf(api, { 'khac-ten.xml': xmlOf(purchase(1)), 'ban.xml': xmlOf(sale(11)) });
    expect(await takeInvoices(api, 'lan-hai.zip', again)).toMatchObject({
      created: 0,
      known: 2,
      versions: 0,
      refused: 0,
    });
    expect(await dump()).toEqual(before);
    expect(await takeInvoices(api, '12.xml', xmlOf(sale(12)))).toMatchObject({ created: 1, known: 0, sales: 1 });
  });

  it('keeps every file of an invoice and lets the one speak whose signature proves most', async () => {
    const { lines } = purchase(3);
    const copy = purchase(3, { lines: [{ ...lines[0]!, name: 'Tên do người xem sửa' }, ...lines.slice(1)] });
    expect(await takeInvoices(api, 'ban-xem.xml', xmlOf(copy, false))).toMatchObject({ created: 1, versions: 0 });
    expect(await numbered(3)).toMatchObject({ verdict: 'unsigned', hasOtherVersions: false });
    expect(await takeInvoices(api, 'ban-ky.xml', xmlOf(purchase(3)))).toMatchObject({ created: 0, versions: 1 });
    const current = await numbered(3);
    expect(current).toMatchObject({ verdict: 'intact', hasOtherVersions: true });
    const told = await whole(current.id);
    expect(told.lines[0]!.name).toBe(lines[0]!.name);
    expect(told.versions).toMatchObject([{ fileName: 'ban-xem.xml', verdict: 'unsigned', isCurrent: false }]);
    expect((await list()).items.filter(({ number }) => number === '3')).toHaveLength(1);
    // Signed data that came again in other wrapping says the same.
    expect(await takeInvoices(api, 'khac.xml', xmlOf(purchase(2), false))).toMatchObject({ created: 0, versions: 1 });
    expect(await numbered(2)).toMatchObject({ verdict: 'intact', hasOtherVersions: false });
  });

  it('follows what replaces and adjusts, from both ends, whichever came first', async () => {
    const { form, symbol } = sale(21);
    const named = (number: string) => [
      { relation: '1', form, symbol, number, date: '2026-10-06', note: 'sai tên hàng' },
    ];
    await takeInvoices(api, '22.xml', xmlOf(sale(22, { related: named('21') })));
    const later = await whole((await numbered(22)).id);
    expect(later).toMatchObject({ relation: 'replaces', related: [{ direction: 'earlier', number: '21', id: null }] });
    await takeInvoices(api, '21.xml', xmlOf(sale(21)));
    const earlier = await numbered(21);
    expect((await whole(later.id)).related).toMatchObject([
      { direction: 'earlier', relation: 'replaces', id: earlier.id },
    ]);
    expect((await whole(earlier.id)).related).toMatchObject([{ direction: 'later', number: '22', id: later.id }]);
    expect((await list('&relation=replaces')).items.map(({ number }) => number)).toEqual(['22']);
  });

  it('masks personal numbers wherever an invoice is told; they stay in the file', async () => {
    const person = { name: 'Nguyễn Văn An', address: 'Huế', citizenId: '001099000011' };
    await takeInvoices(api, '31.xml', xmlOf(sale(31, { buyer: person })));
    const told = await whole((await numbered(31)).id);
    expect(told.buyer).toMatchObject({ name: person.name, paper: '••••011' });
    const { rows } = await api.context.pool.query('select t::text as text from tax_invoices t');
    expect(rows.map(({ text }) => text).join()).not.toContain('001099000011');
    expect((await list('&q=001099000011')).total).toBe(0);
  });

  it('is a sale of one profile and a purchase of another when both are ours', async () => {
    const other = { code: 'BM', ...CUSTOMER };
    const { body } = await api.call<{ id: string }>('POST', '/amis/profiles', other);
    await takeInvoices(api, '41.xml', xmlOf(sale(41)));
    expect((await numbered(41)).own).toEqual([
      { profileId: body.id, code: 'BM', side: 'purchase' },
      { profileId, code: 'AP', side: 'sale' },
    ]);
    expect((await list(`&profileId=${body.id}`)).items.map(({ number }) => number)).toEqual(['41']);
    const removed = await api.call('DELETE', `/amis/profiles/${body.id}`, undefined, { admin: true });
    expect([removed.status, removed.body]).toMatchObject([
      422,
      { error_code: 'PROFILE_IN_USE', message: expect.stringContaining('1 hóa đơn ở kho') },
    ]);
  });

  it('is anchored where its signer comes from a root that the installation names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'khop-roots-'));
    const file = join(folder, 'roots.pem');
    await writeFile(file, `Tổng cục (thử)\n${authority.root}`);
    const anchored = await startTestApi({}, { settings: { KHOP_TAX_ROOTS: file } });
    try {
      await anchored.call('POST', '/amis/profiles', { code: 'AP', ...OURS });
      await takeInvoices(anchored, '1.xml', xmlOf(purchase(1)));
      const { items } = (await anchored.call<Listed>('GET', '/tax-invoices')).body;
      const { body } = await anchored.call<WholeTaxInvoice>('GET', `/tax-invoices/${items[0]!.id}`);
      expect([body.trust, body.signatures[0]!.trust]).toEqual(['anchored', 'anchored']);
    } finally {
      await anchored.close();
      await rm(folder, { recursive: true });
    }
  });

  it('refuses at the door what holds no invoice, and a whole upload with a sentence', async () => {
    const sent = await api.upload('/tax-invoices/bulk', { name: 'a.pdf', content: Buffer.from('%PDF-1.7 hoa don') });
    expect([sent.status, sent.body]).toMatchObject([422, { error_code: 'FILE_TYPE_NOT_SUPPORTED' }]);
    const before = await dump();
    const doctype = Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><HDon/>');
    expect(await takeInvoices(api, 'bom.xml', doctype)).toMatchObject({
      created: 0,
      refusedFiles: [{ name: 'bom.xml', code: 'XML_DOCTYPE' }],
    });
    expect(await dump()).toEqual(before);
    const cut = (await zipOf(api, { '1.xml': xmlOf(purchase(1)) })).subarray(0, 200);
    expect(await sendInvoices(api, 'cut.zip', cut)).toMatchObject({ status: 'failed', errorCode: 'ZIP_DAMAGED' });
  });
});
