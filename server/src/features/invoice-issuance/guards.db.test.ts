import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { startRun } from '../../jobs/runs.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';
import { loadInput } from './load/load-input.ts';
import { readPeriod } from './period-rows.ts';

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(200);
});
afterAll(() => month?.api.close());

type Body = Record<string, unknown> & { error_code?: string; message?: string };
const place = (rest = '', id = month.periodId): string => `/invoice-issuance/periods/${id}${rest}`;
const chief = { as: 'admin@khop.local', admin: true };

async function finished(path: string): Promise<Run> {
  const { status, body } = await month.api.call<{ runId: string }>('POST', path, {});
  expect(status, JSON.stringify(body)).toBe(202);
  return month.api.runEnd(body.runId);
}
const download = (body: object = {}) => month.api.call<Body>('POST', place('/download-excel'), body);
const period = async (): Promise<Period> => (await month.api.call<Period>('GET', place())).body;
const edit = async (changes: object, options = {}) =>
  month.api.call<Body>('PATCH', place(), { version: (await period()).version, ...changes }, options);
const refusal = (code: string, says: RegExp) => ({
  status: 422,
  body: { error_code: code, message: expect.stringMatching(says) },
});

/** In this order: one period goes through its life, with a wrong request at each step. */
describe('what a period refuses', () => {
  it('moving its days away from under what was loaded for them', async () => {
    expect(await edit({ toDate: '2099-01-01' })).toMatchObject(refusal('PERIOD_STATE', /đã nạp dữ liệu/));
  });

  it('more days than two years: the day of a slip of the hand', async () => {
    const [profileId] = (await period()).profileIds;
    const open = (fromDate: string, toDate: string) =>
      month.api.call<Body & { id: string; version: number }>('POST', '/invoice-issuance/periods', {
        ...{ name: 'Kỳ dài', fromDate, toDate, profileIds: [profileId], issuers: {} },
      });
    const tooLong = {
      status: 400,
      body: { error_code: 'VALIDATION', message: expect.stringContaining('hơn hai năm') },
    };
    for (const toDate of ['9999-12-31', '2062-10-31', '2029-01-02'])
      expect(await open('2027-01-01', toDate)).toMatchObject(tooLong);
    const { status, body } = await open('2027-01-01', '2029-01-01');
    expect([status, body.message]).toEqual([201, undefined]);
    const longer = { version: body.version, toDate: '2029-01-02' };
    expect(await month.api.call<Body>('PATCH', place('', body.id), longer)).toMatchObject(tooLong);
    expect((await month.api.call('DELETE', place('', body.id))).status).toBe(204);
  });

  it('applying a preview that was never made, and does not call the open period closed', async () => {
    expect(await month.api.call<Body>('POST', place('/regeneration/apply'))).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND', message: expect.stringMatching(/Không có bản sinh lại nào đang chờ/) },
    });
  });

  it('downloading nothing in particular', async () => {
    expect((await finished(place('/generate-invoices'))).status).toBe('succeeded');
    expect(await download({ profileIds: [] })).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
  });

  it('downloading the files of a profile that takes no part, alone or beside one that does', async () => {
    const other = { code: 'NGOAI', name: 'Ngoài kỳ', taxCode: '' };
    const { body } = await month.api.call<{ id: string }>('POST', '/amis/profiles', other);
    const [own] = (await period()).profileIds;
    for (const profileIds of [[body.id], [own!, body.id]])
      expect(await download({ profileIds })).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    expect((await period()).status).toBe('generated');
  });

  it('leaving out a line that has no name', async () => {
    const lines = { sourceKeys: [''], reason: 'cancelled', note: 'thử' };
    expect(await month.api.call<Body>('POST', place('/exclusions'), lines)).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND', message: expect.stringContaining('«»') },
    });
  });

  it('downloading invoices that were planned from other stock', async () => {
    const { pool } = month.api.context;
    const take = 'update period_inventory_rows set opening = opening - $1 where period_id = $2';
    await pool.query(take, [1, month.periodId]);
    expect(await download()).toMatchObject(refusal('PERIOD_STATE', /sinh lại/i));
    const { body } = await month.api.call<{ byStatus: object }>('GET', place('/stats'));
    expect(Object.keys(body.byStatus)).toEqual(['draft']);
    await pool.query(take, [-1, month.periodId]);
  });

  it('downloading invoices of issuers that are no longer declared', async () => {
    const { issuers } = await period();
    await edit({ issuers: {} });
    expect(await download()).toMatchObject(refusal('PERIOD_STATE', /sinh lại/i));
    await edit({ issuers });
    expect(await download()).toMatchObject({ status: 200 });
  });

  it('leaving out a profile that has exported invoices there', async () => {
    const { profileIds } = await period();
    expect(await edit({ profileIds: profileIds.slice(1), issuers: {} })).toMatchObject(
      refusal('PERIOD_STATE', /không bỏ khỏi kỳ/),
    );
  });

  it('closing over revenue that came after the plan', async () => {
    const { pool } = month.api.context;
    const add = `update period_sales_lines set amount = amount + $1 where (period_id, source_key) in
      (select period_id, source_key from period_sales_lines where period_id = $2 order by source_key limit 1)`;
    await pool.query(add, [50_000_000, month.periodId]);
    const close = { status: 'closed', acknowledgement: 'Đã biết phần còn lại' };
    expect(await edit(close, chief)).toMatchObject(refusal('PERIOD_STATE', /Sinh lại|sinh lại/));
    await pool.query(add, [-50_000_000, month.periodId]);
    const onlyOne = '(select id from invoices where period_id = $1 order by id limit 1)';
    const { rows } = await pool.query<{ status: string }>(`select status from invoices where id = ${onlyOne}`, [
      month.periodId,
    ]);
    const give = `update invoices set status = $2 where id = ${onlyOne}`;
    await pool.query(give, [month.periodId, 'draft']);
    expect(await edit(close, chief)).toMatchObject(refusal('PERIOD_STATE', /1 hóa đơn nháp \([\d.]+ đồng\) chưa xuất/));
    await pool.query(give, [month.periodId, rows[0]!.status]);
    // A negative part may offset a positive one: what is left adds up to nothing, and still no accountant has seen it.
    const offset = `update invoice_periods set plan = jsonb_set(plan, '{tieOut,unallocated}', '0') where id = $1`;
    await pool.query(offset, [month.periodId]);
    expect(await edit({ status: 'closed' }, chief)).toMatchObject(refusal('ACKNOWLEDGEMENT_REQUIRED', /ghi nhận/));
    expect(await edit(close, chief)).toMatchObject({ status: 200, body: { status: 'closed' } });
  });

  it('invoices for lines that have left in another period’s, and giving their voucher numbers again', async () => {
    const { name: _, fromDate, toDate, profileIds, issuers, rules } = await period();
    const terms = { fromDate, toDate, profileIds, issuers, rules };
    const { body: second } = await month.api.call<Period>('POST', '/invoice-issuance/periods', {
      name: 'Kỳ thứ hai',
      ...terms,
    });
    const run = await finished(place('/load-bravo-sales', second.id));
    const { pool, db } = month.api.context;
    const { rows: left } = await pool.query<{ line: string }>(
      `select distinct a.source_key as line from invoice_allocations a join invoice_items t on t.id = a.item_id
       join invoices i on i.id = t.invoice_id where a.period_id = $1 and i.status <> 'draft'
       union select source_key from period_already_invoiced where period_id = $1 order by 1`,
      [month.periodId],
    );
    expect(left.length).toBeGreaterThan(0);
    expect(run).toMatchObject({ status: 'succeeded', result: { invoicedElsewhere: left.length } });

    const { rows } = await pool.query<{ last: string }>(
      'select max(voucher_number) as last from invoice_vouchers group by profile_id',
    );
    const input = await loadInput(db, await readPeriod(db, second.id));
    expect(input.invoicedElsewhere?.map(({ line }) => line)).toEqual(left.map(({ line }) => line));
    expect(Object.values(input.previousVouchers ?? {})).toEqual(expect.arrayContaining(rows.map((row) => row.last)));
  });
});

it('says that a run is under way without waiting for the worker that is finishing it', async () => {
  const { context } = month.api;
  const newRun = { kind: 'import', scope: 'khóa', payload: {}, createdBy: 'a' } as const;
  await context.pool.query(
    "insert into runs (id, kind, scope, status, created_by) values (gen_random_uuid(), 'import', 'khóa', 'running', 'a')",
  );
  const finishing = await context.pool.connect();
  await finishing.query("begin; update runs set stage = 'Ghi kết quả' where scope = 'khóa'");
  try {
    const started = inTransaction(context.pool, async (tx) => {
      await tx.client.query("set local lock_timeout = '2s'");
      return startRun(tx, context, newRun);
    });
    await expect(started).rejects.toMatchObject({ code: 'RUN_IN_PROGRESS' });
  } finally {
    await finishing.query('rollback');
    finishing.release();
  }
});
