import type { certificationEndpoints } from '@khop/contract/connections/certifications.ts';
import type { z } from 'zod';
import { audit } from '../../../audit/audit.ts';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal, refuseStale } from '../../../refusal.ts';
import type { Decision } from '../review/suggestion-decisions.ts';
import { partnerPairs, productPairs } from '../review/suggestions.ts';
import { presentCertification } from './present.ts';
import { type Certification, lockCertification, settle } from './settle.ts';

type Judging = z.infer<typeof certificationEndpoints.getCertificationPair.response>;
type Judgement = Call<'judgeCertificationPair'>['body']['judgement'];

/** Sampling may go on after a recall: a longer sample may prove the bucket again. */
const JUDGED_IN: readonly string[] = ['judging', 'proven', 'recalled'];

export const refuseState = (row: Certification, allowed: readonly string[]): void => {
  if (!allowed.includes(row.state))
    throw new Refusal('CERTIFICATION_STATE', undefined, { state: row.state, version: row.version });
};

/** Locks a certification that was seen in this version. */
export async function lockSeen(tx: Tx, id: string, version: number): Promise<Certification> {
  const row = await lockCertification(tx, id);
  if (row.version !== version) refuseStale(presentCertification(row), version);
  return row;
}

/** The next pair of the sample, without anything that tells its score. */
export async function judgingOf(db: Database, row: Certification): Promise<Judging> {
  const certification = presentCertification(row);
  const member = await db
    .selectFrom('certificationMembers')
    .selectAll()
    .where('certificationId', '=', row.id)
    .where('place', '=', row.judged + 1)
    .executeTakeFirst();
  if (!member || !JUDGED_IN.includes(row.state)) return { certification, pair: null };
  const { place, amisCode, amisName, bravoCode, bravoName } = member;
  const suggestions = await db.selectFrom('suggestions').selectAll().where('id', '=', member.suggestionId).execute();
  if (row.kind === 'product') {
    const [pair] = await productPairs(db, suggestions);
    if (pair) {
      const { amis, bravo, bravoPrice } = pair;
      return { certification, pair: { kind: 'product', place, amis, bravo, bravoPrice } };
    }
  } else {
    const [pair] = await partnerPairs(db, suggestions);
    if (pair) return { certification, pair: { kind: 'partner', place, amis: pair.amis, bravo: pair.bravo } };
  }
  return { certification, pair: { kind: 'gone', place, amisCode, amisName, bravoCode, bravoName } };
}

const WORDS: Readonly<Record<Judgement, string>> = { right: 'đúng', wrong: 'sai', unsure: 'không kết luận được' };

export type Told = Decision & { readonly requestId: string };

/** Keeps what a person says of the pair that was shown, and what the sample proves with it. */
export async function judgePair(
  tx: Tx,
  id: string,
  { version, place, judgement }: Call<'judgeCertificationPair'>['body'],
  told: Told,
): Promise<Judging> {
  const row = await lockSeen(tx, id, version);
  refuseState(row, JUDGED_IN);
  if (place !== row.judged + 1 || place > row.members)
    throw new Refusal('CERTIFICATION_STATE', `Cặp thứ ${place} không phải cặp kế tiếp của mẫu.`);
  await tx.db
    .updateTable('certificationMembers')
    .set({ judgement, judgedBy: told.by, judgedAt: told.at.toISOString() })
    .where('certificationId', '=', id)
    .where('place', '=', place)
    .execute();
  await audit(tx, {
    actor: told.by,
    action: 'certification.judge',
    entity: 'certification',
    entityId: id,
    summary: `Xem cặp thứ ${place} của mẫu bảo chứng: ${WORDS[judgement]}`,
    after: { place, judgement },
    requestId: told.requestId,
  });
  const judgedBy = row.judgedBy.includes(told.by) ? row.judgedBy : [...row.judgedBy, told.by];
  await tx.db.updateTable('certifications').set({ judgedBy }).where('id', '=', id).execute();
  return judgingOf(tx.db, await settleAudited(tx, row, told));
}

/** Takes the latest judgement back: its pair is shown again. */
export async function undoJudgement(tx: Tx, id: string, version: number, told: Told): Promise<Judging> {
  const row = await lockSeen(tx, id, version);
  refuseState(row, JUDGED_IN);
  if (row.judged === 0) throw new Refusal('CERTIFICATION_STATE', 'Chưa xem cặp nào nên không có gì để lấy lại.');
  await tx.db
    .updateTable('certificationMembers')
    .set({ judgement: null, judgedBy: null, judgedAt: null })
    .where('certificationId', '=', id)
    .where('place', '=', row.judged)
    .execute();
  await audit(tx, {
    actor: told.by,
    action: 'certification.unjudge',
    entity: 'certification',
    entityId: id,
    summary: `Lấy lại phán xét cặp thứ ${row.judged} của mẫu bảo chứng`,
    before: { place: row.judged },
    requestId: told.requestId,
  });
  return judgingOf(tx.db, await settleAudited(tx, row, told));
}

const TURNS: Readonly<Record<string, string>> = {
  proven: 'Mẫu đã chứng minh được cận sai của nhóm',
  judging: 'Mẫu không còn chứng minh được cận sai của nhóm',
  recalled: 'Tự thu hồi chứng chỉ',
  certified: 'Chứng chỉ có hiệu lực trở lại',
};

/** Settles, and notes in the log when that has turned the state of the bucket. */
export async function settleAudited(tx: Tx, row: Certification, { by, at, requestId }: Told): Promise<Certification> {
  const after = await settle(tx, row, at);
  if (after.state !== row.state) {
    await audit(tx, {
      actor: by,
      action: `certification.${after.state}`,
      entity: 'certification',
      entityId: row.id,
      summary: `${TURNS[after.state] ?? after.state}${after.recallReason ? `: ${after.recallReason}` : ''}`,
      before: { state: row.state, rowsBound: row.rowsBound, valueBound: row.valueBound },
      after: { state: after.state, rowsBound: after.rowsBound, valueBound: after.valueBound },
      requestId,
    });
  }
  return after;
}
