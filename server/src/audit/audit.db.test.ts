import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Config, loadConfig } from '../config.ts';
import { createPool } from '../db/database.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { verifyAudit } from '../roles/audit.ts';
import { backup, restore } from '../roles/backup.ts';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { chainAfter, REWRITINGS, TAMPERINGS, writeEvents } from '../testing/audit-tampering.ts';
import { createTestDatabase } from '../testing/database.ts';
import { sealAuditEvents, verifyAuditChain } from './audit-chain.ts';

let api: TestApi;
let pool: pg.Pool;
let config: Config;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  pool = api.context.pool;
  config = loadConfig({ DATABASE_URL: api.databaseUrl });
  await writeEvents(pool);
});
afterAll(() => api.close());

const everything = async () =>
  (
    await pool.query(
      'select to_jsonb(e) as event, to_jsonb(s) as seal from audit_events e join audit_seals s on s.event_id = e.id order by position',
    )
  ).rows;

const CHANGES = [
  "update audit_events set summary = 'không có gì'",
  "delete from audit_events where entity_id = '1'",
  'truncate audit_events',
  "update audit_seals set sealed_at = 'epoch'",
  'delete from audit_seals where position > 4',
  'truncate audit_seals',
];

describe('the log', () => {
  it.each(CHANGES)('refuses «%s» to the database login of the service', async (statement) => {
    const before = await everything();
    expect(before).toHaveLength(5);
    await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await everything()).toEqual(before);
  });

  it.each(CHANGES)('refuses «%s» by its triggers where the rights would allow it', async (statement) => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query('grant all on audit_events, audit_seals to current_user');
    await expect(client.query(statement)).rejects.toThrow(/audit_(events|seals) is append-only/);
    await client.query('rollback');
    client.release();
  });

  it('takes the moment of an event from the database, not from its writer', async () => {
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query(
      `insert into audit_events (id, at, actor, action, entity, entity_id, summary)
       values (gen_random_uuid(), '2020-01-01', 'a', 'b', 'c', 'd', 'e') returning at = now() as is_now`,
    );
    await client.query('rollback');
    client.release();
    expect(rows).toEqual([{ is_now: true }]);
  });
});

describe('an owner of the database who is no superuser', () => {
  it('may not change the log, and its database is backed up and restored with the chain', async (context) => {
    const login = `khop_owner_${crypto.randomUUID().replaceAll('-', '')}`;
    const { rows } = await pool.query('select rolsuper as may_make_logins from pg_roles where rolname = current_user');
    if (!rows[0].may_make_logins) return context.skip('the login of the tests may not make others');
    await pool.query(`create role ${login} login password 'mat-khau'`);
    const [first, second] = [await ownedDatabase(login), await ownedDatabase(login)];
    const folder = await mkdtemp(path.join(tmpdir(), 'khop-audit-'));
    try {
      await migrate(first.pool);
      await writeEvents(first.pool);
      for (const statement of CHANGES)
        await expect(first.pool.query(statement), statement).rejects.toThrow('permission denied');
      const chain = await verifyAuditChain(first.pool);
      expect(chain).toMatchObject({ sealed: 5, pending: 0, broken: null });

      vi.spyOn(console, 'log').mockImplementation(() => {});
      await backup(loadConfig({ DATABASE_URL: first.url }), path.join(folder, 'so.zip'));
      await restore(loadConfig({ DATABASE_URL: second.url }), path.join(folder, 'so.zip'));
      vi.restoreAllMocks();
      // The event that it came back follows.
      expect(await verifyAuditChain(second.pool, chain.head!)).toMatchObject({
        expectedAt: chain.sealed,
        broken: null,
      });
      for (const statement of CHANGES)
        await expect(second.pool.query(statement), statement).rejects.toThrow('permission denied');
    } finally {
      await Promise.all([first.drop(), second.drop()]);
      await pool.query(`drop role ${login}`);
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** An empty database of a login that owns it and is no superuser. */
async function ownedDatabase(login: string) {
  const database = await createTestDatabase('template1');
  const maker = new pg.Client({ connectionString: database.url });
  await maker.connect();
  await maker.query(`alter schema public owner to ${login}`);
  await maker.end();
  const address = new URL(database.url);
  address.username = login;
  address.password = 'mat-khau';
  const owned = createPool(address.href, 3, PATIENCE.commands);
  return { url: address.href, pool: owned, drop: () => owned.end().then(database.drop) };
}

describe('the chain', () => {
  it('is whole, and computed alike by the database and apart from it', async () => {
    const chain = await verifyAuditChain(pool);
    const [first, last] = [(await everything()).at(0), (await everything()).at(-1)];
    expect(chain).toMatchObject({ sealed: 5, pending: 0, head: last.seal.hash, broken: null });
    expect(chain.first?.eventId).toBe(first.event.id);
    expect(chain.last?.eventId).toBe(last.event.id);
  });

  it.each(Object.entries(TAMPERINGS))('is found broken when %s', async (name, sql) => {
    const chain = await chainAfter(pool, sql);
    // If one is put in under its neighbour's moment of sealing, the next no longer fits it; one that no seal covered
    // comes behind all.
    const position = { 'an event is put in between, sealed': 3, 'an event of yesterday is put in, not sealed': 6 }[
      name
    ];
    expect(chain.broken?.position).toBe(position ?? 2);
    expect(chain.sealed).toBe(chain.broken!.position - 1);
  });

  it.each(Object.entries(REWRITINGS))(
    'no longer goes through a hash that was kept elsewhere when %s',
    async (_, sql) => {
      const { head } = await verifyAuditChain(pool);
      expect((await verifyAuditChain(pool, head!)).expectedAt).toBe(5);
      const chain = await chainAfter(pool, sql, head!);
      expect(chain).toMatchObject({ broken: null, expectedAt: null });
    },
  );

  it('takes events up in the order in which they are committed, however long a transaction is open', async () => {
    const database = await createTestDatabase();
    const own = createPool(database.url, 4, PATIENCE.commands);
    try {
      const slow = await own.connect();
      await slow.query('begin');
      const insert = (entityId: string) =>
        `insert into audit_events (id, actor, action, entity, entity_id, summary)
         values (gen_random_uuid(), 'a', 'b', 'c', '${entityId}', 'd')`;
      await slow.query(insert('mở trước'));
      await own.query(insert('ghi xong trước'));
      expect(await sealAuditEvents(own)).toBe(1);
      expect(await verifyAuditChain(own)).toMatchObject({ sealed: 1, pending: 0 });
      await slow.query('commit');
      slow.release();
      expect(await verifyAuditChain(own)).toMatchObject({ sealed: 1, pending: 1 });
      // Of several at once one does it, or none of the others twice.
      const sealed = await Promise.all([1, 2, 3].map(() => sealAuditEvents(own)));
      expect(sealed.reduce((sum, count) => sum + count)).toBe(1);
      expect(await verifyAuditChain(own)).toMatchObject({ sealed: 2, pending: 0, broken: null });
    } finally {
      await own.end();
      await database.drop();
    }
  });

  it('takes in all that was never sealed, however old', async () => {
    const database = await createTestDatabase();
    const own = createPool(database.url, 2, PATIENCE.commands);
    try {
      // The database gives events their moment; these came before it did.
      await own.query('alter table audit_events disable trigger audit_events_stamped');
      await own.query(
        `insert into audit_events (id, at, actor, action, entity, entity_id, summary)
         select gen_random_uuid(), timestamptz '2025-01-01' + n * interval '1 day', 'a', 'b', 'c', n::text, 'd'
         from generate_series(1, 2500) n`,
      );
      expect(await sealAuditEvents(own)).toBe(2500);
      const chain = await verifyAuditChain(own);
      expect(chain).toMatchObject({ sealed: 2500, pending: 0, broken: null });
      expect(chain.first?.at).toMatch(/^2025-01-0[12]T/);
    } finally {
      await own.end();
      await database.drop();
    }
  });
});

describe('khop audit verify', () => {
  async function verified(expected?: string): Promise<{ code: number; said: string }> {
    const said: string[] = [];
    const spies = (['log', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((line: string) => void said.push(line)),
    );
    const code = await verifyAudit(config, expected);
    for (const spy of spies) spy.mockRestore();
    return { code, said: said.join('\n') };
  }

  it('seals, says how many events from when to when, and the hash to keep', async () => {
    const { code, said } = await verified();
    const { sealed, head } = await verifyAuditChain(pool);
    expect([code, said]).toEqual([0, expect.stringContaining(`Chuỗi nhật ký nguyên vẹn: ${sealed} sự kiện`)]);
    expect(said).toContain(`Mã cuối chuỗi: ${head}`);
    expect(await verified(head!)).toMatchObject({ code: 0, said: expect.stringContaining(`thứ ${sealed}/${sealed}`) });
  });

  it('ends with 1 for a hash that is not in the chain', async () => {
    const { code, said } = await verified('f'.repeat(64));
    expect([code, said]).toEqual([1, expect.stringContaining('Không có mã fff')]);
  });

  it('ends with 1 at a broken chain and names the event, as the page for admins does', async () => {
    const [{ event }] = (await everything()).slice(2);
    await pool.query('alter table audit_events disable trigger user');
    await pool.query('grant all on audit_events to current_user');
    await pool.query("update audit_events set actor = 'ai đó' where id = $1", [event.id]);
    await pool.query('alter table audit_events enable trigger user');
    const { code, said } = await verified();
    expect(code).toBe(1);
    expect(said).toContain(`đứt ở sự kiện thứ 3 (${event.id}`);
    const { status, body } = await api.call('GET', '/admin/audit-chain', undefined, { admin: true });
    expect([status, body]).toMatchObject([200, { sealed: 2, broken: { position: 3, eventId: event.id } }]);
  });
});
