import { atMost } from '@khop/engine/at-most.ts';
import type { IssuanceInput, IssuancePlan } from '@khop/engine/invoice-issuance/types.ts';
import type { ExportLayout } from '@khop/engine/sheets/layouts/export-layouts.ts';
import { lastRestore } from '../../../audit/restores.ts';
import { createPool } from '../../../db/database.ts';
import { PATIENCE } from '../../../db/patience.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { ownLayouts } from '../layouts/export-layouts.ts';
import { earlierSales } from '../load/earlier-sales.ts';
import { adjustedElsewhere } from '../load/elsewhere/adjusted-elsewhere.ts';
import { looseElsewhere } from '../load/elsewhere/loose-elsewhere.ts';
import { lostElsewhere } from '../load/elsewhere/lost-elsewhere.ts';
import { numbersElsewhere } from '../load/elsewhere/numbers-elsewhere.ts';
import { openElsewhere } from '../load/elsewhere/open-elsewhere.ts';
import { loadInput } from '../load/load-input.ts';
import { type PeriodProfile, type PeriodRow, profilesOf, readPeriod } from '../period-rows.ts';
import { storedPlan } from '../save/stored-plan.ts';

/**
 * The address at which a thread finds the books of a period; with `snapshot` (of a transaction that is still open) as
 * that one sees them.
 */
export type BooksAddress = {
  readonly databaseUrl: string;
  readonly periodId: string;
  readonly snapshot?: string;
  /** With the invoiced sales of other periods that goods came back from: only files tell of them, and a walk-in buyer has many. */
  readonly withEarlier?: boolean;
};

/** The whole of a period: its data, the plan in force, and the installation's own templates. */
export type PeriodBooks = {
  readonly period: PeriodRow;
  readonly profiles: readonly PeriodProfile[];
  readonly input: IssuanceInput;
  /** Undefined before the first generation. */
  readonly plan: IssuancePlan | undefined;
  readonly layouts: ReadonlyMap<string, ExportLayout>;
  /** When the data came back from a backup; undefined when they never did. */
  readonly restoredAt: string | undefined;
};

/** Threads that read books: each has a connection of its own beside the pool's, so their number must not grow with the readers. */
export const readingBooks = atMost(2);

/**
 * Reads the books on a connection of the thread's own, so that neither parsing nor judging them delays other answers.
 */
export async function readBooks({ databaseUrl, periodId, snapshot, withEarlier }: BooksAddress): Promise<PeriodBooks> {
  const pool = createPool(databaseUrl, 1, PATIENCE.books);
  try {
    return await inTransaction(
      pool,
      async (tx) => {
        // The name of a snapshot cannot be a parameter; it is PostgreSQL's own word.
        if (snapshot !== undefined) await tx.client.query(`set transaction snapshot '${snapshot.replaceAll("'", '')}'`);
        const period = await readPeriod(tx.db, periodId);
        const profiles = await profilesOf(tx.db, period);
        const codes = new Map(profiles.map(({ id, code }) => [id, code]));
        const codeOf = (id: string): string => codes.get(id) ?? id;
        const earlier = withEarlier ? await earlierSales(tx.db, period, codeOf) : undefined;
        const adjusted = withEarlier ? await adjustedElsewhere(tx.db, period, codeOf) : [];
        const open = await openElsewhere(tx.db, period, codeOf);
        const lost = await lostElsewhere(tx.db, period);
        const loose = await looseElsewhere(tx.db, period, codeOf);
        const numbers = await numbersElsewhere(tx.db, period, codeOf);
        const input = {
          ...(await loadInput(tx.db, period)),
          ...(earlier && { earlier }),
          ...(adjusted.length > 0 && { adjustedElsewhere: adjusted }),
          ...(open.length > 0 && { openElsewhere: open }),
          ...(lost.lostElsewhere.length > 0 && lost),
          ...(numbers.length > 0 && { numbersElsewhere: numbers }),
          ...(loose.length > 0 && { looseElsewhere: loose }),
        };
        const plan = period.plan === null ? undefined : await storedPlan(tx.db, period, codeOf);
        const [layouts, restoredAt] = [await ownLayouts(tx.db), await lastRestore(tx.db)];
        return { period, profiles, input, plan, layouts, restoredAt };
      },
      'repeatable',
    );
  } finally {
    await pool.end();
  }
}

/** Names what this transaction sees, for a thread that has to see the very same. */
export async function shareSnapshot(tx: Tx): Promise<string> {
  const { rows } = await tx.client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  return rows[0]!.snapshot;
}
