import { expect, it, vi } from 'vitest';
import { OCTOBER, SEPTEMBER, startGivenCompany } from '../../../../testing/given-company.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

it('a sale of one month that is invoiced among those of the next leaves no gap in the numbers of either', async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-05');
  const { api, profileId, periodId, upload, addPeriod } = await startGivenCompany();
  const { id: october } = await addPeriod('Kỳ 10', OCTOBER);
  type Sold = readonly [number: string, documentDate: string, invoiceDate: string];
  const load = async (period: string, days: { fromDate: string; toDate: string }, sold: readonly Sold[]) => {
    const rows = sold.map(([invoiceNumber, documentDate, invoiceDate]) => ({
      ...{ accountingDate: documentDate, documentDate, voucherNumber: `TAY${invoiceNumber}`, invoiceDate },
      ...{ invoiceNumber, invoiceSymbol: '1C26TAP', customerName: 'Hoa Mai', productCode: 'SP1', unit: 'Lon' },
      ...{ productName: 'Bia lon', quantity: '1', warehouseCode: 'K1', amount: 50_000, vatAmount: 4_000 },
    }));
    const ledger = await workbookFile('amis-sales-ledger', rows, days);
    await upload(`/invoice-issuance/periods/${period}/load-amis-sales-ledger`, ledger, { profileId });
  };
  type Body = { problems: { code: string; about?: unknown; message: string }[] };
  const gaps = async (period: string) =>
    (await api.call<Body>('GET', `/invoice-issuance/periods/${period}/preflight`)).body.problems
      .filter(({ code }) => code === 'NUMBER_GAP')
      .map(({ message }) => message);

  await load(periodId, SEPTEMBER, [
    ['00000005', '2026-09-29', '2026-09-29'],
    ['00000008', '2026-09-30', '2026-10-03'],
  ]);
  expect(await gaps(periodId)).toEqual([expect.stringContaining('Thiếu số 6 đến 7, giữa «00000005» và «00000008»')]);
  const later: Sold = ['00000009', '2026-10-04', '2026-10-04'];
  await load(october, OCTOBER, [['00000007', '2026-10-02', '2026-10-02'], later]);
  expect(await gaps(periodId)).toEqual([expect.stringContaining('Thiếu số 6, giữa «00000005» và «00000008»')]);
  await load(october, OCTOBER, [
    ['00000006', '2026-10-01', '2026-10-01'],
    ['00000007', '2026-10-02', '2026-10-02'],
    later,
  ]);
  expect([await gaps(periodId), await gaps(october)]).toEqual([[], []]);
  await api.close();
});
