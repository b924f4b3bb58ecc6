import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(200);
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const query = (text: string, values: unknown[]) => month.api.context.pool.query(text, values);

async function generate(step: 'generate-invoices' | 'regenerate-invoices'): Promise<void> {
  const { body } = await month.api.call<{ runId: string }>('POST', path(step), {});
  expect((await month.api.runEnd(body.runId)).status).toBe('succeeded');
}

async function isTold(): Promise<boolean> {
  const { body } = await month.api.call<{ problems: { code: string }[] }>('GET', path('preflight'));
  return body.problems.some(({ code }) => code === 'CATALOGUES_CHANGED');
}

it('tells that a regeneration would say something else once a customer of the period is marked, until it is made', async () => {
  expect(await isTold()).toBe(false);
  await generate('generate-invoices');
  expect(await isTold()).toBe(false);
  const others = 'code not in (select partner_code from period_sales_lines where period_id = $1)';
  await query(`update bravo_partners set invoice_requirement = 'unset' where ${others}`, [month.periodId]);
  expect(await isTold()).toBe(false);
  const own = `code in (select partner_code from period_sales_lines where period_id = $1)`;
  await query(
    `update bravo_partners set invoice_requirement = 'unset'
     where code = (select min(code) from bravo_partners where ${own} and invoice_requirement <> 'unset')`,
    [month.periodId],
  );
  expect(await isTold()).toBe(true);
  await generate('regenerate-invoices');
  expect(await isTold()).toBe(false);
});
