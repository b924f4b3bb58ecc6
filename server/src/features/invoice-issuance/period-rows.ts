import type { Period } from '@khop/contract/invoice-issuance/resources.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { InvoicePeriods } from '../../db/schema.generated.ts';
import { type Tx, withPatienceOfOneLock } from '../../db/transaction.ts';
import { found, Refusal } from '../../refusal.ts';
import { engineVersion } from './engine-version.ts';

export type PeriodRow = Selectable<InvoicePeriods>;
export type PeriodRules = Period['rules'];
export type Issuers = Record<string, string[]>;
export type Bases = Period['bases'];

/** A period's row, or NOT_FOUND. */
export async function readPeriod(db: Database, id: string): Promise<PeriodRow> {
  return found(
    await db.selectFrom('invoicePeriods').selectAll().where('id', '=', id).executeTakeFirst(),
    'Không tìm thấy kỳ phát hành này.',
  );
}

/** The same, locked until the transaction ends: callers that change a period's state take turns. */
export async function lockPeriod(tx: Tx, id: string): Promise<PeriodRow> {
  return found(
    await withPatienceOfOneLock(tx, () =>
      tx.db.selectFrom('invoicePeriods').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    ),
    'Không tìm thấy kỳ phát hành này.',
  );
}

/** Notes that something a plan of the period depends on has changed: previews and plans of before grow old by it. */
export const noteInputChange = (tx: Tx, id: string) =>
  tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({ inputRevision: eb('inputRevision', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Changes with everything that a plan of the period depends on, and with every plan that is switched to. */
export const revisionOf = ({ version, inputRevision }: Pick<PeriodRow, 'version' | 'inputRevision'>): string =>
  `${version}/${inputRevision}`;

/** The same for a plan that was put apart: another engine would not give it any more. */
export const proposalRevisionOf = (period: Pick<PeriodRow, 'version' | 'inputRevision'>): string =>
  `${revisionOf(period)}@${engineVersion()}`;

export type PeriodProfile = { readonly id: string; readonly code: string; readonly name: string };

/** The period's profiles in the period's own order. */
export async function profilesOf(db: Database, period: Pick<PeriodRow, 'profileIds'>): Promise<PeriodProfile[]> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'code', 'name'])
    .where('id', 'in', period.profileIds)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return period.profileIds.flatMap((id) => byId.get(id) ?? []);
}

/** A period as the contract shows it. */
export const presentPeriod = async (db: Database, row: PeriodRow): Promise<Period> =>
  (await presentPeriods(db, [row]))[0]!;

/** Several of them, with as many statements as for one. */
export async function presentPeriods(db: Database, rows: readonly PeriodRow[]): Promise<Period[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [profiles, branches] = await Promise.all([
    profilesOf(db, { profileIds: [...new Set(rows.flatMap(({ profileIds }) => profileIds))] }),
    db
      .selectFrom('periodSalesLines')
      .select([
        'periodId',
        'branchCode as code',
        sql<number>`count(*)`.as('lines'),
        sql<number>`sum(amount - discount)::bigint`.as('amount'),
      ])
      .where('periodId', 'in', ids)
      .groupBy(['periodId', 'branchCode'])
      .orderBy('branchCode')
      .execute(),
  ]);
  const byId = new Map(profiles.map((one) => [one.id, one]));
  const branchesOf = Map.groupBy(branches, ({ periodId }) => periodId);
  return rows.map((row) =>
    present(
      row,
      row.profileIds.flatMap((id) => byId.get(id) ?? []),
      (branchesOf.get(row.id) ?? []).map(({ periodId: _, ...branch }) => branch),
    ),
  );
}

function present(row: PeriodRow, profiles: PeriodProfile[], branches: Period['branches']): Period {
  return {
    id: row.id,
    name: row.name,
    fromDate: row.fromDate,
    toDate: row.toDate,
    profileIds: row.profileIds,
    issuers: row.issuers as Issuers,
    bases: row.bases as Bases,
    rules: row.rules as PeriodRules,
    status: row.status as Period['status'],
    profiles,
    branches,
    throughDate: row.throughDate,
    generatedAt: row.generatedAt,
    exportedAt: row.exportedAt,
    closedAt: row.closedAt,
    closedBy: row.closedBy,
    closeAcknowledgement: row.closeAcknowledgement,
    version: row.version,
    createdAt: row.createdAt,
  };
}

/** Refuses STALE_VERSION with the current period when the caller saw an older one. */
export async function ensureFresh(db: Database, row: PeriodRow, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== row.version)
    throw new Refusal('STALE_VERSION', undefined, await presentPeriod(db, row));
}
