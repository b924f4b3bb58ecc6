import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import type { Run } from '@khop/contract/runs.ts';
import { planInvoices } from '@khop/engine/invoice-issuance/plan.ts';
import type { IssuanceInput, PlannedInvoice } from '@khop/engine/invoice-issuance/types.ts';
import { formatQuantity } from '@khop/engine/quantity.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIssueFolder } from '../../cli/issue/issue-folder.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';
import { storedInvoices } from './load/kept-invoices.ts';
import { reportMoments } from './load/ledger-files.ts';

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;

async function generate(which: 'generate' | 'regenerate'): Promise<Run> {
  const { status, body } = await month.api.call<{ runId: string }>('POST', path(`${which}-invoices`), {});
  expect(status).toBe(202);
  return month.api.runEnd(body.runId);
}

const readable = (invoice: PlannedInvoice): unknown =>
  JSON.parse(
    JSON.stringify(invoice, (_, value: unknown) => (typeof value === 'bigint' ? formatQuantity(value) : value)),
  );

/** Stored prices carry no trailing zeros; everything else is compared as it is. */
const sorted = (invoices: readonly PlannedInvoice[]): unknown[] =>
  [...invoices].sort((a, b) => (a.voucherNumber < b.voucherNumber ? -1 : 1)).map(readable);

/** A folder is one moment to the command line; here each report has its own, which decides what the stock contains. */
async function withMoments(input: IssuanceInput): Promise<IssuanceInput> {
  const momentsOf = await reportMoments(month.api.context.db, month.periodId);
  const profiles = input.profiles.map((books) => {
    const moments = momentsOf(month.profiles.get(books.terms.code)!);
    const salesLedger = books.salesLedger.map((entry) => ({ ...entry, seen: { first: moments.ledger! } }));
    return { ...books, moments, salesLedger };
  });
  return { ...input, profiles };
}

describe('a month through the service', () => {
  it('plans the very invoices that the command line plans from the same files', async () => {
    const run = await generate('generate');
    expect(run.status, run.message ?? '').toBe('succeeded');
    const plan = planInvoices(await withMoments((await readIssueFolder(month.folder)).input));
    const codes = new Map([...month.profiles].map(([code, id]) => [id, code]));
    const stored = await storedInvoices(month.api.context.db, month.periodId, (id) => codes.get(id)!, 'live');
    expect(stored.length).toBeGreaterThan(50);
    expect(sorted(stored)).toEqual(sorted(plan.invoices));
    const { body: stats } = await month.api.call<{ tieOut: Record<string, number> }>('GET', path('stats'));
    expect(stats.tieOut).toEqual(plan.tieOut);
  });

  it('accounts for every đồng of the ledger, line by line and in all', async () => {
    const { rows } = await sql<{ ledger: number; placed: number; broken: number }>`
      with netted as (
        select key, sum(amount) as amount from (
          select return_line as key, -amount as amount from period_netted where period_id = ${month.periodId}
          union all select sale_line, amount from period_netted where period_id = ${month.periodId}) n group by key)
      select sum(s.amount - s.discount)::bigint as ledger, sum(s.invoiced + s.already_invoiced + s.unallocated + s.excluded)::bigint as placed,
        count(*) filter (where s.amount - s.discount <> s.invoiced + s.already_invoiced + s.unallocated + s.excluded + coalesce(n.amount, 0)) as broken
      from period_sales_lines s left join netted n on n.key = s.source_key where s.period_id = ${month.periodId}`.execute(
      month.api.context.db,
    );
    expect(rows[0]!.broken).toBe(0);
    expect(rows[0]!.placed).toBe(rows[0]!.ledger);
  });

  it('never draws more from a lot than it holds, nor before it exists', async () => {
    const { rows } = await sql<{ oversold: number; early: number; drawn: number }>`
      with drawn as (select a.lot, sum(a.quantity) as quantity from invoice_allocations a where a.period_id = ${month.periodId} and a.lot is not null group by a.lot)
      select count(*) as drawn, count(*) filter (where d.quantity > l.quantity or l.lot is null) as oversold,
        (select count(*) from invoice_allocations a join period_lots l on l.period_id = a.period_id and l.lot = a.lot
          join period_sales_lines s on s.period_id = a.period_id and s.source_key = a.source_key where a.period_id = ${month.periodId} and s.doc_date < l.available_from) as early
      from drawn d left join period_lots l on l.period_id = ${month.periodId} and l.lot = d.lot`.execute(
      month.api.context.db,
    );
    expect(rows[0]!.drawn).toBeGreaterThan(20);
    expect(rows[0]).toMatchObject({ oversold: 0, early: 0 });
  });

  it('changes nothing when regenerated from the same input', async () => {
    const before = await month.api.call<{ items: { id: string; version: number }[] }>(
      'GET',
      path('amis-invoices?limit=500'),
    );
    const run = await generate('regenerate');
    expect(run.status, run.message ?? '').toBe('succeeded');
    expect((run.result as { change: object }).change).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const after = await month.api.call<{ items: { id: string; version: number }[] }>(
      'GET',
      path('amis-invoices?limit=500'),
    );
    expect(after.body.items).toEqual(before.body.items);
  });

  it('changes a customer only with a reason, keeps the choice when regenerating, and shows the ledger buyer', async () => {
    const { body: list } = await month.api.call<{ items: { id: string; version: number; bravoDocument: string }[] }>(
      'GET',
      path('amis-invoices?limit=1&buyerSource=connection'),
    );
    const invoice = list.items[0]!;
    const place = `/invoice-issuance/amis-invoices/${invoice.id}`;
    const { body: options } = await month.api.call<{
      items: { customerId: string; sameLegalPerson: boolean; name: string }[];
    }>('GET', `${place}/customer-options?q=c&limit=100`);
    const other = options.items.find((option) => !option.sameLegalPerson)!;
    const change = (extra: object) =>
      month.api.call<{ error_code?: string; version: number; buyer: { name: string }; ledgerBuyer: { name: string } }>(
        'PATCH',
        `${place}/customer`,
        { version: invoice.version, customerId: other.customerId, ...extra },
      );
    expect(await change({})).toMatchObject({ status: 422, body: { error_code: 'REASON_REQUIRED' } });
    const changed = await change({ reason: 'Khách yêu cầu xuất cho công ty mẹ' });
    expect(changed).toMatchObject({
      status: 200,
      body: { pinned: true, buyer: { name: other.name, source: 'chosen' } },
    });
    expect(changed.body.ledgerBuyer.name).not.toBe('');
    expect(await change({ reason: 'lần nữa' })).toMatchObject({ status: 412, body: { error_code: 'STALE_VERSION' } });
    expect((await generate('regenerate')).status).toBe('succeeded');
    const { body: kept } = await month.api.call('GET', place);
    expect(kept).toMatchObject({ pinned: true, buyer: { name: other.name } });
    const { body: history } = await month.api.call<{ items: { action: string; summary: string }[] }>(
      'GET',
      `/history/invoice/${invoice.id}`,
    );
    expect(history.items[0]).toMatchObject({ action: 'invoice.change-customer' });
  });

  it('downloads a zip whose retry has the same bytes, and exports in the same transaction', async () => {
    const answer = await month.api.call('POST', path('download-excel'), {}, { idempotencyKey: 'tai-1' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/zip');
    const again = await month.api.call('POST', path('download-excel'), {}, { idempotencyKey: 'tai-1' });
    expect(Buffer.compare(answer.raw, again.raw)).toBe(0);
    const other = await month.api.call(
      'POST',
      path('download-excel'),
      { profileIds: [[...month.profiles.values()][0]] },
      { idempotencyKey: 'tai-1' },
    );
    expect(other).toMatchObject({ status: 422, body: { error_code: 'IDEMPOTENCY_MISMATCH' } });
    const { body: period } = await month.api.call<Period>('GET', `/invoice-issuance/periods/${month.periodId}`);
    expect(period.status).toBe('exported');
    const { body: drafts } = await month.api.call<{ total: number }>('GET', path('amis-invoices?status=draft'));
    expect(drafts.total).toBe(0);
  });

  it('refuses edits of exported invoices, a new first generation, and deleting the period', async () => {
    const { body: list } = await month.api.call<{ items: { id: string; version: number }[] }>(
      'GET',
      path('amis-invoices?limit=1'),
    );
    const { id, version } = list.items[0]!;
    expect(
      await month.api.call('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: true }),
    ).toMatchObject({ status: 422, body: { error_code: 'INVOICE_STATE' } });
    expect(await month.api.call('POST', path('generate-invoices'), {})).toMatchObject({
      status: 422,
      body: { error_code: 'PERIOD_STATE' },
    });
    expect(await month.api.call('DELETE', `/invoice-issuance/periods/${month.periodId}`)).toMatchObject({
      status: 422,
      body: { error_code: 'PERIOD_IN_USE' },
    });
  });

  it('keeps exported invoices when regenerated', async () => {
    const before = await month.api.call<{ items: object[]; total: number }>(
      'GET',
      path('amis-invoices?limit=500&status=exported'),
    );
    const run = await generate('regenerate');
    expect(run.status, run.message ?? '').toBe('succeeded');
    const after = await month.api.call<{ items: object[]; total: number }>(
      'GET',
      path('amis-invoices?limit=500&status=exported'),
    );
    expect(after.body).toEqual(before.body);
  });

  it('closes with uninvoiced revenue only by an admin who acknowledges it', async () => {
    const place = `/invoice-issuance/periods/${month.periodId}`;
    const { body: period } = await month.api.call<Period>('GET', place);
    const close = (options: { admin?: boolean }, acknowledgement?: string) =>
      month.api.call<Period & { error_code?: string }>(
        'PATCH',
        place,
        { version: period.version, status: 'closed', ...(acknowledgement && { acknowledgement }) },
        { as: options.admin ? 'admin@khop.local' : 'ketoan@khop.local', ...options },
      );
    expect(await close({})).toMatchObject({ status: 422, body: { error_code: 'ACKNOWLEDGEMENT_REQUIRED' } });
    expect(await close({}, 'Đã biết')).toMatchObject({ status: 422, body: { error_code: 'ACKNOWLEDGEMENT_REQUIRED' } });
    const closed = await close({ admin: true }, 'Chuyển phần thiếu sang tháng sau');
    expect(closed).toMatchObject({
      status: 200,
      body: { status: 'closed', closeAcknowledgement: 'Chuyển phần thiếu sang tháng sau' },
    });
    expect(await month.api.call('POST', path('load-bravo-sales'))).toMatchObject({
      status: 422,
      body: { error_code: 'PERIOD_STATE' },
    });
    const reopen = { version: closed.body.version, status: 'exported' };
    expect(await month.api.call('PATCH', place, reopen)).toMatchObject({
      status: 403,
      body: { error_code: 'ADMIN_ONLY' },
    });
    expect(await month.api.call('PATCH', place, reopen, { as: 'admin@khop.local', admin: true })).toMatchObject({
      status: 200,
      body: { status: 'exported' },
    });
  });
});
