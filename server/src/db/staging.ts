import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { type CopyText, copyText, copyWriter } from './copy.ts';
import { toJson } from './json.ts';
import { inTransaction, type Tx } from './transaction.ts';

/** A row on its way into a table. `data` maps database column names to values as jsonb can hold them. */
export type StagedRow = {
  /** Unique within the run. */
  readonly key: string;
  readonly rowNumber: number | null;
  /** Of what `replaceStaged` takes over, which compares whole rows, it is ''. */
  readonly fingerprint: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type UpsertCounts = { readonly created: number; readonly changed: number; readonly unchanged: number };

/** Hash of what a row says, to tell an unchanged row without comparing columns. The order of names does not matter. */
export function fingerprintOf(data: Readonly<Record<string, unknown>>): string {
  const named = Object.keys(data)
    .sort()
    .map((name) => [name, data[name] ?? null]);
  return createHash('sha1').update(JSON.stringify(named)).digest('base64').slice(0, 22);
}

const COLUMNS = ['run_id', 'key', 'row_number', 'fingerprint', 'data'];

/** Rows of a run as they are staged: what is null is left out, for a missing name is read as null. */
const columnsOf = (runId: string, { key, rowNumber, fingerprint, data }: StagedRow): unknown[] => {
  const stated: Record<string, unknown> = {};
  for (const name in data) if (data[name] !== null) stated[name] = data[name];
  return [runId, key, rowNumber, fingerprint, toJson(stated)];
};

/** Writes rows of a run down until they are staged: what waits takes little memory. */
export function stagingWriter(runId: string) {
  const writer = copyWriter();
  return { ...writer, add: (row: StagedRow): void => writer.add(columnsOf(runId, row)) };
}

/** Stages rows with new keys that a `stagingWriter` wrote down. */
export async function stageWritten(tx: Tx, runId: string, written: CopyText): Promise<void> {
  await copyText(tx.client, 'staged_rows', COLUMNS, written);
  await addToCount(tx, runId, written.rows);
}

/** Stages rows with new keys by COPY. */
export async function stageRows(tx: Tx, runId: string, rows: readonly StagedRow[]): Promise<void> {
  await tx.copy(
    'staged_rows',
    COLUMNS,
    rows.map((row) => columnsOf(runId, row)),
  );
  await addToCount(tx, runId, rows.length);
}

/** Removes what a run staged and will not take over, where `condition` (with $2 for `value`) holds. */
export async function unstageRows(tx: Tx, runId: string, condition: string, value: unknown): Promise<void> {
  const { rowCount } = await tx.client.query(`delete from staged_rows where run_id = $1 and ${condition}`, [
    runId,
    value,
  ]);
  await addToCount(tx, runId, -(rowCount ?? 0));
}

/** Rows that calls without a run stage count nowhere: they do not outlive their transaction. */
async function addToCount({ client }: Tx, runId: string, more: number): Promise<void> {
  await client.query('update runs set staged = staged + $2 where id = $1', [runId, more]);
}

/** Stages rows of which some may have been staged before, or twice in `rows`: the last one counts. */
export async function restageRows(tx: Tx, runId: string, rows: readonly StagedRow[]): Promise<void> {
  const last = new Map(rows.map((row) => [row.key, row]));
  await unstageRows(tx, runId, 'key = any($2)', [...last.keys()]);
  await stageRows(tx, runId, [...last.values()]);
}

type StagedCount = { readonly there: number; readonly counted: number };

/**
 * The number of staged rows of a run, and the number when it last committed a chunk. The table is not logged: a crash
 * of the database empties it.
 */
export async function countStagedRows(client: pg.Pool | pg.ClientBase, runId: string): Promise<StagedCount> {
  const { rows } = await client.query<StagedCount>(
    `select staged as counted, (select count(*)::int from staged_rows where run_id = $1) as there
     from runs where id = $1`,
    [runId],
  );
  return rows[0]!;
}

/** Stops a run whose staged rows are not all there, before it takes some of them for all: its next attempt starts over. */
export async function expectStaged(client: pg.ClientBase, runId: string): Promise<number> {
  const { there, counted } = await countStagedRows(client, runId);
  if (there !== counted) throw new Error(`Run ${runId} staged ${counted} rows, ${there} are there`);
  return there;
}

export async function dropStaged(client: pg.Pool | pg.ClientBase, runId: string): Promise<void> {
  await client.query('delete from staged_rows where run_id = $1', [runId]);
  await client.query('update runs set staged = 0 where id = $1', [runId]);
}

/** Removes what runs left behind that ended without cleaning up (their worker was killed at the wrong moment). */
export async function sweepStaged(client: pg.Pool | pg.ClientBase): Promise<void> {
  await client.query(
    'delete from staged_rows where run_id in (select r.id from runs r where r.finished_at is not null and exists (select from staged_rows s where s.run_id = r.id))',
  );
}

/**
 * Gives the disk back what staged rows took, unless a run that goes on has some there or another transaction is busy
 * with the table: then the next one does it. The rows that ended runs have left go with it.
 */
export async function giveBackStaged(pool: pg.Pool): Promise<void> {
  try {
    await inTransaction(pool, async ({ client }) => {
      await client.query('lock table staged_rows in access exclusive mode nowait');
      // Asked of the runs: the table itself is a long walk over rows that are gone, and it is locked.
      const { rowCount } = await client.query('select from runs where staged > 0 and finished_at is null limit 1');
      if (rowCount === 0) await client.query('truncate staged_rows');
    });
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Gives the disk back what rows took that were written and taken back, unless another transaction is busy with their
 * table.
 */
export async function giveBackUndone(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  await pool.query(`vacuum (skip_locked) ${tables.join(', ')}`);
}

/**
 * Tells the planner how many rows are staged. Called between staging and taking over: with figures from when the table
 * was empty it may compare every staged row with every stored one.
 */
export async function analyzeStaged(client: pg.Pool | pg.ClientBase): Promise<void> {
  await client.query('analyze staged_rows');
}

export type Upsert = {
  readonly runId: string;
  readonly table: string;
  /** Columns of the unique key. */
  readonly key: readonly string[];
  /** Column → SQL type, for what is read from `data`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns with one value for all rows: column → [SQL type, value]. */
  readonly fixed?: Readonly<Record<string, readonly [type: string, value: string]>>;
  /** Columns that only a new row takes from `data`: its id, and what the source does not state. */
  readonly insertOnly?: ReadonlySet<string>;
  /** Column → SQL of what a new row has: null in `data` keeps what the stored row says. */
  readonly keptWhenBlank?: Readonly<Record<string, string>>;
  /** Column → SQL for a changed row; `t` is the stored row, `excluded` the staged one. */
  readonly onChange?: Readonly<Record<string, string>>;
};

/**
 * Takes a run's staged rows over into a table with a `fingerprint` column: new keys are inserted, rows whose fingerprint
 * and values differ are changed, all others are not touched. One statement, so that it holds for any number of rows.
 */
export async function upsertStaged(tx: Tx, upsert: Upsert): Promise<UpsertCounts> {
  const { runId, table, key, columns, fixed = {}, insertOnly = new Set<string>() } = upsert;
  const { keptWhenBlank = {}, onChange = {} } = upsert;
  const names = Object.keys(columns);
  // A blank cell and a missing column stage the same row but do not mean the same: they must not pass for unchanged.
  const left = insertOnly.size > 1 ? `-${fingerprintOf({ left: [...insertOnly].sort() }).slice(0, 6)}` : '';
  const fixedNames = Object.keys(fixed);
  const all = [...fixedNames, ...names];
  const changing = names.filter((name) => !key.includes(name) && !insertOnly.has(name) && !(name in onChange));
  const sets = [
    ...changing.map((name) => `${name} = excluded.${name}`),
    ...Object.entries(onChange).map(([name, expression]) => `${name} = ${expression}`),
    'fingerprint = excluded.fingerprint',
  ];
  const compared = [...changing, ...Object.keys(onChange).filter((name) => name in columns)];
  const differs = compared
    .map((name) => `t.${name} is distinct from ${name in onChange ? `(${onChange[name]})` : `excluded.${name}`}`)
    .join(' or ');
  const read = (name: string): string =>
    name in keptWhenBlank ? `coalesce(i.${name}, t.${name}, ${keptWhenBlank[name]}) as ${name}` : `i.${name}`;
  const { rows } = await tx.client.query<{ incoming: number; known: number; written: number }>(
    // The database shows the beginning of what it is busy with, so the table comes first.
    `/* into ${table} */ with incoming as (
       select s.fingerprint || '${left}' as fingerprint${fixedNames.map((name, at) => `, $${at + 2}::${fixed[name]![0]} as ${name}`).join('')}, d.*
       from staged_rows s
       cross join lateral jsonb_to_record(s.data) as d(${names.map((name) => `${name} ${columns[name]}`).join(', ')})
       where s.run_id = $1
     ), compared as materialized (
       select ${[...fixedNames, ...names].map(read).join(', ')}, i.fingerprint, t.fingerprint as stored_fingerprint
       from incoming i left join ${table} t on ${key.map((name) => `t.${name} = i.${name}`).join(' and ')}
     ), written as (
       insert into ${table} as t (${all.join(', ')}, fingerprint)
       select ${all.join(', ')}, fingerprint from compared
       -- Unchanged rows are kept out here already: ON CONFLICT would lock, and so write, every one of them.
       where stored_fingerprint is null or stored_fingerprint <> fingerprint
       order by ${key.join(', ')}
       on conflict (${key.join(', ')}) do update set ${sets.join(', ')}
       where t.fingerprint <> excluded.fingerprint and (${differs})
       returning 1
     )
     select (select count(*) from compared)::int as incoming,
            (select count(stored_fingerprint) from compared)::int as known,
            (select count(*) from written)::int as written`,
    [runId, ...fixedNames.map((name) => fixed[name]![1])],
  );
  const { incoming, known, written } = rows[0]!;
  const created = incoming - known;
  return { created, changed: written - created, unchanged: incoming - written };
}

/**
 * Does work that joins many rows which were written a moment ago: with what the planner knows of them from before, it may
 * compare each with each, for minutes. Without nested loops it cannot.
 */
export async function withoutNestedLoops<T>({ db }: Pick<Tx, 'db'>, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(db);
  const answer = await work();
  await sql`set local enable_nestloop = on`.execute(db);
  return answer;
}
