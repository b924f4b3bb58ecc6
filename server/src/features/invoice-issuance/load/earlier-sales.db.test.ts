import { fateOf, returnAdjustments } from '@khop/engine/invoice-issuance/adjustments/return-adjustments.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { bravoSale } from '../../../testing/memory-bravo.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';
import { readBooks } from '../preflight/read-books.ts';

let company: GivenCompany;
/** The periods of October and November, after the company's own of September. */
let later: string[];

const sold = (id: string, docDate: string, quantity: number) =>
  bravoSale(id, {
    ...{ unit: 'Lon', docNo: id, docDate, amount: quantity * 50_000, vatAmount: quantity * 4_000 },
    ...{ quantity: BigInt(quantity) * 1_000_000n, baseQuantity: BigInt(quantity) * 1_000_000n },
  });

async function openPeriod(name: string, fromDate: string, toDate: string): Promise<string> {
  const { id } = await company.post<{ id: string }>('/invoice-issuance/periods', {
    ...{ name, fromDate, toDate, profileIds: [company.profileId], issuers: { CN01: [company.profileId] } },
  });
  const stock = {
    ...{ warehouseCode: 'K1', warehouseName: 'Kho 1', productCode: 'SP1', productName: 'Bia lon', unit: 'Lon' },
    ...{ openingQuantity: '100', openingValue: 1_000_000, closingQuantity: '100', closingValue: 1_000_000 },
  };
  const file = await workbookFile('amis-inventory', [stock], { fromDate, toDate });
  await company.upload(`/invoice-issuance/periods/${id}/load-amis-inventory`, file, { profileId: company.profileId });
  return id;
}

const work = async (periodId: string, name: string) => {
  const { runId } = await company.post<{ runId: string }>(`/invoice-issuance/periods/${periodId}/${name}`, {});
  const ended = await company.api.runEnd(runId);
  expect(ended.status, ended.message ?? '').toBe('succeeded');
};

/** The adjusting invoices that a period needs: the original and what it gives back. */
async function adjusted(periodId: string): Promise<string[]> {
  const { input, plan } = await readBooks({
    ...{ databaseUrl: company.api.environment.DATABASE_URL!, periodId, withEarlier: true },
  });
  return returnAdjustments(input, plan!).map(({ original, baseQuantity, amount }) => {
    const named = original
      ? `${original.period ?? 'kỳ này'} số ${original.number} ${original.symbol} ${original.date}`
      : 'chưa rõ';
    return `${named}: ${formatQuantity(baseQuantity)} ${amount}`;
  });
}

beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-12-01');
  company = await startGivenCompany();
  company.bravo.salesLines = [sold('B1', '2026-09-10', 5), sold('T1', '2026-10-05', -2), sold('T2', '2026-11-05', -4)];
  await company.work('load-bravo-sales');
  await company.work('generate-invoices', {});
  await company.rows(
    "update invoices set status = 'issued', invoice_number = '00000012', invoice_date = '2026-09-10', invoice_symbol = 'C26TAP'",
  );
  later = [
    await openPeriod('Tháng 10', '2026-10-01', '2026-10-31'),
    await openPeriod('Tháng 11', '2026-11-01', '2026-11-30'),
  ];
  for (const id of later) {
    await work(id, 'load-bravo-sales');
    await work(id, 'generate-invoices');
  }
});
afterAll(() => company?.api.close());

it('a return of a later month names the invoice of the earlier one, capped by what earlier returns have left of it', async () => {
  expect(await adjusted(company.periodId)).toEqual([]);
  expect(await adjusted(later[0]!)).toEqual(['Kỳ 09 số 00000012 C26TAP 2026-09-10: -2 -100000']);
  expect(await adjusted(later[1]!)).toEqual(['Kỳ 09 số 00000012 C26TAP 2026-09-10: -3 -150000', 'chưa rõ: -1 -50000']);
  // The ledger's money stays where it is.
  for (const id of [company.periodId, ...later]) await expectLaws(company.api.context.pool, id);
});

it('a return is done by the adjusting invoice that the ledger of a later month has, once', async () => {
  const done = async (periodId: string) => {
    const { input, plan } = await readBooks({
      ...{ databaseUrl: company.api.environment.DATABASE_URL!, periodId, withEarlier: true },
    });
    return returnAdjustments(input, plan!).map((row) => [row.amount, row.done.amount]);
  };
  expect(await done(later[0]!)).toEqual([[-100_000, 0]]);
  await company.rows(
    `insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, invoice_number,
       invoice_date, product_code, quantity, amount, vat_amount, description)
     values ($1, $2, 'dc1', 'DC1', '2026-11-06', '00000040', '2026-11-06', 'sp1', -2, -100000, -8000,
       'Điều chỉnh giảm cho hóa đơn Mẫu số 1 ký hiệu C26TAP số 00000012 ngày 10/09/2026')`,
    [later[1], company.profileId],
  );
  expect(await done(later[0]!)).toEqual([[-100_000, -100_000]]);
  // November's own return comes after it: nothing of the document is left for that one.
  await work(later[1]!, 'regenerate-invoices');
  expect(await done(later[1]!)).toEqual([
    [-150_000, 0],
    [-50_000, 0],
  ]);
  // Nor is an invoice adjusted that another month's ledger has replaced, on whatever day.
  await company.rows(
    `update period_amis_sales set voucher_number = 'TT1', document_date = '2026-09-20', invoice_date = '2026-09-20', quantity = 5,
       amount = 250000, description = 'Thay thế cho hóa đơn số 12 ngày 10/09/2026' where entry_key = 'dc1'`,
  );
  const { input, plan } = await readBooks({
    ...{ databaseUrl: company.api.environment.DATABASE_URL!, periodId: later[0]!, withEarlier: true },
  });
  expect(returnAdjustments(input, plan!).map(fateOf)).toEqual([
    'Hóa đơn này đã bị thay thế (số 00000040 ngày 20/09/2026): không điều chỉnh nó, điều chỉnh hóa đơn thay thế (hóa đơn của kỳ «Kỳ 09»)',
  ]);
  await company.rows("delete from period_amis_sales where entry_key = 'dc1'");
});

it('sales and returns of other months come with the price of their whole lines, what came back with its rate and VAT', async () => {
  const { input } = await readBooks({
    ...{ databaseUrl: company.api.environment.DATABASE_URL!, periodId: later[1]!, withEarlier: true },
  });
  expect(input.earlier!.sales.map(({ sold: line }) => line)).toEqual([
    { baseQuantity: 5_000_000n, amount: 250_000, discount: 0 },
  ]);
  expect(input.earlier!.returns.map(({ returned }) => returned)).toEqual([
    { baseQuantity: -2_000_000n, amount: -100_000, discount: 0 },
  ]);
  expect(input.earlier!.returns.map(({ vatRate, vatAmount }) => [vatRate, vatAmount])).toEqual([['8', -8000]]);
});

it('drafts and replaced invoices of other months are no originals', async () => {
  await company.rows("update invoices set status = 'replaced'");
  expect(await adjusted(later[0]!)).toEqual(['chưa rõ: -2 -100000']);
  await company.rows("update invoices set status = 'adjusted'");
  expect(await adjusted(later[0]!)).toEqual(['Kỳ 09 số 00000012 C26TAP 2026-09-10: -2 -100000']);
});

it('an earlier sale that was issued in AMIS by hand is an original too', async () => {
  await company.rows("update invoices set status = 'replaced'");
  await company.rows(
    `insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, invoice_number, invoice_date, product_code, quantity, amount, vat_amount)
     values ($1, $2, 'e1', 'TAY1', '2026-09-10', '00000031', '2026-09-10', 'SP1', 5, 250000, 20000)`,
    [company.periodId, company.profileId],
  );
  await company.rows(
    `insert into period_already_invoiced (period_id, position, profile_id, source_key, entry_key, voucher_number, invoice_number, base_quantity, amount)
     select period_id, 1, $2, source_key, 'e1', 'TAY1', '00000031', 5, 250000 from period_sales_lines where period_id = $1`,
    [company.periodId, company.profileId],
  );
  expect(await adjusted(later[0]!)).toEqual(['Kỳ 09 số 00000031  2026-09-10: -2 -100000']);
  await company.rows("update period_amis_sales set invoice_symbol = '1C26TAM' where entry_key = 'e1'");
  expect(await adjusted(later[0]!)).toEqual(['Kỳ 09 số 00000031 C26TAM 2026-09-10: -2 -100000']);
  const { input } = await readBooks({
    ...{ databaseUrl: company.api.environment.DATABASE_URL!, periodId: later[0]!, withEarlier: true },
  });
  expect(input.earlier!.sales[0]!.sold).toEqual({ baseQuantity: 5_000_000n, amount: 250_000, discount: 0 });
});

it('a sale that Bravo moves into a month after it has left waits there, and the others of the month are loaded', async () => {
  await company.rows("update invoices set status = 'issued' where period_id = $1", [company.periodId]);
  const [moved, ...others] = company.bravo.salesLines;
  const fresh = sold('B9', '2026-10-20', 1);
  company.bravo.salesLines = [{ ...moved!, docDate: '2026-10-02' }, ...others, fresh];
  const { runId } = await company.post<{ runId: string }>(`/invoice-issuance/periods/${later[0]}/load-bravo-sales`, {});
  const run = await company.api.runEnd(runId);
  expect(run).toMatchObject({ status: 'succeeded', result: { lines: 3, invoicedElsewhere: 1 } });
  await work(later[0]!, 'regenerate-invoices');
  const places = await company.rows<{ line: string; place: string }>(
    `select source_key as line, 'hóa đơn' as place from invoice_allocations where period_id = $1
     union all select source_key, reason from period_shortages where period_id = $1 order by 1`,
    [later[0]],
  );
  expect(places).toEqual([
    { line: 'B1', place: 'NEEDS_REVIEW' },
    { line: 'B9', place: 'hóa đơn' },
    { line: 'T1', place: 'RETURN_UNMATCHED' },
  ]);
  await expectLaws(company.api.context.pool, later[0]!);
});
