import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import type { Value } from '@khop/engine/sheets/layouts/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerRows, uploadLedger } from '../../../testing/amis-ledger.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Review = {
  profileId: string;
  entryKey: string;
  amount: number;
  rowNumber: number;
  fileName: string;
  candidates: { line: string; amount: number; amisQuantity: string | null }[];
  decision: {
    line: string | null;
    otherLines: string[];
    note: string;
    by: string;
    at: string;
    appliedAmount: number;
  } | null;
};

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await generate('generate-invoices');
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;

async function generate(which: string): Promise<void> {
  const { status, body } = await month.api.call<{ runId: string }>('POST', path(which), {});
  expect(status, JSON.stringify(body)).toBe(202);
  const run = await month.api.runEnd(body.runId);
  expect(run.status, run.message ?? '').toBe('succeeded');
}
const reviews = async (query = ''): Promise<Review[]> =>
  (await month.api.call<{ items: Review[] }>('GET', path(`reviews?limit=500${query}`))).body.items;
const stats = async (): Promise<PeriodStats> => (await month.api.call<PeriodStats>('GET', path('stats'))).body;
const nameOf = ({ profileId, entryKey }: Review): string => `${profileId}|${entryKey}`;
const refOf = ({ profileId, entryKey }: Review) => ({ profileId, entryKey });

/** In this order: one entry is found to be a sale of Bravo, another to be none; both decisions outlive what comes after. */
describe('entries of the AMIS ledger that only a person can place', () => {
  let open: Review[];

  it('are listed with the rows of the file and the lines that they may be', async () => {
    open = await reviews();
    expect(open.length).toBeGreaterThan(2);
    for (const one of open) {
      expect(one).toMatchObject({ fileName: 'SoBanHang.xlsx', decision: null });
      expect(one.rowNumber).toBeGreaterThan(4);
      expect(one.candidates.length).toBeGreaterThan(0);
    }
    const { reviewCount, reviewAmount, decisionsPending } = await stats();
    expect({ reviewCount, decisionsPending }).toEqual({ reviewCount: open.length, decisionsPending: 0 });
    expect(reviewAmount).toBe(open.reduce((sum, one) => sum + one.amount, 0));
  });

  it('refuse a line and an entry that the period does not have', async () => {
    const decide = (entry: object) => month.api.call('POST', path('reviews/decisions'), { decisions: [entry] });
    const refused = { status: 404, body: { error_code: 'NOT_FOUND' } };
    expect(await decide({ ...refOf(open[0]!), line: 'không có' })).toMatchObject(refused);
    expect(await decide({ ...refOf(open[0]!), entryKey: 'không có', line: null })).toMatchObject(refused);
    expect(await reviews()).toEqual(open);
  });

  it('leave the list when decided, and the next plan takes them at their word', async () => {
    const [sale, other] = open as [Review, Review];
    const line = sale.candidates[0]!.line;
    const before = await stats();
    const { body } = await month.api.call<{ at: string }>('POST', path('reviews/decisions'), {
      decisions: [
        { ...refOf(sale), line },
        { ...refOf(other), line: null },
      ],
      note: 'Đã xem hóa đơn giấy',
    });
    // One moment for all of them: with it each is taken back as the one that was made, and as no later one.
    expect(body).toEqual({ updated: 2, at: expect.any(String) });
    const kept = (await reviews('&decided=true')).map(({ decision }) => decision!.at);
    expect(kept).toEqual([body.at, body.at]);
    expect((await reviews()).map(nameOf)).toEqual(open.slice(2).map(nameOf));
    expect(await stats()).toMatchObject({ reviewCount: open.length - 2, decisionsPending: 2 });

    await generate('regenerate-invoices');
    const after = await stats();
    expect(after).toMatchObject({ reviewCount: open.length - 2, decisionsPending: 0 });
    expect(after.tieOut.alreadyInvoiced - before.tieOut.alreadyInvoiced).toBe(sale.candidates[0]!.amount);
    expect(after.tieOut.ledger).toBe(before.tieOut.ledger);
    const decided = new Map((await reviews('&decided=true')).map((one) => [nameOf(one), one.decision]));
    expect(decided.get(nameOf(sale))).toMatchObject({ line, appliedAmount: sale.candidates[0]!.amount });
    expect(decided.get(nameOf(other))).toMatchObject({ line: null, appliedAmount: 0 });
  });

  it('keep their decision when the ledger is exported anew with lines added and moved', async () => {
    const { profileId } = open[0]!;
    const rows = await ledgerRows(month, profileId);
    const added = { ...rows[0]!, productCode: rows.at(-1)!.productCode!, amount: 1234, quantity: '1' };
    await uploadLedger(month, profileId, [added, ...rows.toReversed()]);
    await generate('regenerate-invoices');
    const decided = await reviews('&decided=true');
    expect(decided.map(nameOf).sort()).toEqual(open.slice(0, 2).map(nameOf).sort());
    expect(decided.find((one) => nameOf(one) === nameOf(open[0]!))!.decision!.appliedAmount).toBeGreaterThan(0);
    expect((await reviews()).map(nameOf)).not.toContain(nameOf(open[0]!));
  });

  it('are the same ones, with their decisions, when the ledger is exported anew in another case', async () => {
    const { profileId } = open[0]!;
    const seen = async () =>
      (
        await month.api.context.pool.query(
          'select profile_id, entry_key, first_seen_at, absent_at from period_amis_sales order by profile_id, entry_key',
        )
      ).rows;
    const [before, decided] = [await seen(), await reviews('&decided=true')];
    const small = (value: Value | undefined) => (typeof value === 'string' ? value.toLowerCase() : (value ?? null));
    const rows = (await ledgerRows(month, profileId)).map((row) => ({
      ...row,
      voucherNumber: small(row.voucherNumber),
      productCode: small(row.productCode),
      customerCode: small(row.customerCode),
    }));
    expect(await uploadLedger(month, profileId, rows)).toMatchObject({
      result: { created: 0, rejected: 0 },
    });
    expect(await seen()).toEqual(before);
    await generate('regenerate-invoices');
    expect((await reviews('&decided=true')).map(({ entryKey, decision }) => ({ entryKey, decision }))).toEqual(
      decided.map(({ entryKey, decision }) => ({ entryKey, decision })),
    );
  });

  it('wait again when the decision is taken back, and every step is in the log', async () => {
    const sale = open[0]!;
    const undo = () => month.api.call('POST', path('reviews/decisions/undo'), { entries: [refOf(sale)] });
    expect(await undo()).toMatchObject({ status: 200, body: { updated: 1 } });
    expect(await undo()).toMatchObject({ status: 404 });
    await generate('regenerate-invoices');
    expect((await reviews()).map(nameOf)).toContain(nameOf(sale));
    const { body } = await month.api.call<{ items: { action: string }[] }>('GET', `/history/period/${month.periodId}`);
    expect(body.items.map((one) => one.action)).toEqual(
      expect.arrayContaining(['period.decide-review', 'period.undo-review']),
    );
  });

  it('ask for a plan when a person takes back that they are none, and no more once they are decided so again', async () => {
    const [none] = (await reviews('&decided=true')).filter(({ decision }) => decision!.line === null);
    const pending = async () => (await stats()).decisionsPending;
    const decide = () =>
      month.api.call('POST', path('reviews/decisions'), { decisions: [{ ...refOf(none!), line: null }] });
    const undo = () => month.api.call('POST', path('reviews/decisions/undo'), { entries: [refOf(none!)] });
    const before = await pending();
    await undo();
    expect(await pending()).toBe(before + 1);
    await generate('regenerate-invoices');
    expect(await pending()).toBe(0);
    expect((await reviews()).map(nameOf)).toContain(nameOf(none!));
    await decide();
    expect(await pending()).toBe(1);
    // No plan has seen it: nothing is left to do.
    await undo();
    expect(await pending()).toBe(0);
    await decide();
    await generate('regenerate-invoices');
    expect(await pending()).toBe(0);
  });

  it('count neither as waiting nor as decided once a newer ledger no longer has them', async () => {
    const before = await stats();
    const gone = (await reviews())[0]!;
    const rows = (await ledgerRows(month, gone.profileId)).filter(
      (row) => !gone.entryKey.startsWith(`${row.voucherNumber}#${row.productCode}#`.toLowerCase()),
    );
    await uploadLedger(month, gone.profileId, rows);
    const left = await reviews();
    expect(left.length).toBeLessThan(before.reviewCount);
    expect(await stats()).toMatchObject({ reviewCount: left.length, decisionsPending: before.decisionsPending });
  });

  it('is a sale of Bravo when a person says so, though no plan saw it', async () => {
    type Entry = Review & { state: string; decided: boolean; voucherNumber: string };
    const entriesBy = async (query: string) =>
      (await month.api.call<{ items: Entry[] }>('GET', path(`amis-entries?limit=500&${query}`))).body.items;
    const [entry] = await entriesBy('state=unmatched');
    const reviewOf = async (more = '') =>
      (
        await month.api.call<Review>(
          'GET',
          path(
            `amis-entries/review?profileId=${entry!.profileId}&entryKey=${encodeURIComponent(entry!.entryKey)}${more}`,
          ),
        )
      ).body;
    const { rows } = await month.api.context.pool.query(
      `select source_key as line, doc_no as "docNo" from period_sales_lines where period_id = $1 and invoiced > 0 and kind = 'goods'
         and invoiced = amount - discount and base_quantity > 0 order by source_key limit 1`,
      [month.periodId],
    );
    const { line, docNo } = rows[0] as { line: string; docNo: string };
    const searched = await reviewOf(`&q=${docNo}`);
    expect(searched.candidates.map((one) => one.line)).toContain(line);
    const decide = (seen: string | null) =>
      month.api.call('POST', path('reviews/decisions'), {
        decisions: [{ ...refOf(entry!), line, seen }],
        note: 'Xuất tay ngày hôm sau',
      });
    const { decisionsPending } = await stats();
    expect(await decide(null)).toMatchObject({ status: 200, body: { updated: 1 } });
    expect(await decide(null)).toMatchObject({ status: 412, body: { error_code: 'STALE_VERSION' } });
    expect((await stats()).decisionsPending).toBe(decisionsPending + 1);
    const [shown] = (await entriesBy(`q=${entry!.voucherNumber}`)).filter((one) => one.entryKey === entry!.entryKey);
    expect(shown).toMatchObject({ state: 'matched', decided: true });

    await generate('regenerate-invoices');
    expect((await stats()).decisionsPending).toBe(decisionsPending);
    const { decision, candidates } = await reviewOf();
    expect(decision).toMatchObject({ line, note: 'Xuất tay ngày hôm sau', by: 'ketoan@khop.local' });
    expect(decision!.appliedAmount).toBe(candidates.find((one) => one.line === line)!.amount);
    const { rows: left } = await month.api.context.pool.query(
      'select invoiced, already_invoiced from period_sales_lines where period_id = $1 and source_key = $2',
      [month.periodId, line],
    );
    expect(left).toEqual([{ invoiced: 0, already_invoiced: decision!.appliedAmount }]);
    const undo = (seen: string) =>
      month.api.call('POST', path('reviews/decisions/undo'), { entries: [{ ...refOf(entry!), seen }] });
    expect(await undo('2026-01-01T00:00:00.000Z')).toMatchObject({ status: 412 });
    expect(await undo(decision!.at)).toMatchObject({ status: 200 });
    expect((await reviewOf()).decision).toBeNull();
    // It waits for a person again at once, and the plan for a regeneration.
    expect((await entriesBy('state=unmatched')).map(nameOf)).toContain(nameOf(entry!));
    expect((await stats()).decisionsPending).toBe(decisionsPending + 1);
    await generate('regenerate-invoices');
    expect((await stats()).decisionsPending).toBe(decisionsPending);
  });

  it('are shown beside the sales of their buyer, those of the same money and those that they name first', async () => {
    const { profileId } = open[0]!;
    const { rows } = await month.api.context.pool.query(
      `select s.source_key as line, s.doc_no as "docNo", s.doc_date::text as day, s.amount - s.discount as amount, b.name
       from period_sales_lines s join bravo_partners b on b.code = s.partner_code
       where s.period_id = $1 and b.name <> '' and length(s.doc_no) >= 4 and s.amount > s.discount and s.doc_date > '2026-09-05'
       order by s.source_key limit 2`,
      [month.periodId],
    );
    const [sale, named] = rows as [Record<string, string>, Record<string, string>];
    const { rows: connected } = await month.api.context.pool.query<Record<string, string>>(
      `select s.source_key as line, s.doc_date::text as day, a.code as product from period_sales_lines s
       join product_connections c on c.bravo_code = s.item_code join amis_products a on a.id = c.amis_product_id
       where s.period_id = $1 and c.profile_id = $2 order by s.source_key desc limit 1`,
      [month.periodId, profileId],
    );
    const [gathered] = connected;
    const ledger = await ledgerRows(month, profileId);
    const byHand = { ...ledger[0]!, documentDate: sale.day!, customerCode: '', customerName: sale.name!.toUpperCase() };
    await uploadLedger(month, profileId, [
      ...ledger,
      { ...byHand, voucherNumber: 'TAY-1', amount: Number(sale.amount), description: '' },
      { ...byHand, voucherNumber: 'TAY-2', amount: 1, description: `Bán theo ${named.docNo}.` },
      {
        ...{ ...byHand, voucherNumber: 'TAY-3', amount: 3, description: '', customerName: 'Khách mua lẻ' },
        ...{ productCode: gathered!.product!, documentDate: gathered!.day! },
      },
    ]);
    const { body } = await month.api.call<{ items: Review[] }>('GET', path('amis-entries?q=tay-&sort=voucherNumber'));
    const offered = await Promise.all(
      body.items.map(async ({ entryKey }) => {
        const at = path(`amis-entries/review?profileId=${profileId}&entryKey=${encodeURIComponent(entryKey)}`);
        return (await month.api.call<Review>('GET', at)).body.candidates.map((one) => one.line);
      }),
    );
    const ofNamed = await month.api.context.pool.query(
      'select source_key as line from period_sales_lines where period_id = $1 and doc_no = $2',
      [month.periodId, named.docNo],
    );
    expect(offered[0]![0]).toBe(sale.line);
    expect(ofNamed.rows.map((row) => row.line)).toContain(offered[1]![0]);
    // A shop gathers the sales of a day: those of the same goods on it are offered, also of other buyers.
    expect(offered[2]).toContain(gathered!.line);
  });

  it('may be several sales at once, as a shop gathers those of a day', async () => {
    const of = async (query: string) =>
      (
        await month.api.call<{ items: (Review & { state: string; lines: { line: string; amount: number }[] })[] }>(
          'GET',
          path(`amis-entries?limit=500&${query}`),
        )
      ).body.items;
    const [entry] = await of('state=unmatched');
    const { rows } = await month.api.context.pool.query<{ line: string; amount: number }>(
      `select source_key as line, (amount - discount)::int as amount from period_sales_lines where period_id = $1 and kind = 'goods'
         and invoiced > 0 and invoiced = amount - discount and base_quantity > 0 order by source_key limit 3`,
      [month.periodId],
    );
    const lines = rows.map((one) => one.line);
    const [line, ...otherLines] = lines;
    const decide = (own: object) =>
      month.api.call('POST', path('reviews/decisions'), {
        decisions: [{ ...refOf(entry!), line, otherLines, ...own }],
      });
    expect(await decide({ otherLines: [...otherLines, line] })).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION' },
    });
    expect(await decide({ line: null })).toMatchObject({ status: 400, body: { error_code: 'VALIDATION' } });
    expect(await decide({ otherLines: ['không có'] })).toMatchObject({ status: 404 });
    expect(await decide({})).toMatchObject({ status: 200, body: { updated: 1 } });
    await generate('regenerate-invoices');

    const sum = rows.reduce((all, one) => all + one.amount, 0);
    const [decided] = (await reviews('&decided=true')).filter((one) => nameOf(one) === nameOf(entry!));
    expect(decided!.decision).toMatchObject({ line, otherLines, appliedAmount: sum });
    expect(decided!.candidates.map((one) => one.line)).toEqual(expect.arrayContaining(lines));
    const [shown] = (await of('state=matched')).filter((one) => nameOf(one) === nameOf(entry!));
    expect(shown!.lines.map(({ line, amount }) => ({ line, amount }))).toEqual(rows);
    const { rows: left } = await month.api.context.pool.query(
      'select sum(invoiced)::int as invoiced, sum(already_invoiced)::int as taken from period_sales_lines where source_key = any($1)',
      [lines],
    );
    expect(left).toEqual([{ invoiced: 0, taken: sum }]);
  });

  it('are not decided in a closed period', async () => {
    await month.api.context.pool.query("update invoice_periods set status = 'closed' where id = $1", [month.periodId]);
    const answer = await month.api.call('POST', path('reviews/decisions'), {
      decisions: [{ ...refOf(open[0]!), line: null }],
    });
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'PERIOD_STATE' } });
  });
});
