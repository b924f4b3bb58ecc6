import type { Regeneration } from '@khop/contract/invoice-issuance/regeneration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpPlan } from '../../testing/plan-dump.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

type Problem = { code: string; severity: string; stops: string | null; message: string; remedy: string };

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.done('generate-invoices');
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const query = (text: string) => month.api.context.pool.query(text, [month.periodId]);
const outdated = async (): Promise<Problem | undefined> =>
  (await month.api.call<{ problems: Problem[] }>('GET', path('preflight'))).body.problems.find(
    ({ code }) => code === 'PLAN_OUTDATED',
  );
const download = () => month.api.call<{ error_code?: string; message?: string }>('POST', path('download-excel'), {});

describe('a period whose plan an older version made', () => {
  it('says before a download that it must be regenerated once, with what happens to its invoices', async () => {
    expect(await outdated()).toBeUndefined();
    // As if the entries of AMIS ledgers had had other names then.
    await query(`update period_amis_sales set entry_key = voucher_number || '/' || row_number where period_id = $1`);
    await query(`update invoice_periods set plan = plan - 'madeBy' where id = $1`);
    const found = await outdated();
    expect(found).toMatchObject({ severity: 'block', stops: 'export' });
    expect(found!.message).toMatch(/bản Khớp cũ hơn/);
    expect(found!.remedy).toMatch(/«Sinh lại» một lần.*đã xuất và đã ghim giữ nguyên/);
    const refused = await download();
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'PERIOD_STATE' } });
    expect(refused.body.message).toBe(`${found!.message} ${found!.remedy}`);
  });

  it('is distinguished from one whose data was changed', async () => {
    await month.done('regenerate-invoices');
    expect(await outdated()).toBeUndefined();
    await query('update period_inventory_rows set closing = closing + 1, opening = opening + 1 where period_id = $1');
    expect((await outdated())!.message).toMatch(/đã đổi sau lần sinh hóa đơn gần nhất/);
    await query('update period_inventory_rows set closing = closing - 1, opening = opening - 1 where period_id = $1');
    expect(await outdated()).toBeUndefined();
  });

  it('is undone as it was kept, also when a column came after it', async () => {
    const before = await dumpPlan(month.api.context.pool, month.periodId);
    await query(`insert into period_exclusions (period_id, source_key, reason, note, created_by)
      select period_id, max(source_key), 'not_a_sale', 'thử', 'x' from period_sales_lines where period_id = $1 group by 1`);
    await month.done('regenerate-invoices');
    await query(`update period_undo_rows set content = content - 'plan_warnings' || '{"gone": 1}'
      where period_id = $1 and table_name = 'invoices'`);
    await month.done('regeneration/undo');
    expect(await dumpPlan(month.api.context.pool, month.periodId)).toEqual(before);
  });

  it('does not apply a preview that another engine planned', async () => {
    await query(`insert into period_exclusions (period_id, source_key, reason, note, created_by)
      select period_id, min(source_key), 'not_a_sale', 'thử', 'x' from period_sales_lines where period_id = $1 group by 1`);
    await month.done('regenerate-invoices', { preview: true });
    const shown = async () => (await month.api.call<Regeneration>('GET', path('regeneration'))).body.proposal!;
    expect((await shown()).isStale).toBe(false);
    await query(`update period_proposals set revision = split_part(revision, '@', 1) || '@older' where period_id = $1`);
    expect((await shown()).isStale).toBe(true);
    expect(await month.api.call('POST', path('regeneration/apply'))).toMatchObject({
      ...{ status: 422, body: { error_code: 'PROPOSAL_STALE' } },
    });
  });
});
