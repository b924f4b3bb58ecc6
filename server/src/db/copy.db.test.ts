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
