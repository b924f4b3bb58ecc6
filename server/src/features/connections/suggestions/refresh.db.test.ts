import type { Run } from '@khop/contract/runs.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { waitingForLocks } from '../../../testing/locks.ts';
import { amisProduct, itemOf, type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';
import { refreshed as refreshedOf, refreshes as refreshesOf } from '../../../testing/runs.ts';
import { startWorkerProcess } from '../../../testing/worker-process.ts';
import { refreshAfter, refreshOverdue } from './request-refresh.ts';

const SIZE = 40;
const PATH = '/product-connections/suggestions';
type Suggestion = {
  id: string;
  version: number;
  score: number;
  isBest: boolean;
  amis: { code: string };
  bravo: { code: string };
};

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(SIZE);
});
afterAll(() => company?.api.close());

const all = async (): Promise<Suggestion[]> =>
  (
    await company.api.call<{ items: Suggestion[] }>(
      'GET',
      `/product-connections/suggestions?profileId=${company.profileId}&limit=500&sort=amisCode`,
    )
  ).body.items;
const rows = Array.from({ length: SIZE }, (_, n) => n);
const of = (code: string) => (one: Suggestion) => one.amis.code === code || one.bravo.code === code;
const pairOf = ({ amis, bravo }: Suggestion): string => `${amis.code} ${bravo.code}`;

const refreshed = (after: number) => refreshedOf(company.api, after);
const refreshes = () => refreshesOf(company.api);
const generate = () => company.runOf(`${PATH}/generate`, { profileId: company.profileId });

/** The place of every stored suggestion: another one as soon as it is written. */
const places = async () =>
  (
    await company.api.context.pool.query<{ id: string; place: string }>(
      "select id, xmin || ' ' || ctid as place from suggestions where kind = 'product' order by id",
    )
  ).rows;

it('matches a changed product again after its import, and writes nothing else', async () => {
  const before = await all();
  const placesBefore = await places();
  const runs = await refreshes();
  // Product 3 is called what item 11 is called; product 11 is still there.
  const named = String(amisProduct(11).name);
  await company.upload(rows.map((n) => amisProduct(n, n === 3 ? { name: named } : {})));
  const run = await refreshed(runs);
  expect(run.result).toMatchObject({ changed: 1 });
  const after = await all();
  const others = (list: Suggestion[]) =>
    list.filter((one) => one.amis.code !== 'SP003' && one.bravo.code !== 'VT011' && one.bravo.code !== 'VT003');
  expect(others(after)).toEqual(others(before));
  // Not even read for writing: no row of others is another one.
  const untouched = new Set(others(before).map(({ id }) => id));
  expect(untouched.size).toBeGreaterThan(SIZE - 10);
  const ofThose = (list: typeof placesBefore) => list.filter(({ id }) => untouched.has(id));
  expect(ofThose(await places())).toEqual(ofThose(placesBefore));
  expect(after.find((one) => pairOf(one) === 'SP003 VT003')).toBeUndefined();
  expect(after.find((one) => pairOf(one) === 'SP003 VT011')).toBeDefined();

  // A whole run says the same about the changed record.
  await generate();
  const whole = await all();
  const mine = (list: Suggestion[]) => list.filter(of('SP003')).map(pairOf);
  expect(mine(after)).toEqual(mine(whole));
  for (const one of whole.filter(of('SP003'))) {
    const found = after.find((each) => pairOf(each) === pairOf(one))!;
    expect(Math.abs(found.score - one.score), pairOf(one)).toBeLessThan(0.02);
    expect(found.isBest, pairOf(one)).toBe(one.isBest);
  }
});

it('finds nothing to do when the same file comes again', async () => {
  const before = await all();
  const runs = await refreshes();
  await company.upload(rows.map((n) => amisProduct(n, n === 3 ? { name: 'Nồi áp suất Lam Kinh QX-77' } : {})));
  expect((await refreshed(runs)).result).toMatchObject({ changed: 1 });
  expect((await all()).filter(of('SP003'))).toEqual([]);
  await company.upload(rows.map((n) => amisProduct(n)));
  await refreshed(runs + 1);
  await company.runOf('/product-connections/suggestions/refresh', { profileId: company.profileId });
  const { result } = await refreshed(runs + 2);
  expect(result).toEqual({ changed: 0, written: 0, removed: 0 });
  expect((await all()).map(pairOf)).toContain('SP003 VT003');
  expect(before.length).toBeGreaterThan(SIZE - 5);
});

it('takes in what a sync brings, changes and retires', async () => {
  const runs = await refreshes();
  company.bravo.itemRecords = [
    ...company.bravo.itemRecords.filter(({ code }) => code !== 'VT020'),
    { ...itemOf(SIZE), name: String(amisProduct(20).name) },
  ];
  await company.runOf('/bravo-items-sync/sync');
  expect((await refreshed(runs)).result).toMatchObject({ changed: 2 });
  const pairs = await all();
  expect(pairs.filter(of('VT020'))).toEqual([]);
  expect(pairs.find((one) => pairOf(one) === `SP020 VT0${SIZE}`)?.isBest).toBe(true);
  await generate();
  const whole = await all();
  expect(pairs.map(pairOf)).toEqual(whole.map(pairOf));
});

it('is asked for after an edit by hand, if that has to do with matching', async () => {
  const product = async (code: string) =>
    (
      await company.api.call<{ items: { id: string; version: number }[] }>(
        'GET',
        `/amis/products?profileId=${company.profileId}&q=${code}`,
      )
    ).body.items[0]!;
  const edit = async (change: object) => {
    const { id, version } = await product('SP025');
    expect((await company.api.call('PATCH', `/amis/products/${id}`, { version, ...change })).status).toBe(200);
  };
  const runs = await refreshes();
  await edit({ note: 'kiểm kê' });
  expect(await refreshes()).toBe(runs);
  await edit({ name: String(amisProduct(26).name) });
  expect((await refreshed(runs)).result).toMatchObject({ changed: 1 });
  expect((await all()).map(pairOf)).toContain('SP025 VT026');
  await edit({ isActive: false });
  expect((await refreshed(runs + 1)).result).toMatchObject({ changed: 1 });
  expect((await all()).filter(of('SP025'))).toEqual([]);
  await edit({ isActive: true, name: String(amisProduct(25).name) });
  await refreshed(runs + 2);
  expect((await all()).map(pairOf)).toContain('SP025 VT025');
});

it('takes a price that has moved for a change, and one that has hardly moved for none', async () => {
  const priced = async (salePrice: string, changed: number) => {
    const runs = await refreshes();
    await company.upload([amisProduct(14, { salePrice })]);
    expect((await refreshed(runs)).result, salePrice).toMatchObject({ changed });
  };
  await priced('100000', 1);
  await priced('100100', 0);
  await priced('1200000', 1);
  await priced('0', 1);
});

it('sees when it starts that Bravo has retired an item', async () => {
  const runs = await refreshes();
  const { pool, log } = company.api.context;
  const warned = vi.spyOn(log, 'warn');
  // As if the worker had been killed right after the sync.
  await pool.query('alter table matching_states rename to away');
  company.bravo.itemRecords = company.bravo.itemRecords.filter(({ code }) => code !== 'VT033');
  await company.runOf('/bravo-items-sync/sync');
  await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 60_000);
  warned.mockRestore();
  await pool.query('alter table away rename to matching_states');
  await refreshOverdue(company.api.context);
  expect((await refreshed(runs)).result).toMatchObject({ changed: 1 });
  expect((await all()).filter(of('VT033'))).toEqual([]);
});

it('says after many small changes, one after another, what a whole run says', async () => {
  // The last one also undoes the first, and every one is taken in by what the one before has left ready.
  const changes: [number, string][] = [
    [2, String(amisProduct(30).name)],
    [30, 'Nồi lẩu điện Thanh Hà 3 lít'],
    [12, `${amisProduct(12).name} màu đỏ`],
    [2, String(amisProduct(2).name)],
  ];
  const names = new Map<number, string>();
  for (const [n, name] of changes) {
    const runs = await refreshes();
    names.set(n, name);
    await company.upload(rows.map((each) => amisProduct(each, names.has(each) ? { name: names.get(each)! } : {})));
    expect((await refreshed(runs)).result).toMatchObject({ changed: 1 });
  }
  const seen = await all();
  await generate();
  const whole = await all();
  expect(seen.map(pairOf)).toEqual(whole.map(pairOf));
  expect(seen.map(({ isBest }) => isBest)).toEqual(whole.map(({ isBest }) => isBest));
  for (const [k, one] of whole.entries()) expect(Math.abs(seen[k]!.score - one.score), pairOf(one)).toBeLessThan(0.05);
  const runs = await refreshes();
  await company.upload(rows.map((n) => amisProduct(n)));
  await refreshed(runs);
});

it('gives the place of a rejected pair to the next best, in a whole run and in a refresh', async () => {
  // The same goods twice in AMIS: one of them is the best for the item, the other the next.
  const runs = await refreshes();
  await company.upload([...rows.map((n) => amisProduct(n)), amisProduct(11, { code: 'SP911' })]);
  await refreshed(runs);
  await generate();
  const rivals = async () => (await all()).filter((one) => one.bravo.code === 'VT011' && one.score >= 0.5);
  const [first, second] = (await rivals()).sort((a, b) => Number(b.isBest) - Number(a.isBest));
  expect([first?.isBest, second?.isBest]).toEqual([true, false]);
  await company.api.call('DELETE', `${PATH}/${first!.id}`, { reasonCode: 'same_name' });
  // A refresh takes what was decided in, though no record has changed…
  await company.runOf(`${PATH}/refresh`, { profileId: company.profileId });
  expect(await rivals()).toMatchObject([{ id: second!.id, isBest: true }]);
  // …and a whole run leaves what was rejected out.
  await generate();
  expect(await rivals()).toMatchObject([{ id: second!.id, isBest: true }]);
  const { version } = (await rivals())[0]!;
  await generate();
  expect((await rivals())[0]).toMatchObject({ isBest: true, version });
  await company.runOf(`${PATH}/refresh`, { profileId: company.profileId });
  expect((await rivals())[0]).toMatchObject({ isBest: true, version });
});

it('does no harm to an import when it cannot be asked for', async () => {
  const { pool, log } = company.api.context;
  const runs = await refreshes();
  const warned = vi.spyOn(log, 'warn');
  await pool.query('alter table matching_states rename to away');
  const run = await company.upload(rows.map((n) => amisProduct(n, n === 5 ? { name: 'Đổi tên khi hỏng' } : {})));
  expect(run.status).toBe('succeeded');
  // The run has ended before it asks.
  await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 60_000);
  await pool.query('alter table away rename to matching_states');
  expect(await refreshes()).toBe(runs);
  // A worker that starts asks for what was missed.
  await refreshOverdue(company.api.context);
  expect((await refreshed(runs)).result).toMatchObject({ changed: 1 });
  await refreshOverdue(company.api.context);
  expect(await refreshes()).toBe(runs + 1);
});

it('is not lost when the run that it waited for fails', async () => {
  const { pool } = company.api.context;
  const before = await refreshes();
  await pool.query('alter table matched_records rename to away');
  const { body } = await company.api.call<{ runId: string }>('POST', `${PATH}/refresh`, {
    profileId: company.profileId,
  });
  await refreshAfter(company.api.context, { kind: 'product', profileId: company.profileId }, 'kho@khop.local');
  expect((await company.api.runEnd(body.runId)).status).toBe('failed');
  await pool.query('alter table away rename to matched_records');
  expect((await refreshed(before + 1)).status).toBe('succeeded');
});

it('leaves nothing behind when it is cancelled or its worker is killed', async () => {
  await company.api.context.queue.rest();
  const touch = (n: number) =>
    company.api.context.pool.query("update amis_products set name = name || ' Lạ Lẫm' where code = $1", [
      amisProduct(n).code,
    ]);
  const start = async (): Promise<string> =>
    (await company.api.call<{ runId: string }>('POST', `${PATH}/refresh`, { profileId: company.profileId })).body.runId;
  await touch(7);
  const before = await all();
  const cancelled = await start();
  // The change of another user waits for it: that is asked for all the same.
  await refreshAfter(company.api.context, { kind: 'product', profileId: company.profileId }, 'kho@khop.local');
  await company.api.call('POST', `/runs/${cancelled}/cancel`);
  expect((await company.api.runEnd(cancelled)).status).toBe('cancelled');
  const queued = () =>
    company.api.context.db
      .selectFrom('runs')
      .select(['id', 'createdBy'])
      .where('kind', '=', 'product-suggestions-refresh')
      .where('status', '=', 'queued')
      .execute();
  await expect.poll(queued, { timeout: 60_000 }).toHaveLength(1);
  const asker = { as: 'kho@khop.local' };
  await company.api.call('POST', `/runs/${(await queued())[0]!.id}/cancel`, undefined, asker);
  expect(await all()).toEqual(before);

  // A lock keeps the last transaction waiting, so that the kill hits in its middle.
  const lock = new pg.Client({ connectionString: company.api.databaseUrl });
  await lock.connect();
  await lock.query('begin; select from suggestions for update');
  const killed = await start();
  const first = startWorkerProcess(company.api.environment);
  while ((await waitingForLocks(company.api)) === 0) {
    const { body } = await company.api.call<Run>('GET', `/runs/${killed}`);
    expect(body.finishedAt, body.message ?? '').toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await first.kill();
  await lock.query('rollback');
  await lock.end();
  expect(await all()).toEqual(before);

  const second = startWorkerProcess(company.api.environment);
  const run = await company.api.runEnd(killed);
  await second.kill();
  expect([run.status, (run.result as { changed: number }).changed]).toEqual(['succeeded', 1]);
  expect((await all()).filter(of('SP007')).map(({ version }) => version)).not.toEqual(
    before.filter(of('SP007')).map(({ version }) => version),
  );
});
