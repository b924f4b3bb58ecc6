import type { Day } from '@khop/engine/day.ts';
import { compareSides } from '@khop/engine/three-sides/compare-sides.ts';
import { createPool } from '../../../db/database.ts';
import { PATIENCE } from '../../../db/patience.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { threadMain } from '../../../threads/thread-main.ts';
import { readPeriod } from '../period-rows.ts';
import { type Part, readSides } from './read-sides.ts';
import { rowToStore } from './row-to-store.ts';

export type ComparePart = {
  readonly databaseUrl: string;
  readonly periodId: string;
  readonly part: Part;
  readonly asOf: Day;
};

/** Rows of a comparison as JSON for their table. */
export type RowsOfPart = { readonly count: number; readonly json: string };

const ROWS = 1000;
const PARTS_ON_THEIR_WAY = 3;

threadMain<ComparePart, number, RowsOfPart>(async ({ databaseUrl, periodId, part, asOf }, { send, room }) => {
  const pool = createPool(databaseUrl, 1, PATIENCE.books);
  try {
    // One moment for all sides.
    const sides = await inTransaction(
      pool,
      async ({ db }) => readSides(db, await readPeriod(db, periodId), part, asOf),
      'repeatable',
    );
    const rows = compareSides(sides);
    for (let from = 0; from < rows.length; from += ROWS) {
      await room(PARTS_ON_THEIR_WAY);
      const some = rows.slice(from, from + ROWS).map(rowToStore);
      send({ count: some.length, json: JSON.stringify(some) });
    }
    return rows.length;
  } finally {
    await pool.end();
  }
});
