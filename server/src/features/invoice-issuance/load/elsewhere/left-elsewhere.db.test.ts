import { expect, it, vi } from 'vitest';
import { startGivenCompany } from '../../../../testing/given-company.ts';
import { expectLaws } from '../../../../testing/laws.ts';
import { bravoSale } from '../../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };

const sold = (id: string, docDate: string) =>
  bravoSale(id, {
    ...{ unit: 'Lon', docNo: id, docDate, amount: 500_000, vatAmount: 40_000 },
    ...{ quantity: 10_000_000n, baseQuantity: 10_000_000n },
  });

it('an invoice of October that the longer ledger of September shows takes no like sale of September', async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-05');
  const company = await startGivenCompany();
  const { api, profileId, periodId: september, post, upload, bravo } = company;
  await company.connectCustomer();
  const { id: october } = await post<{ id: string }>('/invoice-issuance/periods', {
    ...{ name: 'Kỳ 10', ...OCTOBER, profileIds: [profileId], issuers: { CN01: [profileId] } },
  });
  const place = (period: string, rest: string): string => `/invoice-issuance/periods/${period}/${rest}`;
  const work = async (period: string, name: string) => {
    const { runId } = await post<{ runId: string }>(place(period, name), {});
    const run = await api.runEnd(runId);
    expect(run.status, run.message ?? '').toBe('succeeded');
  };
  const stock = {
    ...{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' },
    ...{ openingQuantity: '100', openingValue: 1_000_000, closingQuantity: '100', closingValue: 1_000_000 },
  };
  await upload(place(october, 'load-amis-inventory'), await workbookFile('amis-inventory', [stock], OCTOBER), {
    profileId,
  });

  bravo.salesLines = [sold('S1', '2026-09-28'), sold('O1', '2026-10-01')];
  for (const name of ['load-bravo-sales', 'generate-invoices']) await work(october, name);
  const left = await api.call('POST', place(october, 'download-excel'), {});
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
  await upload(place(september, 'load-amis-sales-ledger'), ledger, { profileId });
  for (const name of ['load-bravo-sales', 'generate-invoices']) await work(september, name);
  const { body } = await api.call('GET', place(september, 'stats'));
  expect(body).toMatchObject({ tieOut: { alreadyInvoiced: 0, invoiced: 500_000 } });
  type Entries = { items: { state: string; takenBy: { name: string }[] }[] };
  const entries = await api.call<Entries>('GET', place(september, 'amis-entries'));
  expect(entries.body.items).toMatchObject([{ state: 'not_ours', takenBy: [{ name: 'Kỳ 10' }] }]);
  for (const period of [september, october]) await expectLaws(api.context.pool, period);

  // The invoice of a sale that Bravo has moved here since may be that of either sale: a person is asked.
  bravo.salesLines = [sold('S1', '2026-09-28'), sold('O1', '2026-09-29')];
  for (const name of ['load-bravo-sales', 'regenerate-invoices']) await work(september, name);
  const moved = await api.call<Entries>('GET', place(september, 'amis-entries'));
  expect(moved.body.items).toMatchObject([{ state: 'review', takenBy: [] }]);
  await api.close();
});
