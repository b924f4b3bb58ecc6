import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('gives each caller a migrated database that no other sees', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await rows(one.url, 'create table only_here ()');
    expect(await rows(one.url, "select to_regclass('only_here') is not null as here")).toEqual([{ here: true }]);
    expect(await rows(other.url, "select to_regclass('only_here') is not null as here")).toEqual([{ here: false }]);
    expect(await rows(other.url, 'select count(*)::int > 0 as migrated from schema_migrations')).toEqual([
      { migrated: true },
    ]);
    await one.drop();
    await other.drop();
    await expect(rows(one.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });
});
