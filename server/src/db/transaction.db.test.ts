import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createPool } from './database.ts';
import { PATIENCE } from './patience.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 2, PATIENCE.commands);
  await pool.query('create table given (at integer primary key, word text, data jsonb)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const copy = (rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>) =>
  inTransaction(pool, (tx) => tx.copy('given', ['at', 'word', 'data'], rows));
const count = async () => (await pool.query<{ n: number }>('select count(*)::int as n from given')).rows[0]!.n;

it('writes every text as it is', async () => {
  const words = ['', 'a\tb', 'a\nb', 'a\r\nb', '\\', '\\N', '\\.', 'Đồng', '😀', "'; drop table given"];
  expect(await copy(words.map((word, at) => [at, word, { word }]))).toBe(words.length);
  const { rows } = await pool.query<{ word: string; inside: string }>(
    "select word, data ->> 'word' as inside from given order by at",
  );
  expect(rows).toEqual(words.map((word) => ({ word, inside: word })));
  await pool.query('truncate given');
});

it('fails with what the rows fail with, and lets go of the connection', async () => {
  const failing = async function* () {
    for (let at = 0; at < 10_000; at++) yield [at, 'x'.repeat(100), null];
    throw new Error('the source broke');
  };
  await expect(copy(failing())).rejects.toThrow('the source broke');
  expect(await count()).toBe(0);
  // Both connections of the pool are free again.
  expect(await Promise.all([count(), count()])).toEqual([0, 0]);
});

it('fails with what the database refuses, however much is still to come', async () => {
  const wrongAtFirst = async function* () {
    yield [1, 'one', null];
    yield [1, 'one again', null];
    for (let at = 2; at < 200_000; at++) yield [at, 'x'.repeat(200), null];
  };
  await expect(copy(wrongAtFirst())).rejects.toMatchObject({ code: '23505' });
  expect(await Promise.all([count(), count()])).toEqual([0, 0]);
});

it('fails when its connection is cut, and takes another one next time', async () => {
  const cut = async function* () {
    for (let at = 0; at < 200_000; at++) {
      if (at === 50_000)
        await pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy given%'",
        );
      yield [at, 'x'.repeat(200), null];
    }
  };
  await expect(copy(cut())).rejects.toThrow();
  expect(await count()).toBe(0);
});

it('statements that are asked for at once go one after another on the connection of a transaction', async () => {
  const warnings: Error[] = [];
  const heard = (warning: Error) => void warnings.push(warning);
  process.on('warning', heard);
  const sizes = await inTransaction(pool, ({ db }) =>
    Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int as n`.execute(db))),
  );
  await new Promise(setImmediate);
  process.off('warning', heard);
  expect(sizes.map(({ rows }) => rows[0]!.n)).toEqual([1, 2, 3]);
  // The driver allows no second statement meanwhile, and says so once in a process.
  expect(warnings.filter(({ message }) => message.includes('client.query'))).toEqual([]);
});

it('of statements that are asked for at once none is sent any more when one has failed', async () => {
  const one = createPool(database.url, 1, PATIENCE.commands);
  const failing = inTransaction(one, ({ db }) =>
    Promise.all([
      sql`select 1 / 0`.execute(db),
      sql`insert into given values (7, 'left over', null)`.execute(db),
      sql`insert into given values (8, 'left over', null)`.execute(db),
    ]),
  );
  await expect(failing).rejects.toThrow('division by zero');
  // The same connection, in the hands of another.
  await one.query("insert into given values (9, 'next', null)");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await one.query('select at from given order by at')).rows).toEqual([{ at: 9 }]);
  await one.query('truncate given');
  await one.end();
});
