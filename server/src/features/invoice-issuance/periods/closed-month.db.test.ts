import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

const OCTOBER = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const SEPTEMBER = { fromDate: '2026-09-01', toDate: '2026-09-30' };
const ADMIN = { as: 'admin@khop.local', admin: true };
let company: GivenCompany;
let october: string;

const sold = (id: string, docDate: string) =>
  bravoSale(id, {
    ...{ unit: 'Lon', docNo: id, docDate, quantity: 60_000_000n, baseQuantity: 60_000_000n },
    ...{ amount: 3_000_000, vatAmount: 240_000 },
  });
const path = (rest: string, periodId = company.periodId) => `/invoice-issuance/periods/${periodId}/${rest}`;

/** September's only sale of 60 has left; a ledger of after that shows another document only, and the month is closed. */
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-05');
  company = await startGivenCompany();
  company.bravo.salesLines = [sold('B1', '2026-09-30'), sold('B2', '2026-10-02')];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  const left = await company.api.call('POST', path('download-excel'), {});
  expect(left.status).toBe(200);
  const other = {
    ...{ accountingDate: '2026-09-10', documentDate: '2026-09-10', voucherNumber: 'TAY1', customerName: 'Khách lẻ' },
    ...{ productCode: 'SP1', productName: 'Bia lon', unit: 'Lon', quantity: '1', amount: 50_000, vatAmount: 4_000 },
    ...{ warehouseCode: 'K1' },
  };
  const ledger = await workbookFile('amis-sales-ledger', [other], SEPTEMBER);
  await company.upload(path('load-amis-sales-ledger'), ledger, { profileId: company.profileId });
  const { body } = await company.api.call<{ version: number }>('GET', `/invoice-issuance/periods/${company.periodId}`);
  const closed = await company.api.call(
    'PATCH',
    `/invoice-issuance/periods/${company.periodId}`,
    { version: body.version, status: 'closed', acknowledgement: 'đã xem' },
    ADMIN,
  );
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);

  const { id } = await company.post<{ id: string }>('/invoice-issuance/periods', {
    ...{ name: 'Kỳ 10', ...OCTOBER, profileIds: [company.profileId], issuers: { CN01: [company.profileId] } },
  });
  october = id;
  const stock = {
    ...{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' },
    ...{ openingQuantity: '99', openingValue: 990_000, closingQuantity: '99', closingValue: 990_000 },
  };
  const report = await workbookFile('amis-inventory', [stock], OCTOBER);
  await company.upload(path('load-amis-inventory', october), report, { profileId: company.profileId });
  await run('load-bravo-sales');
});
afterAll(() => company?.api.close());

async function run(work: string): Promise<void> {
  const { runId } = await company.post<{ runId: string }>(path(work, october), {});
  const ended = await company.api.runEnd(runId);
  expect(ended.status, ended.message ?? '').toBe('succeeded');
}
const invoiced = async () => {
  const rows = await company.rows<{ quantity: string }>(
    'select coalesce(sum(quantity), 0)::text as quantity from invoice_items where period_id = $1',
    [october],
  );
  return Number(rows[0]!.quantity);
};
const told = async () =>
  (await company.api.call<{ problems: { code: string }[] }>('GET', path('preflight', october))).body.problems.map(
    ({ code }) => code,
  );

it('leaves the goods of an invoice alone that the ledger of a closed month does not show, and names the month', async () => {
  await run('generate-invoices');
  expect(await invoiced()).toBe(39);
  expect(await told()).toContain('STOCK_HELD_ELSEWHERE');
});

it('takes the word of the closing where no ledger of after the handing over says otherwise', async () => {
  await company.rows(
    "update period_loads set made_at = made_at - interval '1 day' where kind = 'sales_ledger' and period_id = $1",
    [company.periodId],
  );
  await company.rows('update invoice_periods set input_revision = input_revision + 1 where id = $1', [october]);
  await run('regenerate-invoices');
  expect(await invoiced()).toBe(60);
  expect(await told()).not.toContain('STOCK_HELD_ELSEWHERE');
});
