import { expect, it, vi } from 'vitest';
import { cansSold, OCTOBER, startGivenCompany } from '../../../../testing/given-company.ts';
import { expectLaws } from '../../../../testing/laws.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

it('an invoice of October that the longer ledger of September shows takes no like sale of September', async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-05');
  const company = await startGivenCompany();
  const { api, profileId, periodId, upload, bravo } = company;
  await company.connectCustomer();
  const october = await company.addPeriod('Kỳ 10', OCTOBER);
  const september = (rest: string): string => `/invoice-issuance/periods/${periodId}/${rest}`;

  bravo.salesLines = [cansSold('S1', '2026-09-28'), cansSold('O1', '2026-10-01')];
  for (const name of ['load-bravo-sales', 'generate-invoices']) await october.work(name);
  const left = await api.call('POST', october.place('download-excel'), {});
  expect(left.status).toBe(200);
  const [invoice] = await company.rows<{ voucher: string }>('select voucher_number as voucher from invoices');

  const entry = {
    ...{
      accountingDate: '2026-10-01',
      documentDate: '2026-10-01',
      voucherNumber: invoice!.voucher,
      invoiceDate: '2026-10-01',
    },
    ...{ invoiceNumber: '00000001', customerCode: 'KHA', customerName: 'Hoa Mai', productCode: 'SP1', unit: 'Lon' },
    ...{ productName: 'Bia lon', quantity: '10', warehouseCode: 'K1', amount: 500_000, vatAmount: 40_000 },
  };
  const ledger = await workbookFile('amis-sales-ledger', [entry], { fromDate: '2026-09-01', toDate: '2026-10-05' });
  await upload(september('load-amis-sales-ledger'), ledger, { profileId });
  for (const name of ['load-bravo-sales', 'generate-invoices']) await company.work(name);
  const { body } = await api.call('GET', september('stats'));
  expect(body).toMatchObject({ tieOut: { alreadyInvoiced: 0, invoiced: 500_000 } });
  type Entries = { items: { state: string; takenBy: { name: string }[] }[] };
  const entries = await api.call<Entries>('GET', september('amis-entries'));
  expect(entries.body.items).toMatchObject([{ state: 'not_ours', takenBy: [{ name: 'Kỳ 10' }] }]);
  for (const period of [periodId, october.id]) await expectLaws(api.context.pool, period);

  // The invoice of a sale that Bravo has moved here since may be that of either sale: a person is asked.
  bravo.salesLines = [cansSold('S1', '2026-09-28'), cansSold('O1', '2026-09-29')];
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await company.work(name);
  const moved = await api.call<Entries>('GET', september('amis-entries'));
  expect(moved.body.items).toMatchObject([{ state: 'review', takenBy: [] }]);
  await api.close();
});
