import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

type Problem = { code: string; message: string; canOverride: boolean };
type Body = { runId: string; error_code?: string; message?: string; details?: { problems: Problem[] } };
type Invoice = { id: string; voucherNumber: string; version: number; branchCode: string; profileId: string };

const chief = { as: 'admin@khop.local', admin: true };

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(200);
  await done('generate-invoices');
});
afterAll(() => month?.api.close());

const place = (rest = '', id = month.periodId): string => `/invoice-issuance/periods/${id}/${rest}`;
const query = (text: string, values: unknown[] = [month.periodId]) => month.api.context.pool.query(text, values);
async function done(rest: string, id = month.periodId): Promise<void> {
  const { status, body } = await month.api.call<Body>('POST', place(rest, id), {});
  expect(status, JSON.stringify(body)).toBe(202);
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}
const download = (body: object = {}, options = {}) =>
  month.api.call<Body>('POST', place('download-excel'), body, options);
const blocked = async (body: object = {}): Promise<string[]> => {
  const refused = await download(body, chief);
  expect(refused.status, refused.raw.toString().slice(0, 300)).toBe(422);
  return refused.body.details?.problems.map(({ code }) => code) ?? [refused.body.error_code!];
};
const edit = async (changes: object) => {
  const { body } = await month.api.call<Period>('GET', `/invoice-issuance/periods/${month.periodId}`);
  const { version } = body;
  return month.api.call<Body>('PATCH', `/invoice-issuance/periods/${month.periodId}`, { version, ...changes }, chief);
};

/** A draft of a connected product, with the connection that it depends on. */
async function someDraft() {
  const { rows } = await query(
    `select i.id, i.version, i.voucher_number as "voucherNumber", i.profile_id as "profileId", c.id as "connectionId", c.version as "connectionVersion", t.product_code as product
     from invoices i join invoice_items t on t.invoice_id = i.id and t.kind = 'goods'
     join invoice_allocations a on a.item_id = t.id
     join period_sales_lines s on s.period_id = i.period_id and s.source_key = a.source_key
     join amis_products p on p.profile_id = i.profile_id and p.code = t.product_code
     join product_connections c on c.amis_product_id = p.id and c.bravo_code = s.item_code
     where i.period_id = $1 and i.status = 'draft' order by i.id limit 1`,
  );
  return rows[0] as Invoice & { connectionId: string; connectionVersion: number; product: string };
}

it('records who loaded the ledger of a period, and what came of it', async () => {
  await done('load-bravo-sales');
  const { rows } = await query(
    "select actor, summary, after from audit_events where action = 'period.load-sales' and entity_id = $1 order by at desc",
  );
  expect(rows[0]).toMatchObject({
    summary: expect.stringMatching(/200 dòng, 0 mới, 0 sửa, 0 bỏ/),
    after: { lines: 200 },
  });
  expect(rows[0].actor).not.toBe('');
});

it('records whose review a person takes away, and nothing where nothing changes', async () => {
  const { id, version, voucherNumber } = await someDraft();
  const reviewer = { as: 'soat@khop.local' };
  const review = (at: number, reviewed: boolean, by: object) =>
    month.api.call('POST', place('review-invoices'), { invoices: [{ id, version: at }], reviewed }, by);
  const pin = async (at: number, pinned: boolean) => {
    const path = `/invoice-issuance/amis-invoices/${id}/pin`;
    return (await month.api.call<Invoice>('PATCH', path, { version: at, pinned })).body.version;
  };
  expect((await review(version, true, reviewer)).status).toBe(200);
  expect(await pin(version + 1, true)).toBe(version + 1);
  expect(await pin(version + 1, false)).toBe(version + 2);
  expect((await review(version + 2, true, reviewer)).status).toBe(200);
  expect((await review(version + 3, false, chief)).status).toBe(200);
  const { rows } = await query(
    'select actor, action, summary, before, after from audit_events where entity_id = $1 order by at',
    [id],
  );
  expect(rows).toMatchObject([
    { actor: 'soat@khop.local', action: 'invoice.review' },
    {
      actor: 'ketoan@khop.local',
      action: 'invoice.pin',
      summary: `Bỏ ghim hóa đơn ${voucherNumber}; dấu đã soát của soat@khop.local không còn`,
      before: { pinned: true },
      after: { pinned: false },
    },
    { actor: 'soat@khop.local', action: 'invoice.review' },
    { actor: chief.as, summary: `Bỏ dấu đã soát của hóa đơn ${voucherNumber}, do soat@khop.local soát` },
  ]);
});

/** In this order: one period goes on, and a user changes what its drafts depend on. */
describe('a draft does not leave', () => {
  it('when its goods turned out to be connected wrongly, regenerated or not, pinned or not, even with an override', async () => {
    const draft = await someDraft();
    const pin = (version: number, pinned: boolean) =>
      month.api.call<Invoice>('PATCH', `/invoice-issuance/amis-invoices/${draft.id}/pin`, { version, pinned });
    const pinned = await pin(draft.version, true);
    expect(pinned.status).toBe(200);
    expect((await month.api.call('DELETE', `/product-connections/${draft.connectionId}`)).status).toBe(204);
    expect(await blocked()).toContain('DRAFT_NOT_CONNECTED');
    await done('regenerate-invoices');
    expect(await blocked({ override: { reason: 'Vẫn cứ xuất' } })).toEqual(['DRAFT_NOT_CONNECTED']);
    expect((await pin(pinned.body.version, false)).status).toBe(200);
    await done('regenerate-invoices');
    const { body } = await month.api.call<{ problems: Problem[] }>('GET', place('preflight'));
    expect(body.problems.map(({ code }) => code)).not.toContain('DRAFT_NOT_CONNECTED');
  });

  it('when its profile may no longer issue for the branch, though it was pinned', async () => {
    const { rows } = await query(
      'select id, version, profile_id, branch_code from invoices where period_id = $1 order by id limit 1',
    );
    const [draft] = rows;
    const path = `/invoice-issuance/amis-invoices/${draft.id}/pin`;
    const pinned = await month.api.call<Invoice>('PATCH', path, { version: draft.version, pinned: true });
    const { body: period } = await month.api.call<Period>('GET', `/invoice-issuance/periods/${month.periodId}`);
    const left = (period.issuers[draft.branch_code] ?? []).filter((id) => id !== draft.profile_id);
    await edit({ issuers: { ...period.issuers, [draft.branch_code]: left } });
    await done('regenerate-invoices');
    expect(await blocked()).toEqual(['DRAFT_ISSUER_NOT_DECLARED']);
    await edit({ issuers: period.issuers });
    await month.api.call('PATCH', path, { version: pinned.body.version, pinned: false });
    await done('regenerate-invoices');
  });

  it('when its warehouse no longer counts', async () => {
    const { rows } = await query(
      'select profile_id as id, warehouse_code as code from period_lots where period_id = $1 order by lot limit 1',
    );
    const exclude = (codes: string[]) =>
      query('update profiles set excluded_warehouse_codes = excluded_warehouse_codes || $2 where id = $1', [
        rows[0].id,
        codes,
      ]);
    await exclude([rows[0].code]);
    const refused = await download();
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'PERIOD_STATE' } });
    expect(refused.body.message).toMatch(/đã đổi sau lần sinh/);
    await query(
      'update profiles set excluded_warehouse_codes = array_remove(excluded_warehouse_codes, $2) where id = $1',
      [rows[0].id, rows[0].code],
    );
    expect((await download()).status).toBe(200);
  });
});

it('does not invoice a line again that was invoiced in another period while this one was closed', async () => {
  await edit({ status: 'closed', acknowledgement: 'Phần còn lại để kỳ sau' });
  const { rows } = await query(
    `select h.source_key as key from period_shortages h join period_sales_lines s using (period_id, source_key)
     where h.period_id = $1 and h.reason in ('NO_STOCK', 'TAKEN_BY_OTHERS', 'ITEM_NOT_CONNECTED', 'STOCK_AFTER_SALE')
       and s.kind = 'goods' and s.amount > 0 and s.invoiced = 0 and s.already_invoiced = 0 order by 1 limit 1`,
  );
  const line: string = rows[0].key;
  // Another period of the same days: its one invoice carries that line, has left, and the period is closed.
  await query(
    `insert into invoice_periods (id, name, from_date, to_date, profile_ids, status, created_by)
     select gen_random_uuid(), 'Kỳ làm nốt', from_date, to_date, profile_ids, 'closed', 'x' from invoice_periods where id = $1`,
  );
  await query(
    `with o as (select id from invoice_periods where name = 'Kỳ làm nốt' and id <> $1),
     i as (insert into invoices (id, period_id, profile_id, invoice_key, voucher_number, invoice_date_planned, document_date, bravo_document,
         buyer_source, buyer_name, bravo_partner_code, amount, vat_amount, total, vat, amount_in_words, item_count, status)
       select gen_random_uuid(), o.id, i.profile_id, 'khác', 'KHAC-00001', i.invoice_date_planned, i.document_date, i.bravo_document,
         i.buyer_source, i.buyer_name, i.bravo_partner_code, 1, 0, 1, '[]', '', 1, 'exported'
       from o, invoices i where i.period_id = $1 order by i.id limit 1 returning id, period_id),
     t as (insert into invoice_items (period_id, invoice_id, line_number, id, product_code, name, kind, quantity, unit_price, amount, vat_rate, vat_amount)
       select period_id, id, 1, gen_random_uuid(), 'X', 'X', 'goods', 1, 1, 1, '10', 0 from i returning id, period_id)
     insert into invoice_allocations (period_id, item_id, position, id, source_key, quantity, base_quantity, amount)
     select period_id, id, 1, gen_random_uuid(), $2, 1, 1, 1 from t`,
    [month.periodId, line],
  );
  await edit({ status: 'exported' });
  await done('regenerate-invoices');
  const { body } = await month.api.call<{ items: { line: string; message: string }[] }>(
    'GET',
    place('shortages?reason=NEEDS_REVIEW&limit=500'),
  );
  expect(body.items.find((one) => one.line === line)?.message).toMatch(
    /đã có hóa đơn «KHAC-00001» ở kỳ «Kỳ làm nốt», lập ở kỳ này là xuất hai lần/,
  );
  await expectLaws(month.api.context.pool, month.periodId);
});
