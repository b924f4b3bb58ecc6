import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@khop/server/adapters/embedded/postgres.ts';
import { repositoryRoot } from '@khop/server/config.ts';
import { unsignedToken } from '@khop/server/testing/api.ts';
import pg from 'pg';

export type BenchService = {
  readonly dataDir: string;
  /** The service's address, with `/v1`. */
  readonly address: string;
  /** Calls `/v1` + path as one of many people, for the limit on requests counts per person. Throws on a refusal. */
  readonly call: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<T>;
  readonly upload: (path: string, file: string, fields: Readonly<Record<string, string>>) => Promise<string>;
  /** Waits for a run; answers its seconds of work. */
  readonly runEnd: (runId: string) => Promise<number>;
  /** Most memory that a process has held so far, in megabytes. */
  readonly peakMegabytes: (role: 'serve' | 'worker') => number;
  /** Memory that the process holds now, in megabytes. */
  readonly megabytes: (role: 'serve' | 'worker') => number;
  /** Seconds of processor that it has used so far, with all its threads. */
  readonly cpuSeconds: (role: 'serve' | 'worker') => number;
  readonly database: pg.Client;
  readonly databaseUrl: string;
  /** The service's address, without a path. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
};

const PORT = 18_471;
const ADDRESS = `http://localhost:${PORT}/v1`;
/** Below the limit per person and minute. */
const CALLS_PER_PERSON = 1000;

/**
 * The service as it runs in earnest: a server and a worker, each a process of its own, on a database thrown away later. With
 * `lines` it holds the sample company with a period of so many ledger lines, not generated yet.
 */
export async function startBenchService(address: string | undefined, lines?: number): Promise<BenchService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'khop-bench-api-'));
  const dataDir = path.join(folder, 'data');
  const name = `khop_bench_${process.pid}`;
  const embedded = address
    ? undefined
    : await startEmbeddedPostgres({
        directory: path.join(folder, 'database'),
        logFile: path.join(folder, 'pg.log'),
        throwAway: true,
      });
  const server = new URL(address ?? embedded!.url);
  const maintenance = new pg.Client({ connectionString: server.href });
  await maintenance.connect();
  await maintenance.query(`create database ${name}`);
  server.pathname = `/${name}`;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: server.href,
    KHOP_DATA_DIR: dataDir,
    KHOP_IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1',
    KHOP_LOG_LEVEL: 'warn',
    PORT: String(PORT),
    ...(lines !== undefined && { KHOP_SAMPLE: String(lines) }),
  };
  const children = new Map<string, ChildProcess>();
  const logFile = path.join(folder, 'service.log');
  const start = (role: string, ...args: string[]): ChildProcess => {
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [path.join(repositoryRoot, 'server/src/main.ts'), role, ...args], {
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    children.set(role, child);
    return child;
  };
  const ended = (child: ChildProcess): Promise<void> =>
    child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once('exit', () => resolve()));
  await ended(start('migrate'));
  if (lines !== undefined) await ended(start('seed'));
  start('serve', '--no-worker');
  start('worker');
  const database = new pg.Client({ connectionString: server.href });
  await database.connect();

  const service: BenchService = {
    dataDir,
    address: ADDRESS,
    database,
    databaseUrl: server.href,
    origin: `http://localhost:${PORT}/v1`,
    ...callsOf(people()),
    ...figuresOf((role) => children.get(role)!.pid),
    stop: async () => {
      for (const child of children.values()) child.kill('SIGTERM');
      await Promise.all([...children.values()].map(ended));
      await database.end();
      await maintenance.query(`drop database ${name} with (force)`);
      await maintenance.end();
      await embedded?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await untilReady(logFile);
  return service;
}

async function untilReady(logFile: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${ADDRESS}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (tries > 300) throw new Error(`The service does not answer:\n${readFileSync(logFile, 'utf8')}`);
    await sleep(100);
  }
}

type EndedRun = { status: string; message: string; startedAt: string; finishedAt: string | null };

/** The calls of the service. */
function callsOf(send: ReturnType<typeof people>): Pick<BenchService, 'call' | 'upload' | 'runEnd'> {
  const call: BenchService['call'] = async (method, place, body) =>
    (await (await send(method, place, body)).json()) as never;
  return {
    call,
    upload: async (place, file, fields) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([readFileSync(file)]), path.basename(file));
      return (await call<{ runId: string }>('POST', place, form)).runId;
    },
    runEnd: async (runId) => {
      for (;;) {
        const run = await call<EndedRun>('GET', `/runs/${runId}`);
        if (run.finishedAt !== null) {
          if (run.status !== 'succeeded') throw new Error(run.message);
          return (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
        }
        await sleep(200);
      }
    },
  };
}

/**
 * Calls the service as one of many people: each is replaced before the limit on requests is reached. Throws on a
 * refusal.
 */
function people() {
  let calls = 0;
  let token = '';
  return async (method: string, place: string, body?: unknown): Promise<Response> => {
    if (calls++ % CALLS_PER_PERSON === 0) token = unsignedToken(`nguoi${calls}@khop.local`, true);
    const isForm = body instanceof FormData;
    const response = await fetch(`${ADDRESS}${place}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${await response.text()}`);
    return response;
  };
}

/** Memory and processor time of a process, as Linux tells them; NaN elsewhere. */
function figuresOf(pidOf: (role: 'serve' | 'worker') => number | undefined) {
  const told = (role: 'serve' | 'worker', file: string, read: (text: string) => number): number => {
    try {
      return read(readFileSync(`/proc/${pidOf(role)}/${file}`, 'utf8'));
    } catch {
      return Number.NaN;
    }
  };
  const megabytesOf = (field: RegExp) => (role: 'serve' | 'worker') =>
    told(role, 'status', (status) => Number(field.exec(status)?.[1] ?? Number.NaN) / 1024);
  return {
    peakMegabytes: megabytesOf(/VmHWM:\s+(\d+)/),
    megabytes: megabytesOf(/VmRSS:\s+(\d+)/),
    cpuSeconds: (role: 'serve' | 'worker') =>
      told(role, 'stat', (stat) => {
        // After the name in brackets; fields 14 and 15 are user and system time in hundredths of a second.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return (Number(fields[11]) + Number(fields[12])) / 100;
      }),
  };
}
