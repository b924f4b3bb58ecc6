import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../testing/given-company.ts';
import { sheetFile } from '../../testing/workbook-file.ts';

let company: GivenCompany;

beforeAll(async () => {
  company = await startGivenCompany();
});
afterAll(() => company?.api.close());

type Buyer = Readonly<Record<'name' | 'personalId' | 'realName' | 'source' | 'taxCode', string>>;
type Invoice = { readonly id: string; readonly buyer: Buyer };
type Finding = { readonly code: string; readonly message: string };

const REQUIREMENT = '/bravo/partners/bulk-update-selected-invoice-requirement';
const mark = (invoiceRequirement: string, more: object = {}) =>
  company.post<{ updated: number; unchanged: number }>(REQUIREMENT, {
    ...{ partnerCodes: ['KH1'], invoiceRequirement },
    ...more,
  });
const findings = async (): Promise<Finding[]> => {
  const { body } = await company.api.call<{ problems: Finding[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/preflight`,
  );
  return body.problems;
};
const invoice = async (): Promise<{ listed: Buyer; opened: Buyer }> => {
  const { body } = await company.api.call<{ items: Invoice[] }>(
    'GET',
    `/invoice-issuance/periods/${company.periodId}/amis-invoices`,
  );
  const one = body.items[0]!;
  return {
    listed: one.buyer,
    opened: (await company.api.call<Invoice>('GET', `/invoice-issuance/amis-invoices/${one.id}`)).body.buyer,
  };
};
/** The list of AMIS customers with one person, who is the ledger's KH1. */
const person = async (idNumber: string, address: string) => {
  const file = await sheetFile([
    ['DANH SÁCH KHÁCH HÀNG'],
    ['Mã khách hàng', 'Tên khách hàng', 'Địa chỉ', 'Số CMND', 'Tổ chức/Cá nhân'],
    ['C1', 'Nguyễn Thị Lan', address, idNumber, 'Cá nhân'],
  ]);
  await company.upload('/amis/partners/bulk', file, { profileId: company.profileId, type: 'customer' });
};

it('asks about a partner with a tax code that takes no invoice until it is confirmed, and again for another code', async () => {
  const { rows, work } = company;
  await rows(`update bravo_partners set tax_code = '0314409058' where code = 'KH1'`);
  await work('load-bravo-sales');
  await work('generate-invoices', {});
  const asked = async () => (await findings()).filter(({ code }) => code === 'BUYER_LOSES_VAT');
  expect((await asked())[0]?.message).toMatch(/MST 0314409058.*không khấu trừ được [\d.]+ đồng thuế GTGT/);

  expect(await mark('not_required', { isConfirmed: true })).toMatchObject({ updated: 1 });
  expect(await mark('not_required', { isConfirmed: true })).toMatchObject({ updated: 0, unchanged: 1 });
  expect(await asked()).toEqual([]);
  // The plan stays the plan: nothing on an invoice has changed.
  expect((await findings()).map(({ code }) => code)).not.toContain('CATALOGUES_CHANGED');
  const history = await company.api.call<{ items: { after: object }[] }>('GET', '/history/bravo-partner/KH1');
  expect(history.body.items[0]).toMatchObject({ after: { noInvoiceConfirmed: { KH1: '0314409058' } } });

  await rows(`update bravo_partners set tax_code = '0316520076' where code = 'KH1'`);
  expect((await asked())[0]?.message).toContain('MST 0316520076');
  await rows(`update bravo_partners set tax_code = '0314409058' where code = 'KH1'`);
  expect(await asked()).toEqual([]);
  await mark('unset');
  await mark('not_required');
  expect(await asked()).toHaveLength(1);
});

it('names a person by the personal number, masked in the list, and keeps the name of one who lacks it', async () => {
  const { rows, work, post, profileId } = company;
  await rows(`update bravo_partners set tax_code = '', address = '' where code = 'KH1'`);
  await person('79203001234', '1 Lê Lai, Hà Nội');
  await post('/partner-connections', { profileId, amisCode: 'C1', bravoCode: 'KH1' });
  await mark('required');
  await work('regenerate-invoices', {});
  const named = await invoice();
  expect(named.opened).toMatchObject({ name: 'Nguyễn Thị Lan', personalId: '079203001234', taxCode: '', realName: '' });
  expect(named.listed.personalId).toBe('••••1234');

  await person('79203001234', '');
  await work('regenerate-invoices', {});
  const { opened } = await invoice();
  expect(opened).toMatchObject({ source: 'consumer', name: 'Bán cho người tiêu dùng', realName: 'Nguyễn Thị Lan' });
  expect(opened.personalId).toBe('');
});

it('tells of a number that the AMIS customer has otherwise since: the draft does not leave, and one that has left is named', async () => {
  const { api, periodId, work } = company;
  const codes = async () =>
    (await findings()).map(({ code }) => code).filter((code) => /^(DRAFT_BUYER|KEPT_INVOICE)/.test(code));
  const download = () => api.call('POST', `/invoice-issuance/periods/${periodId}/download-excel`, { only: 'all' });
  await person('79203001234', '1 Lê Lai, Hà Nội');
  await work('regenerate-invoices', {});
  expect(await codes()).toEqual([]);

  await person('79203001235', '1 Lê Lai, Hà Nội');
  expect(await codes()).toEqual(['DRAFT_BUYER_TAX_CODE']);
  expect((await download()).status).toBe(422);
  await work('regenerate-invoices', {});
  expect(await codes()).toEqual([]);
  expect((await download()).status).toBe(200);

  await person('79203001236', '1 LÊ LAI,  Hà Nội');
  expect(await codes()).toEqual(['KEPT_INVOICE_TAX_CODE']);
  expect((await findings()).find(({ code }) => code === 'KEPT_INVOICE_TAX_CODE')!.message).not.toContain('0792');
  await person('79203001235', '9 Lê Lợi, Huế');
  expect(await codes()).toEqual(['KEPT_INVOICE_BUYER_NAME']);
});
