import type { InvoiceRules } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { SHIPPED_RULES } from '@khop/engine/invoice-issuance/rules/shipped-rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Rules = {
  version: number;
  rules: InvoiceRules;
  differences: { kind: string; before: object | null; after: object | null }[];
  periods?: string[];
  changed: { by: string } | null;
  error_code?: string;
  message?: string;
  details?: { version: number; problems: { path: string; message: string }[] };
};

const chief = { as: 'admin@khop.local', admin: true };
const place = '/invoice-issuance/rules';
const NEW_TEXT = 'Khách lẻ không lấy hóa đơn';

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(200);
});
afterAll(() => month?.api.close());

const call = <T = Rules>(method: string, url: string, body?: object, options: object = chief) =>
  month.api.call<T>(method, url, body, options);
const read = async (): Promise<Rules> => (await call('GET', place, undefined, {})).body;
const put = (version: number, change: Partial<InvoiceRules>, options: object = chief) =>
  call('PUT', place, { version, rules: { ...SHIPPED_RULES, ...change }, reason: 'Công văn của cơ quan thuế' }, options);
const withText = (text: string) => ({
  consumerTexts: SHIPPED_RULES.consumerTexts.map((rule) => ({ ...rule, text })),
});
const query = async <T>(text: string): Promise<T[]> => (await month.api.context.pool.query(text)).rows as T[];

const period = (rest: string) => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const problems = async () =>
  (
    await call<{ problems: { code: string; severity: string; link: string; count: number }[] }>(
      'GET',
      period('preflight'),
    )
  ).body.problems;
const generate = async (how: string) => {
  const { body } = await call<{ runId: string }>('POST', period(how), {}, {});
  return month.api.runEnd(body.runId);
};
const consumerNames = () =>
  query<{ status: string; buyer_name: string; count: number }>(
    "select status, buyer_name, count(*)::int as count from invoices where buyer_source = 'consumer' group by 1, 2 order by 1, 2",
  );

/** In this order: an admin changes what ships, a period made by the old rules is made again, and all can be taken back. */
describe('the dated rules of an installation', () => {
  it('are what ships until an admin changes them, for everybody to see', async () => {
    expect(await read()).toEqual({ version: 1, rules: SHIPPED_RULES, differences: [], changed: null });
  });

  it('are changed by an admin only, with a reason and by the version that was seen', async () => {
    const refused = await put(1, withText(NEW_TEXT), {});
    expect(refused).toMatchObject({ status: 403, body: { error_code: 'ADMIN_ONLY' } });
    const nameless = await call('PUT', place, { version: 1, rules: SHIPPED_RULES, reason: ' ' });
    expect(nameless).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
    expect(await put(9, withText(NEW_TEXT))).toMatchObject({ status: 412, body: { details: { version: 1 } } });
    expect((await read()).version).toBe(1);
  });

  it('are refused with every problem in its place', async () => {
    const [old, last] = SHIPPED_RULES.vatReductions.slice(-2);
    const wrong = await put(1, {
      vatReductions: [old!, { ...last!, fromDate: '2025-06-30', reducedRate: '7' }],
      holidays: [{ ...SHIPPED_RULES.holidays[0]!, toDate: '2024-12-31' }],
    });
    expect(wrong).toMatchObject({ status: 422, body: { error_code: 'RULES_INVALID' } });
    expect(wrong.body.details!.problems.map((one) => one.path)).toEqual([
      'vatReductions.1.reducedRate',
      'vatReductions.1.fromDate',
      'holidays.0.toDate',
    ]);
    expect(wrong.body.message).toMatch(/thuế suất «7»: .* Còn 2 điều nữa\./);
  });

  it('change nothing when the same ones are sent again', async () => {
    expect((await put(1, {})).body).toMatchObject({ version: 1, periods: [] });
    expect(await query('select * from invoice_rule_sets')).toEqual([]);
  });

  it('require a generated period to be made again when one of them decides its invoices, and only then', async () => {
    expect((await generate('generate-invoices')).status).toBe('succeeded');
    const before = await consumerNames();
    expect(before).toMatchObject([{ buyer_name: 'Bán cho người tiêu dùng' }]);
    const unchanged = await generate('regenerate-invoices');
    expect(unchanged.result).toMatchObject({ change: { added: 0, changed: 0, removed: 0 } });

    const symbols = SHIPPED_RULES.symbols.map((rule) => ({ ...rule, numberDigits: 9 }));
    const longer = await put(1, { symbols });
    expect(longer.body).toMatchObject({ version: 2, periods: [] });
    expect((await problems()).map((one) => one.code)).not.toContain('PLAN_OUTDATED');

    const changed = await put(2, withText(NEW_TEXT));
    const [{ name }] = (await query<{ name: string }>('select name from invoice_periods')) as [{ name: string }];
    expect(changed.body).toMatchObject({ version: 3, periods: [name], changed: { by: chief.as } });
    expect(await problems()).toContainEqual(expect.objectContaining({ code: 'PLAN_OUTDATED', severity: 'block' }));
    const download = await call('POST', period('download-excel'), {}, {});
    expect(download).toMatchObject({ status: 422, body: { message: expect.stringContaining('quy tắc thuế suất') } });
    expect(await consumerNames()).toEqual(before);

    const again = await generate('regenerate-invoices');
    expect((again.result as { change: { changed: number } }).change.changed).toBe(before[0]!.count);
    expect(await consumerNames()).toEqual([{ ...before[0]!, buyer_name: NEW_TEXT }]);
    expect((await problems()).map((one) => one.code)).not.toContain('PLAN_OUTDATED');
  });

  it('change nothing in invoices that were exported, nor any rate of the ledger', async () => {
    const ledger = 'select source_key, vat_rate, vat_amount from period_sales_lines order by 1';
    const rates = await query(ledger);
    expect((await call('POST', period('download-excel'), {}, {})).status).toBe(200);
    const before = await consumerNames();
    expect(before).toMatchObject([{ status: 'exported', buyer_name: NEW_TEXT }]);
    const reset = await call('POST', `${place}/reset`, { version: 3, reason: 'Thử xong' });
    expect(reset.body).toMatchObject({ version: 4, differences: [] });
    expect((await generate('regenerate-invoices')).status).toBe('succeeded');
    expect(await consumerNames()).toEqual(before);
    expect(await query(ledger)).toEqual(rates);
  });

  it('are confirmed by name, once however often it is sent, and lose it when they say something else', async () => {
    const kind = 'vatReductions';
    const unconfirmed = async () => (await problems()).find((one) => one.code === 'RULE_NOT_CONFIRMED')!.count;
    const before = await unconfirmed();
    const confirmed = { by: 'Công ty Đại lý thuế A', on: '2026-09-01' };
    const body = { version: 4, rules: [{ kind, fromDate: '2025-07-01' }], confirmed };
    const options = { ...chief, idempotencyKey: 'xac-nhan' };
    const [first, second] = [
      await call('POST', `${place}/confirm`, body, options),
      await call('POST', `${place}/confirm`, body, options),
    ];
    expect(first.body).toMatchObject({ version: 5, periods: [] });
    expect(second.body).toEqual(first.body);
    expect(await unconfirmed()).toBe(before - 1);
    expect((await problems())[0]!.code).not.toBe('PLAN_OUTDATED');
    const unknown = { ...body, version: 5, rules: [{ kind, fromDate: '2020-01-01' }] };
    expect((await call('POST', `${place}/confirm`, unknown)).status).toBe(404);
    const unsigned = { ...body, version: 5, confirmed: { by: '', on: '2026-13-01' } };
    expect((await call('POST', `${place}/confirm`, unsigned)).body.details!.problems.map((one) => one.path)).toEqual([
      `${kind}.5.confirmed.by`,
      `${kind}.5.confirmed.on`,
    ]);

    // A text is changed: its neighbour keeps its confirmation. Then the confirmed rule itself.
    await put(5, withText(NEW_TEXT));
    expect((await read()).rules.vatReductions.at(-1)).toMatchObject({ confirmed });
    await put(6, {
      vatReductions: SHIPPED_RULES.vatReductions.with(-1, {
        ...SHIPPED_RULES.vatReductions.at(-1)!,
        toDate: '2027-06-30',
      }),
    });
    expect((await read()).rules.vatReductions.at(-1)).toMatchObject({ toDate: '2027-06-30', confirmed: null });
  });

  it('have a history that is never rewritten, and an entry in the log for each change', async () => {
    const { body } = await call<{ items: { version: number; action: string; differences: object[] }[]; total: number }>(
      'GET',
      `${place}/history?limit=3`,
    );
    expect(body.total).toBe(6);
    expect(body.items.map(({ version, action }) => `${version} ${action}`)).toEqual(['7 edit', '6 edit', '5 confirm']);
    expect(body.items[2]!.differences).toMatchObject([
      { kind: 'vatReductions', before: { confirmed: null }, after: { confirmed: { on: '2026-09-01' } } },
    ]);
    await expect(query("update invoice_rule_sets set reason = ''")).rejects.toThrow(/append-only/);
    await expect(query('delete from invoice_rule_sets')).rejects.toThrow(/append-only/);
    const log = await query<{ action: string }>(
      "select action from audit_events where entity = 'invoice-rules' order by at, id",
    );
    expect(log.map((one) => one.action.split('.')[1])).toEqual(['edit', 'edit', 'reset', 'confirm', 'edit', 'edit']);
  });

  it('tell one of two admins who change them at once to look again', async () => {
    const { version } = await read();
    const answers = await Promise.all([put(version, withText('Một')), put(version, withText('Hai'))]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 412]);
    expect((await read()).version).toBe(version + 1);
  });
});
