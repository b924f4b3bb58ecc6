import { createHash } from 'node:crypto';
import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectLaws } from '../../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { unzip } from '../../../testing/unzip.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let month: SampleMonth;
let october: Period;
beforeAll(async () => {
  // Both months are over.
  vi.stubEnv('PGOPTIONS', '-c khop.today=2026-10-31');
  month = await startSampleMonth(400);
});
afterAll(() => month?.api.close());

type Body = Record<string, unknown> & { error_code?: string; message?: string; id?: string };
const base = '/invoice-issuance/periods';
const september = async (): Promise<Period> => (await month.api.call<Period>('GET', `${base}/${month.periodId}`)).body;
const call = (method: string, rest: string, body?: object) => month.api.call<Body>(method, `${base}${rest}`, body);
const october2026 = { fromDate: '2026-10-01', toDate: '2026-10-31' };
const run = async (rest: string, body: object = {}) => {
  const started = await month.api.call<{ runId: string }>('POST', `${base}/${rest}`, body);
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return month.api.runEnd(started.body.runId);
};

/** October's sales: the month's own again, thirty days later; its stock: what the September report ends with, nothing moved since. */
async function fillOctober(): Promise<void> {
  const { pool } = month.api.context;
  await pool.query(
    `insert into period_sales_lines (period_id, source_key, branch_code, doc_code, doc_no, document_key, doc_date, doc_status,
       partner_code, item_code, item_name, unit, quantity, convert_rate, base_quantity, unit_price, amount, discount, vat_rate,
       vat_amount, warehouse_code, kind, unallocated)
     select $2, 'T10/' || source_key, branch_code, doc_code, 'T10-' || doc_no, 'T10/' || document_key, doc_date + 30, doc_status,
       partner_code, item_code, item_name, unit, quantity, convert_rate, base_quantity, unit_price, amount, discount, vat_rate,
       vat_amount, warehouse_code, kind, amount - discount
     from period_sales_lines where period_id = $1 and quantity > 0 and doc_date > '2026-09-01'`,
    [month.periodId, october.id],
  );
  for (const profileId of month.profiles.values()) {
    const { rows } = await pool.query<{
      warehouse: string;
      product: string;
      name: string;
      unit: string;
      closing: string;
    }>(
      `select warehouse_code as warehouse, product_code as product, product_name as name, unit, closing::text
       from period_inventory_rows where period_id = $1 and profile_id = $2 order by 1, 2`,
      [month.periodId, profileId],
    );
    const file = await workbookFile(
      'amis-inventory',
      rows.map(({ warehouse, product, name, unit, closing }) => ({
        ...{ warehouseName: warehouse, warehouseCode: warehouse, productCode: product, productName: name, unit },
        ...{ openingQuantity: closing, openingValue: 0, inQuantity: '0', inValue: 0, outQuantity: '0', outValue: 0 },
        ...{ closingQuantity: closing, closingValue: 0 },
      })),
      { fromDate: october2026.fromDate, toDate: october2026.toDate },
    );
    const { status, body } = await month.api.upload<{ runId: string }>(
      `${base}/${october.id}/load-amis-inventory`,
      file,
      { profileId },
    );
    expect(status, JSON.stringify(body)).toBe(202);
    expect((await month.api.runEnd(body.runId)).status).toBe('succeeded');
  }
}

/** Read from the tables: what invoices of both months take beyond the stock that September's report ends with. */
async function oversold(statuses: readonly string[]) {
  const { rows } = await month.api.context.pool.query<{ product: string; taken: string; there: string }>(
    `with taken as (
       select i.profile_id, t.warehouse_code, t.product_code, sum(a.quantity) as quantity
       from invoice_allocations a join invoice_items t on t.id = a.item_id join invoices i on i.id = t.invoice_id
       where a.lot is not null and i.status = any($3) and i.period_id in ($1, $2)
         and not exists (select from period_amis_sales s where s.period_id = i.period_id and s.profile_id = i.profile_id
           and s.voucher_number = i.voucher_number)
       group by 1, 2, 3)
     select t.product_code as product, t.quantity::text as taken, r.closing::text as there from taken t
     join period_inventory_rows r on r.period_id = $1 and r.profile_id = t.profile_id
       and r.warehouse_code = t.warehouse_code and r.product_code = t.product_code
     where t.quantity > r.closing`,
    [month.periodId, october.id, statuses],
  );
  return rows;
}
/** An administrator has seen in AMIS that the earlier invoices have their numbers, and goes on. */
const seen = (periodId: string) =>
  month.api.call<Body>(
    'POST',
    `${base}/${periodId}/download-excel`,
    { override: { reason: 'Đã xem trong AMIS: tháng 10 có số' } },
    { as: 'admin@khop.local', admin: true },
  );
const sums = async (periodId: string) =>
  (
    await month.api.context.pool.query<{ status: string; count: number; first: string }>(
      `select status, count(*)::int as count, min(invoice_date_planned)::text as first from invoices
       where period_id = $1 group by 1 order by 1`,
      [periodId],
    )
  ).rows;

/** In this order: October is opened, planned and exported while September still has drafts and shortages. */
describe('two open periods', () => {
  it('may be open at once unless they share a day of a profile or a branch', async () => {
    await month.done('generate-invoices');
    const { profileIds, issuers, name } = await september();
    const terms = { name: 'Tháng 10', profileIds, issuers };
    const shared = await call('POST', '', { ...terms, ...october2026, fromDate: '2026-09-30' });
    expect(shared).toMatchObject({ status: 422, body: { error_code: 'PERIOD_EXISTS' } });
    expect(shared.body.message).toContain(`«${name}»`);
    const opened = await month.api.call<Period>('POST', base, { ...terms, ...october2026 });
    expect(opened.status).toBe(201);
    october = opened.body;
    const moved = await call('PATCH', `/${october.id}`, { version: october.version, fromDate: '2026-09-30' });
    expect(moved).toMatchObject({ status: 422, body: { error_code: 'PERIOD_EXISTS' } });
    expect((await call('GET', `/${october.id}`)).body).toMatchObject({ fromDate: '2026-10-01' });
  });

  it('answer as the current one by day, and by the later month without one', async () => {
    expect((await call('GET', '/current?date=2026-09-10')).body).toMatchObject({ id: month.periodId });
    expect((await call('GET', '/current')).body).toMatchObject({ id: october.id });
    expect((await call('GET', '/current?date=2026-12-01')).body).toBeNull();
  });

  it('plan at the same time without waiting for one another for ever, and promise no stock twice', async () => {
    await fillOctober();
    const [first, second] = await Promise.all([
      run(`${october.id}/generate-invoices`),
      run(`${month.periodId}/generate-invoices`),
    ]);
    expect([first!.status, second!.status]).toEqual(['succeeded', 'succeeded']);
    await expectLaws(month.api.context.pool, october.id);
    expect(await oversold(['draft', 'exported', 'issued', 'adjusted'])).toEqual([]);
    expect((await sums(october.id))[0]!.count).toBeGreaterThan(20);
    const { body } = await call('GET', `/${october.id}/preflight`);
    const problems = body.problems as { code: string; message: string }[];
    expect(problems.find(({ code }) => code === 'STOCK_HELD_ELSEWHERE')?.message).toContain((await september()).name);
  });

  it('drafts of September that keep their day are named in October, which would take it from them', async () => {
    const { pool } = month.api.context;
    const told = async () => {
      const { body } = await call('GET', `/${october.id}/preflight`);
      return (body.problems as { code: string; key: string; message: string; profileId: string }[]).filter(
        ({ code }) => code === 'EARLIER_PERIOD_IN_TIME',
      );
    };
    // On Saturday 31/10 all of September is late, as planned.
    expect(await told()).toEqual([]);
    const { rows } = await pool.query<{ id: string; profileId: string; day: string }>(
      `select s.id, s.profile_id as "profileId", s.document_date::text as day from invoices s where s.period_id = $1
         and exists (select from invoices o where o.period_id = $2 and o.profile_id = s.profile_id) order by s.id limit 1`,
      [month.periodId, october.id],
    );
    const { id, profileId, day } = rows[0]!;
    const put = (documentDate: string, date: string) =>
      pool.query('update invoices set document_date = $2, invoice_date_planned = $3 where id = $1', [
        ...[id, documentDate, date],
      ]);
    await put('2026-10-30', '2026-10-30');
    const [found, ...more] = await told();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: 'warn', profileId });
    expect(found!.message).toContain(`kỳ «${(await september()).name}» có 1 hóa đơn nháp`);
    // Its record leads to September, for what is to be done is done there.
    const { items } = (await call('GET', `/${october.id}/findings/${encodeURIComponent(found!.key)}/records`)).body as {
      items?: object[];
    };
    expect(items).toMatchObject([{ kind: 'period', id: (await september()).name, targetId: month.periodId }]);
    // Closing says that everything of it is in AMIS.
    const was = 'update invoice_periods set status = $2, closed_at = $3 where id = $1';
    await pool.query(was, [month.periodId, 'closed', '2026-10-31']);
    expect(await told()).toEqual([]);
    await pool.query(was, [month.periodId, 'generated', null]);
    expect(await told()).toHaveLength(1);
    // Late anyway, and dated anew when it is planned again.
    await put(day, '2026-10-30');
    expect(await told()).toEqual([]);
    await put(day, '2026-10-31');
  });

  it('October leaves while September waits; what follows carries the day on which it is made, never an earlier one', async () => {
    expect((await call('POST', `/${october.id}/download-excel`, {})).status).toBe(200);
    const before = await sums(month.periodId);
    expect(before.map(({ status }) => status)).toEqual(['draft']);
    // October's sales of Friday keep their day and have no number yet: what September makes on Saturday comes after them.
    const { body: checked } = await call('GET', `/${month.periodId}/preflight`);
    const waiting = (checked.problems as { code: string; message: string }[]).flatMap(({ code, message }) =>
      code === 'EARLIER_DAY_PENDING'
        ? [Number(/kỳ «Tháng 10» có ([\d.]+) hóa đơn .*30\/10\/2026/.exec(message)![1])]
        : [],
    );
    const exported = (await sums(october.id)).find(({ status }) => status === 'exported')!;
    expect(exported.first).toBe('2026-10-30');
    expect(waiting.reduce((sum, count) => sum + count, 0)).toBe(exported.count);
    const alone = await call('POST', `/${month.periodId}/download-excel`, {});
    expect(alone).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
    // Of a profile of October's, one draft as it was planned the day before.
    const back = await month.api.context.pool.query(
      `update invoices set invoice_date_planned = '2026-10-30', fingerprint = '' where id in (select s.id from invoices s join invoices o using (profile_id)
         where s.period_id = $1 and o.period_id = $2 and o.invoice_date_planned = '2026-10-31' and o.status = 'exported' limit 1)`,
      [month.periodId, october.id],
    );
    expect(back.rowCount).toBe(1);
    const early = await seen(month.periodId);
    expect(early).toMatchObject({ status: 422, body: { error_code: 'PREFLIGHT_BLOCKED' } });
    expect(JSON.stringify(early.body)).toContain('DRAFT_BEFORE_LAST_ISSUED');
    expect((await run(`${month.periodId}/regenerate-invoices`)).status).toBe('succeeded');
    const [drafts] = await sums(month.periodId);
    expect(drafts!.first >= '2026-10-31').toBe(true);
    expect(await oversold(['draft', 'exported', 'issued', 'adjusted'])).toEqual([]);
    expect((await seen(month.periodId)).status).toBe(200);
    expect(await oversold(['exported', 'issued', 'adjusted'])).toEqual([]);
    await expectLaws(month.api.context.pool, month.periodId);
  });

  it('a closed one is downloaded and read as it is, with the note that it was closed with', async () => {
    const { body: before } = await month.api.call<Period>('GET', `${base}/${october.id}`);
    const close = {
      version: before.version,
      status: 'closed',
      acknowledgement: 'Chờ nhập kho bổ sung, đã báo giám đốc',
    };
    const chief = { as: 'admin@khop.local', admin: true };
    const closed = await month.api.call<Period>('PATCH', `${base}/${october.id}`, close, chief);
    expect(closed.body).toMatchObject({
      status: 'closed',
      closedBy: chief.as,
      closeAcknowledgement: close.acknowledgement,
    });
    const statuses = await sums(october.id);
    const again = async () => (await month.api.call('POST', `${base}/${october.id}/download-excel`, {})).raw;
    const zips = [await again(), await again()];
    expect(zips[0]!.equals(zips[1]!)).toBe(true);
    const files = await unzip(zips[0]!);
    const { rows: exports } = await month.api.context.pool.query<{ content: Buffer }>(
      'select content from period_exports where period_id = $1 and not is_repeat order by created_at',
      [october.id],
    );
    const left = await Promise.all(exports.map(({ content }) => unzip(content)));
    expect([...left.at(-1)!.keys()].some((name) => name.endsWith('BanHang.xlsx'))).toBe(true);
    // Everything that was handed over is there byte for byte, the last one at its place.
    const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const had = new Set([...files.values()].map(hashOf));
    for (const zip of left) for (const bytes of zip.values()) expect(had).toContain(hashOf(bytes));
    for (const [name, bytes] of left.at(-1)!) expect([name, hashOf(files.get(name)!)]).toEqual([name, hashOf(bytes)]);
    const texts = [...(await unzip(files.get('DoiChieuDongKy.xlsx')!)).values()].map(String).join();
    expect(texts).toContain(close.acknowledgement);
    expect(texts).toContain(chief.as);
    expect(await sums(october.id)).toEqual(statuses);
    expect((await call('GET', `/${october.id}`)).body).toMatchObject({
      status: 'closed',
      version: closed.body.version,
    });
    expect((await call('GET', '?status=closed')).body.items).toMatchObject([
      { closeAcknowledgement: close.acknowledgement },
    ]);
    const reopen = { version: closed.body.version, status: 'exported' };
    expect((await month.api.call('PATCH', `${base}/${october.id}`, reopen, chief)).status).toBe(200);
  });

  it('a line that left in one of them waits in the other, even when Bravo moves it there', async () => {
    const { pool } = month.api.context;
    const { rows } = await pool.query<{ key: string }>(
      `select a.source_key as key from invoice_allocations a where a.period_id = $1 order by 1 limit 1`,
      [month.periodId],
    );
    const { key } = rows[0]!;
    await pool.query(
      `insert into period_sales_lines select (jsonb_populate_record(s, jsonb_build_object('period_id', $2::uuid, 'doc_date', '2026-10-15'))).*
       from period_sales_lines s where period_id = $1 and source_key = $3`,
      [month.periodId, october.id, key],
    );
    await pool.query('update invoice_periods set input_revision = input_revision + 1 where id = $1', [october.id]);
    expect((await run(`${october.id}/regenerate-invoices`)).status).toBe('succeeded');
    const { rows: places } = await pool.query(
      `select period_id as id from invoice_allocations where source_key = $1 group by 1`,
      [key],
    );
    expect(places).toEqual([{ id: month.periodId }]);
    const { rows: waiting } = await pool.query<{ message: string }>(
      `select message from period_shortages where period_id = $1 and source_key = $2`,
      [october.id, key],
    );
    expect(waiting[0]!.message).toContain((await september()).name);
  });
});
