import type { ThreeSidedRow } from '@khop/contract/invoice-issuance/three-sides.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { sale, takeInvoices, xmlOf } from '../../../testing/good-calls/tax-company.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;

/** The ledger of September is loaded, and the sale is handed over after it. */
beforeAll(async () => {
  company = await startGivenCompany();
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  await loadLedger();
  await company.api.call('POST', path('/download-excel'), { only: 'new' });
});
afterAll(() => company?.api.close());

const path = (rest: string) => `/invoice-issuance/periods/${company.periodId}${rest}`;

const loadLedger = async (rows: object[] = []) => {
  const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
  const file = await workbookFile('amis-sales-ledger', rows as never, days);
  await company.upload(path('/load-amis-sales-ledger'), file, { profileId: company.profileId });
};

async function told() {
  await company.work('three-sides');
  const { body } = await company.api.call<{ items: ThreeSidedRow[] }>('GET', path('/three-sides/rows?sort=number'));
  return body.items.map(({ differences, missing }) => [differences[0]?.kind, missing]);
}

/** Another voucher, so that the second file is not the first one again. */
const other = { voucherNumber: 'BH9', invoiceNumber: '', customerName: 'Khách lẻ', productCode: 'SP1', unit: 'Lon' };
const later = {
  ...other,
  accountingDate: '2026-09-20',
  documentDate: '2026-09-20',
  quantity: '1',
  amount: 1,
  vatAmount: 0,
};

it('asks for a newer ledger for what was handed over after the one that is loaded', async () => {
  expect(await told()).toEqual([[undefined, expect.stringContaining('lấy trước khi bàn giao tệp')]]);
  const [ours] = await company.rows<{ amount: number; vat: number }>(
    'select amount::int as amount, vat_amount::int as vat from invoices',
  );
  const { amount, vat } = ours!;
  const [quantity] = await company.rows<{ quantity: string }>('select quantity::text from invoice_items');
  const rates = [{ rate: '8%', amount: String(amount), vat: String(vat) }];
  const goods = { kind: '1', code: 'SP1', name: 'Bia lon', unit: 'Lon', rate: '8%', amount: String(amount) };
  const signed = sale(1, {
    ...{ symbol: 'C26TAP', date: '2026-09-02', buyer: { name: 'Khách lẻ' }, rates },
    ...{ beforeVat: String(amount), vat: String(vat), total: String(amount + vat) },
    lines: [{ ...goods, ...quantity! }],
  });
  await takeInvoices(company.api, '1.xml', xmlOf(signed));
  // Signed a second ago, as its own signature says.
  await company.rows(
    `update tax_invoices set signature = jsonb_set(signature, '{signatures,0,signedAt}', to_jsonb($1::text)) returning id`,
    [new Date().toISOString()],
  );
  expect((await told())[0]).toEqual([undefined, expect.stringContaining('trước khi có hóa đơn của ngày 02/09/2026')]);
  await loadLedger([later]);
  const kinds = (await told()).map(([kind]) => kind);
  expect(kinds.toSorted()).toEqual(['BOOKS_NO_INVOICE', 'DELIVERY_ONLY', 'TAX_ONLY']);
});
