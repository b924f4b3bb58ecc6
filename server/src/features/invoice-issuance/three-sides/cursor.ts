import type { CompiledQuery } from 'kysely';
import type pg from 'pg';

/** Rows of a query that are in memory at a time; as many are on their way meanwhile. */
const ROWS = 2000;

/** Rows that come some at a time, in the order of the query. */
export type Cursor<T> = {
  /** Those that came last. */
  readonly rows: readonly T[];
  /** Fetches the next ones. False when there are none. */
  readonly more: () => Promise<boolean>;
};

/**
 * Opens cursors in a transaction, whose end closes them: each reads a query of any size with little memory. Columns keep the names that the
 * query gives them. All of them are opened before the first row is read.
 * @returns a function that opens one; its name is an SQL identifier.
 */
export function cursorsOf(client: pg.ClientBase) {
  // A connection has one query at a time.
  let turn: Promise<unknown> = Promise.resolve();
  return async <T extends object>(
    name: string,
    { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  ): Promise<Cursor<T>> => {
    await client.query(`declare ${name} no scroll cursor for ${sql}`, [...parameters]);
    const fetch = (): Promise<readonly T[]> => {
      const mine = turn.then(async () => (await client.query<T>(`fetch ${ROWS} from ${name}`)).rows);
      // Its failure is told to the one who asks for these rows.
      turn = mine.catch(() => {});
      return mine;
    };
    let rows: readonly T[] = [];
    let next: Promise<readonly T[]> | undefined;
    let isOver = false;
    return {
      get rows() {
        return rows;
      },
      more: async () => {
        if (isOver) return false;
        rows = await (next ?? fetch());
        isOver = rows.length === 0;
        next = isOver ? undefined : fetch();
        next?.catch(() => {});
        return !isOver;
      },
    };
  };
}
