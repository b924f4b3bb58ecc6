import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { sql } from 'kysely';
import { databaseUrlOf } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/database.ts';
import { revisionOf } from '../../../db/revision.ts';
import type { Tx } from '../../../db/transaction.ts';
import { inThread } from '../../../threads/in-thread.ts';
import { BOOKS } from '../books-revision.ts';
import { type PeriodRow, readPeriod } from '../period-rows.ts';
import { readingBooks, shareSnapshot } from '../preflight/read-books.ts';
import type { ExportAnswer, ExportAsked } from './build-export.ts';

/** Wired with the adapter that writes workbooks, which a feature does not know. */
const THREAD = new URL('../../../roles/export-thread.ts', import.meta.url);

/**
 * The number of times that files are made before any caller has to wait for the period; then they are made while it is
 * locked.
 */
const ATTEMPTS = 2;

/** The part of a period that the caller wants to have. */
export type Wanted = {
  readonly periodId: string;
  /** null: the period's own. */
  readonly profileIds: readonly string[] | null;
  readonly only: 'all' | 'new';
  readonly isOverridden: boolean;
};

/** Files that were made of the books at a revision of `BOOKS`. */
export type ReadyExport = { readonly revision: string; readonly built: ExportAnswer };

/**
 * Makes the files while no caller has to wait for the period; undefined when they are of yesterday again and again. The
 * revision is read before anything else is: a caller that finds it unchanged later knows that the files are of the
 * books as they are then.
 */
export async function readyExport(context: Context, wanted: Wanted): Promise<ReadyExport | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const revision = await revisionOf(context.pool, BOOKS);
    const isStill = async () => (await revisionOf(context.pool, BOOKS)) === revision;
    try {
      const period = await readPeriod(context.db, wanted.periodId);
      if (!periodCan.download(period)) return undefined;
      const built = await build(context, await askedOf(context.db, period, wanted), undefined);
      if (await isStill()) return { revision, built };
    } catch (error) {
      // Data read in several steps may not fit together when it was changed between them.
      if (await isStill()) throw error;
    }
  }
  return undefined;
}

/** The same files, made now if the books were changed meanwhile. `tx` holds the period, so that it stays as it is. */
export async function exportNow(
  context: Context,
  tx: Tx,
  period: PeriodRow,
  wanted: Wanted,
  ready: ReadyExport | undefined,
): Promise<ExportAnswer> {
  if (ready && (await revisionOf(tx.client, BOOKS)) === ready.revision) return ready.built;
  return build(context, await askedOf(tx.db, period, wanted), await shareSnapshot(tx));
}

type Asked = Omit<ExportAsked, 'books'> & { readonly periodId: string };

async function askedOf(db: Database, period: PeriodRow, { profileIds, only, isOverridden }: Wanted): Promise<Asked> {
  const asked = { periodId: period.id, profileIds: profileIds ?? period.profileIds };
  return periodCan.export(period)
    ? { ...asked, only, isOverridden }
    : { ...asked, only: 'all', isOverridden: false, handedOver: await handedOver(db, period) };
}

/** Has the files made in a thread; with the name of a snapshot, of just what that transaction sees. */
function build(
  { config }: Context,
  { periodId, ...asked }: Asked,
  snapshot: string | undefined,
): Promise<ExportAnswer> {
  const books = { databaseUrl: databaseUrlOf(config), periodId, ...(snapshot !== undefined && { snapshot }) };
  return readingBooks(() => inThread<ExportAsked, ExportAnswer>(THREAD, { books, ...asked }));
}

/** The zips by which invoices of the period left for the first time, oldest first, as far as they are kept. */
async function handedOver(db: Database, period: PeriodRow): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('periodExports')
    .select('content')
    .where('periodId', '=', period.id)
    .where('isRepeat', '=', false)
    .where(sql<boolean>`length(content) > 0`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ content }) => content);
}
