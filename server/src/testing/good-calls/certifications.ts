import type { GoodCalls, Sent, Stage } from './stage.ts';

type Certification = { id: string; version: number; judged: number; members: number; state: string };

const post = async <T>({ api }: Stage, path: string, body: object): Promise<T> =>
  (await api.call<T>('POST', path, body)).body;

/** A bucket of the one partner pair that comes first: its sample is the same in every run. */
async function ofOnePair(stage: Stage): Promise<Sent> {
  const { profileId } = stage;
  const first = await stage.first<{ amis: { code: string }; bravo: { code: string } }>(
    `/partner-connections/suggestions?profileId=${profileId}&bestOnly=true&sort=bravoCode`,
  );
  const bucket = { kind: 'partner', profileId, minScore: 0.05, q: `${first.amis.code} ${first.bravo.code}` };
  return { body: { ...bucket, maxError: 0.005 } };
}

const latest = ({ read, profileId }: Stage): Promise<{ items: Certification[] }> =>
  read(`/certifications?profileId=${profileId}`);

/** The certification that was opened last, as it is now. */
async function theLast(stage: Stage): Promise<Certification> {
  return (await latest(stage)).items[0]!;
}
const onLast = async (stage: Stage): Promise<Sent> => ({ params: { id: (await theLast(stage)).id } });
const changing =
  (more: object = {}) =>
  async (stage: Stage): Promise<Sent> => {
    const { id, version } = await theLast(stage);
    return { params: { id }, body: { version, ...more } };
  };

/** Judges the next pair of the sample that was opened last. */
async function judgeNext(stage: Stage, judgement: string): Promise<void> {
  const { id, version, judged } = await theLast(stage);
  await post(stage, `/certifications/${id}/judgements`, { version, place: judged + 1, judgement });
}

/** A whole bucket of products with one error, and a trait that some of its pairs have. */
async function toSplit(stage: Stage): Promise<Sent> {
  const { profileId } = stage;
  await post(stage, '/certifications', { kind: 'product', profileId, minScore: 0.05, maxError: 0.02 });
  await judgeNext(stage, 'wrong');
  const { id, version, members } = await theLast(stage);
  const { rows } = await stage.api.context.pool.query<{ key: string }>(
    `select t.key from certification_members m, jsonb_array_elements_text(m.traits) t (key)
     where m.certification_id = $1 group by t.key having count(*) < $2 - 1 order by count(*), t.key limit 1`,
    [id, members],
  );
  return { params: { id }, body: { version, traits: [rows[0]!.key] } };
}

export const certificationCalls = {
  getCertificationOutlook: { input: ({ profileId }) => ({ query: { kind: 'partner', profileId, minScore: '0.05' } }) },
  createCertification: { input: ofOnePair },
  getCertificationPair: { input: onLast },
  judgeCertificationPair: { input: changing({ place: 1, judgement: 'right' }) },
  listCertificationSample: { input: onLast },
  undoCertificationJudgement: { input: changing() },
  acceptCertification: {
    input: async (stage) => {
      await judgeNext(stage, 'right');
      return changing()(stage);
    },
  },
  getCertification: { input: onLast },
  listCertifications: { input: ({ profileId }) => ({ query: { profileId } }) },
  recallCertification: { input: changing({ reason: 'Nhập nhầm danh mục' }) },
  cancelCertification: {
    input: async (stage) => {
      const { body } = await ofOnePair(stage);
      await post(stage, '/certifications', body as object);
      return changing()(stage);
    },
  },
  splitCertification: { input: toSplit },
  getCertificationTraits: {
    input: async (stage) => {
      // The bucket that was split is the one before the one that it left.
      const { items } = await latest(stage);
      return { params: { id: items[1]!.id } };
    },
  },
} as const satisfies GoodCalls;
