import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

const path = (rest: string) => `/invoice-issuance/periods/${company.periodId}/${rest}`;
const itemsOf = async <T>(rest: string): Promise<T[]> =>
  (await company.api.call<{ items: T[] }>('GET', path(rest))).body.items;

it('an entry decided to be a sale that Bravo has deleted and entered anew waits again, and so does the sale', async () => {
  await company.connectCustomer();
  const byHand = {
    ...{ accountingDate: '2026-09-02', documentDate: '2026-09-02', voucherNumber: 'TAY1', invoiceDate: '2026-09-02' },
    ...{ invoiceNumber: '00000001', customerCode: 'KHA', customerName: 'Hoa Mai', productCode: 'SP1', unit: 'Lon' },
    ...{ productName: 'Bia lon', quantity: '1', warehouseCode: 'K1', amount: 50_000, vatAmount: 4_000 },
  };
  const ledger = await workbookFile('amis-sales-ledger', [byHand], { fromDate: '2026-09-01', toDate: '2026-09-30' });
  await company.upload(path('load-amis-sales-ledger'), ledger, { profileId: company.profileId });
  const planned = async (key: string, which: string) => {
    company.bravo.salesLines = [bravoSale(key, { unit: 'Lon', docDate: '2026-09-02' })];
    await company.work('load-bravo-sales');
    await company.work(which, {});
    const { body } = await company.api.call<PeriodStats>('GET', path('stats'));
    const { reviewCount, decisionsPending, tieOut } = body;
    const [entry] = await itemsOf<{ state: string }>('amis-entries');
    const waiting = (await itemsOf('reviews')).length;
    return { reviewCount, waiting, decisionsPending, alreadyInvoiced: tieOut.alreadyInvoiced, state: entry!.state };
  };
  const open = { reviewCount: 1, waiting: 1, decisionsPending: 0, alreadyInvoiced: 0, state: 'review' };
  const done = { reviewCount: 0, waiting: 0, decisionsPending: 0, alreadyInvoiced: 50_000, state: 'matched' };
  const decide = async (line: string) => {
    const [{ entryKey }] = (await itemsOf<{ entryKey: string }>('amis-entries')) as [{ entryKey: string }];
    await company.post(path('reviews/decisions'), { decisions: [{ profileId: company.profileId, entryKey, line }] });
  };

  expect(await planned('B0', 'generate-invoices')).toEqual(open);
  await decide('B0');
  expect(await planned('B0', 'regenerate-invoices')).toEqual(done);
  expect(await planned('B9', 'regenerate-invoices')).toEqual(open);
  expect(await company.rows('select status from invoices')).toEqual([]);
  await decide('B9');
  expect(await planned('B9', 'regenerate-invoices')).toEqual(done);
});
