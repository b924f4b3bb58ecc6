import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { found, Refusal } from '../../../refusal.ts';
import { lockPeriod } from '../period-rows.ts';

type Ref = { readonly id: string; readonly version: number };

/** A person says why rows differ: they stay where they are, and open again once anything of them changes. */
export function explainThreeSides({ context, params, body, user, commit, requestId }: Call<'explainThreeSides'>) {
  return commit(async (tx) => {
    const { name, id } = await lockPeriod(tx, params.id);
    const before = await lockFindings(tx, id, body.findings);
    const said = {
      reason: body.reason,
      note: body.note,
      explainedBy: user.email,
      explainedAt: context.now().toISOString(),
    };
    await tx.db
      .updateTable('threeSidedFindings')
      .set((eb) => ({ ...said, explainedStamp: eb.ref('stamp'), version: eb('version', '+', 1) }))
      .where('id', 'in', idsOf(body.findings))
      .execute();
    await audit(tx, {
      actor: user.email,
      action: 'period.explain-three-sides',
      entity: 'period',
      entityId: id,
      summary: `Giải thích ${formatVnd(before.length)} dòng khác nhau của ba bên, kỳ ${name}`,
      before,
      after: { findings: idsOf(body.findings), reason: body.reason, note: body.note },
      requestId,
    });
    return { updated: before.length };
  });
}

/** Takes explanations back: the rows are open again. */
export function withdrawThreeSides({ params, body, user, commit, requestId }: Call<'withdrawThreeSides'>) {
  return commit(async (tx) => {
    const { name, id } = await lockPeriod(tx, params.id);
    const before = await lockFindings(tx, id, body.findings);
    await tx.db
      .updateTable('threeSidedFindings')
      .set((eb) => ({
        ...{ reason: null, note: '', explainedBy: null, explainedAt: null, explainedStamp: null },
        version: eb('version', '+', 1),
      }))
      .where('id', 'in', idsOf(body.findings))
      .execute();
    await audit(tx, {
      actor: user.email,
      action: 'period.withdraw-three-sides',
      entity: 'period',
      entityId: id,
      summary: `Bỏ lời giải thích của ${formatVnd(before.length)} dòng ba bên, kỳ ${name}`,
      before,
      requestId,
    });
    return { updated: before.length };
  });
}

const idsOf = (findings: readonly Ref[]): string[] => findings.map(({ id }) => id);

/** Refuses NOT_FOUND for one that is not open in the period, STALE_VERSION for one that has changed. */
async function lockFindings(tx: Tx, periodId: string, findings: readonly Ref[]) {
  const rows = await tx.db
    .selectFrom('threeSidedFindings')
    .select(['id', 'key', 'version', 'reason', 'note', 'explainedBy'])
    .where('periodId', '=', periodId)
    .where('id', 'in', idsOf(findings))
    .where(sql<boolean>`closed_at is null`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { id, version } of findings) {
    const row = found(known.get(id), 'Dòng này không còn khác nhau. Hãy tải lại trang.');
    if (row.version !== version)
      throw new Refusal('STALE_VERSION', 'Dòng này đã đổi sau khi bạn xem. Hãy tải lại trang.');
  }
  return rows;
}
