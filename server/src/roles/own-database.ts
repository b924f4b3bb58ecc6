import fs from 'node:fs/promises';
import path from 'node:path';
import { claimInstance } from '../adapters/embedded/instance.ts';
import { runningPostgres, startEmbeddedPostgres } from '../adapters/embedded/postgres.ts';
import type { Config } from '../config.ts';

/**
 * Gives `work` the database of the settings: the one of DATABASE_URL, else the embedded one of the data folder, which
 * is started for as long as it takes unless it runs. `own`: no other process may have it meanwhile, so it must not be
 * running.
 */
export async function withDatabase<T>(
  config: Config,
  use: 'running' | 'own',
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return work(config.databaseUrl);
  const directory = path.join(config.dataDir, 'database');
  const running = use === 'running' ? await runningPostgres(directory) : null;
  if (running) return work(running);
  const instance = await claimInstance(config.dataDir, config.port);
  try {
    await fs.mkdir(path.join(config.dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const opened = await startEmbeddedPostgres({
      directory,
      logFile: path.join(config.dataDir, 'logs', 'postgres.log'),
    });
    try {
      return await work(opened.url);
    } finally {
      await opened.stop();
    }
  } finally {
    await instance.release();
  }
}
