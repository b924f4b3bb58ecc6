import { buffer } from 'node:stream/consumers';
import type { ImportReport } from '@khop/contract/runs.ts';
import { type StockLayout, stockSheet } from '@khop/sample/amis-world/stock-layouts.ts';
import { generateCompany } from '@khop/sample/company.ts';
import { inventoryRows } from '@khop/sample/files/amis-ledgers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeWorkbook } from '../../adapters/workbook/write/write-workbook.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';

const FORMS: readonly StockLayout[] = ['with-codes', 'by-name', 'grouped', 'three-columns', 'printed'];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

it('the stock report of every form loads through the API with equal totals, row by row the same', async () => {
  const company = generateCompany({ seed: 5, lines: 300 });
  const rows = [...inventoryRows(company, 0)];
  const { fromDate, toDate } = company.period;
  const profile = { code: 'AP', name: 'An Phú', taxCode: '' };
  const profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
  const terms = { name: 'Kỳ', fromDate, toDate, profileIds: [profileId] };
  const periodId = (await api.call<{ id: string }>('POST', '/invoice-issuance/periods', terms)).body.id;
  const codes = new Map(rows.map(({ warehouseName, warehouseCode }) => [String(warehouseName), String(warehouseCode)]));
  await api.call('PUT', `/amis/profiles/${profileId}/warehouses`, {
    version: 1,
    items: [...codes].map(([name, code]) => ({ name, code })),
  });
  const stored = async () =>
    (
      await api.context.pool.query(
        `select count(*)::int as rows, sum(opening)::text as opening, sum(closing)::text as closing,
           sum(closing_value)::text as value, md5(string_agg(concat_ws('|', warehouse_code, product_code, unit, opening, closing), ','
             order by warehouse_code, product_code)) as all from period_inventory_rows`,
      )
    ).rows[0];

  const seen: unknown[] = [];
  for (const form of FORMS) {
    const content = await buffer(writeWorkbook([stockSheet(form, rows, { fromDate, toDate })]));
    const file = { name: `${form}.xlsx`, content };
    const address = `/invoice-issuance/periods/${periodId}/load-amis-inventory`;
    const { runId } = (await api.upload<{ runId: string }>(address, file, { profileId })).body;
    const run = await api.runEnd(runId);
    expect(run, `${form}: ${run.message}`).toMatchObject({ status: 'succeeded' });
    const { read, rejected, controlTotals } = run.result as ImportReport;
    expect({ form, read, rejected, agree: controlTotals.every(({ agrees }) => agrees) }).toEqual({
      ...{ form, read: rows.length, rejected: 0, agree: true },
    });
    seen.push(await stored());
  }
  for (const one of seen) expect(one).toEqual(seen[0]);
  expect(seen[0]).toMatchObject({ rows: rows.length });
});

it('stock in a unit that is not the main one of its product is told by the report of the upload, as khop issue tells it', async () => {
  const profile = { code: 'DV', name: 'Đơn vị tính', taxCode: '' };
  const profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', profile)).body.id;
  const terms = { name: 'Kỳ đơn vị', fromDate: '2026-09-01', toDate: '2026-09-30', profileIds: [profileId] };
  const periodId = (await api.call<{ id: string }>('POST', '/invoice-issuance/periods', terms)).body.id;
  const units = { 'SP-1': 'Hộp', 'SP-2': 'Lon', 'SP-3': 'Cái' };
  for (const [code, unit] of Object.entries(units))
    await api.context.pool.query(
      `insert into amis_products (id, profile_id, code, name, unit, search, fingerprint)
       values (gen_random_uuid(), $1, $2, $2, $3, '', '')`,
      [profileId, code, unit],
    );
  const row = { warehouseCode: 'K1', warehouseName: 'Kho 1', openingQuantity: '5', closingQuantity: '5' };
  const loaded = async (given: Readonly<Record<string, string>>, twice = false) => {
    const once = Object.entries(given).map(([productCode, unit]) => ({ ...row, productCode, productName: 'x', unit }));
    const rows = twice
      ? [...once, ...once.map((one) => ({ ...one, warehouseCode: 'K2', warehouseName: 'Kho 2' }))]
      : once;
    const days = { fromDate: '2026-09-01', toDate: '2026-09-30' };
    const content = await buffer(writeWorkbook([stockSheet('with-codes', rows, days)]));
    const address = `/invoice-issuance/periods/${periodId}/load-amis-inventory`;
    const { runId } = (await api.upload<{ runId: string }>(address, { name: 'ton.xlsx', content }, { profileId })).body;
    const run = await api.runEnd(runId);
    expect(run, run.message ?? '').toMatchObject({ status: 'succeeded' });
    return (run.result as ImportReport).warnings.filter(({ code }) => code === 'UNIT_DIFFERS');
  };
  expect(await loaded({ 'SP-1': 'HOP', 'SP-2': 'Lon', 'SP-9': 'Kiện' })).toEqual([]);
  expect(await loaded({ 'sp-1': 'Thùng', 'SP-2': 'Lon', 'SP-3': 'Bộ' })).toMatchObject([
    {
      message: expect.stringMatching(
        /^2 dòng ghi đơn vị khác .*: dòng \d+ «SP-1» ghi «Thùng», đơn vị tính chính là «Hộp»; dòng \d+ «SP-3» ghi «Bộ», đơn vị tính chính là «Cái»\. .* rồi tải lại\.$/,
      ),
    },
  ]);
  expect(await loaded({ 'SP-1': 'Thùng' }, true)).toMatchObject([
    { message: expect.stringMatching(/^2 dòng .*; …\. /) },
  ]);
});
