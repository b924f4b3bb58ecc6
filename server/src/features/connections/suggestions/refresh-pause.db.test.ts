import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../id.ts';
import { startTestApi } from '../../../testing/api.ts';
import { amisProduct, type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';
import { refreshed, refreshes, runAtWork } from '../../../testing/runs.ts';
import { refreshAfter, startDueRefreshes } from './request-refresh.ts';

/** The milliseconds by which the service's clock is ahead of the real one. */
let ahead = 0;
const now = (): Date => new Date(Date.now() + ahead);
/** Long enough for no real clock to come into it. */
const PAUSE = 300;

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(12, { now }, { KHOP_REFRESH_PAUSE_SECONDS: String(PAUSE) });
});
afterAll(() => company?.api.close());

/** Time passes, and a worker looks whether something is due. */
const pass = async (seconds: number): Promise<number> => {
  ahead += 1000 * seconds;
  await startDueRefreshes(company.api.context);
  // Those that look by themselves find the same.
  await sleep(50);
  return refreshes(company.api);
};
const rename = async (n: number, name: string): Promise<void> => {
  const { api, profileId } = company;
  const { body } = await api.call<{ items: { id: string; version: number }[] }>(
    'GET',
    `/amis/products?profileId=${profileId}&q=${String(amisProduct(n).code)}`,
  );
  const { id, version } = body.items[0]!;
  expect((await api.call('PATCH', `/amis/products/${id}`, { version, name })).status).toBe(200);
};
const marked = async (): Promise<number> =>
  (await company.api.context.pool.query("select from runs where payload ? 'again'")).rowCount ?? 0;

it('takes edits in a row in by one run, when they have paused', async () => {
  const before = await refreshes(company.api);
  await rename(3, 'Nồi áp suất Lam Kinh');
  expect(await pass(PAUSE - 5)).toBe(before);
  await rename(4, 'Quạt trần Lam Kinh');
  expect(await pass(PAUSE - 5)).toBe(before);
  await rename(5, 'Ấm điện Lam Kinh');
  expect(await pass(PAUSE - 5)).toBe(before);
  expect(await pass(10)).toBe(before + 1);
  expect((await refreshed(company.api, before)).result).toMatchObject({ changed: 3 });
  expect([await marked(), await pass(20 * PAUSE)]).toEqual([0, before + 1]);
});

it('waits no longer than twelve pauses for a person who never pauses', async () => {
  const before = await refreshes(company.api);
  for (let n = 0; n < 24; n++) {
    await rename(3, `Nồi áp suất Lam Kinh ${n}`);
    expect(await pass(PAUSE / 2 - 1)).toBe(before);
  }
  await rename(3, 'Nồi áp suất Lam Kinh 24');
  expect(await pass(60)).toBe(before + 1);
  await refreshed(company.api, before);
});

/** A refresh of another profile that another worker is at. */
async function runElsewhere(): Promise<() => Promise<unknown>> {
  const { pool } = company.api.context;
  const id = await runAtWork(company.api, { kind: 'partner-suggestions-refresh', scope: newId(), startedAt: now() });
  return () => pool.query("update runs set status = 'succeeded', finished_at = $2 where id = $1", [id, now()]);
}

it('is the only one at work, and leaves as long a rest after a long one', async () => {
  const before = await refreshes(company.api);
  const end = await runElsewhere();
  await rename(3, 'Nồi áp suất');
  // The pause is over, but that one is still at work: for ten minutes and more.
  expect(await pass(600)).toBe(before);
  await end();
  expect(await pass(590)).toBe(before);
  expect(await marked()).toBe(1);
  expect(await pass(20)).toBe(before + 1);
  expect((await refreshed(company.api, before)).result).toMatchObject({ changed: 1 });
});

it('follows right after the run at work, with the name of who asked', async () => {
  const { api, profileId } = company;
  const before = await refreshes(api);
  await api.context.queue.rest();
  const path = '/product-connections/suggestions/generate';
  const { body } = await api.call<{ runId: string }>('POST', path, { profileId });
  await rename(3, 'Nồi áp suất Lam Kinh QX-77');
  expect(await pass(20 * PAUSE)).toBe(before);
  await api.call('POST', `/runs/${body.runId}/cancel`);
  expect((await api.runEnd(body.runId)).status).toBe('cancelled');
  expect(await pass(1)).toBe(before + 1);
  const runs = await api.call<{ items: Run[] }>('GET', '/runs?kind=product-suggestions-refresh&sort=-createdAt');
  expect(runs.body.items[0]).toMatchObject({ status: 'queued', createdBy: 'ketoan@khop.local' });
  expect(await marked()).toBe(0);
});

it('begins when the pause is over without a worker that looks', async () => {
  const api = await startTestApi({}, { worker: false, settings: { KHOP_REFRESH_PAUSE_SECONDS: '1' } });
  try {
    const { pool } = api.context;
    const profile = await api.call<{ id: string }>('POST', '/amis/profiles', {
      code: 'AP',
      name: 'An Phú',
      taxCode: '',
    });
    const profileId = profile.body.id;
    await pool.query(
      `insert into matching_states (kind, profile_id, generated_at, matched_at, minimum_score)
       values ('product', $1, now(), now(), 0.05)`,
      [profileId],
    );
    await pool.query(
      `insert into runs (id, kind, scope, status, created_by, started_at, finished_at)
       values ($1, 'product-suggestions', $2, 'succeeded', 'ai đó', now(), now())`,
      [newId(), profileId],
    );
    await refreshAfter(api.context, { kind: 'product', profileId }, 'kho@khop.local');
    expect(await refreshes(api)).toBe(0);
    await expect.poll(() => refreshes(api), { timeout: 60_000 }).toBe(1);
  } finally {
    await api.close();
  }
});
