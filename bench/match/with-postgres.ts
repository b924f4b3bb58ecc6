import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@khop/server/adapters/embedded/postgres.ts';

/** Lends the address of a PostgreSQL: the given one, else one started for the purpose and thrown away; none if unwanted. */
export async function withPostgres(
  wanted: boolean,
  given: string | undefined,
  work: (address: string | undefined) => Promise<void>,
): Promise<void> {
  if (!wanted || given) return work(wanted ? given : undefined);
  const directory = mkdtempSync(path.join(tmpdir(), 'khop-bench-match-'));
  const database = await startEmbeddedPostgres({
    directory,
    logFile: path.join(directory, 'postgres.log'),
    throwAway: true,
  });
  try {
    await work(database.url);
  } finally {
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
