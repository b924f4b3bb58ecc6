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
  decision: { line: string | null; appliedAmount: number } | null;
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
    const { body } = await month.api.call('POST', path('reviews/decisions'), {
      decisions: [
        { ...refOf(sale), line },
        { ...refOf(other), line: null },
      ],
      note: 'Đã xem hóa đơn giấy',
    });
    expect(body).toEqual({ updated: 2 });
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

  it('are not decided in a closed period', async () => {
    await month.api.context.pool.query("update invoice_periods set status = 'closed' where id = $1", [month.periodId]);
    const answer = await month.api.call('POST', path('reviews/decisions'), {
      decisions: [{ ...refOf(open[0]!), line: null }],
    });
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'PERIOD_STATE' } });
  });
});
