import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type CompanyPeriod,
  cansSold,
  type GivenCompany,
  OCTOBER,
  SEPTEMBER,
  startGivenCompany,
} from '../../../../testing/given-company.ts';
import { workbookFile } from '../../../../testing/workbook-file.ts';

let company: GivenCompany;
let october: CompanyPeriod;

/** September's invoices of 60 and 10 have left, October has sold 100 of the 100 that its report opens with. */
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-31');
  company = await startGivenCompany();
  company.bravo.salesLines = [
    cansSold('B1', '2026-09-10', { quantity: 60 }),
    cansSold('B2', '2026-09-29', { quantity: 10 }),
    cansSold('B3', '2026-10-05', { quantity: 100 }),
  ];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  const place = `/invoice-issuance/periods/${company.periodId}/download-excel`;
  expect((await company.api.call('POST', place, {})).status).toBe(200);
});
afterAll(async () => {
  await company?.api.close();
  vi.unstubAllEnvs();
});

/** Loads September's ledger with these invoices of ours, and numbers for them. */
async function loadLedger(...sales: string[]): Promise<void> {
  const rows = await company.rows<{ voucher: string; quantity: string; amount: number; line: string }>(
    `select i.voucher_number as voucher, t.quantity::text, t.amount::int, a.source_key as line
     from invoices i join invoice_items t on t.invoice_id = i.id join invoice_allocations a on a.item_id = t.id
     where i.period_id = $1 and a.source_key = any($2) order by 1`,
    [company.periodId, sales],
  );
  expect(rows).toHaveLength(sales.length);
  const entries = rows.map(({ voucher, quantity, amount }, index) => ({
    ...{ accountingDate: '2026-09-29', documentDate: '2026-09-29', voucherNumber: voucher, customerName: 'Khách lẻ' },
    ...{ invoiceNumber: `${index + 1}`, invoiceDate: '2026-09-29', warehouseCode: 'K1', productCode: 'SP1' },
    ...{ productName: 'Bia lon', unit: 'Lon', quantity, amount, vatAmount: amount * 0.08 },
  }));
  const path = `/invoice-issuance/periods/${company.periodId}/load-amis-sales-ledger`;
  const file = await workbookFile('amis-sales-ledger', entries, SEPTEMBER);
  await company.upload(path, file, { profileId: company.profileId });
}

async function invoiced(): Promise<number> {
  await october.work('regenerate-invoices', {});
  const rows = await company.rows<{ quantity: string }>(
    'select coalesce(sum(quantity), 0)::text as quantity from invoice_items where period_id = $1',
    [october.id],
  );
  return Number(rows[0]!.quantity);
}

it('a stock report still contains what a ledger of before it has shown when that ledger is loaded anew', async () => {
  await loadLedger('B1');
  october = await company.addPeriod('Kỳ 10', OCTOBER);
  await october.work('load-bravo-sales');
  await october.work('generate-invoices', {});
  // The invoice of 10 had left, and nothing shows that the report is without its goods.
  expect(await invoiced()).toBe(90);
  await loadLedger('B1', 'B2');
  expect(await invoiced()).toBe(90);
});

it('an invoice of a later month counts once, though the ledger that shows it is younger than that month’s stock report', async () => {
  const place = `/invoice-issuance/periods/${october.id}`;
  company.bravo.salesLines[2] = cansSold('B3', '2026-10-05', { quantity: 60 });
  await october.work('load-bravo-sales');
  expect(await invoiced()).toBe(60);
  const admin = { as: 'admin@khop.local', admin: true };
  const left = await company.api.call('POST', `${place}/download-excel`, { override: { reason: 'đã xem' } }, admin);
  expect(left.status, left.raw.toString('utf8', 0, 300)).toBe(200);
  // October's report opens with 100, of which 60 have left by its invoice and 10 by September's second one.
  company.bravo.salesLines.push(cansSold('B4', '2026-09-30', { quantity: 50 }));
  await company.work('load-bravo-sales');
  const drafted = async () => {
    await company.work('regenerate-invoices', {});
    const rows = await company.rows<{ quantity: string }>(
      `select coalesce(sum(t.quantity), 0)::text as quantity from invoice_items t join invoices i on i.id = t.invoice_id
       where i.period_id = $1 and i.status = 'draft'`,
      [company.periodId],
    );
    return Number(rows[0]!.quantity);
  };
  const before = await drafted();
  const [entry] = await company.rows<{ voucher: string }>(
    'select voucher_number as voucher from invoices where period_id = $1',
    [october.id],
  );
  const shown = {
    ...{ accountingDate: '2026-10-05', documentDate: '2026-10-05', voucherNumber: entry!.voucher, customerName: 'Lẻ' },
    ...{ invoiceNumber: '9', invoiceDate: '2026-10-31', warehouseCode: 'K1', productCode: 'SP1', unit: 'Lon' },
    ...{ productName: 'Bia lon', quantity: '60', amount: 3_000_000, vatAmount: 240_000 },
  };
  const file = await workbookFile('amis-sales-ledger', [shown], OCTOBER);
  await company.upload(`${place}/load-amis-sales-ledger`, file, { profileId: company.profileId });
  expect([before, await drafted()]).toEqual([30, 30]);
});
