import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Problem = {
  code: string;
  stops: string | null;
  canOverride: boolean;
  severity: string;
  message: string;
  remedy: string;
  key: string;
  count: number;
};
type Body = { error_code?: string; message?: string; details?: { problems: Problem[] } };

const chief = { as: 'admin@khop.local', admin: true };
const override = { reason: 'Đã hỏi kế toán trưởng' };

let month: SampleMonth;
let retired: string;
let others: string[];
beforeAll(async () => {
  month = await startSampleMonth(400);
  [retired, ...others] = [...month.profiles.values()] as [string, ...string[]];
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const query = (text: string, values: unknown[] = [month.periodId]) => month.api.context.pool.query(text, values);
const download = (body: object = {}, options = {}) =>
  month.api.call<Body>('POST', path('download-excel'), body, options);
const problems = async (): Promise<Problem[]> =>
  (await month.api.call<{ problems: Problem[] }>('GET', path('preflight'))).body.problems;
async function generate(body: object = {}, options = {}): Promise<Run | Body> {
  const answer = await month.api.call<Body & { runId: string }>('POST', path('generate-invoices'), body, options);
  return answer.status === 202 ? month.api.runEnd(answer.body.runId) : answer.body;
}
const overrides = async (): Promise<string[]> =>
  (
    await query(
      "select summary from audit_events where action = 'period.override-preflight' and entity_id = $1 order by at",
    )
  ).rows.map((row) => row.summary);

/** In this order: what «Kiểm tra kỳ» calls blocking really blocks, and only an admin passes, never over the law. */
describe('a finding that blocks', () => {
  it('is told worst first, with what could not be invoiced yet before there is any plan', async () => {
    const { rows } = await query(
      `select code, invoice_requirement as known from bravo_partners
       where invoice_requirement <> 'unset' and code in (select partner_code from period_sales_lines where period_id = $1)
       order by code limit 1`,
    );
    const mark = (requirement: string) =>
      query('update bravo_partners set invoice_requirement = $2 where code = $1', [rows[0].code, requirement]);
    await mark('unset');
    const { rows: waiting } = await query(
      `select count(distinct code)::int as n from bravo_partners
       where invoice_requirement = 'unset' and code in (select partner_code from period_sales_lines where period_id = $1)`,
    );
    const found = await problems();
    const list = `/bravo/partners?invoiceRequirement=unset&periodId=${month.periodId}`;
    // The list that the finding leads to has exactly the customers that it counts.
    expect((await month.api.call('GET', list)).body).toMatchObject({ total: waiting[0].n });
    await mark(rows[0].known);
    const severities = found.map(({ severity }) => severity);
    expect(severities).toEqual(['block', 'warn', 'info'].flatMap((one) => severities.filter((own) => own === one)));
    const unset = found.find(({ code }) => code === 'INVOICE_REQUIREMENT_UNSET');
    expect(unset?.message).toMatch(/sinh bây giờ thì tối đa [\d.]+ dòng, -?[\d.]+ đồng không xuất được\.$/);
    expect(unset).toMatchObject({ count: waiting[0].n, key: 'INVOICE_REQUIREMENT_UNSET' });
  });

  it('stops a generation without any stock; an admin may go on in writing', async () => {
    await query('create table kept_stock (like period_inventory_rows)', []);
    await query('insert into kept_stock select * from period_inventory_rows where period_id = $1');
    await query('delete from period_inventory_rows where period_id = $1');
    const found = (await problems()).filter(({ code }) => code === 'NO_INVENTORY');
    expect(found.length).toBeGreaterThan(1);
    for (const one of found) expect(one).toMatchObject({ severity: 'block', stops: 'generation', canOverride: true });

    const blocked = (await generate()) as Run;
    expect(blocked).toMatchObject({ status: 'failed', errorCode: 'PREFLIGHT_BLOCKED' });
    expect(blocked.message).toMatch(/chưa sinh hóa đơn được: .*chưa nạp tồn kho.*Nạp báo cáo/);
    expect(await generate({ override })).toMatchObject({ error_code: 'ADMIN_ONLY' });
    expect(await generate({ override }, chief)).toMatchObject({ status: 'succeeded' });
    expect(await overrides()).toEqual([expect.stringContaining(override.reason)]);

    // A preview decides nothing yet: what it goes on over is recorded when an admin applies it.
    await query("update bravo_partners set address = address || ' (mới)'", []);
    const asked = await month.api.call<{ runId: string }>(
      'POST',
      path('regenerate-invoices'),
      { preview: true, override },
      chief,
    );
    expect(await month.api.runEnd(asked.body.runId)).toMatchObject({ status: 'succeeded' });
    expect(await overrides()).toHaveLength(1);
    expect(await month.api.call('POST', path('regeneration/apply'))).toMatchObject({
      ...{ status: 403, body: { error_code: 'ADMIN_ONLY' } },
    });
    const applied = await month.api.call<{ runId: string }>('POST', path('regeneration/apply'), undefined, chief);
    expect(await month.api.runEnd(applied.body.runId)).toMatchObject({ status: 'succeeded' });
    expect(await overrides()).toEqual([expect.any(String), expect.stringContaining(override.reason)]);

    await query('insert into period_inventory_rows select * from kept_stock', []);
    await query('drop table kept_stock', []);
    expect(await generate()).toMatchObject({ status: 'succeeded' });
  });

  it('of the law stops the export of that profile for everybody, and of no other', async () => {
    await query("update profiles set invoice_symbol = 'SAI' where id = $1", [retired]);
    for (const refused of [await download(), await download({ override }, chief)]) {
      expect(refused).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
      expect(refused.body.message).toMatch(/chưa xuất tệp được: .*ký hiệu «SAI»/);
      expect(refused.body.details!.problems).toMatchObject([{ code: 'INVOICE_SYMBOL', canOverride: false }]);
    }
    const { body } = await month.api.call<{ byStatus: object }>('GET', path('stats'));
    expect(Object.keys(body.byStatus)).toEqual(['draft']);
    expect((await download({ profileIds: others })).status).toBe(200);
    await query("update profiles set invoice_symbol = 'C26TAP' where id = $1", [retired]);
  });

  it('stops the export of an issuer without a valid tax code for everybody, though the profile may be kept so', async () => {
    type Profile = { version: number; taxCode: string };
    const profile = async () => (await month.api.call<Profile>('GET', `/amis/profiles/${retired}`)).body;
    const { taxCode: rightful } = await profile();
    const put = async (taxCode: string) =>
      month.api.call('PATCH', `/amis/profiles/${retired}`, { version: (await profile()).version, taxCode });
    for (const [taxCode, code] of [
      ['  ', 'SELLER_INCOMPLETE'],
      [rightful.replace(/^0/, ''), 'SELLER_TAX_CODE'],
      ['sẽ bổ sung', 'SELLER_TAX_CODE'],
    ] as const) {
      expect((await put(taxCode)).status).toBe(200);
      for (const refused of [await download(), await download({ override }, chief)]) {
        expect(refused).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
        expect(refused.body.details!.problems).toMatchObject([{ code, canOverride: false }]);
      }
    }
    expect((await put(rightful)).status).toBe(200);
  });

  it('that is no law stops an export until an admin says why', async () => {
    await query('update profiles set is_active = false where id = $1', [retired]);
    expect(await download()).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
    expect(await download({ override })).toMatchObject({ status: 403, body: { error_code: 'ADMIN_ONLY' } });
    expect((await download({ override }, chief)).status).toBe(200);
    expect((await overrides()).at(-1)).toMatch(/Xuất tệp .* dù «Kiểm tra kỳ» chặn 1 điều: Đã hỏi/);
  });

  it('does not keep back what has left before: it may be downloaded again', async () => {
    expect((await download()).status).toBe(200);
    expect(await download({ only: 'new' })).toMatchObject({ status: 422, body: { error_code: 'NOTHING_TO_EXPORT' } });
  });

  it('keeps a retired profile out of a new period', async () => {
    await query("update invoice_periods set status = 'closed' where id = $1");
    const { rows } = await query('select from_date, to_date from invoice_periods where id = $1');
    const { from_date: fromDate, to_date: toDate } = rows[0];
    const terms = { name: 'Kỳ sau', fromDate, toDate };
    const create = (profileIds: string[]) =>
      month.api.call<Body>('POST', '/invoice-issuance/periods', { ...terms, profileIds });
    expect(await create([retired, ...others])).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
    expect((await create(others)).status).toBe(201);
  });
});
