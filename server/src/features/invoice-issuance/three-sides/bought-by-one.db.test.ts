import type { ThreeSidedRow } from '@khop/contract/invoice-issuance/three-sides.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { purchase, SUPPLIER, takeInvoices, xmlOf } from '../../../testing/good-calls/tax-company.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
let branch: string;

/** A firm and its branch with books of its own, both in the period and of one tax code; three purchases. */
beforeAll(async () => {
  company = await startGivenCompany();
  const { id } = await company.post<{ id: string }>('/amis/profiles', {
    ...{ code: 'BP', name: 'Công ty TNHH An Phú', taxCode: '0316520076', address: '2 Lê Lợi, Hà Nội' },
    ...{ invoiceSymbol: 'C26TBP', voucherPrefix: 'BHB' },
  });
  branch = id;
  await company.rows('update invoice_periods set profile_ids = profile_ids || $1::uuid returning id', [branch]);
  for (const number of [71, 72, 73])
    await takeInvoices(company.api, `${number}.xml`, xmlOf(purchase(number, { date: '2026-09-20' })));
});
afterAll(() => company?.api.close());

const load = async (profileId: string, lines: object[]) => {
  const days = { fromDate: '2026-09-01', toDate: '2026-10-31' };
  const file = await workbookFile('amis-purchase-ledger', lines as never, days);
  await company.upload('/amis/products/purchase-ledger', file, { profileId });
};

const entry = (number: string, change: object = {}) => ({
  ...{ accountingDate: '2026-09-22', documentDate: '2026-09-20', voucherNumber: `NK${number}`, invoiceNumber: number },
  ...{ productCode: 'SP1', productName: 'Bia lon', unit: 'Lon', quantity: '1', amount: 1000, vatAmount: 80 },
  ...{ supplierCode: 'NCC1', supplierName: SUPPLIER.name, ...change },
});

/** Numbers of the tax side, by profile. */
async function shown() {
  await company.work('three-sides');
  const { body } = await company.api.call<{ items: ThreeSidedRow[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/three-sides/rows?sort=number&trade=purchase&limit=200`,
  );
  const of = (profileId: string) =>
    body.items.filter((row) => row.profileId === profileId && row.taxInvoiceId !== null).map(({ number }) => number);
  return { firm: of(company.profileId), branch: of(branch) };
}

const name = (profileId: string) =>
  workbookFile('amis-suppliers', [{ code: 'NCC1', name: SUPPLIER.name, taxCode: SUPPLIER.taxCode }]).then((file) =>
    company.upload('/amis/partners/bulk', file, { profileId, type: 'supplier' }),
  );

it('leaves a purchase that one of two profiles has in its ledger to that one', async () => {
  expect(await shown()).toEqual({ firm: ['71', '72', '73'], branch: ['71', '72', '73'] });
  await name(company.profileId);
  await load(company.profileId, [entry('00000071')]);
  expect(await shown()).toEqual({ firm: ['71', '72', '73'], branch: ['72', '73'] });
  // The branch has no list of suppliers: number and day say it.
  await load(branch, [entry('72')]);
  expect(await shown()).toEqual({ firm: ['71', '73'], branch: ['72', '73'] });
});

it('leaves one that both have with both, and one whose number a ledger shows on another day', async () => {
  await load(branch, [entry('72'), entry('71')]);
  expect(await shown()).toEqual({ firm: ['71', '73'], branch: ['71', '72', '73'] });
  await load(branch, [entry('72'), entry('73', { documentDate: '2026-09-21' })]);
  expect(await shown()).toEqual({ firm: ['71', '73'], branch: ['72', '73'] });
});

it('counts a purchase that was posted in October in the books of October alone', async () => {
  const october = { accountingDate: '2026-10-02', documentDate: '2026-09-20' };
  await load(company.profileId, [entry('71', october)]);
  await company.work('three-sides');
  const sums = await company.rows<{ number: string; tax: boolean; books: boolean; kinds: string[] }>(
    `select number, tax_total is not null as tax, books_total is not null as books,
       array(select d ->> 'kind' from jsonb_array_elements(differences) d) as kinds
     from three_sided_rows where profile_id = $1 and trade = 'purchase' and number = '71'`,
    [company.profileId],
  );
  expect(sums).toEqual([{ number: '71', tax: true, books: false, kinds: expect.arrayContaining(['OTHER_MONTH']) }]);
});

it('counts a purchase in the days of its posting however old its voucher is', async () => {
  await load(company.profileId, [entry('99', { accountingDate: '2026-09-25', documentDate: '2026-05-10' })]);
  await company.work('three-sides');
  const [sum] = await company.rows<{ books: number }>(
    "select sum(books_total)::int as books from three_sided_rows where profile_id = $1 and trade = 'purchase'",
    [company.profileId],
  );
  expect(sum).toEqual({ books: 1080 });
});
