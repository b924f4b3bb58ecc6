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
