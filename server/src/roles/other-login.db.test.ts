import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAuditChain } from '../audit/audit-chain.ts';
import { repositoryRoot } from '../config.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { workbookFile } from '../testing/workbook-file.ts';

/** The statements that the page gives an administrator. */
const PAGE = readFileSync(path.join(repositoryRoot, 'docs', 'security.md'), 'utf8');
const GRANTS = /```sql\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? '';
/** From here on the room of an import's rows is given back, which takes a right of its own. */
const ROWS = 20_000;

const LOGIN = `khop_service_${crypto.randomUUID().slice(0, 8)}`;
let database: TestDatabase;
let api: TestApi | undefined;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`create role ${LOGIN} login password 'secret'`);
  await owner.query(GRANTS.replaceAll('khop_service', LOGIN));
  const url = new URL(database.url);
  url.username = LOGIN;
  url.password = 'secret';
  api = await startTestApi({}, { database: { url: url.href, drop: async () => {} } });
});
afterAll(async () => {
  await api?.close();
  await owner.query(`drop owned by ${LOGIN}; drop role ${LOGIN}`);
  await owner.end();
  await database.drop();
});

it('lets the service work under a login that can neither change the audit log nor undo what keeps it', async () => {
  const { call, upload, runEnd, context } = api!;
  const profile = { code: 'MOT', name: 'Một', taxCode: '' };
  const { id } = (await call<{ id: string }>('POST', '/amis/profiles', profile)).body;
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    code: `SP${n}`,
    name: `Hàng ${n}`,
    unit: 'Cái',
    isActive: true,
  }));
  const file = await workbookFile('amis-products', rows);
  const { runId } = (await upload<{ runId: string }>('/amis/products/bulk', file, { profileId: id })).body;
  expect(await runEnd(runId)).toMatchObject({ status: 'succeeded' });
  // After the run has ended.
  const roomOf = async () =>
    (await owner.query("select pg_relation_size('staged_rows')::integer as bytes")).rows[0].bytes;
  await expect.poll(roomOf, { timeout: 10_000 }).toBe(0);

  expect(await verifyAuditChain(context.pool)).toMatchObject({ broken: null });
  for (const statement of [
    'update audit_events set summary = summary',
    'delete from audit_seals',
    'truncate audit_events',
    'alter table audit_events disable trigger user',
  ])
    await expect(context.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
});

it('gives that login the tables of later releases', async () => {
  await owner.query('create table comes_later (n integer)');
  await expect(api!.context.pool.query('insert into comes_later values (1)')).resolves.toMatchObject({ rowCount: 1 });
});
