import { createPool } from './database.ts';

/** A look at the database that waits for nobody's work and that nobody's work waits for. */
export type HealthCheck = {
  /** Name of the newest migration in the database; undefined when none was ever applied. Throws when it does not answer. */
  readonly migration: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/** A database that takes longer than this to say a word is not ready for people. */
const ANSWERS_WITHIN_MS = 2000;

/**
 * On a connection of its own, so that neither a full pool nor a lock is taken for a database that is away. Whoever asks
 * while one look is under way shares it: any number of askers is one query.
 */
export function createHealthCheck(connectionString: string): HealthCheck {
  const pool = createPool(connectionString, 1, {
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  });
  let underWay: Promise<string | undefined> | undefined;
  return {
    migration: () => {
      underWay ??= newestMigration(pool).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    close: () => pool.end(),
  };
}

async function newestMigration(pool: ReturnType<typeof createPool>): Promise<string | undefined> {
  try {
    const { rows } = await pool.query<{ name: string | null }>('select max(name) as name from schema_migrations');
    return rows[0]?.name ?? undefined;
  } catch (error) {
    // There is no such table before the first one.
    if ((error as { code?: unknown }).code === '42P01') return undefined;
    throw error;
  }
}
