import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { endOfLog, startChild } from '../../adapters/embedded/child.ts';
import { childEnvironment, repositoryRoot } from '../../config.ts';
import { onServer } from '../database-server.ts';

type Company = {
  /** The files that belong to its database. */
  readonly folder: string;
  /** @returns the address of a copy of its database. */
  copy(): Promise<string>;
};

/**
 * Sample companies on one PostgreSQL: each is filled once, by the product's own commands, and copied for every file.
 *
 * @param emulatorUrl an emulator of accounts for the process that fills, which asks it nothing
 * @param prefix begins the names of its databases
 */
export function companiesIn(place: string, serverUrl: string, emulatorUrl: () => Promise<string>, prefix = 'company') {
  const known = new Map<string, Promise<Company>>();
  let copies = 0;

  async function onServerDo(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: onServer(serverUrl, 'postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async function prepare(sample: string): Promise<Company> {
    const template = `${prefix}_${sample}`;
    const folder = path.join(place, sample);
    await fs.mkdir(folder, { recursive: true });
    await onServerDo(`create database ${template}`);
    const env = childEnvironment({
      DATABASE_URL: onServer(serverUrl, template),
      KHOP_DATA_DIR: folder,
      KHOP_SAMPLE: sample,
      KHOP_IDENTITY_EMULATOR_URL: await emulatorUrl(),
    });
    await finish('migrate', env, place);
    if (sample !== 'none') await finish('seed', env, place);
    return {
      folder,
      copy: async () => {
        copies += 1;
        const name = `${template}_${copies}`;
        // Half the work of the default way, which logs each page of the copy.
        await onServerDo(`create database ${name} template ${template} strategy file_copy`);
        return onServer(serverUrl, name);
      },
    };
  }

  return {
    prepared: (sample: string): Promise<Company> => {
      const company = known.get(sample) ?? prepare(sample);
      known.set(sample, company);
      return company;
    },
    /** Removes a copy, with the connections that are left on it. */
    drop: (url: string) => onServerDo(`drop database ${new URL(url).pathname.slice(1)} with (force)`),
  };
}

async function finish(role: string, env: NodeJS.ProcessEnv, place: string): Promise<void> {
  const logFile = path.join(place, `${role}.log`);
  const program = path.join(repositoryRoot, 'server/src/main.ts');
  const child = await startChild({ program, args: [role], cwd: repositoryRoot, env, logFile });
  const code = await child.exited;
  if (code !== 0) throw new Error(`khop ${role} ended with ${code}:\n${await endOfLog(logFile)}`);
}
