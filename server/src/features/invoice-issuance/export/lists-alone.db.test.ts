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
const download = (body: object = {}) =>
  company.api.call<{ error_code?: string }>('POST', path('/download-excel'), body);
const invoices = () =>
  company.rows<object>('select status, invoice_number, version from invoices order by voucher_number');

/** Loads the AMIS ledger in which the only invoice has number 7 of 3 September. */
async function issue(): Promise<void> {
  const [item] = await company.rows<Record<string, string>>(
    `select i.voucher_number as voucher, t.product_code as product, t.quantity::text as quantity, t.amount::text as amount,
       t.vat_amount::text as vat, t.warehouse_code as warehouse
     from invoices i join invoice_items t on t.invoice_id = i.id`,
  );
  const { voucher, product, quantity, amount, vat, warehouse } = item!;
  const row = {
    ...{ accountingDate: '2026-09-02', documentDate: '2026-09-02', voucherNumber: voucher!, invoiceNumber: '7' },
    ...{ invoiceDate: '2026-09-03', customerCode: 'X', customerName: 'X', productCode: product!, unit: 'Lon' },
    ...{ productName: 'Bia lon', quantity: quantity!, warehouseCode: warehouse! },
    ...{ amount: Number(amount), vatAmount: Number(vat) },
  };
  const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const file = await workbookFile('amis-sales-ledger', [row], days);
  await company.upload(path('/load-amis-sales-ledger'), file, { profileId: company.profileId });
}

it('gives the list of adjusting invoices when AMIS has issued every invoice, and nothing leaves by it', async () => {
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  expect((await download()).status).toBe(200);
  await issue();
  await company.work('regenerate-invoices', {});
  expect(await download()).toMatchObject({
    ...{ status: 422, body: { error_code: 'NOTHING_TO_EXPORT', message: expect.stringContaining('AMIS phát hành') } },
  });
  // An invoice that AMIS has adjusted was issued; one that it has cancelled was not.
  const told = async (status: string) => {
    await company.rows('update invoices set status = $1', [status]);
    return (await download()).body;
  };
  expect(await told('adjusted')).toMatchObject({ message: expect.stringContaining('AMIS phát hành') });
  expect(await told('cancelled')).toMatchObject({
    ...{ error_code: 'NOTHING_TO_EXPORT', message: expect.not.stringContaining('AMIS phát hành') },
  });
  await told('issued');

  const discount = {
    ...{ sourceKey: 'CK1', branchCode: 'CN01', docCode: 'CK', docNo: 'CK1', docDate: '2026-09-30', partnerCode: 'KH1' },
    ...{ itemCode: 'CKTM', itemName: 'Chiết khấu tháng 9', kind: 'discount', unit: 'Lần' },
    ...{ quantity: '0', baseQuantity: '0', amount: -1_000, vatRate: '8', vatAmount: -80 },
  };
  await company.post('/bravo-sales-ledgers', { rows: [discount] });
  await company.work('load-bravo-sales');
  await company.work('regenerate-invoices', {});
  const [shortage] = await company.rows<Record<string, unknown>>(
    'select reason, amount, vat_amount, message from period_shortages',
  );
  expect(shortage).toMatchObject({ reason: 'DISCOUNT_TO_ADJUST', amount: -1_000, vat_amount: -80 });
  expect(shortage!.message).toContain('Điều chỉnh giảm cho hóa đơn số 7 ngày 03/09/2026 (AP)');

  const before = await invoices();
  const { status, raw } = await download();
  expect(status, raw.toString('utf8', 0, 300)).toBe(200);
  const files = await unzip(raw);
  expect([...files.keys()]).toEqual(['AP/DieuChinhChietKhau.xlsx', 'DoiChieu.xlsx']);
  const texts = [...(await unzip(files.get('AP/DieuChinhChietKhau.xlsx')!)).values()].map(String).join();
  expect(texts).toContain('số 7 ngày 03/09/2026');
  expect(await invoices()).toEqual(before);
  expect(await company.rows('select from period_exports')).toHaveLength(1);
  expect(await download({ only: 'new' })).toMatchObject({ status: 422, body: { error_code: 'NOTHING_TO_EXPORT' } });

  // Closed with the discount acknowledged, the period gives its list beside the files that left.
  const [period] = await company.rows<{ version: number }>('select version from invoice_periods');
  const closing = { version: period!.version, status: 'closed', acknowledgement: 'Chờ hóa đơn điều chỉnh' };
  const chief = { as: 'admin@khop.local', admin: true };
  expect((await company.api.call('PATCH', path(), closing, chief)).status).toBe(200);
  const closed = await unzip((await download()).raw);
  expect([...closed.keys()]).toContain('AP/BanHang.xlsx');
  const list = closed.get('AP/DieuChinhChietKhauDongKy.xlsx')!;
  expect([...(await unzip(list)).values()].map(String).join()).toContain('số 7 ngày 03/09/2026');
  expect([...(await unzip((await download({ profileIds: [company.profileId] })).raw)).keys()]).toEqual([
    ...closed.keys(),
  ]);
});
