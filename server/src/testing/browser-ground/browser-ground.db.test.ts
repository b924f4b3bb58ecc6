import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { companiesIn } from './companies.ts';
import { emulatorsIn } from './emulators.ts';

let folder: string;
let emulators: ReturnType<typeof emulatorsIn>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'khop-ground-'));
  emulators = emulatorsIn(folder);
});
afterAll(async () => {
  await emulators.stop();
  await rm(folder, { recursive: true, force: true });
});

async function client<T>(url: string, operation: string, body: object): Promise<{ status: number; body: T }> {
  const response = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

type Session = { localId: string; idToken: string };

const signIn = (url: string, email: string, password = 'khop-demo-2026') =>
  client<Session>(url, 'signInWithPassword', { email, password, returnSecureToken: true });

it('lends accounts of which the next file sees no change, and two files never the same', async () => {
  const first = await emulators.take();
  const other = await emulators.take();
  expect(other.url).not.toBe(first.url);
  await client(first.url, 'signUp', { email: 'them@khop.local', password: 'mat-khau-1' });
  const { idToken } = (await signIn(first.url, 'ketoan@khop.local')).body;
  await client(first.url, 'update', { idToken, password: 'mat-khau-2' });
  expect((await signIn(first.url, 'ketoan@khop.local')).status).toBe(400);

  emulators.free(first);
  const again = await emulators.take();
  expect(again.url).toBe(first.url);
  expect((await signIn(again.url, 'them@khop.local', 'mat-khau-1')).status).toBe(400);
  for (const [name, localId] of [
    ['ketoan', 'demo-ketoan'],
    ['admin', 'demo-admin'],
  ])
    expect(await signIn(again.url, `${name}@khop.local`)).toMatchObject({ status: 200, body: { localId } });
});

it('lends each file a copy of its own of a company that is made once', async () => {
  const companies = companiesIn(folder, inject('databaseServer'), () => emulators.any(), inject('databaseTemplate'));
  const [company, asked] = await Promise.all([companies.prepared('none'), companies.prepared('none')]);
  expect(asked).toBe(company);
  const [one, two] = [await company.copy(), await company.copy()];
  const count = async (url: string, change?: string): Promise<number> => {
    const connection = new pg.Client({ connectionString: url });
    await connection.connect();
    try {
      if (change) await connection.query(change);
      return (await connection.query("select 1 from pg_tables where tablename = 'of_one_file'")).rows.length;
    } finally {
      await connection.end();
    }
  };
  expect(await count(one, 'create table of_one_file ()')).toBe(1);
  expect(await count(two)).toBe(0);
  await companies.drop(one);
  await expect(count(one)).rejects.toThrow(/does not exist/);
  expect(await count(await company.copy())).toBe(0);
});
