import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, runningPostgres, startEmbeddedPostgres } from './postgres.ts';

let directory: string;
let running: EmbeddedPostgres | undefined;

async function start(throwAway = true): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ directory, logFile: path.join(directory, 'postgres.log'), throwAway });
  return running;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function freshDirectory(): Promise<void> {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'khop-postgres-'));
  await fs.chmod(directory, 0o755);
}

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await fs.rm(directory, { recursive: true, force: true });
});

describe('startEmbeddedPostgres', () => {
  it('creates a UTF-8 database with a password, checksums and Vietnamese order, and keeps it over a stop', async () => {
    await freshDirectory();
    const first = await start(false);
    const guess = first.url.replace(/:[^:@]+@/, ':guess@');
    await expect(query(guess, 'select 1')).rejects.toThrow('password authentication failed');
    expect(
      await query(
        first.url,
        `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
                (select datlocale from pg_database where datname = current_database()) as locale`,
      ),
    ).toEqual([{ encoding: 'UTF8', checksums: 'on', locale: 'C.UTF-8' }]);
    expect(
      await query(
        first.url,
        `select string_agg(w, ' ' order by w collate "vi-x-icu") as words from unnest(array['đường','dầu','dép','em']) w`,
      ),
    ).toEqual([{ words: 'dầu dép đường em' }]);
    await query(first.url, 'create table kept as select 1 as n');
    await first.stop();
    await first.exited;

    expect(await runningPostgres(directory)).toBeNull();
    const second = await start(false);
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await runningPostgres(directory)).toBe(second.url);
  });

  it('takes over from a server whose starter was killed', async () => {
    await freshDirectory();
    const abandoned = await start();
    await query(abandoned.url, 'create table kept as select 2 as n');
    const next = await start();
    await abandoned.exited;
    expect(await query(next.url, 'select n from kept')).toEqual([{ n: 2 }]);
    await expect(query(abandoned.url, 'select 1')).rejects.toThrow();
  });

  it('survives a pid file whose number now belongs to another program', async () => {
    await freshDirectory();
    const first = await start();
    await first.stop();
    const stranger = spawn('sleep', ['60']);
    try {
      await fs.writeFile(path.join(directory, 'postgres', 'postmaster.pid'), `${stranger.pid}\n`);
      const second = await start();
      expect(await query(second.url, 'select 3 as n')).toEqual([{ n: 3 }]);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  it('starts anew where the first start was cut off while it made the cluster', async () => {
    await freshDirectory();
    await fs.mkdir(path.join(directory, 'postgres.unfinished'));
    await fs.writeFile(path.join(directory, 'postgres.unfinished', 'PG_VERSION'), '18\n');
    const { url } = await start();
    expect(await query(url, 'select 4 as n')).toEqual([{ n: 4 }]);
    expect(await fs.readdir(directory)).not.toContain('postgres.unfinished');
  });

  it('refuses data of another major version in one sentence', async () => {
    await freshDirectory();
    await fs.mkdir(path.join(directory, 'postgres'));
    await fs.writeFile(path.join(directory, 'postgres', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/thuộc PostgreSQL 9/);
  });
});
