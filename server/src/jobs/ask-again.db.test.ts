import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { startAskedAgain } from './ask-again.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

const MARKED = "select scope from runs where payload ? 'again' order by scope";

it('is started by one of two workers who look at once, and stays asked for when the start fails', async () => {
  const { pool } = api.context;
  await pool.query(
    `insert into runs (id, kind, scope, status, payload, created_by)
     select gen_random_uuid(), 'import', 's' || n, 'failed', '{"again": true}', 'ke@khop.local' from generate_series(1, 2) n`,
  );
  const refused = startAskedAgain(api.context, ['import'], () => Promise.reject(new Error('no database')));
  await expect(refused).rejects.toThrow('no database');
  expect((await pool.query(MARKED)).rows).toEqual([{ scope: 's1' }, { scope: 's2' }]);
  const started: string[] = [];
  const look = () =>
    startAskedAgain(api.context, ['import'], async ({ scope }) => {
      started.push(scope);
      await wait(200);
    });
  await Promise.all([look(), look()]);
  expect(started.toSorted()).toEqual(['s1', 's2']);
  expect((await pool.query(MARKED)).rows).toEqual([]);
});
