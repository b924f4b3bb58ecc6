import type { DayCell } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

const TODAY = '2026-09-30';
let month: SampleMonth;
beforeAll(async () => {
  vi.stubEnv('PGOPTIONS', `-c khop.today=${TODAY}`);
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

type Invoice = { id: string; version: number; profileId: string; date: string; documentDate: string; status: string };
type Preflight = { days: DayCell[]; completeThrough: string | null; problems: { code: string; count: number }[] };
type Body = { error_code?: string; message?: string; changed?: number };

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const preflight = async () => (await month.api.call<Preflight>('GET', path('preflight'))).body;
const invoices = async (query = ''): Promise<Invoice[]> =>
  (await month.api.call<{ items: Invoice[] }>('GET', path(`amis-invoices?limit=500${query}`))).body.items;
const handOver = async () => {
  const answer = await month.api.call('POST', path('download-excel'), { only: 'new' });
  expect(answer.status, answer.raw.toString('utf8', 0, 300)).toBe(200);
};
const takeBack = (chosen: readonly Pick<Invoice, 'id' | 'version'>[]) =>
  month.api.call<Body>('POST', path('take-back-invoices'), {
    invoices: chosen.map(({ id, version }) => ({ id, version })),
    reason: 'tệp chưa nhập vào AMIS',
  });

/** Everything that an invoice says, by its id, with its items and draws. */
async function stored(): Promise<Map<string, string>> {
  const { rows } = await month.api.context.pool.query<{ id: string; content: string }>(
    `select i.id, concat_ws(' ', i.voucher_number, i.invoice_date_planned, i.buyer_name, i.total,
       (select string_agg(concat_ws('/', t.product_code, t.quantity, t.amount, a.source_key, a.lot, a.quantity), ' ' order by t.line_number, a.position)
        from invoice_items t join invoice_allocations a on a.item_id = t.id where t.invoice_id = i.id)) as content
     from invoices i where i.period_id = $1`,
    [month.periodId],
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}

it('plans and hands over the days up to one, and leaves the days after it open', async () => {
  await month.done('generate-invoices', { through: '2026-09-25' });
  const planned = await invoices();
  expect(planned.length).toBeGreaterThan(50);
  expect(planned.every(({ documentDate }) => documentDate <= '2026-09-25')).toBe(true);
  const { days, completeThrough } = await preflight();
  expect(completeThrough).toBe('2026-09-29');
  for (const { day, drafts, unplanned, state } of days) {
    if (day > '2026-09-25') expect([day, drafts.count]).toEqual([day, 0]);
    else expect([day, unplanned.documents]).toEqual([day, 0]);
    if (unplanned.documents > 0) expect([day, state]).toEqual([day, day <= '2026-09-29' ? 'ready' : 'open']);
  }
  const waiting = new Set(days.filter(({ state }) => state === 'ready' || state === 'open').map(({ day }) => day));
  expect([...waiting]).toEqual(['2026-09-26', '2026-09-27', '2026-09-28', '2026-09-29', '2026-09-30']);
  await handOver();
  expect(new Set((await invoices()).map(({ status }) => status))).toEqual(new Set(['exported']));
  await expectLaws(month.api.context.pool, month.periodId);
});

it('hands over the next day without touching what has left', async () => {
  const before = await stored();
  await month.done('regenerate-invoices', { through: '2026-09-28' });
  const after = await stored();
  for (const [id, content] of before) expect(after.get(id)).toBe(content);
  const added = (await invoices('&status=draft')).map(({ documentDate }) => documentDate);
  expect([...new Set(added)].toSorted().slice(-3)).toEqual(['2026-09-26', '2026-09-27', '2026-09-28']);
  await handOver();
  await expectLaws(month.api.context.pool, month.periodId);
});

it('refuses a day outside the period and keeps the one in force', async () => {
  const answer = await month.api.call<Body>('POST', path('regenerate-invoices'), { through: '2026-10-01' });
  expect([answer.status, answer.body.error_code]).toEqual([400, 'VALIDATION']);
  expect(answer.body.message).toContain('từ 01/09/2026 đến 30/09/2026');
  const { body } = await month.api.call('GET', `/invoice-issuance/periods/${month.periodId}`);
  expect(body).toMatchObject({ throughDate: '2026-09-28' });
});

it('records each day from the moment on which it holds, whatever becomes of the run', async () => {
  const { rows } = await month.api.context.pool.query(
    "select entity_id = $1 as own, before, after, request_id is not null as asked from audit_events where action = 'period.set-through' order by id",
    [month.periodId],
  );
  expect(rows).toEqual([
    { own: true, before: { throughDate: null }, after: { throughDate: '2026-09-25' }, asked: true },
    { own: true, before: { throughDate: '2026-09-25' }, after: { throughDate: '2026-09-28' }, asked: true },
  ]);
});

it('holds a later date back until the earlier one has its number', async () => {
  const { pool } = month.api.context;
  const [first] = await invoices('&sort=voucherNumber');
  await pool.query("update invoices set invoice_date_planned = '2026-09-25' where id = $1", [first!.id]);
  await month.done('regenerate-invoices', {});
  expect((await preflight()).problems.map(({ code }) => code)).toContain('EARLIER_DAY_PENDING');
  const answer = await month.api.call<Body>('POST', path('download-excel'), { only: 'new' });
  expect([answer.status, answer.body.error_code]).toEqual([422, 'PREFLIGHT_BLOCKED']);
});

it('dates a pinned draft anew whose day has passed, and leaves all else of it to the person who pinned it', async () => {
  const { pool } = month.api.context;
  const [draft, other] = (await invoices('&status=draft&sort=voucherNumber')).filter(({ date }) => date === TODAY);
  const review = "pinned = true, reviewed_by = 'an@khop.local', reviewed_at = now()";
  await pool.query(`update invoices set invoice_date_planned = '2026-09-29', ${review} where id = $1`, [draft!.id]);
  await pool.query(`update invoices set ${review} where id = $1`, [other!.id]);
  expect((await preflight()).problems.map(({ code }) => code)).toContain('DRAFT_BEFORE_LAST_ISSUED');
  const before = await stored();
  await month.done('regenerate-invoices', {});
  const after = await stored();
  expect(after.get(draft!.id)).toBe(before.get(draft!.id)!.replace(' 2026-09-29 ', ` ${TODAY} `));
  expect(after.get(other!.id)).toBe(before.get(other!.id));
  const { rows } = await pool.query(
    'select version, pinned, reviewed_by from invoices where id = any($1) order by version',
    [[draft!.id, other!.id]],
  );
  expect(rows).toEqual([
    { version: other!.version, pinned: true, reviewed_by: 'an@khop.local' },
    { version: draft!.version + 1, pinned: true, reviewed_by: 'an@khop.local' },
  ]);
  const codes = (await preflight()).problems.map(({ code }) => code);
  expect(codes).toContain('DRAFT_REDATED');
  expect(codes).not.toContain('DRAFT_BEFORE_LAST_ISSUED');
  await expectLaws(pool, month.periodId);
  await month.done('regenerate-invoices', {});
  expect((await preflight()).problems.map(({ code }) => code)).not.toContain('DRAFT_REDATED');
  await pool.query('update invoices set pinned = false, reviewed_by = null, reviewed_at = null where id = any($1)', [
    [draft!.id, other!.id],
  ]);
});

it('takes back what a later ledger does not show, and dates it anew', async () => {
  const { pool } = month.api.context;
  // As a day that was handed over in time: its own date, and the last day of signing has gone by.
  const [one, other] = (await invoices('&status=exported&sort=voucherNumber')).filter(
    ({ documentDate }) => documentDate === '2026-09-25',
  );
  await pool.query("update invoices set invoice_date_planned = document_date, fingerprint = '' where id = $1", [
    one!.id,
  ]);
  expect((await preflight()).problems).toContainEqual(
    expect.objectContaining({ code: 'HANDED_OVER_EXPIRED', count: 1 }),
  );

  const tooEarly = await takeBack([one!]);
  expect([tooEarly.status, tooEarly.body.error_code]).toEqual([422, 'INVOICE_STATE']);
  expect(tooEarly.body.message).toContain('xuất sau lúc giao');
  await pool.query(
    "update period_loads set made_at = now() + interval '1 minute' where period_id = $1 and kind = 'sales_ledger'",
    [month.periodId],
  );
  await pool.query(
    `insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, product_code, quantity, amount)
     select period_id, profile_id, 'đã nhập', voucher_number, document_date, 'HH', 1, amount from invoices where id = $1`,
    [other!.id],
  );
  // The voucher that AMIS has needs no number yet for that.
  const left = (await invoices('&status=exported')).filter(({ id }) => id !== one!.id && id !== other!.id);
  const missing = (await preflight()).problems.filter(({ code }) => code === 'HANDED_OVER_MISSING');
  expect(missing.reduce((sum, { count }) => sum + count, 0)).toBe(left.length);
  const seen = await takeBack([one!, other!]);
  expect([seen.status, seen.body.message?.includes('đã có chứng từ trong sổ AMIS')]).toEqual([422, true]);
  const stale = await takeBack([{ id: one!.id, version: one!.version + 1 }]);
  expect(stale.body.error_code).toBe('STALE_VERSION');

  expect((await takeBack([one!])).body).toEqual({ changed: 1 });
  const again = await takeBack([one!]);
  expect(again.body.error_code).toBe('STALE_VERSION');
  await month.done('regenerate-invoices', {});
  const sales = (await invoices(`&profileId=${one!.profileId}`)).find(({ id }) => id === one!.id);
  expect(sales).toMatchObject({ status: 'draft', date: TODAY, documentDate: '2026-09-25' });
  const { rows } = await pool.query(
    "select summary, after from audit_events where action = 'invoice.take-back' and entity_id = $1",
    [one!.id],
  );
  expect(rows).toEqual([
    { summary: expect.stringContaining('Thu hồi hóa đơn'), after: { reason: 'tệp chưa nhập vào AMIS' } },
  ]);
});
