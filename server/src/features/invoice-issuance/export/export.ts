import { createHash } from 'node:crypto';
import { formatDay } from '@khop/engine/day.ts';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { type Insertable, sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import { toJson } from '../../../db/json.ts';
import { workLonger } from '../../../db/patience.ts';
import type { PeriodExports } from '../../../db/schema.generated.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import type { Call, FileAnswer } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { Refusal } from '../../../refusal.ts';
import { refuseWhenLow } from '../../../telemetry/disk.ts';
import { lockPeriod, type PeriodRow } from '../period-rows.ts';
import { takeTurns } from '../periods/take-turns.ts';
import { auditOverride, ensureMayOverride, passGate } from '../preflight/preflight-gate.ts';
import { dropProposal } from '../save/plan-proposal.ts';
import { dropUndo } from '../save/plan-undo.ts';
import type { ExportAnswer, HandedList } from './build-export.ts';
import { exportNow, readyExport, type Wanted } from './ready-export.ts';

/**
 * The zip of a period. Its files are made before any caller has to wait for the period, and only once more while it is
 * locked if the books were changed meanwhile: they are of one state, that in which the invoices become *exported*. The
 * bytes are kept: a retry under the same key answers the same file, whatever happened since. `only: 'new'` takes what
 * has never been exported; else every invoice is in it that AMIS has not issued. A closed period's files are those by
 * which its invoices left, and the reconciliation with the note that it was closed with; that changes nothing, nor do the
 * lists of a period of which AMIS has issued every invoice.
 */
export async function downloadExcel(call: Call<'downloadExcel'>): Promise<FileAnswer> {
  const { context, params, body, user } = call;
  const wanted: Wanted = {
    periodId: params.id,
    profileIds: body?.profileIds ? [...new Set(body.profileIds)].sort() : null,
    only: body?.only ?? 'all',
    isOverridden: !!body?.override,
  };
  if (wanted.profileIds?.length === 0) throw new Refusal('VALIDATION', 'Hãy chọn ít nhất một hồ sơ để tải.');
  ensureMayOverride(body?.override, user);
  const key = call.idempotencyKey ?? newId();
  const name = `${user.uid}/${key}/${createHash('sha256')
    .update(JSON.stringify([wanted.profileIds, wanted.only]))
    .digest('base64url')
    .slice(0, 12)}`;
  const isRetry = call.idempotencyKey !== undefined && (await isKept(context.db, params.id, name));
  if (!isRetry) refuseWhenLow(context.disk);
  const ready = isRetry ? undefined : await readyExport(context, wanted);
  return inTransaction(context.writes, async (tx) => {
    await workLonger(tx.client);
    const period = await lockPeriod(tx, params.id);
    await takeTurns(tx, period);
    const earlier = await exportUnder(tx.db, period.id, name);
    if (earlier && earlier.content.length === 0)
      throw new Refusal(
        'IDEMPOTENCY_MISMATCH',
        'Tệp của lần xuất này đã được dọn vì có lần xuất mới hơn. Hãy tải lại.',
      );
    if (earlier) return answer(earlier.fileName, earlier.content);
    if (call.idempotencyKey) await refuseOtherUse(tx, period, `${user.uid}/${key}/`);
    refuseWhenLow(context.disk);
    if (!periodCan.download(period)) throw new Refusal('PERIOD_STATE', 'Kỳ chưa sinh hóa đơn nên chưa có gì để tải.');
    const profileIds = wanted.profileIds ?? period.profileIds;
    if (profileIds.some((id) => !period.profileIds.includes(id)))
      throw new Refusal('NOT_FOUND', 'Kỳ không có hồ sơ đã chọn để tải. Hãy tải lại trang rồi chọn lại.');
    const leaves = periodCan.export(period);
    if (leaves) await refuseLocked(tx, period, profileIds);
    const built = await exportNow(context, tx, period, wanted, ready);
    const hasListsAlone = built.count === 0 && built.content !== null;
    if (!leaves || hasListsAlone) return answer(fileNameOf(period), Buffer.from(built.content!));
    return leave(tx, call, { period, profileIds, name, built });
  });
}

type Leaving = {
  readonly period: PeriodRow;
  readonly profileIds: readonly string[];
  /** Under which the file is kept. */
  readonly name: string;
  readonly built: ExportAnswer;
};

/** Has the invoices of these files leave, or refuses as `passExport` does. */
async function leave(
  tx: Tx,
  { context, body, user, requestId }: Call<'downloadExcel'>,
  { period, profileIds, name, built }: Leaving,
): Promise<FileAnswer> {
  const only = body?.only ?? 'all';
  const overridden = passExport(built, body, await hasIssued(tx, period, profileIds));
  // Invoices that have left cannot be planned away: from here on there is no way back.
  await dropUndo(tx, period.id);
  await dropProposal(tx, period.id);
  const newlyLeft = await markExported(tx, period, profileIds);
  await keepLists(tx, newlyLeft, built.lists);
  const content = Buffer.from(built.content!);
  const fileName = fileNameOf(period);
  await keepExport(tx, period, {
    name,
    fileName,
    content,
    createdBy: user.email,
    isRepeat: built.firstTime.size === 0,
    lists: toJson(built.lists),
  });
  await tx.db
    .updateTable('invoicePeriods')
    .set((eb) => ({
      status: 'exported',
      exportedAt: context.now().toISOString(),
      version: eb('version', '+', 1),
      inputRevision: eb('inputRevision', '+', 1),
    }))
    .where('id', '=', period.id)
    .execute();
  const reason = body?.override?.reason ?? '';
  await auditOverride(tx, period, overridden, { actor: user.email, action: 'export', reason, requestId });
  await audit(tx, {
    actor: user.email,
    action: 'period.export',
    entity: 'period',
    entityId: period.id,
    summary: `Xuất ${formatVnd(built.count)} hóa đơn của kỳ ${period.name}${only === 'new' ? ' (chỉ hóa đơn mới)' : ''}`,
    after: { invoices: built.count, profileIds, only },
    requestId,
  });
  return answer(fileName, content);
}

const isKept = async (db: Database, periodId: string, name: string): Promise<boolean> =>
  (await db
    .selectFrom('periodExports')
    .select('id')
    .where('periodId', '=', periodId)
    .where('idempotencyKey', '=', name)
    .executeTakeFirst()) !== undefined;

/** The export under this name; the bytes may be gone by now. */
const exportUnder = (db: Database, periodId: string, name: string) =>
  db
    .selectFrom('periodExports')
    .selectAll()
    .where('periodId', '=', periodId)
    .where('idempotencyKey', '=', name)
    .executeTakeFirst();

/**
 * Invoices that leave for the first time have to be of today's data and sound; those that left before only leave again.
 * Refuses PERIOD_STATE, NOTHING_TO_EXPORT and PREFLIGHT_BLOCKED. @returns what an admin went on over.
 */
function passExport(
  { findings, firstTime, count }: ExportAnswer,
  { only, override }: NonNullable<Call<'downloadExcel'>['body']> = {},
  isIssued: boolean,
) {
  const outdated = findings.find(({ code }) => code === 'PLAN_OUTDATED');
  if (outdated) throw new Refusal('PERIOD_STATE', `${outdated.message} ${outdated.remedy}`);
  if (count === 0)
    throw new Refusal(
      'NOTHING_TO_EXPORT',
      only === 'new'
        ? 'Không có hóa đơn mới nào kể từ lần xuất trước.'
        : isIssued
          ? 'Không còn hóa đơn nào để nhập vào AMIS: các hóa đơn được chọn đều đã được AMIS phát hành.'
          : undefined,
    );
  return firstTime.size === 0 ? [] : passGate(findings, 'export', override, firstTime);
}

/** True when AMIS has issued an invoice of these profiles: such a one never leaves again. */
async function hasIssued(tx: Tx, period: PeriodRow, profileIds: readonly string[]): Promise<boolean> {
  const found = await tx.db
    .selectFrom('invoices')
    .select('id')
    .where('periodId', '=', period.id)
    .where('profileId', 'in', profileIds)
    .where('status', 'in', ['issued', 'adjusted'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const answer = (fileName: string, content: Buffer): FileAnswer => ({
  fileName,
  contentType: 'application/zip',
  content,
});

const fileNameOf = ({ fromDate, toDate }: PeriodRow): string => `khop-${fromDate}-${toDate}.zip`;

/** The same key with another selection of profiles is another request. */
async function refuseOtherUse(tx: Tx, period: PeriodRow, prefix: string): Promise<void> {
  const other = await tx.db
    .selectFrom('periodExports')
    .select('id')
    .where('periodId', '=', period.id)
    .where(sql<boolean>`starts_with(idempotency_key, ${prefix})`)
    .executeTakeFirst();
  if (other) throw new Refusal('IDEMPOTENCY_MISMATCH');
}

/** Nothing dated in a profile's closed books may leave as new. */
async function refuseLocked(tx: Tx, period: PeriodRow, profileIds: readonly string[]): Promise<void> {
  const locked = await tx.db
    .selectFrom('invoices as i')
    .innerJoin('profiles as p', 'p.id', 'i.profileId')
    .select([
      'p.code',
      'p.lockedThrough',
      sql<number>`count(*)`.as('count'),
      sql<string>`min(i.document_date)`.as('first'),
    ])
    .where('i.periodId', '=', period.id)
    .where('i.profileId', 'in', profileIds)
    .where('i.status', '=', 'draft')
    .whereRef('i.documentDate', '<=', 'p.lockedThrough')
    .groupBy(['p.code', 'p.lockedThrough'])
    .executeTakeFirst();
  if (locked?.lockedThrough) {
    throw new Refusal(
      'PROFILE_LOCKED',
      `Hồ sơ ${locked.code} đã khóa sổ đến ${formatDay(locked.lockedThrough)}: ${formatVnd(locked.count)} hóa đơn có ngày chứng từ trong khoảng đó. Sinh lại kỳ rồi xuất.`,
      locked,
    );
  }
}

/** @returns the ids of the invoices that leave for the first time. */
async function markExported(tx: Tx, period: PeriodRow, profileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update invoices set status = 'exported', handed_over_at = now(), version = version + 1, updated_at = now()
    where period_id = ${period.id} and profile_id = any(${profileIds}::uuid[]) and status = 'draft'
      and document_date <= ${period.throughDate ?? period.toDate}
    returning id
  `.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Writes down the list that each consolidated invoice leaves with; one that left before keeps its own. */
async function keepLists(tx: Tx, ids: readonly string[], lists: readonly HandedList[]): Promise<void> {
  if (lists.length === 0) return;
  await sql`
    update invoices i set list_sha256 = n.hash
    from unnest(${lists.map(({ profile }) => profile)}::text[], ${lists.map((one) => one.voucherNumber)}::text[],
      ${lists.map((one) => one.sha256)}::text[]) as n (profile, voucher, hash), profiles p
    where i.id = any(${ids}::uuid[]) and p.id = i.profile_id and p.code = n.profile and i.voucher_number = n.voucher
  `.execute(tx.db);
}

async function keepExport(
  tx: Tx,
  period: PeriodRow,
  {
    name,
    content,
    ...rest
  }: Pick<Insertable<PeriodExports>, 'fileName' | 'createdBy' | 'isRepeat' | 'lists'> & {
    readonly name: string;
    readonly content: Buffer;
  },
): Promise<void> {
  await tx.db
    .insertInto('periodExports')
    .values({
      id: newId(),
      periodId: period.id,
      idempotencyKey: name,
      sha256: createHash('sha256').update(content).digest('hex'),
      content,
      ...rest,
    })
    .execute();
}
