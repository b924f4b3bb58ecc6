import pg from 'pg';
import { inject } from 'vitest';
// Declares what the server of the run provides, also where only this file is compiled.
import type {} from './database-server.ts';

export type TestDatabase = {
  readonly url: string;
  /** Ends every connection that is left and removes the database. */
  drop(): Promise<void>;
};

/**
 * A database of its own for one test or one file: migrated and empty, or a copy of what `template` holds.
 * Only tests named `*.db.test.ts` have a server to make it on.
 */
export async function createTestDatabase(
  template = inject('databaseTemplate'),
  server = inject('databaseServer'),
): Promise<TestDatabase> {
  if (!server) throw new Error('A test that needs the database is named *.db.test.ts');
  const name = `khop_test_${crypto.randomUUID().replaceAll('-', '')}`;
  // Half the work of the default way, which logs each page of the copy.
  await onServerDo(server, `create database ${name} template ${template} strategy file_copy`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: () => onServerDo(server, `drop database if exists ${name} with (force)`),
  };
}

async function onServerDo(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
