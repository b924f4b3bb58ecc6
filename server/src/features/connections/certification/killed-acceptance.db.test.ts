import { setTimeout as pause } from 'node:timers/promises';
import type { certificationEndpoints } from '@khop/contract/connections/certifications.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/worker-process.ts';

type Certification = z.infer<typeof certificationEndpoints.getCertification.response>;
type Judging = z.infer<typeof certificationEndpoints.getCertificationPair.response>;

/** Four chunks of a thousand. */
const PAIRS = 3500;

let api: TestApi;
let profileId: string;
let worker: WorkerProcess | undefined;

/** Goods of both sides with one sure suggestion each, as a matching would leave them. */
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'AP', name: 'An Phú', taxCode: '' });
  profileId = made.body.id;
  const goods = `generate_series(1, ${PAIRS}) as n`;
  await api.context.pool.query(
    `insert into amis_products (id, profile_id, code, name, unit) select gen_random_uuid(), '${profileId}', 'SP' || n, 'Nồi ' || n, 'Cái' from ${goods}`,
  );
  await api.context.pool.query(
    `insert into bravo_items (code, name, unit, modified_at, synced_at) select 'VT' || n, 'NỒI ' || n, 'Cái', now(), now() from ${goods}`,
  );
  await api.context.pool.query(
    `insert into suggestions (id, kind, profile_id, amis_id, bravo_code, score, engine_score, is_best, suggested_factor, unlock_value)
     select gen_random_uuid(), 'product', profile_id, id, replace(code, 'SP', 'VT'), 0.97, 0.97, true, '1', 1000 + hashtext(code) % 100 from amis_products`,
  );
});
afterAll(async () => {
  await worker?.kill();
  await api?.close();
});

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error(`waited in vain until ${what}`);
    await pause(20);
  }
}
const countOf = async (what: string): Promise<number> =>
  (await api.context.pool.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]!.n;

/** Judges pair after pair until the bucket is proven: the second one wrong, all others right. */
async function proven(): Promise<Certification> {
  const bucket = { kind: 'product', profileId, minScore: 0.9, maxError: 0.02 };
  const { body } = await api.call<Certification>('POST', '/certifications', bucket);
  let at = (await api.call<Judging>('GET', `/certifications/${body.id}/next`)).body;
  while (at.certification.state !== 'proven') {
    const { place } = at.pair!;
    const judgement = place === 2 ? 'wrong' : 'right';
    const judged = { version: at.certification.version, place, judgement };
    at = (await api.call<Judging>('POST', `/certifications/${body.id}/judgements`, judged)).body;
  }
  return at.certification;
}

it('connects each pair of a certified bucket once when its worker is killed between two chunks', {
  timeout: 240_000,
}, async () => {
  const { id, version } = await proven();
  const { body } = await api.call<{ runId: string }>('POST', `/certifications/${id}/accept`, { version });
  const runRow = () =>
    api.context.db.selectFrom('runs').selectAll().where('id', '=', body.runId).executeTakeFirstOrThrow();

  // Every other chunk waits at this lock, so the kill hits between two of them for sure.
  const lock = new pg.Client({ connectionString: api.databaseUrl });
  await lock.connect();
  worker = startWorkerProcess(api.environment);
  await until('a chunk is connected', async () => (await countOf('product_connections')) > 0);
  await lock.query('begin; lock table product_connections in exclusive mode');
  await worker.kill();
  const before = await countOf('product_connections');
  await lock.query('rollback');
  await lock.end();
  expect(before).toBeLessThan(PAIRS - 1);
  expect(await runRow()).toMatchObject({ status: 'running', attempts: 1 });
  expect((await api.call<Certification>('GET', `/certifications/${id}`)).body.state).toBe('accepting');

  worker = startWorkerProcess(api.environment);
  await until('it is certified', async () => (await runRow()).finishedAt !== null);
  expect(await runRow()).toMatchObject({ status: 'succeeded', result: { accepted: PAIRS - 1, left: 1 } });
  expect((await api.call<Certification>('GET', `/certifications/${id}`)).body).toMatchObject({
    state: 'certified',
    accepted: PAIRS - 1,
    acceptedBy: 'ketoan@khop.local',
  });
  const same = `product_connections c join amis_products p on p.id = c.amis_product_id and replace(p.code, 'SP', 'VT') = c.bravo_code`;
  expect([await countOf('product_connections'), await countOf(same)]).toEqual([PAIRS - 1, PAIRS - 1]);
  expect(await countOf("suggestion_decisions where decision = 'accepted'")).toBe(PAIRS - 1);
  expect(await countOf("audit_events where action = 'certification.certify'")).toBe(1);
  expect(await countOf('certification_members where connection_id is null')).toBe(1);
});
