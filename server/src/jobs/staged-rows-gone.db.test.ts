import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Run } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BravoUnavailable } from '../adapters/bravo/port.ts';
import { startEmbeddedPostgres } from '../adapters/embedded/postgres.ts';
import { workbooks } from '../adapters/workbook/workbooks.ts';
import { createPool } from '../db/database.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { holdTable, waitingFor } from '../testing/held-table.ts';
import { bravoItem, bravoSale, memoryBravo } from '../testing/memory-bravo.ts';
import { workbookFile } from '../testing/workbook-file.ts';
import { startWorkerProcess } from '../testing/worker-process.ts';

const ROWS = 7000;

let api: TestApi;
const bravo = memoryBravo(3);
/** Called when the file is read and before its last rows are staged. */
let onceRead: () => Promise<void> = async () => {};
beforeAll(async () => {
  const read: typeof workbooks.read = async (file, options) => {
    const result = await workbooks.read(file, options);
    await onceRead();
    return result;
  };
  api = await startTestApi({ bravo, workbooks: { ...workbooks, read } });
});
afterAll(() => api?.close());
beforeEach(() => {
  bravo.beforeBatch = () => {};
  onceRead = async () => {};
});

const runOf = (of: TestApi, runId: string) =>
  of.context.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();

async function ended(accepted: { status: number; body: { runId: string } }): Promise<Run> {
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
  return api.runEnd(accepted.body.runId);
}
const attemptsOf = async (run: Run) => (await runOf(api, run.id)).attempts;

/** Empties the table once, when it holds rows, as a crash of the database does. */
function emptyingOnce(andThen: () => void): () => Promise<void> {
  let emptied = false;
  return async () => {
    if (emptied) return;
    const { rows } = await api.context.pool.query('select from staged_rows limit 1');
    if (rows.length === 0) return;
    emptied = true;
    await api.context.pool.query('truncate staged_rows');
    andThen();
  };
}

/** Either the attempt notices nothing before its last transaction, or it fails there and then and another one goes on. */
const ENDS = [
  ['within an attempt', () => {}],
  [
    'between two attempts',
    () => {
      throw new BravoUnavailable('mất kết nối');
    },
  ],
] as const;

let profiles = 0;
async function uploadProducts(to: TestApi) {
  const code = `CTY${++profiles}`;
  const { body: profile } = await to.call<{ id: string }>('POST', '/amis/profiles', { code, name: code, taxCode: '' });
  const rows = Array.from({ length: ROWS }, (_, n) => ({ code: `SP${n}`, name: `Hàng ${n}`, unit: 'Cái' }));
  const file = await workbookFile('amis-products', rows);
  const accepted = await to.upload<{ runId: string }>('/amis/products/bulk', file, { profileId: profile.id });
  return { accepted, profileId: profile.id };
}

const countProducts = async (of: TestApi, profileId: string) =>
  (await of.context.pool.query('select count(*)::int as n from amis_products where profile_id = $1', [profileId]))
    .rows[0].n;

describe.each(ENDS)('staged rows that go %s', (_, andThen) => {
  it('make an import start over', async () => {
    const empty = emptyingOnce(andThen);
    onceRead = async () => {
      while ((await api.context.pool.query('select from staged_rows limit 1')).rows.length === 0)
        if ((await api.context.pool.query("select from runs where status in ('queued', 'running')")).rows.length === 0)
          throw new Error('nothing is being staged');
      await empty();
    };
    const { accepted, profileId } = await uploadProducts(api);
    const run = await ended(accepted);
    expect(run).toMatchObject({ status: 'succeeded', result: { read: ROWS, created: ROWS, rejected: 0 } });
    expect(await attemptsOf(run)).toBe(2);
    expect(await countProducts(api, profileId)).toBe(ROWS);
  });

  it('make a sync start over, which retires nothing', async () => {
    const codes = ['VT1', 'VT2', 'VT3', 'VT4', 'VT5', 'VT6', 'VT7', 'VT8'];
    bravo.itemRecords = codes.map((code, at) => bravoItem(code, { modifiedAt: `2026-09-0${at + 1}T00:00:00.000Z` }));
    await ended(await api.call('POST', '/bravo-items-sync/sync'));
    bravo.beforeBatch = emptyingOnce(andThen);
    const run = await ended(await api.call('POST', '/bravo-items-sync/sync'));
    expect(run).toMatchObject({ status: 'succeeded', result: { read: 8, unchanged: 8, deactivated: 0 } });
    expect(await attemptsOf(run)).toBe(2);
  });

  it('make the storing of sales start over, which removes nothing', async () => {
    const lines = Array.from({ length: 28 }, (_, n) =>
      bravoSale(`R${n}`, { docDate: `2026-07-${String(n + 1).padStart(2, '0')}`, docNo: `HD-R${n}` }),
    );
    bravo.salesLines = lines;
    const july = { fromDate: '2026-07-01', toDate: '2026-07-28' };
    await ended(await api.call('POST', '/bravo-sales-ledgers', july));
    bravo.beforeBatch = emptyingOnce(andThen);
    const run = await ended(await api.call('POST', '/bravo-sales-ledgers', july));
    expect(run).toMatchObject({ status: 'succeeded', result: { read: 28, unchanged: 28, removed: 0 } });
    expect(await attemptsOf(run)).toBe(2);
  });
});

describe('a crash of the database', () => {
  it('between the staging of a file and its last transaction costs the import nothing but time', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'khop-crash-'));
    const server = await startEmbeddedPostgres({
      directory: path.join(directory, 'pg'),
      logFile: path.join(directory, 'log'),
    });
    const pool = createPool(server.url, 2, PATIENCE.commands);
    await migrate(pool);
    const crashing = await startTestApi(
      {},
      { worker: false, database: { url: server.url, drop: () => server.stop() } },
    );
    const worker = startWorkerProcess(crashing.environment);
    try {
      const holder = await holdTable(pool, 'amis_products');
      const { accepted, profileId } = await uploadProducts(crashing);
      const backend = await waitingFor(crashing.context.pool, holder);
      expect(await runOf(crashing, accepted.body.runId)).toMatchObject({ staged: ROWS, attempts: 1 });
      const holderEnded = new Promise((resolve) => holder.once('error', resolve));
      // The server ends every connection, recovers from its log, and finds the table empty that is not in it.
      process.kill(backend, 'SIGKILL');
      await holderEnded;
      holder.release(true);
      for (;;) {
        const run = await runOf(crashing, accepted.body.runId).catch(() => undefined);
        if (run?.finishedAt) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      const run = await runOf(crashing, accepted.body.runId);
      expect(run).toMatchObject({ status: 'succeeded', result: { read: ROWS, created: ROWS, rejected: 0 } });
      expect(run.attempts).toBeGreaterThan(1);
      expect(await countProducts(crashing, profileId)).toBe(ROWS);
    } finally {
      await worker.kill();
      await pool.end();
      await crashing.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
