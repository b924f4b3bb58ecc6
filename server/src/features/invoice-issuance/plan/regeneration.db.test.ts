import type { Regeneration } from '@khop/contract/invoice-issuance/regeneration.ts';
import type { PeriodStats } from '@khop/contract/invoice-issuance/resources.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpPlan } from '../../../testing/plan-dump.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

type Change = { kind: 'added' | 'changed' | 'removed'; before: number | null; after: number | null; profileId: string };

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.done('generate-invoices');
});
afterAll(() => month?.api.close());

const path = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;

const regeneration = async (): Promise<Regeneration> =>
  (await month.api.call<Regeneration>('GET', path('regeneration'))).body;
const stats = async (): Promise<PeriodStats> => (await month.api.call<PeriodStats>('GET', path('stats'))).body;
const apply = () => month.api.call('POST', path('regeneration/apply'));
const undo = () => month.api.call('POST', path('regeneration/undo'));

/** Leaves the lines of the first document with an invoice out of the period, or takes them in again. */
async function exclude(reason: 'cancelled' | null): Promise<void> {
  const { rows } = await month.api.context.pool.query<{ key: string }>(
    `select source_key as key from period_sales_lines where period_id = $1 and document_key = (
       select min(bravo_document) from invoices where period_id = $1)
     union select source_key from period_exclusions where period_id = $1`,
    [month.periodId],
  );
  const sourceKeys = rows.map((row) => row.key);
  expect(sourceKeys.length).toBeGreaterThan(0);
  await month.api.call('POST', path('exclusions'), { sourceKeys, reason, ...(reason && { note: 'Nhập trùng' }) });
}

const dump = () => dumpPlan(month.api.context.pool, month.periodId);

/** In this order: the same change is looked at, let go, applied and undone. */
describe('a regeneration', () => {
  it('shows what it would add, change and remove, and touches nothing', async () => {
    const before = await dump();
    await exclude('cancelled');
    const { result } = await month.done('regenerate-invoices', { preview: true });
    expect(result).toMatchObject({ preview: true });
    expect(await dump()).toEqual(before);

    const { proposal, undo: none } = await regeneration();
    expect(none).toBeNull();
    expect(proposal).toMatchObject({ isStale: false, by: 'ketoan@khop.local', before: (await stats()).tieOut });
    expect(proposal!.change.removed).toBeGreaterThan(0);
    expect(proposal!.after.excluded).toBeGreaterThan(proposal!.before.excluded);
    const { body } = await month.api.call<{
      items: Change[];
      total: number;
      totals: { before: number; after: number };
    }>('GET', path('regeneration/changes?limit=500&totals=true'));
    const { added, changed, removed } = proposal!.change;
    expect(body.total).toBe(added + changed + removed);
    for (const { profileId, ...own } of proposal!.profiles) {
      for (const kind of ['added', 'changed', 'removed'] as const) {
        const rows = body.items.filter((one) => one.profileId === profileId && one.kind === kind);
        const sum = (field: 'before' | 'after') => rows.reduce((total, one) => total + (one[field] ?? 0), 0);
        expect(own[kind]).toEqual({ count: rows.length, before: sum('before'), after: sum('after') });
      }
    }
  });

  it('is not applied once the period has changed, and can be discarded', async () => {
    await exclude(null);
    expect((await regeneration()).proposal!.isStale).toBe(true);
    expect(await apply()).toMatchObject({ status: 422, body: { error_code: 'PROPOSAL_STALE' } });
    expect((await month.api.call('DELETE', path('regeneration'))).status).toBe(204);
    expect((await regeneration()).proposal).toBeNull();
    expect(await apply()).toMatchObject({ status: 404 });
    expect(await month.api.call('DELETE', path('regeneration'))).toMatchObject({ status: 404 });
  });

  it('is not applied once a catalogue has changed, which no revision of the period tells', async () => {
    const { pool } = month.api.context;
    await exclude('cancelled');
    await month.done('regenerate-invoices', { preview: true });
    const before = await dump();
    await pool.query("update bravo_partners set address = address || ' (mới)'");
    const failed = await month.run('regeneration/apply');
    expect(failed).toMatchObject({ status: 'failed', errorCode: 'PROPOSAL_STALE' });
    expect(await dump()).toEqual(before);
    await pool.query("update bravo_partners set address = replace(address, ' (mới)', '')");
  });

  it('switches to the very plan that was shown, and goes back to the one before, row by row', async () => {
    const before = await dump();
    const { proposal } = await regeneration();
    await month.done('regeneration/apply');
    expect((await stats()).tieOut).toEqual(proposal!.after);
    expect((await stats()).lastChange).toMatchObject({ removed: proposal!.change.removed });
    const after = await regeneration();
    expect(after).toMatchObject({
      proposal: null,
      undo: { refusal: null, change: { removed: proposal!.change.removed } },
    });
    expect(await dump()).not.toEqual(before);

    await month.done('regeneration/undo');
    expect(await dump()).toEqual(before);
    expect((await regeneration()).undo).toBeNull();
    expect(await undo()).toMatchObject({ status: 422, body: { error_code: 'UNDO_NOT_POSSIBLE' } });
  });

  it('gives what was undone again, and changes nothing from unchanged input', async () => {
    await month.done('regenerate-invoices');
    const { lastChange } = await stats();
    expect(lastChange).not.toMatchObject({ added: 0, changed: 0, removed: 0 });
    const { result } = await month.done('regenerate-invoices', { preview: true });
    expect(result).toMatchObject({ change: { added: 0, changed: 0, removed: 0 } });
    // A look ahead is no regeneration.
    expect((await stats()).lastChange).toEqual(lastChange);
    await month.done('regenerate-invoices');
    expect((await stats()).lastChange).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const { proposal, undo: kept } = await regeneration();
    expect(proposal).toBeNull();
    expect(kept).toMatchObject({ refusal: null });
  });

  it('is not undone over a later edit, nor after an export', async () => {
    const { body } = await month.api.call<{ items: { id: string; version: number }[] }>(
      'GET',
      path('amis-invoices?limit=1'),
    );
    const { id, version } = body.items[0]!;
    await month.api.call('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: true });
    expect((await regeneration()).undo!.refusal).toMatch(/đã có người sửa/);
    expect(await undo()).toMatchObject({ status: 422, body: { error_code: 'UNDO_NOT_POSSIBLE' } });
    await exclude(null);
    await month.done('regenerate-invoices');
    expect((await regeneration()).undo).toMatchObject({ refusal: null });
    expect((await month.api.call('POST', path('download-excel'), {})).status).toBe(200);
    expect((await regeneration()).undo).toBeNull();
    expect(await undo()).toMatchObject({ status: 422, body: { message: expect.stringMatching(/xuất tệp/) } });
  });
});
