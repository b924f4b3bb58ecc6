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

/** October has sold 100 of the 100 that its report opens with, September 60. */
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-31');
  company = await startGivenCompany();
  company.bravo.salesLines = [cansSold('B3', '2026-10-05', { quantity: 100 })];
  await loadLedger('2026-09-29', ['TAY1', '7']);
  // Before October's report, which has it as gone.
  await loadLedger('2026-09-29', ['TAY1', '7'], ['TAY0', '6']);
  october = await company.addPeriod('Kỳ 10', OCTOBER);
  await october.work('load-bravo-sales');
  await october.work('generate-invoices', {});
});
afterAll(async () => {
  await company?.api.close();
  vi.unstubAllEnvs();
});

/** Loads September's ledger with these sales by hand, of a voucher and a quantity. */
async function loadLedger(day: string, ...sold: (readonly [string, string, string?])[]): Promise<void> {
  const entries = sold.map(([voucherNumber, quantity, warehouseCode = 'K1']) => ({
    ...{ accountingDate: day, documentDate: day, voucherNumber, customerName: 'Khách ngoài', warehouseCode },
    ...{ productCode: 'SP1', productName: 'Bia lon', unit: 'Lon', quantity, amount: 1_000_000, vatAmount: 80_000 },
  }));
  const path = `/invoice-issuance/periods/${company.periodId}/load-amis-sales-ledger`;
  const file = await workbookFile('amis-sales-ledger', entries, SEPTEMBER);
  await company.upload(path, file, { profileId: company.profileId });
}

/** The cans that October's drafts have. */
async function drafted(periodId = october.id): Promise<number> {
  const rows = await company.rows<{ quantity: string }>(
    `select coalesce(sum(t.quantity), 0)::text as quantity from invoice_items t join invoices i on i.id = t.invoice_id
     where i.period_id = $1 and i.status = 'draft'`,
    [periodId],
  );
  return Number(rows[0]!.quantity);
}

it('goods that AMIS has sold by hand in September after October’s stock report are not October’s to sell', async () => {
  expect(await drafted()).toBe(100);
  await loadLedger('2026-09-29', ['TAY1', '7'], ['TAY0', '6'], ['TAY2', '10'], ['TAY3', '5', '']);
  await october.work('regenerate-invoices', {});
  expect(await drafted()).toBe(85);
  const place = `/invoice-issuance/periods/${october.id}`;
  const { body } = await company.api.call<{ problems: { code: string }[] }>('GET', `${place}/preflight`);
  expect(body.problems.map(({ code }) => code)).toContain('STOCK_HELD_ELSEWHERE');
});

it('a sale by hand that October’s own ledger has as well is taken off once, and none that may be of long before its report', async () => {
  const inOctober = 'period_id = $1 and voucher_number = $2';
  await company.rows(
    `insert into period_amis_sales
     select (jsonb_populate_record(s, jsonb_build_object('period_id', $1::text))).* from period_amis_sales s where voucher_number = $2
     returning 1`,
    [october.id, 'TAY2'],
  );
  await october.work('regenerate-invoices', {});
  expect(await drafted()).toBe(85);
  await company.rows(`delete from period_amis_sales where ${inOctober} returning 1`, [october.id, 'TAY2']);
  // As the first ledger of its period shows it.
  const seen = 'update period_amis_sales set absent_at =';
  await company.rows(`${seen} null where voucher_number = $1 returning 1`, ['TAY2']);
  await october.work('regenerate-invoices', {});
  expect(await drafted()).toBe(95);
  await company.rows(`${seen} first_seen_at - interval '1 minute' where voucher_number = $1 returning 1`, ['TAY2']);
  await october.work('regenerate-invoices', {});
  expect(await drafted()).toBe(85);
});

it('of what October opens with, September sells what neither October’s invoice nor a sale by hand has', async () => {
  const place = `/invoice-issuance/periods/${october.id}/download-excel`;
  const admin = { as: 'admin@khop.local', admin: true };
  company.bravo.salesLines = [
    cansSold('B3', '2026-10-05', { quantity: 60 }),
    cansSold('B4', '2026-09-10', { quantity: 90 }),
  ];
  await october.work('load-bravo-sales');
  await october.work('regenerate-invoices', {});
  const left = await company.api.call('POST', place, { override: { reason: 'đã xem' } }, admin);
  expect(left.status, left.raw.toString('utf8', 0, 300)).toBe(200);
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  // Of the 100 with which October opens 60 have left by its invoice and 15 by hand.
  expect(await drafted(company.periodId)).toBe(25);
});
