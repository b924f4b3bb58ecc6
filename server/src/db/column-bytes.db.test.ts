import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { columnBytes } from './column-bytes.ts';
import { createPool } from './database.ts';
import { PATIENCE } from './patience.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 1, PATIENCE.commands);
  await pool.query('create table given (at integer primary key, content bytea not null)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const QUERY = 'select content from given order by at';
async function read(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of columnBytes(pool, QUERY)) parts.push(part);
  return Buffer.concat(parts);
}

it('gives every byte of every row in order, whatever its size', async () => {
  expect(await read()).toEqual(Buffer.alloc(0));
  const sizes = [0, 1, 5, 6, 7, 18, 19, 20, 65_530, 65_536, 1_048_576, 2, 300_000];
  const contents = sizes.map((size, at) => Buffer.from(Array.from({ length: size }, (_, n) => (n * 7 + at) % 256)));
  for (const [at, content] of contents.entries())
    await pool.query('insert into given (at, content) values ($1, $2)', [at, content]);
  expect((await read()).equals(Buffer.concat(contents))).toBe(true);
});

it('gives its connection back when it is left in the middle, and when the query is wrong', async () => {
  for await (const _ of columnBytes(pool, QUERY)) break;
  await expect(columnBytes(pool, 'select nothing').next()).rejects.toMatchObject({ code: '42703' });
  // The pool has one connection only.
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
