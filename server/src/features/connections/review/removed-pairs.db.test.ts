import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviewCalls } from '../../../testing/review-calls.ts';
import { type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(40);
});
afterAll(() => company?.api.close());

const call: ReviewCompany['api']['call'] = (...given) => company.api.call(...given);

describe.each(['product', 'partner'] as const)('a %s connection that a person removes', (kind) => {
  const { path, list, accept, undo, connections, count } = reviewCalls(() => company, kind);
  const query = () => `profileId=${company.profileId}&minScore=0.05`;
  type Ahead = { count: number; setAside: number };
  const ahead = async (): Promise<Ahead> =>
    (await call<Ahead>('GET', `${path}/suggestions/acceptable?${query()}`)).body;
  const outlook = async () =>
    (await call<{ members: number; setAside: number }>('GET', `/certifications/outlook?kind=${kind}&${query()}`)).body;
  type Suggestion = Awaited<ReturnType<typeof list>>['items'][number];
  const connect = async ({ id, amis, bravo }: Suggestion): Promise<string> => {
    const item = { profileId: company.profileId, amisCode: amis.code, bravoCode: bravo.code, suggestionId: id };
    const made = await call<{ id: string }>('POST', path, item);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const remove = async (id: string, rest = '') =>
    expect((await call('DELETE', `${path}/${id}${rest}`)).status).toBe(204);

  let all: number;
  let removed: Suggestion;

  it('is set aside: neither everything above a score nor a certificate takes it again', async () => {
    all = (await ahead()).count;
    [removed] = (await list()).items as [Suggestion];
    await remove(await connect(removed));
    expect(await ahead()).toMatchObject({ count: all - 1, setAside: 1 });
    expect(await outlook()).toMatchObject({ members: all - 1, setAside: 1 });
    const batch = (await accept({ above: { minScore: 0.05 } })).body;
    expect(batch.accepted).toBe(all - 1);
    expect((await list()).items.map(({ id }) => id)).toEqual([removed.id]);
    await undo(batch.batchId);
    expect(await ahead()).toMatchObject({ count: all - 1, setAside: 1 });
  });

  it('stays so when its suggestion is made anew', async () => {
    await company.runOf(`${path}/suggestions/generate`, { profileId: company.profileId });
    expect(await ahead()).toMatchObject({ setAside: 1 });
  });

  it('is connected again one by one, or where a person marks it', async () => {
    const [again] = (await list()).items.filter(
      ({ bravo, amis }) => bravo.code === removed.bravo.code && amis.code === removed.amis.code,
    );
    const marked = (await accept({ items: [{ id: again!.id }] })).body;
    expect(marked.accepted).toBe(1);
    expect(await ahead()).toMatchObject({ setAside: 0 });
    await undo(marked.batchId);
    expect(await ahead()).toMatchObject({ setAside: 1 });
    await connect({ ...again!, id: undefined } as never);
    expect((await connections()).total).toBe(1);
    expect(await ahead()).toMatchObject({ setAside: 0 });
  });

  it('counts in no measure of the scores, and teaches nothing', async () => {
    expect(
      await count('suggestion_decisions', `kind = '${kind}' and decision = 'rejected' and withdrawn_at is null`),
    ).toBe(0);
  });

  it('is as before when the connection that was just made is taken back', async () => {
    const before = await ahead();
    const [next] = (await list()).items;
    await remove(await connect(next!), '?undo=true');
    expect(await ahead()).toEqual(before);
  });
});
