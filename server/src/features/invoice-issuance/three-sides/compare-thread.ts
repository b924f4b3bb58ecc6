import { randomUUID } from 'node:crypto';
import type { Day } from '@khop/engine/day.ts';
import { compareByGroups } from '@khop/engine/three-sides/compare-groups.ts';
import type { ThreeSidedRow } from '@khop/engine/three-sides/types.ts';
import { type CopyText, copyWriter } from '../../../db/copy.ts';
import { createPool } from '../../../db/database.ts';
import { PATIENCE } from '../../../db/patience.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { type Call, threadMain } from '../../../threads/thread-main.ts';
import { readPeriod } from '../period-rows.ts';
import { type Part, readSides } from './read-sides.ts';
import { rowToStore } from './row-to-store.ts';

export type ComparePart = {
  readonly databaseUrl: string;
  readonly periodId: string;
  readonly part: Part;
  readonly asOf: Day;
  /** The first values of every row that is stored: of which run and part it is. */
  readonly place: readonly unknown[];
};

/** Rows of a comparison on their way into their table. */
const ROWS = 4000;
const PARTS_ON_THEIR_WAY = 2;

threadMain<ComparePart, number, CopyText>(async (input, call) => {
  const pool = createPool(input.databaseUrl, 1, PATIENCE.books);
  try {
    // One moment for all sides.
    return await inTransaction(pool, (tx) => compare(tx, input, call), 'repeatable');
  } finally {
    await pool.end();
  }
});

/** Compares group by group, and sends the rows of a few thousand at a time. */
async function compare(
  tx: Tx,
  { periodId, part, asOf, place }: ComparePart,
  { send, room, progress }: Call<CopyText>,
): Promise<number> {
  const { frame, oneSided, count, groups } = await readSides(tx, await readPeriod(tx.db, periodId), part, asOf);
  const comparison = compareByGroups(frame, oneSided);
  const writer = copyWriter();
  let [compared, stored] = [0, 0];
  const write = (rows: readonly ThreeSidedRow[]): void => {
    for (const row of rows) writer.add([...place, randomUUID(), ...rowToStore(row)]);
    stored += rows.length;
  };
  for await (const group of groups) {
    write(comparison.add(group));
    compared += 1;
    if (count !== null) progress(compared, count);
    if (writer.rows() < ROWS) continue;
    await room(PARTS_ON_THEIR_WAY);
    send(writer.take());
  }
  write(comparison.rest());
  if (writer.rows() > 0) send(writer.take());
  return stored;
}
