import { closingNeedsAcknowledgement, periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { sql } from 'kysely';
import { audit } from '../../audit.ts';
import { isUniqueViolation } from '../../db/database.ts';
import { toJson } from '../../db/json.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { Refusal } from '../../refusal.ts';
import { ensureFresh, lockPeriod, type PeriodRow, presentPeriod } from './period-rows.ts';

/** Opens a period. There is one current period at a time: refuses PERIOD_EXISTS while another is not closed. */
export function createPeriod({ context, body, user, commit, requestId }: Call<'createPeriod'>) {
  return commit(async (tx) => {
    await ensureProfiles(tx, body.profileIds, body.issuers);
    await refuseRetired(tx, body.profileIds);
    ensureDays(body);
    const id = newId();
    try {
      await tx.db
        .insertInto('invoicePeriods')
        .values({
          id,
          name: body.name,
          fromDate: body.fromDate,
          toDate: body.toDate,
          plannedInvoiceDate: body.plannedInvoiceDate,
          profileIds: body.profileIds,
          issuers: toJson(body.issuers),
          rules: toJson(body.rules),
          createdBy: user.email,
        })
        .execute();
    } catch (error) {
      if (isUniqueViolation(error, 'invoice_periods_one_current')) throw new Refusal('PERIOD_EXISTS');
      throw error;
    }
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
    if (status === 'closed') await close(tx, row, acknowledgement, user.isAdmin, context.now());
    if (status === 'exported') await reopen(tx, row, user.isAdmin);
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
  Pick<
    Call<'createPeriod'>['body'],
    'name' | 'fromDate' | 'toDate' | 'plannedInvoiceDate' | 'profileIds' | 'issuers' | 'rules'
  >
>;

async function editTerms(tx: Tx, row: PeriodRow, terms: Terms): Promise<void> {
  if (!periodCan.edit(row))
    throw new Refusal('PERIOD_STATE', 'Kỳ đã đóng nên không sửa được. Quản trị viên có thể mở lại.');
  const days = {
    fromDate: terms.fromDate ?? row.fromDate,
    toDate: terms.toDate ?? row.toDate,
    plannedInvoiceDate: terms.plannedInvoiceDate ?? row.plannedInvoiceDate,
  };
  ensureDays(days);
  const movesDays = days.fromDate !== row.fromDate || days.toDate !== row.toDate;
  if (movesDays && row.status !== 'open')
    throw new Refusal('PERIOD_STATE', 'Kỳ đã sinh hóa đơn nên không đổi được khoảng ngày.');
  if (movesDays) await refuseLoaded(tx, row);
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
  await tx.db
    .updateTable('invoicePeriods')
    .set({
      ...days,
      ...(terms.name !== undefined && { name: terms.name }),
      ...(terms.profileIds !== undefined && { profileIds: terms.profileIds }),
      ...(terms.issuers !== undefined && { issuers: toJson(terms.issuers) }),
      ...(terms.rules !== undefined && { rules: toJson(terms.rules) }),
    })
    .where('id', '=', row.id)
    .execute();
}

/** What was read for other days must not pass for this period's: stock of another opening day is no stock of it. */
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
  const retired = await tx.db
    .selectFrom('profiles')
    .select('code')
    .where('id', 'in', joining)
    .where('isActive', '=', false)
    .executeTakeFirst();
  if (retired)
    throw new Refusal(
      'VALIDATION',
      `Hồ sơ ${retired.code} đã ngừng sử dụng nên không đưa vào kỳ được. Mở lại hồ sơ trước, hoặc chọn hồ sơ khác.`,
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

async function close(
  tx: Tx,
  row: PeriodRow,
  acknowledgement: string | undefined,
  isAdmin: boolean,
  now: Date,
): Promise<void> {
  if (!periodCan.close(row)) throw new Refusal('PERIOD_STATE', 'Chỉ đóng được kỳ đã xuất hóa đơn.');
  await refuseUnplanned(tx, row);
  const left = (row.plan as { tieOut?: { unallocated: number } } | null)?.tieOut?.unallocated ?? 0;
  const shortages = await tx.db
    .selectFrom('periodShortages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('periodId', '=', row.id)
    .executeTakeFirstOrThrow();
  const isAsked = closingNeedsAcknowledgement({ unallocated: left }, shortages.count);
  if (isAsked && !(isAdmin && acknowledgement))
    throw new Refusal('ACKNOWLEDGEMENT_REQUIRED', undefined, { unallocated: left });
  await tx.db
    .updateTable('invoicePeriods')
    .set({
      status: 'closed',
      closedAt: now.toISOString(),
      closeAcknowledgement: isAsked ? (acknowledgement ?? null) : null,
    })
    .where('id', '=', row.id)
    .execute();
}

/** Revenue that came into the ledger after the plan is in no figure yet: nobody can acknowledge it. */
async function refuseUnplanned(tx: Tx, row: PeriodRow): Promise<void> {
  const { rows } = await sql<{ ledger: number; open: number }>`
    with netted as (
      select key, sum(amount) as amount from (
        select return_line as key, -amount as amount from period_netted where period_id = ${row.id}
        union all select sale_line, amount from period_netted where period_id = ${row.id}) n group by key)
    select coalesce(sum(s.amount - s.discount), 0)::bigint as ledger,
      count(*) filter (where s.amount - s.discount
        <> s.invoiced + s.already_invoiced + s.unallocated + s.excluded + coalesce(n.amount, 0)) as open
    from period_sales_lines s left join netted n on n.key = s.source_key where s.period_id = ${row.id}`.execute(tx.db);
  const planned = (row.plan as { tieOut?: { ledger: number } } | null)?.tieOut?.ledger;
  if (rows[0]!.ledger !== planned || rows[0]!.open > 0)
    throw new Refusal(
      'PERIOD_STATE',
      'Sổ bán hàng của kỳ đã đổi sau lần sinh hóa đơn gần nhất. Hãy sinh lại để thấy đủ doanh thu rồi đóng kỳ.',
    );
}

async function reopen(tx: Tx, row: PeriodRow, isAdmin: boolean): Promise<void> {
  if (!isAdmin) throw new Refusal('ADMIN_ONLY');
  if (!periodCan.reopen(row)) throw new Refusal('PERIOD_STATE', 'Chỉ mở lại được kỳ đã đóng.');
  try {
    await tx.db
      .updateTable('invoicePeriods')
      .set({ status: 'exported', closedAt: null })
      .where('id', '=', row.id)
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, 'invoice_periods_one_current')) throw new Refusal('PERIOD_EXISTS');
    throw error;
  }
}

/** Deletes a period from which nothing was exported, with everything it read and planned. */
export function deletePeriod({ params, user, commit, requestId }: Call<'deletePeriod'>) {
  return commit(async (tx) => {
    const row = await lockPeriod(tx, params.id);
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

function ensureDays({
  fromDate,
  toDate,
  plannedInvoiceDate,
}: {
  fromDate: string;
  toDate: string;
  plannedInvoiceDate: string;
}): void {
  if (toDate < fromDate) throw new Refusal('VALIDATION', 'Ngày cuối kỳ phải từ ngày đầu kỳ trở đi.');
  if (plannedInvoiceDate < fromDate)
    throw new Refusal('VALIDATION', 'Ngày lập hóa đơn dự kiến không được trước ngày đầu kỳ.');
}

/** Every profile named must exist, and only a profile of the period may issue. */
async function ensureProfiles(
  tx: Tx,
  profileIds: readonly string[],
  issuers: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const rows = await tx.db.selectFrom('profiles').select('id').where('id', 'in', profileIds).execute();
  const known = new Set(rows.map((row) => row.id));
  const missing = profileIds.find((id) => !known.has(id));
  if (missing || new Set(profileIds).size !== profileIds.length)
    throw new Refusal('NOT_FOUND', 'Danh sách hồ sơ của kỳ có hồ sơ không tồn tại hoặc bị lặp.');
  for (const [branch, ids] of Object.entries(issuers)) {
    if (ids.some((id) => !known.has(id)))
      throw new Refusal('VALIDATION', `Chi nhánh ${branch}: hồ sơ xuất hóa đơn phải nằm trong danh sách hồ sơ của kỳ.`);
  }
}
