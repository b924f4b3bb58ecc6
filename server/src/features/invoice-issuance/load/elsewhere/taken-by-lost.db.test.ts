import { expect, it, vi } from 'vitest';
import { startGivenCompany } from '../../../../testing/given-company.ts';
import { expectLaws } from '../../../../testing/laws.ts';
import { bravoSale } from '../../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

const SEPTEMBER = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };

const sold = (id: string, docDate: string) =>
  bravoSale(id, {
    ...{ unit: 'Lon', docNo: id, docDate, amount: 500_000, vatAmount: 40_000 },
    ...{ quantity: 10_000_000n, baseQuantity: 10_000_000n },
  });
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
    const { id: october } = await post<{ id: string }>('/invoice-issuance/periods', {
      ...{ name: 'Kỳ 10', ...OCTOBER, profileIds: [profileId], issuers: { CN01: [profileId] } },
    });
    const place = (period: string, rest: string): string => `/invoice-issuance/periods/${period}/${rest}`;
    const work = async (period: string, name: string) => {
      const { runId } = await post<{ runId: string }>(place(period, name), {});
      const run = await api.runEnd(runId);
      expect(run.status, run.message ?? '').toBe('succeeded');
    };
    const loadLedger = async (period: string, days: typeof OCTOBER) =>
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

    const stock = {
      ...{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' },
      ...{ openingQuantity: '100', openingValue: 1_000_000, closingQuantity: '100', closingValue: 1_000_000 },
    };
    const file = await workbookFile('amis-inventory', [stock], OCTOBER);
    await upload(place(october, 'load-amis-inventory'), file, { profileId });

    bravo.salesLines = [sold('S1', '2026-09-30'), sold('S2', '2026-09-20')];
    await loadLedger(september, { ...SEPTEMBER, toDate: '2026-10-05' });
    for (const name of ['load-bravo-sales', 'generate-invoices']) await work(september, name);
    if (isDecided) {
      await decide(september, 'S1');
      await work(september, 'regenerate-invoices');
    }
    expect(await entry(september)).toMatchObject({ state: 'matched', lines: [{ line: 'S1' }] });

    bravo.salesLines = [sold('N1', '2026-10-01'), sold('S2', '2026-09-20')];
    await work(september, 'load-bravo-sales');
    await loadLedger(october, { ...OCTOBER, fromDate: '2026-09-15' });
    for (const name of ['load-bravo-sales', 'generate-invoices']) await work(october, name);
    await decide(october, 'N1');
    await work(october, 'regenerate-invoices');
    expect(await entry(october)).toMatchObject({ state: 'matched', lines: [{ line: 'N1' }] });

    await work(september, 'regenerate-invoices');
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
