import { createPool } from './database.ts';
import { PATIENCE } from './patience.ts';
import { ReadOnlyDatabase } from './unreachable.ts';

/** A look at the database that waits for no other work and that no other work waits for. */
export type HealthCheck = {
  /** Name of the newest migration in the database; undefined when none was ever applied. Throws when it does not answer, or takes no writing. */
  readonly migration: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/**
 * On a connection of its own, so that neither a full pool nor a lock is taken for a database that is away. A caller
 * that asks while one look is under way shares it: any number of askers is one query.
 */
export function createHealthCheck(connectionString: string): HealthCheck {
  const pool = createPool(connectionString, 1, PATIENCE.health, {
    // A database that takes longer to say a word is not ready for people, also where its own clock has stopped.
    query_timeout: PATIENCE.health.statementMs,
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
    const { rows } = await pool.query<{ name: string | null; isReadOnly: boolean }>(
      `select max(name) as name, current_setting('transaction_read_only')::boolean as "isReadOnly" from schema_migrations`,
    );
    // Every request soon writes: who was seen, what was changed.
    if (rows[0]?.isReadOnly) throw new ReadOnlyDatabase('The database takes no writing now');
    return rows[0]?.name ?? undefined;
  } catch (error) {
    // There is no such table before the first one.
    if ((error as { code?: unknown }).code === '42P01') return undefined;
    throw error;
  }
}
