import { expect } from 'vitest';
import { counted, type Given, type Judges, KETOAN, ofProfile, type Row, run } from '../judge.ts';

const stored = async ({ rows }: Given, id: unknown): Promise<Row> =>
  (await rows('select * from certifications where id = $1', [id]))[0]!;
const idOf = ({ sent }: Given): string => sent.params!.id!;
const certificationIn = ({ body }: Given): Row => body.certification as Row;
const memberAt = async ({ rows }: Given, id: unknown, place: number): Promise<Row | undefined> =>
  (await rows('select * from certification_members where certification_id = $1 and place = $2', [id, place]))[0];

const CERTIFICATION = { table: 'certifications', except: ['withoutTraits', 'rowsBound', 'valueBound'] };

/** An open bucket has as many members as it says, in an order that is whole, worth what it says, none of them judged. */
async function expectFixed(given: Given): Promise<void> {
  const { body, rows } = given;
  const [sums] = await rows(
    `select count(*)::int as members, coalesce(sum(value), 0)::bigint as value, max(place)::int as last,
       count(distinct place)::int as places, count(judgement)::int as judged
     from certification_members where certification_id = $1`,
    [body.id],
  );
  expect(sums).toMatchObject({ members: body.members, last: body.members, places: body.members, judged: 0 });
  expect(Number(sums!.value)).toBe(body.value);
  expect(body).toMatchObject({ state: 'judging', judged: 0, createdBy: KETOAN });
  expect(body.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(await stored(given, body.id)).toMatchObject({ seed: body.seed, members_hash: body.membersHash });
}

export const certificationJudges = {
  getCertificationOutlook: {
    holds: async ({ body, rows, stage }) => {
      const [row] = await rows(
        `select count(*)::int as members, coalesce(sum(unlock_value), 0)::bigint as value from suggestions
         where kind = 'partner' and profile_id = $1 and status = 'pending' and is_best and score >= 0.05`,
        [stage.profileId],
      );
      expect([body.members, body.value]).toEqual([row!.members, Number(row!.value)]);
      const expected = (body.bounds as { expectedJudgements: number }[]).map((one) => one.expectedJudgements);
      expect(expected).toEqual(expected.toSorted((a, b) => b - a));
    },
  },
  createCertification: {
    writes: ['certification_members', 'certifications'],
    of: CERTIFICATION,
    twice: 'CERTIFICATION_STATE',
    holds: expectFixed,
  },
  getCertificationPair: {
    holds: async (given) => {
      expect(given.body.pair).toMatchObject({ place: 1, kind: 'partner' });
      expect(JSON.stringify(given.body.pair)).not.toMatch(/score|evidence/i);
      const member = await memberAt(given, idOf(given), 1);
      expect((given.body.pair as { amis: Row }).amis.code).toBe(member!.amis_code);
    },
  },
  judgeCertificationPair: {
    writes: ['certification_members', 'certifications'],
    holds: async (given) => {
      // The only pair of the bucket is right: nothing is left that could be wrong.
      expect(certificationIn(given)).toMatchObject({
        state: 'proven',
        judged: 1,
        right: 1,
        rowsBound: 0,
        valueBound: 0,
      });
      expect(given.body.pair).toBeNull();
      expect(await memberAt(given, idOf(given), 1)).toMatchObject({ judgement: 'right', judged_by: KETOAN });
    },
  },
  listCertificationSample: {
    total: counted('certification_members where certification_id = $1 and judgement is not null', (given) => [
      idOf(given),
    ]),
  },
  undoCertificationJudgement: {
    writes: ['certification_members', 'certifications'],
    holds: async (given) => {
      expect(certificationIn(given)).toMatchObject({ state: 'judging', judged: 0, right: 0 });
      expect(given.body.pair).toMatchObject({ place: 1 });
      expect(await memberAt(given, idOf(given), 1)).toMatchObject({ judgement: null, judged_by: null });
    },
  },
  acceptCertification: {
    writes: [
      ...['certification_members', 'certifications', 'partner_connections', 'suggestion_batches'],
      ...['suggestion_decisions', 'suggestions'],
    ],
    holds: run('certified-acceptance', async (given) => {
      expect(given.body.result).toEqual({ accepted: 1, left: 0 });
      const member = await memberAt(given, idOf(given), 1);
      const [connection] = await given.rows('select origin, bravo_code from partner_connections where id = $1', [
        member!.connection_id,
      ]);
      expect(connection).toEqual({ origin: 'suggestion', bravo_code: member!.bravo_code });
      expect(await stored(given, idOf(given))).toMatchObject({ state: 'certified', accepted: 1, accepted_by: KETOAN });
    }),
  },
  getCertification: { of: CERTIFICATION },
  listCertifications: { of: CERTIFICATION, total: counted('certifications where profile_id = $1', ofProfile) },
  recallCertification: {
    writes: ['certifications'],
    of: CERTIFICATION,
    holds: async (given) => {
      expect(given.body).toMatchObject({
        state: 'recalled',
        recalledBy: KETOAN,
        recallReason: (given.sent.body as Row).reason,
      });
      const list = await given.stage.read<{ total: number }>(
        `/partner-connections?profileId=${given.stage.profileId}&recalled=true`,
      );
      expect(list.total).toBe(1);
    },
  },
  cancelCertification: {
    writes: ['certifications'],
    of: CERTIFICATION,
    holds: ({ body }) => expect(body.state).toBe('cancelled'),
  },
  splitCertification: {
    writes: ['certification_members', 'certifications'],
    of: CERTIFICATION,
    holds: async (given) => {
      await expectFixed(given);
      const [trait] = (given.sent.body as { traits: string[] }).traits;
      const [left] = await given.rows(
        'select count(*)::int as n from certification_members where certification_id = $1 and traits ? $2',
        [given.body.id, trait],
      );
      expect(left!.n).toBe(0);
      expect(given.body.parentId).toBe(idOf(given));
      expect(await stored(given, idOf(given))).toMatchObject({ state: 'split' });
    },
  },
  getCertificationTraits: {
    holds: async ({ body, rows, sent }) => {
      // One pair was judged, and it was wrong: nothing distinguishes it from right ones.
      const [judged] = await rows(
        "select count(*)::int as n from certification_members where certification_id = $1 and judgement = 'wrong'",
        [sent.params!.id],
      );
      expect([judged!.n, body.items]).toEqual([1, []]);
    },
  },
} as const satisfies Judges;
