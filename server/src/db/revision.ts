import pg from 'pg';

/** More rows than this are put together. */
const MOST_ROWS = 500;

const REVISION = {
  name: 'revision',
  // Whatever is computed of invoices rests on the day on which they are made.
  text: `select coalesce(sum(stamp), 0) || ' ' || today() as revision, count(*)::int as rows
    from data_changes where table_name = any($1)`,
};

/** Rows of every table become one with their sum: no revision changes by it. Who comes second finds nothing left to do. */
const PUT_TOGETHER = `
  with gone as (delete from data_changes returning table_name, stamp)
  insert into data_changes (table_name, stamp) select table_name, sum(stamp) from gone group by table_name`;

const atWork = new WeakSet<pg.Pool>();

/**
 * A text that is another one as soon as a change of one of the tables can be seen, and the same one until then. Read before
 * the tables are: what was computed from them then is at least as new as it. The tables are those that the migrations watch.
 */
export async function revisionOf(client: pg.Pool | pg.ClientBase, tables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ revision: string; rows: number }>({ ...REVISION, values: [tables] });
  const [found] = rows;
  if (found!.rows > MOST_ROWS && client instanceof pg.Pool) void putTogether(client);
  return found!.revision;
}

async function putTogether(pool: pg.Pool): Promise<void> {
  if (atWork.has(pool)) return;
  atWork.add(pool);
  // The next caller tries again.
  await pool.query(PUT_TOGETHER).catch(() => {});
  atWork.delete(pool);
}
