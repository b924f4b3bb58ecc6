import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentenceOf } from '../../sentence.ts';
import { beforeSquash, type Migration, recordInstead, SINCE_SQUASH } from '../../testing/before-squash.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createPool } from '../database.ts';
import { PATIENCE } from '../patience.ts';
import { latestMigration, migrate } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;
let today: Migration[];
beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 4, PATIENCE.commands);
  today = await recorded();
  await pool.query(
    "insert into users (id, uid, email) values ('00000000-0000-7000-8000-000000000001', 'u', 'ketoan@khop.local')",
  );
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const recorded = async (): Promise<Migration[]> =>
  (await pool.query<Migration>('select name, sha256 from schema_migrations order by name')).rows;
const people = async () => (await pool.query('select * from users')).rows;

describe('a database of a checkout before the squash', () => {
  it('is taken over as it is when it has all the files', async () => {
    await recordInstead(pool, await beforeSquash());
    const before = await people();
    expect(await migrate(pool)).toEqual({ applied: SINCE_SQUASH, latest: await latestMigration() });
    expect(await recorded()).toEqual(today);
    expect(await people()).toEqual(before);
    expect(await migrate(pool)).toMatchObject({ applied: [] });
  });

  it('is taken over once by two programs that start at once: they take turns, file by file', async () => {
    await recordInstead(pool, await beforeSquash());
    const reports = await Promise.all([migrate(pool), migrate(pool)]);
    expect(reports.flatMap(({ applied }) => applied).sort()).toEqual(SINCE_SQUASH);
    expect(await recorded()).toEqual(today);
  });

  it.each<[string, (all: Migration[]) => Migration[]]>([
    ['lacks the last file', (all) => all.slice(0, -1)],
    ['lacks one in the middle', (all) => all.toSpliced(20, 1)],
    ['had one of them in another wording', (all) => all.with(35, { name: all[35]!.name, sha256: 'f'.repeat(64) })],
    ['has one more', (all) => [...all, { name: '0042-mine.sql', sha256: 'f'.repeat(64) }]],
  ])('is refused as it is when it %s', async (_what, checkout) => {
    const had = checkout(await beforeSquash());
    await recordInstead(pool, had);
    const refusal = await migrate(pool).then(
      () => undefined,
      (error: Error) => error,
    );
    const last = had.at(-1)!.name;
    expect(sentenceOf(refusal)).toMatch(
      new RegExp(`đang ở ${last}, .*chưa có gì bị thay đổi\\. Hãy chạy «khop migrate» của bản Khớp ở commit c846c56`),
    );
    expect(await recorded()).toEqual(had);
  });
});

it('refuses a database in which an applied file was another one', async () => {
  await pool.query("update schema_migrations set sha256 = '' where name = $1", [today[3]!.name]);
  await expect(migrate(pool)).rejects.toThrow(`Migration ${today[3]!.name} differs`);
});

it('refuses a database of a later program, and says what to do', async () => {
  await pool.query("insert into schema_migrations (name, sha256) values ('9998-later.sql', 'f')");
  await expect(migrate(pool)).rejects.toThrow(/9998-later\.sql, mới hơn chương trình này.*cập nhật Khớp/);
});

it('takes an empty database in hand once, however many programs start on it at once', async () => {
  const empty = await createTestDatabase('template1');
  const programs = createPool(empty.url, 4, PATIENCE.commands);
  const first = '0001-people.sql';
  try {
    // They meet in the first statement only now and then.
    for (let round = 0; round < 15; round += 1) {
      await programs.query('drop schema public cascade; create schema public');
      const reports = await Promise.all(Array.from({ length: 4 }, () => migrate(programs, first)));
      expect(reports.flatMap(({ applied }) => applied)).toEqual([first]);
    }
  } finally {
    await programs.end();
    await empty.drop();
  }
});
