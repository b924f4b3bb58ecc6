import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { connectionSettings, type Patience } from './patience.ts';
import type { DB } from './schema.generated.ts';

/** Typed queries on the pool, or on one transaction's connection. */
export type Database = Kysely<DB>;

const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Database integer ${text} is outside the safe range`);
  return value;
};
/** As PostgreSQL writes a moment for a session in UTC. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/;
const instant = (text: string): string => {
  const utc = IN_UTC.exec(text);
  if (utc) return `${utc[1]}T${utc[2]}.${(utc[3] ?? '').padEnd(3, '0')}Z`;
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
};
const asText = (text: string): string => text;
/** Trailing zeros of numeric(24, 6) say nothing: "12.500000" is "12.5". */
const plainDecimal = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/**
 * The forms in which values leave the database: bigint as a checked safe integer, numeric as its shortest exact text,
 * date as YYYY-MM-DD (a Date would shift by a day east of Greenwich), timestamptz as ISO 8601 in UTC.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [20, safeInteger],
  [1700, plainDecimal],
  [1082, asText],
  [1184, instant],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * The settings that every session begins with, whatever the server, the database or the login has been set to: days and moments are read in the
 * form of ISO and in UTC, and locks count on seeing what others have committed.
 */
const SESSION = `select set_config(name, value, false) from (values ('DateStyle', 'ISO, YMD'), ('TimeZone', 'UTC'),
  ('IntervalStyle', 'postgres'), ('bytea_output', 'hex'), ('default_transaction_isolation', 'read committed')) as said (name, value)`;

/** The driver's pool awaits this of each new connection before it hands it out. */
export const inOwnSession = { onConnect: (client: pg.ClientBase) => client.query(SESSION) };

/** A pool of connections with the patience of their work; `max` is per process. */
export function createPool(
  connectionString: string,
  max: number,
  patience: Patience,
  more: Pick<pg.PoolConfig, 'query_timeout'> = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString, max, types, application_name: 'khop' },
    ...connectionSettings(patience),
    ...inOwnSession,
    ...more,
  });
  // A connection that dies while idle is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {});
  // The same for one that dies between two queries of a transaction: the next query says so, and the transaction fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Typed queries over a pool (or anything that hands out connections the same way). */
export function createDatabase(pool: PostgresPool): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** True for a unique-constraint violation, optionally of one constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && (constraint === undefined || name === constraint);
}
