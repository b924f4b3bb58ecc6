import type { ImportReport, Run } from '@khop/contract/runs.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import type { RenderMeta } from '@khop/engine/sheets/render.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerRows } from '../../../testing/amis-ledger.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

type Problem = {
  code: string;
  severity: string;
  stops: string | null;
  canOverride: boolean;
  message: string;
  count: number;
};
type Body = { runId: string; error_code?: string; message?: string; details?: { problems: Problem[] } };

const chief = { as: 'admin@khop.local', admin: true };
const wholeMonth = { fromDate: '2026-09-01', toDate: '2026-09-30' };

let month: SampleMonth;
let profileId: string;
let others: string[];
let rows: Row[];
beforeAll(async () => {
  month = await startSampleMonth(400);
  [profileId, ...others] = [...month.profiles.values()] as [string, ...string[]];
  rows = await ledgerRows(month, profileId);
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
async function upload(given: readonly Row[], meta: RenderMeta = wholeMonth, query = ''): Promise<Run> {
  const file = await workbookFile('amis-sales-ledger', given, meta);
  const { status, body } = await month.api.upload<Body>(path(`load-amis-sales-ledger${query}`), file, { profileId });
  expect(status, JSON.stringify(body)).toBe(202);
  return month.api.runEnd(body.runId);
}
async function generate(which: string): Promise<void> {
  const { body } = await month.api.call<Body>('POST', path(which), {});
  expect(await month.api.runEnd(body.runId)).toMatchObject({ status: 'succeeded' });
}
const download = (body: object = {}, options = {}) =>
  month.api.call<Body>('POST', path('download-excel'), body, options);
const problem = async (code: string): Promise<Problem | undefined> =>
  (await month.api.call<{ problems: Problem[] }>('GET', path('preflight'))).body.problems.find(
    (one) => one.code === code,
  );
const stored = async (): Promise<number> =>
  (
    await month.api.context.pool.query(
      'select count(*)::int as count from period_amis_sales where period_id = $1 and profile_id = $2',
      [month.periodId, profileId],
    )
  ).rows[0].count;

/** In this order: one profile's ledger, with less and less wrong about it. */
describe('an AMIS sales ledger that does not tell everything that was issued', () => {
  it.each([
    ['the first days only', { fromDate: '2026-09-01', toDate: '2026-09-10' }],
    ['the last days only', { fromDate: '2026-09-10', toDate: '2026-09-30' }],
  ])('is refused when it is of %s, and what was loaded stays', async (_, days) => {
    const before = await stored();
    expect(before).toBeGreaterThan(0);
    for (const query of ['?dryRun=true', '']) {
      const run = await upload(rows.slice(0, 3), days, query);
      expect(run).toMatchObject({ status: 'failed', errorCode: 'WRONG_PERIOD' });
      expect(run.message).toMatch(/không đủ kỳ 01\/09\/2026 – 30\/09\/2026.*lần hai.*cho cả kỳ/);
    }
    expect(await stored()).toBe(before);
  });

  it('is taken when it has more days than the period', async () => {
    expect(await upload(rows, { fromDate: '2026-08-01', toDate: '2026-10-31' })).toMatchObject({ status: 'succeeded' });
    expect(await problem('AMIS_SALES_DAYS_MISSING')).toBeUndefined();
  });

  it('stops every profile’s export while rows of it cannot be read, and says so at once', async () => {
    const run = await upload(rows.map((row, index) => (index < 2 ? { ...row, accountingDate: 'hôm qua' } : row)));
    expect((run.result as ImportReport).warnings).toContainEqual(
      expect.objectContaining({ code: 'AMIS_SALES_UNREAD', message: expect.stringMatching(/^2 dòng/) }),
    );
    const found = await problem('AMIS_SALES_UNREAD');
    expect(found).toMatchObject({ severity: 'block', stops: 'export', canOverride: true, count: 1 });
    expect(found!.message).toMatch(/2 dòng không đọc được.*lần hai.*Ví dụ: Dòng 5/);

    await generate('generate-invoices');
    for (const body of [{}, { profileIds: others }]) {
      const refused = await download(body);
      expect(refused).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
      expect(refused.body.details!.problems).toMatchObject([{ code: 'AMIS_SALES_UNREAD' }]);
    }
    const override = { reason: 'Hai dòng ấy là tiêu đề nhóm' };
    expect((await download({ profileIds: others, override }, chief)).status).toBe(200);
  });

  it('stops an export, too, when it was loaded by a version that did not ask', async () => {
    await upload(rows);
    await generate('regenerate-invoices');
    await month.api.context.pool.query(
      "update period_loads set to_date = '2026-09-10' where period_id = $1 and profile_id = $2 and kind = 'sales_ledger'",
      [month.periodId, profileId],
    );
    const refused = await download({ only: 'new' });
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
    expect(refused.body.message).toMatch(/chỉ là của 01\/09\/2026 – 10\/09\/2026, không đủ kỳ/);
    await upload([...rows, ...rows.slice(0, 1)]);
    await upload(rows);
    await generate('regenerate-invoices');
    expect((await download({ only: 'new' })).status).toBe(200);
  });
});

describe('a ledger without any description', () => {
  it('is named while exported invoices have to be read back from it', async () => {
    const found = await problem('AMIS_LEDGER_WITHOUT_WORDS');
    expect(found).toMatchObject({ severity: 'warn', stops: null });
    expect(found!.message).toMatch(/không có Diễn giải/);
  });
});
