import { existsSync, statfsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../adapters/embedded/postgres.ts';
import { loadTestConfig } from '../config.ts';
import { createPool } from '../db/database.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { createQueue } from '../jobs/queue.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's maintenance database. */
    databaseServer: string;
    /** The migrated database that every test copies; databases whose names begin with its name end with the run. */
    databaseTemplate: string;
    /** A folder that lives as long as the run. */
    runFolder: string;
  }
}

/**
 * Runs once before all database tests: a throw-away PostgreSQL (the embedded one; another one's programs or a running
 * server as the test settings say) and a migrated template database on it.
 */
export default async function openDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `khop_template_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${template}`);
  const pool = createPool(onServer(server.url, template), 2, PATIENCE.commands);
  await migrate(pool);
  await pool.end();
  // With the queue's tables too: each test's service would make them anew.
  const queue = await createQueue(onServer(server.url, template), () => {}, 'server');
  await queue.stop();

  const runFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'khop-run-'));
  project.provide('databaseServer', server.url);
  project.provide('databaseTemplate', template);
  project.provide('runFolder', runFolder);
  return async () => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
    await server.close();
    await fs.rm(runFolder, { recursive: true, force: true });
  };
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const { databaseUrl, postgresPrograms } = loadTestConfig();
  if (databaseUrl !== null) return { url: databaseUrl, close: async () => {} };

  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'khop-test-'));
  // mkdtemp makes it private; as root the server runs as another user.
  await fs.chmod(directory, 0o755);
  const server = await startEmbeddedPostgres({
    directory,
    logFile: path.join(directory, 'postgres.log'),
    throwAway: true,
    ...(postgresPrograms ? { programs: postgresPrograms } : {}),
  });
  return {
    url: onServer(server.url, 'postgres'),
    close: async () => {
      await server.stop();
      for (const folder of [directory, server.directory]) await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address of another database on the same server. */
export function onServer(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

const IN_MEMORY = '/dev/shm';
const PREFIX = 'khop-test-';
/** The databases of a run have been seen to take 120 MB together; without this much room they go to the disk. */
const ENOUGH_ROOM = 3 * 1024 ** 3;
const ENOUGH_MEMORY = 6 * 1024 ** 3;
/** Folders that a killed run has left behind go when they are this old and have no server any more. */
const OLD_MS = 10 * 60_000;

/**
 * An empty folder for the databases of a run, in memory where there is enough: to copy a database of a thousand files takes
 * half a second of a core on a disk, and a thirtieth of that here.
 */
async function throwAwayFolder(): Promise<string> {
  const base = hasMemory() ? IN_MEMORY : os.tmpdir();
  if (base === IN_MEMORY) await removeLeftovers();
  const directory = await fs.mkdtemp(path.join(base, PREFIX));
  // mkdtemp makes it private; as root the server runs as another user.
  await fs.chmod(directory, 0o755);
  return directory;
}

function hasMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bsize, bavail } = statfsSync(IN_MEMORY);
  return bsize * bavail >= ENOUGH_ROOM && os.freemem() >= ENOUGH_MEMORY;
}

async function removeLeftovers(): Promise<void> {
  for (const name of await fs.readdir(IN_MEMORY)) {
    const directory = path.join(IN_MEMORY, name);
    if (!name.startsWith(PREFIX) || (await isInUse(directory))) continue;
    await fs.rm(directory, { recursive: true, force: true });
  }
}

async function isInUse(directory: string): Promise<boolean> {
  const { mtimeMs } = await fs.stat(directory).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs < OLD_MS) return true;
  const first = await fs.readFile(path.join(directory, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return first !== '' && existsSync(`/proc/${first.split('\n')[0]}`);
}
