import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../adapters/embedded/postgres.ts';
import { createPool } from '../db/database.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { onServer } from '../testing/database-server.ts';
import { holdTable, releaseTable, waitingFor } from '../testing/held-table.ts';
import { folderForTablespace, mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { type Disk, type DiskLevel, watchDisk } from './disk.ts';

const MB = 1024 * 1024;

let disk: SmallDisk | undefined;
let server: EmbeddedPostgres;
let api: TestApi;
let profileId: string;
/** The level that the service's own look at the disk reports, where a test does not let it see. */
let pretended: DiskLevel | undefined;

/** The tables are on a disk of 160 MB, PostgreSQL's log elsewhere: so it stays up when the disk is full. */
beforeAll(async () => {
  disk = await mountSmallDisk(160);
  if (!disk) return;
  const folder = disk.folder;
  server = await openServer(folder);
  const real = watchDisk([{ folder, reserveBytes: 16 * MB, isData: false }]);
  const watched: Disk = { state: () => ({ ...real.state(), ...(pretended && { level: pretended }) }) };
  api = await startTestApi({ disk: watched }, { database: { url: server.url, drop: async () => {} } });
  profileId = (await api.call<{ id: string }>('POST', '/amis/profiles', { code: 'MOT', name: 'Một', taxCode: '' })).body
    .id;
});
afterAll(async () => {
  if (!disk) return;
  await disk.leave(100 * MB);
  await api.close();
  await server.stop();
  await rm(server.directory, { recursive: true, force: true });
  await disk.remove();
});
beforeEach(async (context) => {
  if (!disk) context.skip('no disk can be mounted here');
  pretended = undefined;
  await disk!.leave(100 * MB);
});

/** A server of its own, for others would not like it: while one tablespace is full, none of its checkpoints succeeds. */
async function openServer(smallFolder: string): Promise<EmbeddedPostgres> {
  const directory = await mkdtemp(path.join(tmpdir(), 'khop-disk-full-'));
  await chmod(directory, 0o755);
  const opened = await startEmbeddedPostgres({ directory, logFile: path.join(directory, 'pg.log'), throwAway: true });
  const maintenance = new pg.Client({ connectionString: onServer(opened.url, 'postgres') });
  await maintenance.connect();
  const place = await folderForTablespace(smallFolder, path.join(opened.directory, 'postgres'));
  await maintenance.query(`create tablespace small location '${place}'`);
  await maintenance.query('alter database khop set tablespace small');
  await maintenance.end();
  const pool = createPool(opened.url, 2, PATIENCE.commands);
  await migrate(pool);
  await pool.end();
  return opened;
}

const products = (rows: number, note = ''): { name: string; content: Buffer } => ({
  name: 'hang.csv',
  content: Buffer.from(
    `Mã,Tên,Đơn vị tính chính\n${Array.from({ length: rows }, (_, at) => `SP${at},Nồi cơm ${at} ${note},Cái`).join('\n')}\n`,
  ),
});
const send = (file = products(10), query = '') => api.upload(`/amis/products/bulk${query}`, file, { profileId });
const ready = () => api.call('GET', '/health/ready', undefined, { anonymous: true });

describe('a disk that is nearly full', () => {
  it('is said by ready, keeps uploads and exports out in a sentence, and lets people read and work on', async () => {
    expect(await ready()).toMatchObject({ status: 200, body: { disk: 'ok' } });
    await disk!.leave(10 * MB);
    const { status, body } = await ready();
    expect([status, body.disk, body.diskReserveBytes]).toEqual([200, 'low', 16 * MB]);
    expect(body.diskFreeBytes).toBeLessThanOrEqual(10 * MB);

    const refused = await send();
    expect([refused.status, refused.body.error_code]).toEqual([507, 'DISK_FULL']);
    expect(refused.body.message).toMatch(
      /^Ổ đĩa của máy chủ chỉ còn trống \d+ MB \(cần ít nhất 16 MB\)\. Hãy báo quản trị viên/,
    );
    const { rows } = await api.context.pool.query(
      `insert into invoice_periods (id, name, from_date, to_date, profile_ids, status, created_by)
       values (gen_random_uuid(), 'Kỳ', '2026-09-01', '2026-09-30', '{}', 'generated', 'a') returning id`,
    );
    const zip = await api.call('POST', `/invoice-issuance/periods/${rows[0].id}/download-excel`, {});
    expect([zip.status, zip.body.error_code]).toEqual([507, 'DISK_FULL']);

    expect((await api.call('GET', '/amis/profiles')).status).toBe(200);
    expect((await api.call('POST', '/amis/profiles', { code: 'HAI', name: 'Hai', taxCode: '' })).status).toBe(201);
    await disk!.leave(100 * MB);
    expect(await api.runEnd(String((await send()).body.runId))).toMatchObject({ status: 'succeeded' });
  });
});

describe('a disk that is full', () => {
  it('is named in the answer to a request that the database cannot keep, and nothing of it stays', async () => {
    pretended = 'ok';
    await disk!.leave(2 * MB);
    const noise = {
      name: 'so.csv',
      content: Buffer.from(crypto.getRandomValues(new Uint8Array(65536)).toHex().repeat(80)),
    };
    const refused = await send(noise);
    expect([refused.status, refused.body.error_code]).toEqual([507, 'DISK_FULL']);
    expect(refused.body.message).toContain('đã đầy');
    expect((await api.context.pool.query("select from uploads where file_name = 'so.csv'")).rowCount).toBe(0);
  });

  it('ends a run by its name, leaves the data as they were, and the same file goes in once there is room', async () => {
    pretended = 'ok';
    const count = async () => (await api.context.pool.query('select count(*)::int as n from amis_products')).rows[0].n;
    const before = await count();
    const file = products(30_000, 'đầy ổ đĩa');
    // The run would sometimes be done before the disk is full.
    const holder = await holdTable(api.context.pool, 'amis_products');
    const { body } = await send(file);
    await waitingFor(api.context.pool, holder);
    await disk!.leave(1 * MB);
    await releaseTable(holder);
    const run = await api.runEnd(String(body.runId));
    expect([run.status, run.errorCode]).toEqual(['failed', 'DISK_FULL']);
    expect(run.message).toContain('đã đầy');
    expect(await count()).toBe(before);
    await disk!.leave(100 * MB);
    const again = await api.runEnd(String((await send(file)).body.runId));
    expect([again.status, again.message]).toEqual(['succeeded', null]);
    expect(await count()).toBe(30_000);
  });

  it('is why a database beside it is away, and ready says so', async () => {
    pretended = 'full';
    const { status, body } = await ready();
    expect([status, body.error_code]).toEqual([507, 'DISK_FULL']);
    expect(body.message).toMatch(/^Ổ đĩa của máy chủ chỉ còn trống \d+ MB/);
  });
});
