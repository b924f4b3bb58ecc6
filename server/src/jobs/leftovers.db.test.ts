import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../db/database.ts';
import { PATIENCE } from '../db/patience.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sweepLeftovers } from './leftovers.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 2, PATIENCE.commands);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('removes old keys and files that nothing refers to, and nothing else', async () => {
  await pool.query(`
    insert into idempotency_keys (actor, key, request_hash, created_at) values
      ('a', 'old', '', now() - interval '8 days'), ('a', 'new', '', now() - interval '6 days');
    insert into uploads (id, file_name, size, sha256, created_by, created_at)
      select ('00000000-0000-7000-8000-00000000000' || n)::uuid, name, 1, '', 'a', now() - age
      from (values (1, 'orphan', interval '2 days'), (2, 'fresh', interval '1 hour'), (3, 'imported', interval '90 days'),
        (4, 'waiting', interval '2 days'), (5, 'failed', interval '2 days')) as given (n, name, age);
    insert into upload_chunks (upload_id, position, content) select id, 0, 'x' from uploads;
    insert into runs (id, kind, scope, status, created_by, payload) values
      (gen_random_uuid(), 'import', '1', 'succeeded', 'a', '{"uploadId": "00000000-0000-7000-8000-000000000003"}'),
      (gen_random_uuid(), 'import', '2', 'queued', 'a', '{"uploadId": "00000000-0000-7000-8000-000000000004"}'),
      (gen_random_uuid(), 'import', '3', 'failed', 'a', '{"uploadId": "00000000-0000-7000-8000-000000000005"}');
    insert into import_batches (id, run_id, scope, layout, file_name, sha256, report, created_by, upload_id)
      select gen_random_uuid(), id, '', '', '', '', '{}', 'a', '00000000-0000-7000-8000-000000000003'
      from runs where scope = '1';
  `);
  expect(await sweepLeftovers(pool, new Date())).toEqual({
    keys: 1,
    uploads: 2,
    pictures: 0,
    contracts: 0,
    exports: 0,
  });
  const names = async (text: string) => (await pool.query<{ name: string }>(text)).rows.map((row) => row.name);
  expect(await names('select key as name from idempotency_keys')).toEqual(['new']);
  const kept = ['fresh', 'imported', 'waiting'];
  expect(await names('select file_name as name from uploads order by 1')).toEqual(kept);
  expect(
    await names('select u.file_name as name from upload_chunks c join uploads u on u.id = c.upload_id order by 1'),
  ).toEqual(kept);
});

it('forgets what a file has changed after a month, and not before', async () => {
  await pool.query(`
    with run as (
      insert into runs (id, kind, scope, status, created_by, finished_at) values
        (gen_random_uuid(), 'import', 'old', 'succeeded', 'a', now() - interval '31 days'),
        (gen_random_uuid(), 'import', 'new', 'succeeded', 'a', now() - interval '29 days')
      returning id, scope)
    insert into import_differences (run_id, place, kind, code, title, search) select id, 1, 'created', scope, '', '' from run`);
  await sweepLeftovers(pool, new Date());
  const { rows } = await pool.query('select code from import_differences');
  expect(rows).toEqual([{ code: 'new' }]);
});

it('removes pictures that are no user’s avatar and no profile’s logo, once a form had time to be saved', async () => {
  await pool.query(`
    insert into media_images (id, sha256, content_type, content, created_at)
      select ('00000000-0000-7000-8000-0000000000a' || n)::uuid, name, 'image/png', '', now() - age
      from (values (1, 'avatar', interval '90 days'), (2, 'logo', interval '90 days'), (3, 'replaced', interval '8 days'),
        (4, 'fresh', interval '6 days')) as given (n, name, age);
    insert into users (id, uid, email, avatar_url) values
      (gen_random_uuid(), 'a', 'a@khop.local', 'http://localhost/v1/media/00000000-0000-7000-8000-0000000000a1');
    insert into profiles (id, code, name, tax_code, logo_url) values
      (gen_random_uuid(), 'A', 'A', '', 'https://khop.vn/v1/media/00000000-0000-7000-8000-0000000000a2');
  `);
  expect(await sweepLeftovers(pool, new Date())).toMatchObject({ pictures: 1 });
  const { rows } = await pool.query<{ sha256: string }>('select sha256 from media_images order by 1');
  expect(rows.map((row) => row.sha256)).toEqual(['avatar', 'fresh', 'logo']);
});

it('forgets used signatures of uploads of pictures once they are refused for their age, and not before', async () => {
  await pool.query(`
    insert into media_signatures_used (signature, used_at)
      values ('old', now() - interval '25 hours'), ('fresh', now() - interval '23 hours')`);
  await sweepLeftovers(pool, new Date());
  const { rows } = await pool.query<{ signature: string }>('select signature from media_signatures_used');
  expect(rows.map(({ signature }) => signature)).toEqual(['fresh']);
});

it('empties repeated exports that a newer one of the period replaced, and keeps their record, what was handed over and the last one', async () => {
  await pool.query(`
    insert into invoice_periods (id, name, from_date, to_date, profile_ids, status, created_by)
      select ('00000000-0000-7000-8000-0000000000b' || n)::uuid, 'Kỳ', '2026-09-01', '2026-09-30', '{}', 'closed', 'a'
      from generate_series(1, 2) n;
    insert into period_exports (id, period_id, idempotency_key, file_name, sha256, content, created_by, created_at, is_repeat)
      select gen_random_uuid(), ('00000000-0000-7000-8000-0000000000b' || n)::uuid, name, '', name, 'zip', 'a', now() - age, name <> 'handed over'
      from (values (1, 'first', interval '400 days'), (1, 'second', interval '91 days'), (1, 'handed over', interval '401 days'), (1, 'third', interval '89 days'),
        (1, 'last', interval '80 days'), (2, 'only', interval '900 days')) as given (n, name, age);
  `);
  expect(await sweepLeftovers(pool, new Date())).toMatchObject({ exports: 2 });
  expect(await sweepLeftovers(pool, new Date())).toMatchObject({ exports: 0 });
  const { rows } = await pool.query<{ name: string; whole: boolean }>(
    'select sha256 as name, length(content) > 0 as whole from period_exports order by created_at',
  );
  const whole = new Map(rows.map((row) => [row.name, row.whole]));
  expect(Object.fromEntries(whole)).toEqual({
    ...{ only: true, first: false, second: false, 'handed over': true, third: true, last: true },
  });
});

it('removes rows staged by runs that have ended, and keeps those of a run that goes on', async () => {
  await pool.query(`
    insert into runs (id, kind, scope, status, created_by, finished_at) values
      ('00000000-0000-7000-8000-0000000000b1', 'import', 'x1', 'cancelled', 'a', now()),
      ('00000000-0000-7000-8000-0000000000b2', 'import', 'x2', 'running', 'a', null);
    insert into staged_rows (run_id, key, data) select id, 'k', '{}' from runs where scope like 'x_';
  `);
  await sweepLeftovers(pool, new Date());
  const { rows } = await pool.query<{ scope: string }>(
    'select scope from staged_rows s join runs r on r.id = s.run_id',
  );
  expect(rows.map((row) => row.scope)).toEqual(['x2']);
});

it('removes copied plans that no regeneration kept, and keeps those of a run that goes on and those that can be undone', async () => {
  await pool.query(`
    insert into runs (id, kind, scope, status, created_by, finished_at) values
      ('00000000-0000-7000-8000-0000000000c1', 'generate-invoices', 'y1', 'failed', 'a', now()),
      ('00000000-0000-7000-8000-0000000000c2', 'generate-invoices', 'y2', 'running', 'a', null),
      ('00000000-0000-7000-8000-0000000000c3', 'generate-invoices', 'y3', 'succeeded', 'a', now());
    insert into invoice_periods (id, name, from_date, to_date, profile_ids, created_by)
      values ('00000000-0000-7000-8000-0000000000c4', 'Kỳ', '2026-10-01', '2026-10-31', '{}', 'a');
    insert into period_undo (period_id, rows_id, plan, revision_after, change, created_by, created_at)
      values ('00000000-0000-7000-8000-0000000000c4', '00000000-0000-7000-8000-0000000000c3', '{}', '', '{}', 'a', now());
    insert into period_undo_rows (rows_id, period_id, table_name, content)
      select id, '00000000-0000-7000-8000-0000000000c4', 'invoices', '{}' from runs where scope like 'y_';
  `);
  const kept = async () =>
    (
      await pool.query<{ scope: string }>(
        'select scope from period_undo_rows o join runs r on r.id = o.rows_id order by 1',
      )
    ).rows.map((row) => row.scope);
  await sweepLeftovers(pool, new Date());
  expect(await kept()).toEqual(['y2', 'y3']);
  // The plan kept for an undo goes with its period.
  await pool.query("delete from invoice_periods where id = '00000000-0000-7000-8000-0000000000c4'");
  expect(await kept()).toEqual(['y2']);
});

it('removes contracts that no period has named within a week, and never one that a period has', async () => {
  await pool.query(`
    insert into contract_files (id, file_name, content_type, sha256, content, is_kept, created_by, created_at)
      select ('00000000-0000-7000-8000-0000000000c' || n)::uuid, name, 'application/pdf', '', 'x', kept, 'a', now() - age
      from (values (1, 'named', true, interval '4000 days'), (2, 'left', false, interval '8 days'),
        (3, 'fresh', false, interval '6 days')) as given (n, name, kept, age);
  `);
  expect(await sweepLeftovers(pool, new Date())).toMatchObject({ contracts: 1 });
  const { rows } = await pool.query<{ name: string }>('select file_name as name from contract_files order by 1');
  expect(rows.map(({ name }) => name)).toEqual(['fresh', 'named']);
  const kept = `where file_name = 'named'`;
  for (const change of ['delete from contract_files', `update contract_files set content = 'y'`])
    await expect(pool.query(`${change} ${kept}`)).rejects.toThrow('không được xóa, không được đổi');
});
