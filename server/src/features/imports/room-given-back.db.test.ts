import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

const ROWS = 21_000;

let api: TestApi;
let profileId: string;
beforeAll(async () => {
  api = await startTestApi();
  const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'A', name: 'A', taxCode: '' });
  profileId = made.body.id;
});
afterAll(() => api?.close());

async function check(): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, n) => ({ code: `SP${n}`, name: `Hàng ${n}`, unit: 'Cái' }));
  const file = await workbookFile('amis-products', rows);
  const { body } = await api.upload<{ runId: string }>('/amis/products/bulk?dryRun=true', file, { profileId });
  expect(await api.runEnd(body.runId)).toMatchObject({ status: 'succeeded', result: { created: ROWS } });
}

const sizes = async () =>
  (
    await api.context.pool.query<{ staged: number; products: number }>(
      `select pg_relation_size('staged_rows')::int as staged, pg_relation_size('amis_products')::int as products`,
    )
  ).rows[0]!;

/** The room is given back after the run has ended, for no caller waits for it. */
async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let left = 100; left > 0; left--) {
    if (await holds()) return true;
    await pause(100);
  }
  return false;
}

/**
 * A check gives its room back unless another transaction is busy with the table, be it only PostgreSQL that tidies it or
 * this test that measures it: then the next one does.
 */
async function checkUntil(holds: (size: Awaited<ReturnType<typeof sizes>>) => boolean): Promise<boolean> {
  for (let left = 4; left > 0; left--) {
    await check();
    if (await until(async () => holds(await sizes()))) return true;
  }
  return false;
}

it('gives the disk back what a check took, once no run has rows on their way', { timeout: 240_000 }, async () => {
  const running = '00000000-0000-7000-8000-0000000000a1';
  await api.context.pool.query(`
    insert into runs (id, kind, scope, status, created_by, staged) values ('${running}', 'import', 'x', 'running', 'a', 1);
    insert into staged_rows (run_id, key, data) values ('${running}', 'k', '{}')`);
  expect(await checkUntil(({ products }) => products === 0)).toBe(true);
  const { rows } = await api.context.pool.query('select key from staged_rows');
  expect(rows).toEqual([{ key: 'k' }]);
  await api.context.pool.query(`update runs set status = 'failed', finished_at = now() where id = '${running}'`);
  expect(await checkUntil(({ staged, products }) => staged === 0 && products === 0)).toBe(true);
});
