import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, statfsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@khop/engine/problem.ts';
import pg from 'pg';
import { freePort } from './ports.ts';
import { findBinaries, keptIn, type PostgresPlace, placeFor } from './postgres-place.ts';
import { readPostmaster, stopPostmaster } from './postmaster.ts';

/** A PostgreSQL server that lives as long as the process which opened it. */
export type EmbeddedPostgres = {
  /** Connection address of the product's database, as the superuser of this private server. */
  readonly url: string;
  /** The folder of its data: the one asked for, or one that the server's user can enter. */
  readonly directory: string;
  /** Ends with the server process; `stop` resolves it too. */
  readonly exited: Promise<void>;
  /** Fast shutdown: clients are disconnected, everything acknowledged is on disk. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Holds `postgres/`, the password file and the log; created when absent. */
  readonly directory: string;
  readonly logFile: string;
  /** The port of an earlier start in this process, so that addresses stay valid after a crash. */
  readonly port?: number;
  /** Gives up durability and passwords for speed: for databases that are thrown away. */
  readonly throwAway?: boolean;
  /** Folder of another PostgreSQL's programs (`initdb`, `postgres`), instead of the embedded ones. */
  readonly programs?: string;
  /** Gives up a start that is under way. */
  readonly signal?: AbortSignal;
};

const user = 'khop';
const database = 'khop';

/**
 * Starts the server in `directory`, creating the cluster on the first call (UTF-8, builtin C.UTF-8, data checksums).
 * A server left over from a killed process is stopped first. It listens on loopback only, on a port the system chose.
 *
 * @throws Error with one Vietnamese sentence when the folder, the user or the data's version make a start impossible.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries(options.programs);
  const place = await placeFor(options.directory, binaries);
  await stopPostmaster(await readPostmaster(place.data));
  const password = await createCluster(place, options);

  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted();
    const port = attempt === 1 && options.port ? options.port : await freePort();
    const child = await launch(place, port, options);
    const state = await untilReady(child, place.data, options.signal);
    if (state === 'ready') {
      const stop = async () => stopPostmaster(await readPostmaster(place.data), child);
      await createDatabase(addressOf(password, port, 'postgres'));
      if (!options.signal?.aborted)
        return { url: addressOf(password, port, database), directory: place.directory, exited: exitOf(child), stop };
      await stop();
      continue;
    }
    // Another process may have taken the port between the choice and the start.
    options.signal?.throwIfAborted();
    if (attempt === 3)
      throw new Problem('POSTGRES_NOT_STARTED', `PostgreSQL kèm theo không khởi động được; xem ${options.logFile}.`);
  }
}

/** Address of the product's database on the server that runs in `directory`; null when none does. */
export async function runningPostgres(directory: string): Promise<string | null> {
  const place = await keptIn(directory);
  const postmaster = await readPostmaster(path.join(place, 'postgres'));
  if (postmaster?.status !== 'ready') return null;
  return addressOf(await passwordIn(place), postmaster.port, database);
}

const passwordFileIn = (place: string): string => path.join(place, 'postgres-password');
const passwordIn = async (place: string): Promise<string> => (await fs.readFile(passwordFileIn(place), 'utf8')).trim();
const addressOf = (password: string, port: number, name: string): string =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`;

async function createCluster(place: PostgresPlace, { throwAway, signal }: EmbeddedPostgresOptions): Promise<string> {
  const passwordFile = passwordFileIn(place.directory);
  const version = await fs.readFile(path.join(place.data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) {
    const major = Number.parseInt(version, 10);
    if (major !== place.binaries.major) {
      throw new Problem(
        'POSTGRES_OF_OTHER_VERSION',
        `Dữ liệu trong ${place.data} thuộc PostgreSQL ${major}, còn bản kèm theo là ${place.binaries.major}; cần chuyển dữ liệu trước khi chạy (docs/operations.md).`,
      );
    }
    return passwordIn(place.directory);
  }

  // Made beside its place and moved there when it is whole: initdb writes PG_VERSION first, so a cluster that was cut off
  // half-way would look like one for ever.
  const unfinished = `${place.data}.unfinished`;
  await fs.rm(unfinished, { recursive: true, force: true });
  await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
  await fs.writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.runAs) {
    await fs.chown(unfinished, place.runAs.uid, place.runAs.gid);
    await fs.chown(passwordFile, place.runAs.uid, place.runAs.gid);
  }
  const locale =
    place.binaries.major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${user}`,
    // Proving a password costs both sides more than many a test does, and tests connect thousands of times.
    `--auth=${throwAway ? 'trust' : 'scram-sha-256'}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--no-instructions',
  ];
  const child = spawn(place.binaries.initdb, args, {
    ...processOptions(place),
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', resolve);
  });
  if (code !== 0) {
    signal?.throwIfAborted();
    await fs.rm(unfinished, { recursive: true, force: true });
    throw new Problem(
      'POSTGRES_NOT_MADE',
      `Không tạo được cơ sở dữ liệu kèm theo trong ${place.data}: ${complaint.trim() || code}`,
    );
  }
  await fs.rm(place.data, { recursive: true, force: true });
  await fs.rename(unfinished, place.data);
  return password;
}

async function launch(place: PostgresPlace, port: number, options: EmbeddedPostgresOptions): Promise<ChildProcess> {
  const parameters = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    maintenance_work_mem: '128MB',
    max_wal_size: options.throwAway ? '256MB' : '2GB',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(sharedMemoryIsSmall() ? { dynamic_shared_memory_type: 'mmap' } : {}),
    // Compiling statements, where another PostgreSQL can, costs more than the few rows of a test ever give back.
    ...(options.throwAway ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', jit: 'off' } : {}),
  };
  const flags = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await fs.mkdir(path.dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    // Its own process group: Ctrl+C in the terminal must reach the service first, the database last.
    const child = spawn(place.binaries.postgres, ['-D', place.data, '-p', String(port), ...flags], {
      ...processOptions(place),
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.once('error', () => {});
    return child;
  } finally {
    closeSync(log);
  }
}

/** Containers often give /dev/shm 64 MB, which a parallel query exhausts. */
function sharedMemoryIsSmall(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return bsize * blocks < 256 * 1024 * 1024;
  } catch {
    return false;
  }
}

/** The server writes its state into the eighth line of its pid file. */
async function untilReady(child: ChildProcess, data: string, signal?: AbortSignal): Promise<'ready' | 'failed'> {
  const deadline = Date.now() + 120_000;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  while (Date.now() < deadline && !hasEnded() && !signal?.aborted) {
    const postmaster = await readPostmaster(data);
    if (postmaster !== null && postmaster.pid === child.pid && postmaster.status === 'ready') return 'ready';
    await sleep(25);
  }
  child.kill('SIGQUIT');
  if (!hasEnded()) await exitOf(child);
  return 'failed';
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

const exitOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

function processOptions(place: PostgresPlace) {
  return {
    cwd: place.directory,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(place.runAs ?? {}),
  };
}
