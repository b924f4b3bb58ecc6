import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBravoSource } from './adapters/bravo/source.ts';
import { keptIn } from './adapters/embedded/postgres-place.ts';
import { createFirebaseIdentity } from './adapters/identity/firebase.ts';
import { taxFiles } from './adapters/tax-xml/tax-files.ts';
import { workbooks } from './adapters/workbook/workbooks.ts';
import { type Config, databaseUrlOf, identityOf } from './config.ts';
import type { Context } from './context.ts';
import { refuseFixedDay } from './db/clock/today.ts';
import { createDatabase, createPool } from './db/database.ts';
import { createHealthCheck } from './db/health.ts';
import { PATIENCE } from './db/patience.ts';
import { createQueue } from './jobs/queue.ts';
import { type WatchedFolder, watchDisk } from './telemetry/disk.ts';
import { createLog } from './telemetry/log.ts';

/** A copy of the largest upload, while it is read. */
const TEMPORARY_BYTES = 150 * 1024 * 1024;

/**
 * The folders that this process and an embedded database write: the data folder, the one to which that database had to
 * move, temporary files.
 */
async function watchedFolders({ dataDir, diskReserveBytes }: Config): Promise<WatchedFolder[]> {
  const database = await keptIn(path.join(dataDir, 'database'));
  return [
    { folder: dataDir, reserveBytes: diskReserveBytes, isData: true },
    { folder: database, reserveBytes: diskReserveBytes, isData: true },
    { folder: tmpdir(), reserveBytes: Math.min(TEMPORARY_BYTES, diskReserveBytes), isData: false },
  ];
}

export type OwnedContext = {
  /** For requests. */
  readonly context: Context;
  /** The same for runs: on connections with the patience of runs. */
  readonly forRuns: Context;
  readonly close: () => Promise<void>;
};

/** Changes get half as many connections as questions. */
const writersOf = (connections: number): number => Math.max(2, Math.floor(connections / 2));

/** Builds everything a role needs from the settings, and the way to let go of it. */
export async function makeContext(config: Config, role: 'server' | 'worker'): Promise<OwnedContext> {
  const log = createLog(config);
  // A setting that is missing is told before anything is opened.
  const identity = createFirebaseIdentity(identityOf(config));
  const url = databaseUrlOf(config);
  // A pool opens connections as they are needed: a worker never has those for requests.
  const pool = createPool(url, config.databasePool, PATIENCE.reading);
  const writes = createPool(url, writersOf(config.databasePool), PATIENCE.writing);
  const runs = createPool(url, config.databasePool, PATIENCE.runs);
  const queue = await createQueue(url, (error) => log.warn({ err: error }, 'job queue'), role);
  const context: Context = {
    config,
    pool,
    db: createDatabase(pool),
    writes,
    health: createHealthCheck(url),
    disk: watchDisk(await watchedFolders(config)),
    queue,
    identity,
    bravo: createBravoSource(config.bravo, path.join(config.dataDir, 'sample')),
    workbooks,
    taxFiles,
    log,
    now: () => new Date(),
  };
  const close = async (): Promise<void> => {
    await queue.stop().catch(() => {});
    await context.bravo.close();
    await Promise.all([pool.end(), writes.end(), runs.end(), context.health.close()]);
  };
  if (context.config.identity?.mode === 'firebase') await refuseFixedDay(context.db);
  return { context, forRuns: { ...context, pool: runs, db: createDatabase(runs), writes: runs }, close };
}
