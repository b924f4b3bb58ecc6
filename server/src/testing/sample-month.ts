import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contract } from '@khop/contract/index.ts';
import type { Run } from '@khop/contract/runs.ts';
import pg from 'pg';
import { inject, type ProvidedContext } from 'vitest';
import { writeSample } from '../cli/sample/write-sample.ts';
import type { Context } from '../context.ts';
import { type Caller, fillSample } from '../roles/fill-sample.ts';
import { type Replaced, startTestApi, type TestApi } from './api.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { untilQuiet } from './until-quiet.ts';

export type SampleMonth = {
  readonly api: TestApi;
  /** Folder of the sample's files. */
  readonly folder: string;
  readonly periodId: string;
  /** Profile code → id. */
  readonly profiles: ReadonlyMap<string, string>;
  /** Starts long work of the period, such as `regenerate-invoices`, and waits for its end, whatever that is. */
  readonly run: (work: string, body?: object) => Promise<Run>;
  /** The same for work that is to succeed. */
  readonly done: (work: string, body?: object) => Promise<Run>;
  /** Ends the worker of this process: runs wait for one that the test starts. */
  readonly stopWorker: () => Promise<void>;
};

/**
 * A service that holds the sample company up to the point where invoices can be generated. The first caller of a run has
 * it filled by calls; everybody works on a copy of their own of the database and the files that came of them.
 */
export async function startSampleMonth(
  lines: number,
  seed = 7,
  replaced: Replaced = {},
  from?: MonthSource,
): Promise<SampleMonth> {
  const { filled, databaseServer, keepsDatabase } = from ?? (await ownSource(lines, seed));
  const database = await createTestDatabase(filled.database, databaseServer);
  const api = await startTestApi(replaced, {
    database: keepsDatabase ? { ...database, drop: async () => {} } : database,
  });
  const { db, config, queue } = api.context;
  const folder = path.join(config.dataDir, 'sample');
  await cp(filled.folder, folder, { recursive: true });
  const { id: periodId, profileIds } = await db
    .selectFrom('invoicePeriods')
    .select(['id', 'profileIds'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const run = async (work: string, body: object = {}): Promise<Run> => {
    const place = `/invoice-issuance/periods/${periodId}/${work}`;
    const answer = await api.call<{ runId: string }>('POST', place, body);
    if (answer.status !== 202) throw new Error(`${work}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return api.runEnd(answer.body.runId);
  };
  const done = async (work: string, body?: object): Promise<Run> => {
    const ended = await run(work, body);
    if (ended.status !== 'succeeded') throw new Error(`${work}: ${ended.status} ${ended.message}`);
    return ended;
  };
  const profiles = await db
    .selectFrom('profiles')
    .select(['id', 'code'])
    // A month that was played on may have others by now.
    .where('id', 'in', profileIds)
    .orderBy('id')
    .execute();
  return {
    api,
    folder,
    periodId,
    profiles: new Map(profiles.map(({ id, code }) => [code, id])),
    run,
    done,
    stopWorker: () => queue.rest(),
  };
}

const PATIENCE_MS = 120_000;

/** Has requests wait for a connection as long as it takes: on a machine that is busy otherwise, a slow answer is no wrong one. */
export function waitLonger({ pool, writes }: Pick<Context, 'pool' | 'writes'>): void {
  for (const { options } of [pool, writes]) options.connectionTimeoutMillis = PATIENCE_MS;
}

/** A database and files to copy. */
export type FilledMonth = { readonly database: string; readonly folder: string };
/** The source from which a month is copied; `keepsDatabase`: closing it leaves its own database. */
type MonthSource = {
  readonly filled: FilledMonth;
  readonly databaseServer: string;
  readonly keepsDatabase: boolean;
};

async function ownSource(lines: number, seed: number): Promise<MonthSource> {
  const databaseServer = inject('databaseServer');
  const context = { databaseServer, databaseTemplate: inject('databaseTemplate'), runFolder: inject('runFolder') };
  return { filled: await filledMonth(lines, seed, context), databaseServer, keepsDatabase: false };
}

/** The database and the files to copy; a second caller waits for the one that makes them. */
export async function filledMonth(
  lines: number,
  seed: number,
  {
    databaseServer,
    databaseTemplate,
    runFolder,
  }: Pick<ProvidedContext, 'databaseServer' | 'databaseTemplate' | 'runFolder'>,
): Promise<FilledMonth> {
  const database = `${databaseTemplate}_month_${lines}_${seed}`;
  const folder = path.join(runFolder, `month-${lines}-${seed}`);
  const server = new pg.Client({ connectionString: databaseServer });
  await server.connect();
  try {
    await server.query('select pg_advisory_lock(hashtext($1))', [database]);
    const found = await server.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) {
      const empty = await createTestDatabase(databaseTemplate, databaseServer);
      await fillMonth(server, empty, database, { lines, seed }, folder);
    }
    return { database, folder };
  } finally {
    await server.end();
  }
}

async function fillMonth(
  server: pg.Client,
  database: TestDatabase,
  name: string,
  options: { lines: number; seed: number },
  folder: string,
): Promise<void> {
  try {
    const api = await startTestApi({}, { database: { ...database, drop: async () => {} } });
    try {
      waitLonger(api.context);
      const inService = path.join(api.context.config.dataDir, 'sample');
      await writeSample(options, inService);
      // Its Bravo begins to change when work with a copy begins: nothing of it depends on how long the filling takes.
      const started = path.join(inService, 'bravo-started.json');
      await writeFile(started, JSON.stringify({ startedAt: new Date(Date.now() + 86_400_000).toISOString() }));
      await fillSample(sampleCaller(api), inService);
      await untilQuiet(api.context.pool);
      // Whichever test fills the month, perhaps on a day of its own, its sales were read on the last day of that month.
      await api.context.pool.query('update invoice_periods set sales_read_on = to_date');
      await rm(started);
      await cp(inService, folder, { recursive: true });
    } finally {
      await api.close();
    }
    await server.query(`alter database ${new URL(database.url).pathname.slice(1)} rename to ${name}`);
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Makes the calls of `fillSample` as the accountant, or as another person. */
export function sampleCaller(api: TestApi, user: { as?: string; admin?: boolean } = {}): Caller {
  return async (operation, { params = {}, query = {}, body, file } = {}) => {
    const { method, path: template } = contract[operation];
    const place = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const url = `${place}?${new URLSearchParams(query)}`;
    const answer = file
      ? await api.upload(
          url,
          { name: path.basename(file), content: await readFile(file) },
          body as Record<string, string>,
          user,
        )
      : await api.call(method, url, body, user);
    if (answer.status >= 400) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
    const { runId } = (answer.body ?? {}) as { runId?: string };
    if (!runId) return answer.body;
    const run = await api.runEnd(runId);
    if (run.status !== 'succeeded') throw new Error(`${operation}: ${run.errorCode} ${run.message}`);
    return run as unknown as Record<string, unknown>;
  };
}
