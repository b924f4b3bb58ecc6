import { expect, it, vi } from 'vitest';
import { cansSold, OCTOBER, SEPTEMBER, startGivenCompany } from '../../../../testing/given-company.ts';
import { expectLaws } from '../../../../testing/laws.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

const BY_HAND = {
  ...{ accountingDate: '2026-09-30', documentDate: '2026-09-30', voucherNumber: 'TAY1', invoiceDate: '2026-09-30' },
  ...{ invoiceNumber: '00000001', customerCode: 'KHA', customerName: 'Hoa Mai', productCode: 'SP1', unit: 'Lon' },
  ...{ productName: 'Bia lon', quantity: '10', warehouseCode: 'K1', amount: 500_000, vatAmount: 40_000 },
};

it.each([
  ['that the plan found', false],
  ['that a person decided', true],
])(
  'an entry of a sale %s, entered anew in the next month and taken there, takes no like sale of the first one',
  async (_, isDecided) => {
    vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-05');
    const company = await startGivenCompany();
    const { api, profileId, periodId: september, post, upload, bravo } = company;
    await company.connectCustomer();
    const { id: october, work } = await company.addPeriod('Kỳ 10', OCTOBER);
    const place = (period: string, rest: string): string => `/invoice-issuance/periods/${period}/${rest}`;
    const loadLedger = async (period: string, days: { fromDate: string; toDate: string }) =>
      upload(place(period, 'load-amis-sales-ledger'), await workbookFile('amis-sales-ledger', [BY_HAND], days), {
        profileId,
      });
    type Entry = { entryKey: string; state: string; lines: { line: string }[]; takenBy: { name: string }[] };
    const entry = async (period: string) =>
      (await api.call<{ items: [Entry] }>('GET', place(period, 'amis-entries'))).body.items[0];
    const decide = async (period: string, line: string) =>
      post(place(period, 'reviews/decisions'), {
        decisions: [{ profileId, entryKey: (await entry(period)).entryKey, line }],
      });

    bravo.salesLines = [cansSold('S1', '2026-09-30'), cansSold('S2', '2026-09-20')];
    await loadLedger(september, { ...SEPTEMBER, toDate: '2026-10-05' });
    for (const name of ['load-bravo-sales', 'generate-invoices']) await company.work(name);
    if (isDecided) {
      await decide(september, 'S1');
      await company.work('regenerate-invoices');
    }
    expect(await entry(september)).toMatchObject({ state: 'matched', lines: [{ line: 'S1' }] });

    bravo.salesLines = [cansSold('N1', '2026-10-01'), cansSold('S2', '2026-09-20')];
    await company.work('load-bravo-sales');
    await loadLedger(october, { ...OCTOBER, fromDate: '2026-09-15' });
    for (const name of ['load-bravo-sales', 'generate-invoices']) await work(name);
    await decide(october, 'N1');
    await work('regenerate-invoices');
    expect(await entry(october)).toMatchObject({ state: 'matched', lines: [{ line: 'N1' }] });

    await company.work('regenerate-invoices');
    expect(await entry(september)).toMatchObject({ state: 'not_ours', lines: [], takenBy: [{ name: 'Kỳ 10' }] });
    const { body } = await api.call('GET', place(september, 'stats'));
    expect(body).toMatchObject({
      reviewCount: 0,
      decisionsPending: 0,
      tieOut: { alreadyInvoiced: 0, invoiced: 500_000 },
    });
    for (const period of [september, october]) await expectLaws(api.context.pool, period);
    await api.close();
  },
);
