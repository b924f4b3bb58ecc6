import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { unzip } from '../../../testing/unzip.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-09-30');
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

const path = (rest = '') => `/invoice-issuance/periods/${company.periodId}${rest}`;
const period = async (): Promise<Period> => (await company.api.call<Period>('GET', path())).body;
const chief = { as: 'admin@khop.local', admin: true };

/** The texts of a list of the download; undefined where there is none. */
async function listOf(name: string): Promise<string | undefined> {
  const { status, raw } = await company.api.call('POST', path('/download-excel'), {});
  expect(status, raw.toString('utf8', 0, 300)).toBe(200);
  const file = (await unzip(raw)).get(`AP/${name}.xlsx`);
  return file && [...(await unzip(file)).values()].map(String).join();
}

/** Loads the AMIS ledger in which the invoice has number 7, and one Lon of it has come back by invoice 8. */
async function issue(): Promise<void> {
  const [item] = await company.rows<
    Record<'voucher' | 'product' | 'quantity' | 'warehouse', string> & { amount: number }
  >(
    `select i.voucher_number as voucher, t.product_code as product, t.quantity::text as quantity, t.amount,
       t.warehouse_code as warehouse from invoices i join invoice_items t on t.invoice_id = i.id`,
  );
  const { voucher, product, quantity, amount, warehouse } = item!;
  const base = {
    ...{ accountingDate: '2026-09-02', documentDate: '2026-09-02', invoiceDate: '2026-09-03', customerCode: 'X' },
    ...{ customerName: 'X', productCode: product, unit: 'Lon', productName: 'Bia lon', warehouseCode: warehouse },
  };
  const back = { accountingDate: '2026-09-21', documentDate: '2026-09-21', invoiceDate: '2026-09-21' };
  const rows = [
    { ...base, voucherNumber: voucher, invoiceNumber: '7', quantity, amount: Number(amount) },
    // Made by hand, of the other sale of the buyer.
    {
      ...{
        ...base,
        voucherNumber: 'TAY1',
        invoiceNumber: '6',
        documentDate: '2026-09-03',
        accountingDate: '2026-09-03',
      },
      ...{ customerCode: '', customerName: 'Khách lẻ', quantity: '4', amount: 50_000, vatAmount: 2_500, vatRate: '5' },
    },
    {
      ...{
        ...base,
        ...back,
        voucherNumber: 'DC1',
        invoiceNumber: '8',
        quantity: '-1',
        amount: -20_000,
        vatAmount: -1_600,
      },
      description: 'Điều chỉnh giảm cho hóa đơn số 7 ngày 03/09/2026',
    },
  ];
  const file = await workbookFile('amis-sales-ledger', rows, { fromDate: '2026-09-01', toDate: '2026-09-30' });
  await company.upload(path('/load-amis-sales-ledger'), file, { profileId: company.profileId });
}

it('gives the owner’s list with what has come back, and with its numbers beside the files that left once the period is closed', async () => {
  const agency = {
    ...{ branch: 'CN01', profileId: company.profileId, kind: 'agency', fromDate: '2026-09-01', contractNumber: '7/DL' },
    ...{ contractDate: '2026-08-15', agency: { mode: 'd2', listDays: 10 } },
    counterparty: { name: 'Công ty Chủ', taxCode: '0314409058', address: 'Huế' },
  };
  expect((await company.api.call('PATCH', path(), { version: (await period()).version, bases: [agency] })).status).toBe(
    200,
  );
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  const left = await listOf('BangKeDaiLy');
  expect(left).toContain('số BK-CN01-7/DL-20260901-10-8: từ 01/09/2026 đến 10/09/2026');
  expect(left).not.toContain('điều chỉnh');
  await issue();
  const later = bravoSale('B1', {
    unit: 'Lon',
    docNo: 'HD-002',
    docDate: '2026-09-03',
    quantity: 4_000_000n,
    baseQuantity: 4_000_000n,
  });
  company.bravo.salesLines = [...company.bravo.salesLines, { ...later, amount: 50_000, vatAmount: 4_000 }];
  await company.work('load-bravo-sales');
  await company.work('regenerate-invoices', {});
  const told = await listOf('BangKeDaiLy');
  expect(told).toContain('số BK-CN01-7/DL-20260921-30-8: từ 21/09/2026 đến 30/09/2026');
  expect(told).toContain('(điều chỉnh hóa đơn số 7)');
  expect(told).toContain('số BK-CN01-7/DL-20260901-10-5: từ 01/09/2026 đến 10/09/2026');
  const closing = { version: (await period()).version, status: 'closed', acknowledgement: 'Đã gửi bảng kê' };
  expect((await company.api.call('PATCH', path(), closing, chief)).status).toBe(200);
  // The list lies as it left; what it did not know then is beside it.
  expect(await listOf('BangKeDaiLy')).toBe(left);
  expect(await listOf('BangKeDaiLyDongKy')).toBe(told);
});
