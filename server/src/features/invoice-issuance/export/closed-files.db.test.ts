import { createHash } from 'node:crypto';
import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { unzip } from '../../../testing/unzip.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

const path = (rest = '') => `/invoice-issuance/periods/${company.periodId}${rest}`;
const hashesOf = async (zip: Buffer): Promise<Map<string, string>> =>
  new Map([...(await unzip(zip))].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]));
async function download(body: object): Promise<Buffer> {
  const { status, raw } = await company.api.call('POST', path('/download-excel'), body);
  expect(status, raw.toString('utf8', 0, 300)).toBe(200);
  return raw;
}

/** Loads the AMIS ledger of everything that has left: each invoice with its number. */
async function readBack(): Promise<void> {
  const rows = await company.rows<Record<string, string | number>>(
    `select i.voucher_number as voucher, i.document_date::text as day, t.product_code as product, t.quantity::text as quantity,
       t.amount::int as amount, t.vat_amount::int as vat, t.warehouse_code as warehouse
     from invoices i join invoice_items t on t.invoice_id = i.id order by 1`,
  );
  const ledger = rows.map(({ voucher, day, product, quantity, amount, vat, warehouse }, index) => ({
    ...{ accountingDate: day!, documentDate: day!, voucherNumber: voucher!, invoiceNumber: String(index + 1) },
    ...{ invoiceDate: '2026-09-30', customerCode: 'X', customerName: 'X', productCode: product!, unit: 'Lon' },
    ...{ productName: 'Bia lon', quantity: quantity!, amount: amount!, vatAmount: vat!, warehouseCode: warehouse! },
  }));
  const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  await company.upload(path('/load-amis-sales-ledger'), await workbookFile('amis-sales-ledger', ledger, days), {
    profileId: company.profileId,
  });
  expect(await company.rows("select from invoices where status <> 'issued'")).toEqual([]);
}

it('gives back every file that was handed over byte for byte, with the note of the closing in a workbook of its own', async () => {
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  const first = await hashesOf(await download({ only: 'new' }));
  const line = {
    ...{
      sourceKey: 'T1',
      branchCode: 'CN01',
      docCode: 'HD',
      docNo: 'TAY-1',
      docDate: '2026-09-05',
      partnerCode: 'KH1',
    },
    ...{
      itemCode: 'VT1',
      unit: 'Lon',
      quantity: '3',
      baseQuantity: '3',
      amount: 90_000,
      vatRate: '8',
      vatAmount: 7200,
    },
  };
  await company.post('/bravo-sales-ledgers', { rows: [line] });
  await company.work('load-bravo-sales');
  await company.work('regenerate-invoices', {});
  const second = await hashesOf(await download({ only: 'new' }));
  await download({ only: 'all' });
  await readBack();
  await company.work('regenerate-invoices', {});

  const { body: period } = await company.api.call<Period>('GET', path());
  const closing = { version: period.version, status: 'closed', acknowledgement: 'Đã gửi cho kiểm toán' };
  const { status } = await company.api.call('PATCH', path(), closing, { as: 'admin@khop.local', admin: true });
  expect(status).toBe(200);
  const zip = await download({});
  const had = await hashesOf(zip);
  expect([...had.keys()]).toEqual([
    ...['AP/BanHang.xlsx', 'AP/KhachHangMoi.xlsx', 'DoiChieu.xlsx'].filter((name) => second.has(name)),
    ...[...first.keys()].filter((name) => first.get(name) !== second.get(name)).map((name) => `Lần xuất 1/${name}`),
    'DoiChieuDongKy.xlsx',
  ]);
  expect(had.has('Lần xuất 1/AP/BanHang.xlsx')).toBe(true);
  for (const [name, hash] of second) expect([name, had.get(name)]).toEqual([name, hash]);
  for (const [name, hash] of first)
    expect([name, had.get(`Lần xuất 1/${name}`) ?? had.get(name)]).toEqual([name, hash]);
  const texts = [...(await unzip((await unzip(zip)).get('DoiChieuDongKy.xlsx')!)).values()].map(String).join();
  expect(texts).toContain(closing.acknowledgement);
  expect((await download({})).equals(zip)).toBe(true);
  expect([...(await hashesOf(await download({ profileIds: [company.profileId] })))]).toEqual([...had]);
});
