import type { certificationEndpoints } from '@khop/contract/connections/certifications.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { reviewCalls } from '../../../testing/review-calls.ts';
import { type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

type Certification = z.infer<typeof certificationEndpoints.getCertification.response>;
type Judging = z.infer<typeof certificationEndpoints.getCertificationPair.response>;

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(60);
});
afterAll(() => company?.api.close());

const call: ReviewCompany['api']['call'] = (...given) => company.api.call(...given);
const rows = async <T extends Record<string, unknown>>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await company.api.context.pool.query<T>(sql, values)).rows;

describe.each(['product', 'partner'] as const)('a certificate of %s connections', (kind) => {
  const { path, list, accept, undo } = reviewCalls(() => company, kind);
  const bucket = () => ({ kind, profileId: company.profileId, minScore: 0.05, maxError: 0.02 });
  const now = async (id: string) => (await call<Certification>('GET', `/certifications/${id}`)).body;

  async function judge({ id }: Certification, until: (now: Certification) => boolean): Promise<Certification> {
    let at = (await call<Judging>('GET', `/certifications/${id}/next`)).body;
    while (!until(at.certification) && at.pair) {
      const body = { version: at.certification.version, place: at.pair.place, judgement: 'right' };
      at = (await call<Judging>('POST', `/certifications/${id}/judgements`, body)).body;
    }
    return at.certification;
  }
  const create = async () => (await call<Certification>('POST', '/certifications', bucket())).body;

  async function startAnew() {
    await rows('delete from certifications where kind = $1', [kind]);
    await rows(`delete from ${kind}_connections`);
    // A pair that was removed would be set aside.
    await rows('delete from suggestion_decisions where kind = $1', [kind]);
    await rows("update suggestions set status = 'pending', decided_by = null, decided_at = null where kind = $1", [
      kind,
    ]);
  }

  type Removed = { readonly amisCode: string; readonly bravoCode: string };
  /** A certificate that its bound has recalled: a connection of the sample was taken away. */
  let recalled: Certification;
  let pair: Removed;
  async function takeAway() {
    const [member] = await rows<{ id: string }>(
      'select connection_id as id from certification_members where certification_id = $1 and place = 2',
      [recalled.id],
    );
    pair = (await call<Removed>('GET', `${path}/${member!.id}`)).body;
    expect((await call('DELETE', `${path}/${member!.id}`)).status).toBe(204);
    expect(await now(recalled.id)).toMatchObject({ state: 'recalled', corrected: 1 });
  }
  beforeAll(async () => {
    const proof = await judge(await create(), ({ state }) => state === 'proven');
    await company.runOf(`/certifications/${proof.id}/accept`, { version: proof.version });
    recalled = await now(proof.id);
    expect(recalled.state).toBe('certified');
  });
  const isBack = async () => expect(await now(recalled.id)).toMatchObject({ state: 'certified', corrected: 0 });

  it('holds again once a batch of suggestions has connected its pair, until that is taken back', async () => {
    await takeAway();
    const open = (await list()).items.find(({ bravo }) => bravo.code === pair.bravoCode)!;
    const done = (await accept({ items: [{ id: open.id, version: open.version }] })).body;
    expect(done.accepted).toBe(1);
    await isBack();
    await undo(done.batchId);
    expect(await now(recalled.id)).toMatchObject({ state: 'recalled', corrected: 1 });
    await accept({ items: [{ id: open.id, version: open.version + 2 }] });
    await isBack();
  });

  it('holds again once a file has connected its pair, until the file is taken back', async () => {
    await takeAway();
    const file = await workbookFile(`${kind}-connections`, [pair]);
    const sent = await company.api.upload<{ runId: string }>(
      `${path}/bulk-upload?profileId=${company.profileId}`,
      file,
    );
    const run = await company.api.runEnd(sent.body.runId);
    expect(run).toMatchObject({ status: 'succeeded', result: { created: 1 } });
    await isBack();
    const { importId } = run.result as { importId: string };
    expect((await call('POST', `/imports/${importId}/undo`)).status).toBe(200);
    expect(await now(recalled.id)).toMatchObject({ state: 'recalled', corrected: 1 });
  });

  it('leaves what was not found right to a person, also when the suggestion has been made anew', async () => {
    await startAnew();
    const made = await create();
    const { body: wrong } = await call<Judging>('POST', `/certifications/${made.id}/judgements`, {
      ...{ version: made.version, place: 1, judgement: 'wrong' },
    });
    await call('POST', `/certifications/${made.id}/cancel`, { version: wrong.certification.version });
    const [member] = await rows<{ suggestion_id: string }>(
      'select suggestion_id from certification_members where certification_id = $1 and place = 1',
      [made.id],
    );
    await rows('update suggestions set version = version + 1, score = score - 0.02 where id = $1', [
      member!.suggestion_id,
    ]);
    const of = `kind=${kind}&profileId=${company.profileId}&minScore=0.05`;
    const { body: ahead } = await call<{ setAside: number; members: number }>('GET', `/certifications/outlook?${of}`);
    expect(ahead).toMatchObject({ setAside: 1, members: made.members - 1 });
    const { body: found } = await call<{ count: number; setAside: number }>(
      'GET',
      `${path}/suggestions/acceptable?${of}`,
    );
    expect(found).toMatchObject({ count: made.members - 1, setAside: 1 });
    expect((await accept({ above: { minScore: 0.05 } })).body.accepted).toBe(made.members - 1);
    expect((await list()).items.map(({ id }) => id)).toEqual([member!.suggestion_id]);
    const chosen = await accept({ items: [{ id: member!.suggestion_id }] });
    expect(chosen.body.accepted).toBe(1);
    // A person's answer about the sample stays as it was.
    const judged =
      'select judgement, connection_id from certification_members where certification_id = $1 and place = 1';
    expect(await rows(judged, [made.id])).toEqual([{ judgement: 'wrong', connection_id: null }]);
  });

  it('is reckoned as a second try also where every judgement of the first was taken back', async () => {
    await startAnew();
    const begun = await judge(await create(), ({ judged }) => judged === 1);
    const { body } = await call<Judging>('POST', `/certifications/${begun.id}/judgements/undo`, {
      version: begun.version,
    });
    expect(body.certification).toMatchObject({ state: 'judging', judged: 0 });
    await call('POST', `/certifications/${begun.id}/cancel`, { version: body.certification.version });
    expect(await create()).toMatchObject({ earlierTries: 1 });
  });
});
