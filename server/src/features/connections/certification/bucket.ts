import { createHash, randomBytes } from 'node:crypto';
import { MOST_MEMBERS } from '@khop/contract/connections/certifications.ts';
import { expectedJudgements, sampleOrder } from '@khop/engine/connections/certification/sample.ts';
import { traitsOf } from '@khop/engine/connections/certification/traits.ts';
import type { Evidence } from '@khop/engine/connections/record.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Tx } from '../../../db/transaction.ts';
import { newId } from '../../../id.ts';
import { Refusal } from '../../../refusal.ts';
import type { KindName } from '../kinds.ts';
import { acceptable, isSetAside } from '../review/accept-batch.ts';

/** The risk with which the bound of a bucket that is tried for the first time may fail. */
export const RISK = 0.05;

export type Bucket = {
  readonly kind: KindName;
  readonly profileId: string;
  readonly minScore: number;
  readonly maxScore?: number | undefined;
  readonly q?: string | undefined;
};

/** A pair of a bucket as it is when the sample is fixed. */
export type Member = {
  readonly suggestionId: string;
  readonly suggestionVersion: number;
  readonly amisId: string;
  readonly amisCode: string;
  readonly amisName: string;
  readonly bravoCode: string;
  readonly bravoName: string;
  readonly value: number;
  readonly score: number;
  readonly traits: readonly string[];
};

/** Open best pairs of the bucket. */
const open = (db: Database, { kind, profileId, ...above }: Bucket) =>
  acceptable(db, kind, profileId, above).where('s.factorContradicted', '=', false);

/** The value of a bucket, pair by pair, and the number of its pairs that were set aside. */
export async function outlookOf(db: Database, bucket: Bucket) {
  const rows = await open(db, bucket)
    .select(['s.id', 's.unlockValue', isSetAside.as('isAside')])
    .limit(2 * MOST_MEMBERS)
    .execute();
  const members = rows.filter(({ isAside }) => !isAside);
  return {
    ids: members.map(({ id }) => id),
    values: members.map(({ unlockValue }) => unlockValue),
    setAside: rows.length - members.length,
  };
}

/** The members that a bucket has now. Refuses one without pairs or with too many. */
export async function membersOf(tx: Tx, bucket: Bucket): Promise<Member[]> {
  const rows = await open(tx.db, bucket)
    .where(sql<boolean>`not ${isSetAside}`)
    .select(['s.id', 's.version', 's.amisId', 's.bravoCode', 's.unlockValue', 's.score', 's.evidence'])
    .select(['s.suggestedFactor', sql<string>`a.code`.as('amisCode'), sql<string>`a.name`.as('amisName')])
    .select(sql<string>`b.name`.as('bravoName'))
    .select(
      bucket.kind === 'product'
        ? [
            sql<string>`a.product_group`.as('group'),
            sql<boolean>`a.unit = '' or b.unit = ''`.as('lacksUnit'),
            sql<boolean>`false`.as('lacksTaxCode'),
          ]
        : [
            sql<string>`''`.as('group'),
            sql<boolean>`false`.as('lacksUnit'),
            sql<boolean>`a.tax_code = '' or b.tax_code = ''`.as('lacksTaxCode'),
          ],
    )
    .orderBy('s.id')
    .limit(MOST_MEMBERS + 1)
    .execute();
  if (rows.length === 0) throw new Refusal('CERTIFICATION_STATE', 'Nhóm này không có cặp nào đang chờ.');
  if (rows.length > MOST_MEMBERS)
    throw new Refusal('CERTIFICATION_STATE', 'Nhóm này quá lớn. Hãy thu hẹp khoảng điểm hoặc từ khóa.');
  return rows.map((row) => ({
    suggestionId: row.id,
    suggestionVersion: row.version,
    amisId: row.amisId,
    amisCode: row.amisCode,
    amisName: row.amisName,
    bravoCode: row.bravoCode,
    bravoName: row.bravoName,
    value: row.unlockValue,
    score: row.score,
    traits: traitsOf({
      score: row.score,
      evidence: row.evidence as Evidence[],
      group: row.group,
      lacks: [
        ...(bucket.kind === 'product' && row.suggestedFactor === null ? (['factor'] as const) : []),
        ...(row.lacksTaxCode ? (['taxCode'] as const) : []),
        ...(row.lacksUnit ? (['unit'] as const) : []),
      ],
    }),
  }));
}

/**
 * Samples of these pairs that were given up after some judging, also where all of it was taken back: each halves the risk that is
 * left for another try.
 */
export async function earlierTriesOf(db: Database, suggestionIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select count(*) as tries from certifications c
    where c.state = 'cancelled' and cardinality(c.judged_by) > 0 and exists (
      select from certification_members m
      where m.certification_id = c.id and m.suggestion_id = any (${suggestionIds}::uuid[]))`.execute(db);
  return rows[0]!.tries;
}

/** A number in (0, 1) that the seed gives a pair: it can be computed again by hand. */
function uniformOf(seed: string, { amisId, bravoCode }: Member): number {
  const digest = createHash('sha256').update(`${seed}:${amisId}:${bravoCode}`).digest();
  return (Number(digest.readBigUInt64BE() >> 12n) + 0.5) / 2 ** 52;
}

/** The hash of a bucket: of its pairs with their values, in the order of their ids and codes. */
const hashOf = (members: readonly Member[]): string =>
  createHash('sha256')
    .update(
      members
        .map(({ amisId, bravoCode, value }) => `${amisId} ${bravoCode} ${value}\n`)
        .sort()
        .join(''),
    )
    .digest('hex');

type Opening = {
  readonly bucket: Bucket;
  readonly maxError: number;
  readonly by: string;
  readonly at: Date;
  /** The bucket that this is a part of, and the traits that were taken out. */
  readonly parent?: { readonly id: string; readonly withoutTraits: readonly string[] };
};

/** Fixes members, seed and the order of drawing, before any pair of the sample is shown. Answers the id. */
export async function fixSample(
  tx: Tx,
  members: readonly Member[],
  { bucket, maxError, by, at, parent }: Opening,
): Promise<string> {
  const [id, seed] = [newId(), randomBytes(32).toString('hex')];
  const values = members.map(({ value }) => value);
  const earlierTries = await earlierTriesOf(
    tx.db,
    members.map(({ suggestionId }) => suggestionId),
  );
  const risk = RISK / 2 ** earlierTries;
  await tx.db
    .insertInto('certifications')
    .values({
      id,
      kind: bucket.kind,
      profileId: bucket.profileId,
      state: 'judging',
      minScore: bucket.minScore,
      maxScore: bucket.maxScore ?? null,
      q: bucket.q ?? '',
      withoutTraits: [...(parent?.withoutTraits ?? [])],
      parentId: parent?.id ?? null,
      earlierTries,
      maxError,
      risk,
      members: members.length,
      value: values.reduce((sum, value) => sum + value, 0),
      seed,
      membersHash: hashOf(members),
      expectedJudgements: expectedJudgements(values, maxError, risk),
      createdBy: by,
      createdAt: at.toISOString(),
    })
    .execute();
  const order = sampleOrder(members.map((member) => ({ value: member.value, uniform: uniformOf(seed, member) })));
  await tx.copy(
    'certification_members',
    [
      ...['certification_id', 'place', 'suggestion_id', 'suggestion_version', 'amis_id', 'amis_code', 'amis_name'],
      ...['bravo_code', 'bravo_name', 'value', 'score', 'traits'],
    ],
    order.map((i, place) => {
      const one = members[i]!;
      return [
        ...[id, place + 1, one.suggestionId, one.suggestionVersion, one.amisId, one.amisCode, one.amisName],
        ...[one.bravoCode, one.bravoName, one.value, one.score, one.traits],
      ];
    }),
  );
  return id;
}
