import { MAX_ERRORS, MOST_MEMBERS } from '@khop/contract/connections/certifications.ts';
import { expectedJudgements } from '@khop/engine/connections/certification/sample.ts';
import { sharedTraits, traitWords } from '@khop/engine/connections/certification/traits.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import { audit } from '../../../audit/audit.ts';
import { type Database, isUniqueViolation } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Call } from '../../../http/call.ts';
import { Refusal } from '../../../refusal.ts';
import { TABLES } from '../tables.ts';
import { type Bucket, earlierTriesOf, fixSample, type Member, membersOf, outlookOf, RISK } from './bucket.ts';
import { lockSeen, refuseState, type Told } from './judge.ts';
import { certificationRow, presentCertification } from './present.ts';
import type { Certification } from './settle.ts';

const percent = (share: number): string => `${String(Math.round(share * 1000) / 10).replace('.', ',')}%`;

/** The work that certifying a bucket would take, before it is begun. */
export async function outlook(db: Database, bucket: Bucket) {
  const { ids, values, setAside } = await outlookOf(db, bucket);
  const earlierTries = await earlierTriesOf(db, ids);
  return {
    members: values.length,
    value: values.reduce((sum, value) => sum + value, 0),
    setAside,
    isTooLarge: values.length > MOST_MEMBERS,
    earlierTries,
    bounds: MAX_ERRORS.map((maxError) => ({
      maxError,
      expectedJudgements: expectedJudgements(values, maxError, RISK / 2 ** earlierTries),
    })),
  };
}

type Opened = Parameters<typeof fixSample>[2];

/** Fixes the sample of a bucket and notes it in the log. Refuses a second open bucket of the same profile and kind. */
async function openBucket(tx: Tx, members: readonly Member[], opened: Opened, requestId: string) {
  let id: string;
  try {
    id = await fixSample(tx, members, opened);
  } catch (error) {
    if (isUniqueViolation(error, 'certifications_one_open'))
      throw new Refusal(
        'CERTIFICATION_STATE',
        'Hồ sơ đang có một đợt bảo chứng chưa xong. Hãy xem tiếp hoặc bỏ đợt đó.',
      );
    throw error;
  }
  const row = await certificationRow(tx.db, id);
  const { kind, minScore } = opened.bucket;
  await audit(tx, {
    actor: opened.by,
    action: 'certification.create',
    entity: 'certification',
    entityId: id,
    summary: `Chốt mẫu bảo chứng ${formatVnd(row.members)} cặp ${TABLES[kind].what} từ điểm ${percent(minScore)}, sai tối đa ${percent(row.maxError)}`,
    after: { members: row.members, value: row.value, seed: row.seed, membersHash: row.membersHash },
    requestId,
  });
  return presentCertification(row);
}

export async function createCertification(
  tx: Tx,
  { maxError, ...bucket }: Call<'createCertification'>['body'],
  { by, at, requestId }: Told,
) {
  return openBucket(tx, await membersOf(tx, bucket), { bucket, maxError, by, at }, requestId);
}

/** The traits that pairs of the sample which were not found right have in common. */
export async function traitsOfErrors(db: Database, id: string) {
  const row = await certificationRow(db, id);
  const { rows: judged } = await sql<{ traits: string[]; isWrong: boolean }>`
    select traits, judgement <> 'right' or corrected_at is not null as is_wrong
    from certification_members where certification_id = ${id} and judgement is not null`.execute(db);
  const { rows: counts } = await sql<{ key: string; count: number }>`
    select t.key, count(*) as count from certification_members m, jsonb_array_elements_text(m.traits) t (key)
    where m.certification_id = ${id} group by t.key`.execute(db);
  const membersOfTrait = new Map(counts.map(({ key, count }) => [key, count]));
  return sharedTraits(judged, membersOfTrait, row.members).map((trait) => ({ ...trait, words: traitWords(trait.key) }));
}

const bucketOf = (row: Certification): Bucket => ({
  // The check constraint of the table holds the text to the two kinds.
  kind: row.kind as Bucket['kind'],
  profileId: row.profileId,
  minScore: row.minScore,
  maxScore: row.maxScore ?? undefined,
  q: row.q || undefined,
});

/**
 * Gives a bucket up for the part of it without these traits, which is sampled anew: a sample that has pointed out the errors
 * cannot also be the proof of what is left. The pairs with the traits wait for an ordinary review.
 */
export async function splitCertification(
  tx: Tx,
  id: string,
  { version, traits }: Call<'splitCertification'>['body'],
  { by, at, requestId }: Told,
) {
  const row = await lockSeen(tx, id, version);
  refuseState(row, ['judging', 'proven']);
  const bucket = bucketOf(row);
  const withoutTraits = [...new Set([...row.withoutTraits, ...traits])];
  const members = (await membersOf(tx, bucket)).filter((one) => !one.traits.some((key) => withoutTraits.includes(key)));
  if (members.length === 0) throw new Refusal('CERTIFICATION_STATE', 'Tách như vậy thì không còn cặp nào.');
  await tx.db
    .updateTable('certifications')
    .set((eb) => ({ state: 'split', version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await audit(tx, {
    actor: by,
    action: 'certification.split',
    entity: 'certification',
    entityId: id,
    summary: `Tách nhóm bảo chứng: bỏ ra các cặp có «${traits.map(traitWords).join('», «')}», còn ${formatVnd(members.length)} cặp`,
    after: { traits, left: members.length },
    requestId,
  });
  const opened = { bucket, maxError: row.maxError, by, at, parent: { id, withoutTraits } };
  return openBucket(tx, members, opened, requestId);
}
