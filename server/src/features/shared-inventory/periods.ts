import { actionTowards, SHARED_INVENTORY_ADMIN_ACTIONS } from '@khop/engine/shared-inventory/period-can.ts';
import { audit } from '../../audit/audit.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { Refusal } from '../../refusal.ts';
import { holdProfile } from '../amis/hold-profiles.ts';
import {
  ensureCan,
  findPeriod,
  lockPeriod,
  monthText,
  NO_PROFILE,
  type PeriodRow,
  periodOf,
  presentPeriod,
  savePeriod,
} from './period-rows.ts';

/**
 * Opens the period of a month; one that is there already is answered as it is. With a version the period of the query is
 * moved to another month instead, which a period may as long as nothing was loaded into it.
 */
export function saveSharedInventoryPeriod(call: Call<'saveSharedInventoryPeriod'>) {
  const { query, body, commit } = call;
  return commit(async (tx) => {
    if (body.version !== undefined) return moveToMonth(call, tx, body.version);
    const id = newId();
    await holdProfile(tx, query.profileId, NO_PROFILE);
    await tx.db
      .insertInto('sharedInventoryPeriods')
      .values({ id, profileId: query.profileId, month: body.month })
      .onConflict((conflict) => conflict.columns(['profileId', 'month']).doNothing())
      .execute();
    const after = await periodOf(tx.db, { profileId: query.profileId, month: body.month });
    if (after.id === id) {
      await audit(tx, {
        ...entryOf(call, after),
        action: 'shared-inventory.create',
        summary: `Mở kỳ kho dùng chung tháng ${monthText(after.month)}`,
        after: presentPeriod(after),
      });
    }
    return presentPeriod(after);
  });
}

async function moveToMonth(
  call: Call<'saveSharedInventoryPeriod'>,
  tx: Parameters<typeof lockPeriod>[0],
  version: number,
) {
  const { query, body } = call;
  const before = await lockPeriod(tx, (await periodOf(tx.db, query)).id);
  ensureFresh(before, version);
  ensureCan('edit', before);
  if (before.month === body.month) return presentPeriod(before);
  if (before.amisLoadedAt !== null || before.bravoLoadedAt !== null)
    throw new Refusal('INVENTORY_STATE', 'Kỳ đã nạp tồn kho nên không đổi được tháng. Hãy mở kỳ của tháng kia.');
  if (await findPeriod(tx.db, { profileId: query.profileId, month: body.month }))
    throw new Refusal('INVENTORY_STATE', `Hồ sơ đã có kỳ kho dùng chung tháng ${monthText(body.month)}.`);
  const after = await savePeriod(tx, before.id, { month: body.month });
  await audit(tx, {
    ...entryOf(call, after),
    action: 'shared-inventory.update',
    summary: `Đổi kỳ kho dùng chung tháng ${monthText(before.month)} thành tháng ${monthText(after.month)}`,
    before: presentPeriod(before),
    after: presentPeriod(after),
  });
  return presentPeriod(after);
}

/** Locks a generated period, or (an admin) unlocks a locked one. Other statuses are reached by loading and generating. */
export function updateSharedInventoryStatus(call: Call<'updateSharedInventoryStatus'>) {
  const { query, body, user, commit } = call;
  return commit(async (tx) => {
    const before = await lockPeriod(tx, (await periodOf(tx.db, query)).id);
    ensureFresh(before, body.version);
    const action = actionTowards(presentPeriod(before).status, body.status);
    if (action === undefined)
      throw new Refusal(
        'INVENTORY_STATE',
        before.status === 'locked'
          ? undefined
          : 'Chỉ khóa được kỳ đã sinh kho dùng chung; các trạng thái khác đến từ việc nạp và sinh.',
      );
    if (SHARED_INVENTORY_ADMIN_ACTIONS.has(action) && !user.isAdmin) throw new Refusal('ADMIN_ONLY');
    ensureCan(action, before);
    const after = await savePeriod(tx, before.id, { status: body.status });
    await audit(tx, {
      ...entryOf(call, after),
      action: `shared-inventory.${action}`,
      summary: `${action === 'lock' ? 'Khóa' : 'Mở khóa'} kỳ kho dùng chung tháng ${monthText(after.month)}`,
      before: presentPeriod(before),
      after: presentPeriod(after),
    });
    return presentPeriod(after);
  });
}

function ensureFresh(period: PeriodRow, version: number): void {
  if (period.version !== version) throw new Refusal('STALE_VERSION', undefined, presentPeriod(period));
}

const entryOf = ({ user, requestId }: Pick<Call, 'user' | 'requestId'>, period: PeriodRow) => ({
  actor: user.email,
  entity: 'shared-inventory',
  entityId: period.id,
  requestId,
});
