import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';

type Problem = { code: string; stops: string | null; canOverride: boolean };

let company: GivenCompany;
beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

const path = (rest: string) => `/invoice-issuance/periods/${company.periodId}/${rest}`;
const download = () =>
  company.api.call<{ error_code?: string; details?: { problems: Problem[] } }>('POST', path('download-excel'), {});
const told = async (): Promise<Problem[]> =>
  (await company.api.call<{ problems: Problem[] }>('GET', path('preflight'))).body.problems.filter(
    ({ code }) => code === 'SALE_ENTERED_ANEW',
  );
const leaveOut = (reason: string | null) =>
  company.api.call('POST', path('exclusions'), {
    ...{ sourceKeys: ['B9'], reason, ...(reason && { note: 'Nhập lại, đã có hóa đơn' }) },
  });

it('a document that Bravo has deleted and entered anew does not leave a second time, until a person has left it out', async () => {
  const sold = { unit: 'Lon', docDate: '2026-09-02' };
  company.bravo.salesLines = [bravoSale('B0', { ...sold, docNo: '1' }), bravoSale('B1', { ...sold, docNo: '2' })];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  expect((await download()).status).toBe(200);
  expect(await told()).toEqual([]);

  company.bravo.salesLines = [bravoSale('B9', { ...sold, docNo: '7' }), bravoSale('B1', { ...sold, docNo: '2' })];
  await company.work('load-bravo-sales');
  await company.work('regenerate-invoices', {});
  expect(await told()).toMatchObject([{ stops: 'export', canOverride: true }]);
  const refused = await download();
  expect(refused).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
  expect(refused.body.details!.problems).toMatchObject([{ code: 'SALE_ENTERED_ANEW' }]);

  expect((await leaveOut('not_a_sale')).status).toBe(200);
  await company.work('regenerate-invoices', {});
  expect(await told()).toEqual([]);
  expect((await download()).status).toBe(200);

  // The lost line is told still, but not as an invoice to be adjusted.
  const { body } = await company.api.call<{ items: { remedy: string }[] }>('GET', path('shortages'));
  expect(body.items).toMatchObject([{ amount: -100_000, remedy: expect.stringContaining('hóa đơn giữ nguyên') }]);

  await leaveOut(null);
  await company.work('regenerate-invoices', {});
  expect(await told()).toHaveLength(1);
});
