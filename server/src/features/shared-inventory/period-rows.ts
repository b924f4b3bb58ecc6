import type { sharedInventoryPeriod } from '@khop/contract/shared-inventory.ts';
import { addDays, type Day } from '@khop/engine/day.ts';
import {
  SHARED_INVENTORY_STATUS_AFTER,
  type SharedInventoryAction,
  type SharedInventoryStatus,
  sharedInventoryCan,
} from '@khop/engine/shared-inventory/period-can.ts';
import type { Selectable, Updateable } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.ts';
import type { SharedInventoryPeriods } from '../../db/schema.generated.ts';
import type { Tx } from '../../db/transaction.ts';
import { found, Refusal } from '../../refusal.ts';

export const NO_PROFILE = 'Không tìm thấy hồ sơ này. Có thể nó đã bị xóa.';

export type PeriodRow = Selectable<SharedInventoryPeriods>;
export type Period = z.output<typeof sharedInventoryPeriod>;
type PeriodQuery = { readonly profileId: string; readonly month?: string | undefined };

/** A period as the contract shows it. */
export const presentPeriod = ({ createdAt: _, ...row }: PeriodRow): Period => ({
  ...row,
  status: row.status as SharedInventoryStatus,
});

/** The profile's period of a month, or of its newest month; undefined when there is none. Throws NOT_FOUND without the profile. */
export async function findPeriod(db: Database, { profileId, month }: PeriodQuery): Promise<PeriodRow | undefined> {
  const profile = await db.selectFrom('profiles').select('id').where('id', '=', profileId).executeTakeFirst();
  found(profile, NO_PROFILE);
  let rows = db.selectFrom('sharedInventoryPeriods').selectAll().where('profileId', '=', profileId);
  if (month !== undefined) rows = rows.where('month', '=', month);
  return rows.orderBy('month', 'desc').limit(1).executeTakeFirst();
}

/** The same, which must be there. */
export async function periodOf(db: Database, query: PeriodQuery): Promise<PeriodRow> {
  const month = query.month === undefined ? '' : ` tháng ${monthText(query.month)}`;
  return found(await findPeriod(db, query), `Hồ sơ chưa có kỳ kho dùng chung${month}. Hãy mở kỳ trước.`);
}

/** A period locked until the transaction ends: callers that change its state take turns. */
export async function lockPeriod(tx: Tx, id: string): Promise<PeriodRow> {
  return found(
    await tx.db.selectFrom('sharedInventoryPeriods').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Không tìm thấy kỳ kho dùng chung này.',
  );
}

const REFUSALS: Partial<Record<SharedInventoryAction, string>> = {
  generate: 'Cần nạp cả tồn kho AMIS lẫn tồn kho Bravo rồi mới sinh được kho dùng chung.',
};

/** Refuses INVENTORY_STATE with the reason when the period's status does not allow the action. */
export function ensureCan(action: SharedInventoryAction, period: Pick<PeriodRow, 'status' | 'month'>): void {
  if (sharedInventoryCan[action](period)) return;
  if (period.status === 'locked')
    throw new Refusal(
      'INVENTORY_STATE',
      `Kỳ tồn kho tháng ${monthText(period.month)} đã khóa nên không thay đổi được. Quản trị viên có thể mở khóa.`,
    );
  throw new Refusal('INVENTORY_STATE', REFUSALS[action]);
}

/** Writes a change of a locked row, with its next version. */
export async function savePeriod(tx: Tx, id: string, changes: Updateable<SharedInventoryPeriods>): Promise<PeriodRow> {
  return tx.db
    .updateTable('sharedInventoryPeriods')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * The columns that a load changes. A period is a draft until both sides are loaded; loading anew makes an earlier
 * generation stale.
 */
export function afterLoad(
  period: PeriodRow,
  load: Pick<Updateable<SharedInventoryPeriods>, 'amisLoadedAt' | 'amisAsOf' | 'bravoLoadedAt' | 'bravoAsOf'>,
): Updateable<SharedInventoryPeriods> {
  const both = { ...period, ...load };
  const isComplete = both.amisLoadedAt !== null && both.bravoLoadedAt !== null;
  return { ...load, status: isComplete ? SHARED_INVENTORY_STATUS_AFTER.load! : 'draft' };
}

/** "2026-09" → "09/2026". */
export const monthText = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

export const firstDayOf = (month: string): Day => `${month}-01`;

/** "2026-02" → "2026-02-28". */
export const lastDayOf = (month: string): Day => addDays(`${addDays(firstDayOf(month), 31).slice(0, 7)}-01`, -1);
