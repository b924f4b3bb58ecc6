import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workbooks } from '../../adapters/workbook/workbooks.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { holdTable, releaseTable, waitingFor } from '../../testing/held-table.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

const ROWS = 120_000;
/** Two chunks wait, one is being written, and the reading is a few batches ahead. */
const MOST_READ = 30_000;

let api: TestApi;
let given = 0;
let held = Promise.withResolvers<PoolClient>();
beforeAll(async () => {
  api = await startTestApi({
    workbooks: {
      ...workbooks,
      read: async (path, options = {}) => {
        // Not sooner: a run looks for rows of earlier ones before it reads.
        held.resolve(await holdTable(api.context.pool, 'staged_rows'));
        return workbooks.read(path, {
          ...options,
          onRow: (row, rowNumber) => {
            given += 1;
            options.onRow?.(row, rowNumber);
          },
        });
      },
    },
  });
});
afterAll(() => api?.close());

async function upload(code: string): Promise<{ runId: string; profileId: string }> {
  const made = await api.call<{ id: string }>('POST', '/amis/profiles', { code, name: code, taxCode: '' });
  const rows = Array.from({ length: ROWS }, (_, n) => ({ code: `SP${n}`, name: `Hàng ${n}`, unit: 'Cái' }));
  const file = await workbookFile('amis-products', rows);
  const { body } = await api.upload<{ runId: string }>('/amis/products/bulk', file, { profileId: made.body.id });
  return { runId: body.runId, profileId: made.body.id };
}

/** Waits until no more rows come while the database takes none. */
async function readAhead(holder: PoolClient): Promise<number> {
  await waitingFor(api.context.pool, holder);
  for (let last = -1; given !== last; await pause(1500)) last = given;
  return given;
}

it('reads a file no faster than the database takes its rows, and takes them all', { timeout: 240_000 }, async () => {
  const { runId, profileId } = await upload('CHAM');
  const holder = await held.promise;
  const ahead = await readAhead(holder);
  await releaseTable(holder);
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThanOrEqual(MOST_READ);
  expect(await api.runEnd(runId)).toMatchObject({ status: 'succeeded', result: { read: ROWS, created: ROWS } });
  const { rows } = await api.context.pool.query(
    'select count(distinct code)::int as codes from amis_products where profile_id = $1',
    [profileId],
  );
  expect(rows).toEqual([{ codes: ROWS }]);
});

it('ends within a second of a cancel while rows and its reading wait', { timeout: 240_000 }, async () => {
  held = Promise.withResolvers();
  const { runId } = await upload('HUY');
  const holder = await held.promise;
  await readAhead(holder);
  await releaseTable(holder);
  expect((await api.call('POST', `/runs/${runId}/cancel`)).status).toBe(200);
  const from = performance.now();
  expect(await api.runEnd(runId)).toMatchObject({ status: 'cancelled' });
  expect(performance.now() - from).toBeLessThan(1000);
});
