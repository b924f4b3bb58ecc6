import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitingForLocks } from '../../../testing/locks.ts';
import { amisProduct, type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';
import { refreshed, refreshes } from '../../../testing/runs.ts';

const PATH = '/product-connections/suggestions';

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(30);
});
afterAll(() => company?.api.close());

type Suggestion = { id: string; isBest: boolean; amis: { code: string }; bravo: { code: string } };
const all = async (): Promise<Suggestion[]> =>
  (
    await company.api.call<{ items: Suggestion[] }>(
      'GET',
      `${PATH}?profileId=${company.profileId}&limit=500&sort=amisCode`,
    )
  ).body.items;
const pairs = async (): Promise<string[]> => (await all()).map(({ amis, bravo }) => `${amis.code} ${bravo.code}`);

it('counts for nothing, and comes again, when a whole run has matched everything meanwhile', async () => {
  const { pool } = company.api.context;
  const before = await refreshes(company.api);
  await pool.query("update amis_products set name = name || ' Khác Hẳn' where code = $1", [amisProduct(9).code]);
  const other = new pg.Client({ connectionString: company.api.databaseUrl });
  await other.connect();
  await other.query('begin; select from matching_states for update');
  const { body } = await company.api.call<{ runId: string }>('POST', `${PATH}/refresh`, {
    profileId: company.profileId,
  });
  await expect.poll(() => waitingForLocks(company.api), { timeout: 60_000 }).toBeGreaterThan(0);
  await other.query('update matching_states set matched_by = gen_random_uuid(); commit');
  await other.end();
  expect((await company.api.runEnd(body.runId)).result).toEqual({ changed: 0, outdated: true });
  expect((await refreshed(company.api, before + 1)).result).toMatchObject({ changed: 1 });
  const seen = await pairs();
  await company.runOf(`${PATH}/generate`, { profileId: company.profileId });
  expect(seen).toEqual(await pairs());
});

it('lets no rejected pair hold the best place', async () => {
  const best = (await all()).find(({ isBest }) => isBest)!;
  const { pool } = company.api.context;
  const { rows } = await pool.query<{ id: string }>(
    `insert into suggestions (id, kind, profile_id, amis_id, bravo_code, score, engine_score, is_best, evidence, status,
       amis_fingerprint, bravo_fingerprint, unlock_value)
     select gen_random_uuid(), kind, profile_id, (select id from amis_products where code = 'SP029'), bravo_code, 1, 1,
       true, '[]', 'rejected', 'old', 'old', 0 from suggestions where id = $1 returning id`,
    [best.id],
  );
  await pool.query("update amis_products set name = name || ' Mới Tinh' where code = $1", [amisProduct(27).code]);
  const { result } = await company.runOf(`${PATH}/refresh`, { profileId: company.profileId });
  expect(result).toMatchObject({ changed: 1, stillRejected: 0 });
  expect((await all()).find(({ id }) => id === best.id)?.isBest).toBe(true);
  await pool.query('delete from suggestions where id = $1', [rows[0]!.id]);
});

it('keeps a rejection that is written while it waits for the pair', async () => {
  const { pool } = company.api.context;
  const [one] = (
    await pool.query("select id from suggestions where kind = 'product' and is_best order by bravo_code limit 1")
  ).rows as { id: string }[];
  // Something to match again, and a pair of other records that has to be written.
  await pool.query("update amis_products set name = name || ' Lạ Lẫm' where code = $1", [amisProduct(28).code]);
  await pool.query('update suggestions set score = 0.3, engine_score = 0.3 where id = $1', [one!.id]);
  const person = new pg.Client({ connectionString: company.api.databaseUrl });
  await person.connect();
  await person.query('begin');
  await person.query("update suggestions set status = 'rejected', decided_by = 'ai đó' where id = $1", [one!.id]);
  const { body } = await company.api.call<{ runId: string }>('POST', `${PATH}/refresh`, {
    profileId: company.profileId,
  });
  await expect.poll(() => waitingForLocks(company.api), { timeout: 60_000 }).toBeGreaterThan(0);
  await person.query('commit');
  await person.end();
  expect(await company.api.runEnd(body.runId)).toMatchObject({ status: 'succeeded', result: { changed: 1 } });
  const { rows } = await pool.query('select status, score, decided_by from suggestions where id = $1', [one!.id]);
  expect(rows).toEqual([{ status: 'rejected', score: 0.3, decided_by: 'ai đó' }]);
});
