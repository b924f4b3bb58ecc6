import { daysBetween, formatDay } from '@khop/engine/day.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { toJson } from '../../../db/json.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { Refusal } from '../../../refusal.ts';
import { holdProfiles } from '../../amis/hold-profiles.ts';
import { ensureFresh, lockPeriod, type PeriodRow, presentPeriod } from '../period-rows.ts';
import { ensureBases } from './bases.ts';
import { closePeriod, reopenPeriod } from './close-period.ts';
import { refuseSharedDays } from './no-shared-days.ts';

/** Opens a period. Several may be open; refuses PERIOD_EXISTS for days that another open one has of a profile or branch. */
export function createPeriod({ context, body, user, commit, requestId }: Call<'createPeriod'>) {
  return commit(async (tx) => {
    await ensureProfiles(tx, body.profileIds, body.issuers);
    await ensureBases(tx, body.profileIds, body.bases);
    await refuseRetired(tx, body.profileIds);
    ensureDays(body);
    ensureLength(body);
    const id = newId();
    await refuseSharedDays(tx, { id, ...body });
    await tx.db
      .insertInto('invoicePeriods')
      .values({
        id,
        name: body.name,
        fromDate: body.fromDate,
        toDate: body.toDate,
        profileIds: body.profileIds,
        issuers: toJson(body.issuers),
        bases: body.bases ? toJson(body.bases) : null,
        rules: toJson(body.rules),
        createdBy: user.email,
      })
      .execute();
    const period = await presentPeriod(tx.db, await lockPeriod(tx, id));
    await audit(tx, {
      actor: user.email,
      action: 'period.create',
      entity: 'period',
      entityId: id,
      summary: `Mở kỳ ${period.name}`,
      after: period,
      requestId,
    });
    context.log.info({ periodId: id }, 'period opened');
    return period;
  });
}

/** Edits a period's terms, or closes and reopens it. A generated period that is edited needs a new generation, which it allows. */
export function updatePeriod({ context, params, body, user, commit, requestId }: Call<'updatePeriod'>) {
  return commit(async (tx) => {
    const row = await lockPeriod(tx, params.id);
    await ensureFresh(tx.db, row, body.version);
    const before = await presentPeriod(tx.db, row);
    const { version: _, status, acknowledgement, ...fields } = body;
    if (Object.keys(fields).length > 0) await editTerms(tx, row, fields);
    if (status === 'closed') await closePeriod(tx, row, acknowledgement, user, context.now());
    if (status === 'exported') await reopenPeriod(tx, row, user.isAdmin);
    await tx.db
      .updateTable('invoicePeriods')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
    const after = await presentPeriod(tx.db, await lockPeriod(tx, row.id));
    const verb = status === 'closed' ? 'Đóng' : status === 'exported' ? 'Mở lại' : 'Sửa';
    await audit(tx, {
      actor: user.email,
      action: status ? `period.${status === 'closed' ? 'close' : 'reopen'}` : 'period.update',
      entity: 'period',
      entityId: row.id,
      summary: `${verb} kỳ ${after.name}`,
      before,
      after: { ...after, acknowledgement },
      requestId,
    });
    return after;
  });
}

type Terms = Partial<
  Pick<Call<'createPeriod'>['body'], 'name' | 'fromDate' | 'toDate' | 'profileIds' | 'issuers' | 'bases' | 'rules'>
>;

async function editTerms(tx: Tx, row: PeriodRow, terms: Terms): Promise<void> {
  if (!periodCan.edit(row))
    throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không sửa được. Quản trị viên có thể mở lại.');
  const days = {
    fromDate: terms.fromDate ?? row.fromDate,
    toDate: terms.toDate ?? row.toDate,
  };
  ensureDays(days);
  const movesDays = days.fromDate !== row.fromDate || days.toDate !== row.toDate;
  if (movesDays && row.status !== 'open')
    throw new Refusal('PERIOD_STATE', 'Kỳ đã sinh hóa đơn nên không đổi được khoảng ngày.');
  if (movesDays) {
    await refuseLoaded(tx, row);
    ensureLength(days);
  }
  if (terms.profileIds) {
    await refuseLeavingInvoices(tx, row, terms.profileIds);
    await refuseRetired(
      tx,
      terms.profileIds.filter((id) => !row.profileIds.includes(id)),
    );
  }
  if (terms.profileIds || terms.issuers)
    await ensureProfiles(
      tx,
      terms.profileIds ?? row.profileIds,
      terms.issuers ?? (row.issuers as Record<string, string[]>),
    );
  const { profileIds = row.profileIds, issuers = row.issuers } = terms;
  if (terms.bases) await ensureBases(tx, profileIds, terms.bases);
  if (movesDays || terms.profileIds || terms.issuers)
    await refuseSharedDays(tx, { id: row.id, ...days, profileIds, issuers });
  await tx.db
    .updateTable('invoicePeriods')
    .set({
      ...days,
      name: terms.name,
      profileIds: terms.profileIds,
      ...(terms.issuers !== undefined && { issuers: toJson(terms.issuers) }),
      ...(terms.bases !== undefined && { bases: terms.bases ? toJson(terms.bases) : null }),
      ...(terms.rules !== undefined && { rules: toJson(terms.rules) }),
    })
    .where('id', '=', row.id)
    .execute();
}

/** Data read for other days must not pass for this period's: stock of another opening day is no stock of it. */
async function refuseLoaded(tx: Tx, row: PeriodRow): Promise<void> {
  const { rows } = await sql`
    select from period_sales_lines where period_id = ${row.id} union all select from period_loads where period_id = ${row.id} limit 1`.execute(
    tx.db,
  );
  if (rows.length > 0)
    throw new Refusal(
      'PERIOD_STATE',
      'Kỳ đã nạp dữ liệu của khoảng ngày cũ nên không đổi được khoảng ngày. Hãy xóa kỳ rồi mở kỳ mới.',
    );
}

/** A retired profile takes no part in a new period; in one that it is in already, «Kiểm tra kỳ» names it. */
async function refuseRetired(tx: Tx, joining: readonly string[]): Promise<void> {
  if (joining.length === 0) return;
  const retired = (await holdProfiles(tx, joining)).find(({ isActive }) => !isActive);
  if (retired)
    throw new Refusal(
      'VALIDATION',
      `Hồ sơ ${retired.code} đã ngừng dùng nên không đưa vào kỳ được. Mở lại hồ sơ trước, hoặc chọn hồ sơ khác.`,
    );
}

/** A profile stays in the period while it has invoices there that a generation keeps. */
async function refuseLeavingInvoices(tx: Tx, row: PeriodRow, profileIds: readonly string[]): Promise<void> {
  const kept = await tx.db
    .selectFrom('invoices as i')
    .innerJoin('profiles as p', 'p.id', 'i.profileId')
    .select('p.code')
    .where('i.periodId', '=', row.id)
    .where('i.profileId', 'not in', profileIds)
    .where((eb) => eb.or([eb('i.status', '!=', 'draft'), eb('i.pinned', '=', true)]))
    .limit(1)
    .executeTakeFirst();
  if (kept)
    throw new Refusal(
      'PERIOD_STATE',
      `Hồ sơ ${kept.code} có hóa đơn đã xuất hoặc đã ghim trong kỳ nên không bỏ khỏi kỳ được. Hãy bỏ ghim, hoặc giữ hồ sơ này.`,
    );
}

/** Deletes a period from which nothing was exported, with everything it read and planned. */
export function deletePeriod({ params, query, user, commit, requestId }: Call<'deletePeriod'>) {
  return commit(async (tx) => {
    const row = await lockPeriod(tx, params.id);
    await ensureFresh(tx.db, row, query.version);
    const before = await presentPeriod(tx.db, row);
    const exported = await tx.db
      .selectFrom('invoices')
      .select('id')
      .where('periodId', '=', row.id)
      .where('status', '!=', 'draft')
      .limit(1)
      .executeTakeFirst();
    if (exported || row.exportedAt) throw new Refusal('PERIOD_IN_USE');
    await tx.db.deleteFrom('invoiceVouchers').where('periodId', '=', row.id).execute();
    await tx.db.deleteFrom('invoicePeriods').where('id', '=', row.id).execute();
    await audit(tx, {
      actor: user.email,
      action: 'period.delete',
      entity: 'period',
      entityId: row.id,
      summary: `Xóa kỳ ${row.name}`,
      before,
      requestId,
    });
    return undefined;
  });
}

function ensureDays({ fromDate, toDate }: { fromDate: string; toDate: string }): void {
  if (toDate < fromDate) throw new Refusal('VALIDATION', 'Ngày cuối kỳ phải từ ngày đầu kỳ trở đi.');
}

/** Bravo is read in days; more of them than this are a slip of the hand (31/10/2062). */
const MOST_DAYS = 2 * 366;

function ensureLength({ fromDate, toDate }: { fromDate: string; toDate: string }): void {
  const days = daysBetween(fromDate, toDate) + 1;
  if (days > MOST_DAYS)
    throw new Refusal(
      'VALIDATION',
      `Kỳ từ ${formatDay(fromDate)} đến ${formatDay(toDate)} dài ${formatVnd(days)} ngày, hơn hai năm. Hãy xem lại năm của hai ngày, hoặc chia thành nhiều kỳ.`,
    );
}

/** Every profile named must exist, and only a profile of the period may issue. */
async function ensureProfiles(
  tx: Tx,
  profileIds: readonly string[],
  issuers: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const known = new Set((await holdProfiles(tx, profileIds)).map(({ id }) => id));
  const missing = profileIds.find((id) => !known.has(id));
  if (missing || new Set(profileIds).size !== profileIds.length)
    throw new Refusal('NOT_FOUND', 'Danh sách hồ sơ của kỳ có hồ sơ không tồn tại hoặc bị lặp.');
  for (const [branch, ids] of Object.entries(issuers)) {
    if (ids.some((id) => !known.has(id)))
      throw new Refusal('VALIDATION', `Chi nhánh ${branch}: hồ sơ xuất hóa đơn phải nằm trong danh sách hồ sơ của kỳ.`);
  }
}
