import { createHash } from 'node:crypto';
import { periodCan } from '@khop/engine/invoice-issuance/period-can.ts';
import { sql } from 'kysely';
import { audit } from '../../audit.ts';
import { databaseUrlOf } from '../../config.ts';
import type { Context } from '../../context.ts';
import { workLonger } from '../../db/patience.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { refuseWhenLow } from '../../disk.ts';
import type { Call, FileAnswer } from '../../http/call.ts';
import { newId } from '../../id.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { Refusal } from '../../refusal.ts';
import type { ExportAnswer, ExportAsked } from './build-export.ts';
import { takeTurns } from './open-periods/take-turns.ts';
import { lockPeriod, type PeriodRow } from './period-rows.ts';
import { dropProposal } from './plan-proposal.ts';
import { dropUndo } from './plan-undo.ts';
import { auditOverride, ensureMayOverride, type Override, passGate } from './preflight-gate.ts';
import { readingBooks, shareSnapshot } from './read-books.ts';

/** Wired with the adapter that writes workbooks, which a feature does not know. */
const THREAD = new URL('../../roles/export-thread.ts', import.meta.url);

/**
 * The zip of a period. The invoices become *exported* in the very transaction that the files are read in, and the bytes
 * are kept: a retry under the same key answers the same file, whatever happened since. `only: 'new'` takes what has never
 * been exported; else every invoice is in it that AMIS has not issued. A closed period's files are those by
 * which its invoices left, and the reconciliation with the note that it was closed with; that changes nothing.
 */
export async function downloadExcel(call: Call<'downloadExcel'>): Promise<FileAnswer> {
  const { context, params, body, user, requestId } = call;
  const key = call.idempotencyKey ?? newId();
  const wanted = body?.profileIds ? [...new Set(body.profileIds)].sort() : null;
  const only = body?.only ?? 'all';
  if (wanted?.length === 0) throw new Refusal('VALIDATION', 'Hãy chọn ít nhất một hồ sơ để tải.');
  ensureMayOverride(body?.override, user);
  const name = `${user.uid}/${key}/${createHash('sha256')
    .update(JSON.stringify([wanted, only]))
    .digest('base64url')
    .slice(0, 12)}`;
  return inTransaction(context.writes, async (tx) => {
    await workLonger(tx.client);
    const period = await lockPeriod(tx, params.id);
    await takeTurns(tx, period);
    const earlier = await tx.db
      .selectFrom('periodExports')
      .selectAll()
      .where('periodId', '=', period.id)
      .where('idempotencyKey', '=', name)
      .executeTakeFirst();
    if (earlier && earlier.content.length === 0)
      throw new Refusal(
        'IDEMPOTENCY_MISMATCH',
        'Tệp của lần xuất này đã được dọn vì có lần xuất mới hơn. Hãy tải lại.',
      );
    if (earlier) return answer(earlier.fileName, earlier.content);
    if (call.idempotencyKey) await refuseOtherUse(tx, period, `${user.uid}/${key}/`);
    refuseWhenLow(context.disk);
    if (!periodCan.download(period)) throw new Refusal('PERIOD_STATE', 'Kỳ chưa sinh hóa đơn nên chưa có gì để tải.');
    const profileIds = wanted ?? period.profileIds;
    if (!periodCan.export(period)) {
      const { content } = await build(context, tx, {
        periodId: period.id,
        profileIds,
        only: 'all',
        isOverridden: false,
        handedOver: await handedOver(tx, period),
      });
      return answer(fileNameOf(period), Buffer.from(content!));
    }
    await refuseLocked(tx, period, profileIds);
    const built = await build(context, tx, { periodId: period.id, profileIds, only, isOverridden: !!body?.override });
    const overridden = passExport(built, only, body?.override);
    // What has left cannot be planned away: from here on there is no way back.
    await dropUndo(tx, period.id);
    await dropProposal(tx, period.id);
    await markExported(tx, period, profileIds);
    const content = Buffer.from(built.content!);
    const fileName = fileNameOf(period);
    await keepExport(tx, period, {
      name,
      fileName,
      content,
      createdBy: user.email,
      isRepeat: built.firstTime.size === 0,
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
      summary: `Xuất ${built.count} hóa đơn của kỳ ${period.name}${only === 'new' ? ' (chỉ hóa đơn mới)' : ''}`,
      after: { invoices: built.count, profileIds, only },
      requestId,
    });
    return answer(fileName, content);
  });
}

/** Has the files made in a thread that sees just what this transaction sees; the period is locked, so nobody changes it meanwhile. */
async function build(
  { config }: Context,
  tx: Tx,
  { periodId, ...asked }: Omit<ExportAsked, 'books'> & { readonly periodId: string },
): Promise<ExportAnswer> {
  const books = { databaseUrl: databaseUrlOf(config), periodId, snapshot: await shareSnapshot(tx) };
  return readingBooks(() => inThread<ExportAsked, ExportAnswer>(THREAD, { books, ...asked }));
}

/**
 * What leaves for the first time has to be of today's data and sound; what left before only leaves again. Refuses PERIOD_STATE,
 * NOTHING_TO_EXPORT and PREFLIGHT_BLOCKED. @returns what an admin went on over.
 */
function passExport({ findings, firstTime, count }: ExportAnswer, only: 'all' | 'new', override: Override | undefined) {
  const outdated = findings.find(({ code }) => code === 'PLAN_OUTDATED');
  if (outdated) throw new Refusal('PERIOD_STATE', `${outdated.message} ${outdated.remedy}`);
  if (count === 0)
    throw new Refusal(
      'NOTHING_TO_EXPORT',
      only === 'new' ? 'Không có hóa đơn mới nào kể từ lần xuất trước.' : undefined,
    );
  return firstTime.size === 0 ? [] : passGate(findings, 'export', override, firstTime);
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
  if (locked) {
    throw new Refusal(
      'PROFILE_LOCKED',
      `Hồ sơ ${locked.code} đã khóa sổ đến ${locked.lockedThrough}: ${locked.count} hóa đơn có ngày chứng từ trong khoảng đó. Sinh lại kỳ rồi xuất.`,
      locked,
    );
  }
}

async function markExported(tx: Tx, period: PeriodRow, profileIds: readonly string[]): Promise<void> {
  await sql`
    update invoices set status = 'exported', version = version + 1, updated_at = now()
    where period_id = ${period.id} and profile_id = any(${profileIds}::uuid[]) and status = 'draft'
  `.execute(tx.db);
}

/** The zips by which invoices of the period left for the first time, oldest first, as far as they are kept. */
async function handedOver(tx: Tx, period: PeriodRow): Promise<Buffer[]> {
  const rows = await tx.db
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

async function keepExport(
  tx: Tx,
  period: PeriodRow,
  { name, content, ...rest }: { name: string; fileName: string; content: Buffer; createdBy: string; isRepeat: boolean },
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
