import type { certificationEndpoints } from '@khop/contract/connections/certifications.ts';
import { traitWords } from '@khop/engine/connections/certification/traits.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { pageOf } from '../../../db/list.ts';
import type { Call } from '../../../http/call.ts';
import { found } from '../../../refusal.ts';
import type { Certification } from './settle.ts';

type Answer = z.infer<typeof certificationEndpoints.getCertification.response>;
type Sampled = z.infer<typeof certificationEndpoints.listCertificationSample.response>['items'][number];

/** A bound as it is told: never smaller than it is. */
const told = (share: number): number => Math.ceil(share * 1e6) / 1e6;

export const presentCertification = (row: Certification): Answer => ({
  id: row.id,
  // The check constraints of the table hold these texts to the contract's.
  kind: row.kind as Answer['kind'],
  state: row.state as Answer['state'],
  profileId: row.profileId,
  minScore: row.minScore,
  maxScore: row.maxScore,
  q: row.q,
  withoutTraits: row.withoutTraits.map((key) => ({ key, words: traitWords(key) })),
  parentId: row.parentId,
  earlierTries: row.earlierTries,
  maxError: row.maxError,
  confidence: 1 - row.risk,
  members: row.members,
  value: row.value,
  seed: row.seed,
  membersHash: row.membersHash,
  expectedJudgements: row.expectedJudgements,
  judged: row.judged,
  right: row.judgedRight,
  wrong: row.judgedWrong,
  unsure: row.judgedUnsure,
  rowsBound: told(row.rowsBound),
  valueBound: told(row.valueBound),
  rowsLeft: told(row.rowsLeft),
  valueLeft: told(row.valueLeft),
  accepted: row.accepted,
  acceptedValue: row.acceptedValue,
  corrected: row.corrected,
  correctedValue: row.correctedValue,
  judgedBy: row.judgedBy,
  acceptanceRunId: row.runId,
  acceptedBy: row.acceptedBy,
  acceptedAt: row.acceptedAt,
  recalledBy: row.recalledBy,
  recalledAt: row.recalledAt,
  recallReason: row.recallReason,
  version: row.version,
  createdAt: row.createdAt,
  createdBy: row.createdBy,
});

export const certificationRow = async (db: Database, id: string): Promise<Certification> =>
  found(
    await db.selectFrom('certifications').selectAll().where('id', '=', id).executeTakeFirst(),
    'Không tìm thấy đợt bảo chứng này.',
  );

export function listCertifications(db: Database, query: Call<'listCertifications'>['query']) {
  let rows = db.selectFrom('certifications');
  if (query.profileId) rows = rows.where('profileId', '=', query.profileId);
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  if (query.state?.length) rows = rows.where('state', 'in', query.state);
  if (query.q) rows = rows.where(sql<boolean>`q ilike '%' || ${query.q} || '%'`);
  return pageOf(
    rows,
    query,
    { sorts: { createdAt: 'created_at' }, fallback: '-createdAt', tie: 'id' },
    presentCertification,
  );
}

/** The judged pairs, in the order in which they were drawn. */
export async function listSample(db: Database, id: string, query: Call<'listCertificationSample'>['query']) {
  await certificationRow(db, id);
  let rows = db.selectFrom('certificationMembers').where('certificationId', '=', id).where('judgement', 'is not', null);
  if (query.judgement?.length) rows = rows.where('judgement', 'in', query.judgement);
  if (query.q)
    rows = rows.where(
      sql<boolean>`concat_ws(' ', amis_code, amis_name, bravo_code, bravo_name) ilike '%' || ${query.q} || '%'`,
    );
  return pageOf(
    rows,
    query,
    { sorts: { place: 'place' }, fallback: 'place', tie: 'place' },
    (row): Sampled => ({
      place: row.place,
      amisCode: row.amisCode,
      amisName: row.amisName,
      bravoCode: row.bravoCode,
      bravoName: row.bravoName,
      value: row.value,
      // Only judged pairs are listed, and their check constraint names the contract's judgements.
      judgement: row.judgement as Sampled['judgement'],
      judgedBy: row.judgedBy ?? '',
      judgedAt: row.judgedAt ?? '',
      connectionId: row.connectionId,
      correctedAt: row.correctedAt,
      correctedBy: row.correctedBy,
    }),
  );
}
