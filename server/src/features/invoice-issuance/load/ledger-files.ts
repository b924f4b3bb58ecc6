import type { ImportReport } from '@khop/contract/runs.ts';
import type { LedgerFile, SnapshotMoments } from '@khop/engine/invoice-issuance/books.ts';
import { remarksOfLoss } from '@khop/engine/invoice-issuance/preflight/ledger-file.ts';
import type { Database } from '../../../db/database.ts';

/** Profile id → what is known of the AMIS sales ledger that the period holds of it. */
export async function ledgerFiles(db: Database, periodId: string): Promise<Map<string, LedgerFile>> {
  const rows = await db
    .selectFrom('periodLoads as l')
    .leftJoin('importBatches as b', 'b.id', 'l.importId')
    .select(['l.profileId', 'l.fromDate', 'l.toDate', 'b.report'])
    .where('l.periodId', '=', periodId)
    .where('l.kind', '=', 'sales_ledger')
    .execute();
  return new Map(
    rows.map(({ profileId, fromDate, toDate, report }) => {
      const { rejected = 0, rejectedRows = [], warnings = [] } = (report ?? {}) as Partial<ImportReport>;
      const firstUnread = rejectedRows[0]?.message ?? '';
      return [profileId, { fromDate, toDate, unreadRows: rejected, firstUnread, remarks: remarksOfLoss(warnings) }];
    }),
  );
}

/** Profile id → when the reports that the period holds of it were made, and when its files with invoices were. */
export async function reportMoments(db: Database, periodId: string): Promise<(profileId: string) => SnapshotMoments> {
  const loads = await db
    .selectFrom('periodLoads')
    .select(['profileId', 'kind', 'madeAt', 'containsLedgerAt'])
    .where('periodId', '=', periodId)
    .execute();
  const exported = await db
    .selectFrom('periodExports')
    .select('createdAt')
    .where('periodId', '=', periodId)
    .orderBy('createdAt')
    .execute();
  const exports = exported.map(({ createdAt }) => createdAt);
  return (profileId) => {
    const own = new Map(
      loads
        .filter((load) => load.profileId === profileId)
        // A statement of a person about a stock report counts as if it had been made with that ledger.
        .map(({ kind, madeAt, containsLedgerAt }) => [kind, laterOf(madeAt, containsLedgerAt)]),
    );
    const [stock, ledger] = [own.get('inventory'), own.get('sales_ledger')];
    return { exports, ...(stock !== undefined && { stock }), ...(ledger !== undefined && { ledger }) };
  };
}

const laterOf = (one: string, other: string | null): string => (other !== null && other > one ? other : one);
