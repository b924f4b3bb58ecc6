import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviewCalls } from '../../../testing/review-calls.ts';
import { type ReviewCompany, startReviewCompany } from '../../../testing/review-company.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany();
});
afterAll(() => company?.api.close());

const call: ReviewCompany['api']['call'] = (...given) => company.api.call(...given);
const other = { as: 'admin@khop.local' } as const;

describe.each(['product', 'partner'] as const)('review of %s suggestions', (kind) => {
  const { path, list, accept, undo, connections, count } = reviewCalls(() => company, kind);

  it('accepts everything above a score as one batch, says beforehand what that is, and takes it all back', async () => {
    const before = await list();
    expect(before.total).toBeGreaterThan(20);
    const query = `profileId=${company.profileId}&minScore=0.5`;
    const ahead = await call<{ count: number }>('GET', `${path}/suggestions/acceptable?${query}`);
    const batch = await accept({ above: { minScore: 0.5 } });
    expect(batch.status, JSON.stringify(batch.body)).toBe(200);
    expect(batch.body).toMatchObject({ accepted: ahead.body.count, refused: 0 });
    expect((await connections()).total).toBe(batch.body.accepted);
    expect(await count('suggestion_decisions', `batch_id = '${batch.body.batchId}' and withdrawn_at is null`)).toBe(
      batch.body.accepted,
    );
    expect(
      await count(
        'audit_events',
        `action = '${kind}-connection.create' and after ->> 'batchId' = '${batch.body.batchId}'`,
      ),
    ).toBe(batch.body.accepted);

    expect((await undo(batch.body.batchId)).body).toEqual({ undone: batch.body.accepted, kept: 0, rows: [] });
    expect((await connections()).total).toBe(0);
    const after = await list();
    expect(after.items.map(({ id, score, status }) => ({ id, score, status }))).toEqual(
      before.items.map(({ id, score, status }) => ({ id, score, status })),
    );
    expect((await undo(batch.body.batchId)).body).toEqual({ undone: 0, kept: 0, rows: [] });
    expect(await count('suggestion_decisions', `kind = '${kind}' and withdrawn_at is null`)).toBe(0);
  });

  it('gives the same key the same answer, and makes nothing twice', async () => {
    const choice = { items: (await list()).items.slice(0, 2).map(({ id }) => ({ id })) };
    const first = await accept(choice, { idempotencyKey: `${kind}-twice` });
    const again = await accept(choice, { idempotencyKey: `${kind}-twice` });
    expect(again.body).toEqual(first.body);
    expect((await connections()).total).toBe(2);
    const undone = await undo(first.body.batchId, { idempotencyKey: `${kind}-undo` });
    expect((await undo(first.body.batchId, { idempotencyKey: `${kind}-undo` })).body).toEqual(undone.body);
    expect((await connections()).total).toBe(0);
  });

  it('tells each row that is no longer open, without harming its neighbours', async () => {
    const [decided, changed, connected, open] = (await list()).items;
    await call('DELETE', `${path}/suggestions/${decided!.id}`, { reasonCode: 'same_name' }, other);
    const amisId = kind === 'product' ? 'amisProductId' : 'amisPartnerId';
    // A connection of the pair that no suggestion knows of, as a file might have made it a moment ago.
    const made = await call<{ id: string }>('POST', path, {
      profileId: company.profileId,
      [amisId]: connected!.amis.id,
      bravoCode: connected!.bravo.code,
    });
    await company.api.context.pool.query("update suggestions set status = 'pending' where id = $1", [connected!.id]);
    const batch = await accept({
      items: [
        { id: decided!.id },
        { id: changed!.id, version: changed!.version + 1 },
        { id: connected!.id },
        { id: open!.id, version: open!.version },
        { id: company.profileId },
      ],
    });
    expect(batch.body).toMatchObject({ accepted: 1, refused: 4 });
    expect(Object.fromEntries(batch.body.rows.map((row) => [row.suggestionId, row.errorCode]))).toEqual({
      [decided!.id]: 'SUGGESTION_CLOSED',
      [changed!.id]: 'STALE_VERSION',
      [connected!.id]: 'CONNECTION_EXISTS',
      [open!.id]: null,
      [company.profileId]: 'NOT_FOUND',
    });
    await undo(batch.body.batchId);
    const batches = await count('suggestion_batches');
    expect((await accept({ items: [{ id: connected!.id }] })).body).toMatchObject({
      batchId: null,
      accepted: 0,
      refused: 1,
      rows: [{ suggestionId: connected!.id, errorCode: 'CONNECTION_EXISTS' }],
    });
    expect(await count('suggestion_batches')).toBe(batches);
    await call('DELETE', `${path}/${made.body.id}?undo=true`);
    await call('POST', `${path}/suggestions/${decided!.id}/restore`);
    expect((await connections()).total).toBe(0);
  });

  it('takes nothing above a score that has fallen under it while the batch waited', async () => {
    const [lower, beaten, open] = (await list('&sort=-score')).items;
    const refreshing = new pg.Client({ connectionString: company.api.databaseUrl });
    await refreshing.connect();
    await refreshing.query('begin; select from suggestions order by id for update');
    const waits = accept({ above: { minScore: 0.5 } });
    while ((await count('pg_stat_activity', "datname = current_database() and wait_event_type = 'Lock'")) === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await refreshing.query('update suggestions set score = 0.3 where id = $1', [lower!.id]);
    await refreshing.query('update suggestions set is_best = false where id = $1', [beaten!.id]);
    await refreshing.query('commit');
    const batch = await waits;
    const answers = new Map(batch.body.rows.map((row) => [row.suggestionId, row.errorCode]));
    expect([lower, beaten, open].map((one) => answers.get(one!.id))).toEqual(['STALE_VERSION', 'STALE_VERSION', null]);
    await refreshing.query('update suggestions set score = $2 where id = $1', [lower!.id, lower!.score]);
    await refreshing.query('update suggestions set is_best = true where id = $1', [beaten!.id]);
    await refreshing.end();
    await undo(batch.body.batchId);
  });

  it('closes the suggestions of connections made many at once, and counts none as looked at', async () => {
    const [one, two] = (await list()).items;
    const amisId = kind === 'product' ? 'amisProductId' : 'amisPartnerId';
    const items = [one, two].map((each) => ({
      profileId: company.profileId,
      [amisId]: each!.amis.id,
      bravoCode: each!.bravo.code,
    }));
    const notWithdrawn = `kind = '${kind}' and withdrawn_at is null`;
    const before = await count('suggestion_decisions', notWithdrawn);
    expect((await call('POST', `${path}/bulk`, { items })).body).toMatchObject({ created: 2, refused: 0 });
    expect((await list('&status=accepted')).items.map(({ id }) => id).sort()).toEqual([one!.id, two!.id].sort());
    expect(await count('suggestion_decisions', notWithdrawn)).toBe(before);
    for (const { id } of (await connections()).items) await call('DELETE', `${path}/${id}`);
    expect((await list()).items.map(({ id }) => id)).toEqual(expect.arrayContaining([one!.id, two!.id]));
  });

  it('keeps the pairs of a file as decided together: learned from, never measured', async () => {
    const pairs = (await list()).items.slice(0, 2);
    await call('DELETE', `${path}/suggestions/${pairs[0]!.id}`, { reasonCode: 'same_name' });
    const file = await workbookFile(
      `${kind}-connections`,
      pairs.map(({ amis, bravo }) => ({ amisCode: amis.code, bravoCode: bravo.code })),
    );
    const sent = await company.api.upload<{ runId: string }>(
      `${path}/bulk-upload?profileId=${company.profileId}`,
      file,
    );
    expect((await company.api.runEnd(sent.body.runId)).status).toBe('succeeded');
    const notWithdrawn = (decision: string, inBatch: boolean) =>
      count(
        'suggestion_decisions',
        `kind = '${kind}' and decision = '${decision}' and withdrawn_at is null and (batch_id is not null) = ${inBatch}`,
      );
    expect([await notWithdrawn('accepted', true), await notWithdrawn('rejected', false)]).toEqual([2, 0]);
    const quality = await call('GET', `${path}/suggestions/quality?profileId=${company.profileId}`);
    expect(quality.body).toMatchObject({ decided: 0, inBatches: 2 });
    for (const { id } of (await connections()).items) await call('DELETE', `${path}/${id}`);
    expect(await notWithdrawn('accepted', true)).toBe(0);
    expect((await list()).items.map(({ id }) => id)).toEqual(expect.arrayContaining(pairs.map(({ id }) => id)));
  });

  it('takes a rejection back when its pair is connected by hand', async () => {
    const { id, amis, bravo } = (await list()).items[0]!;
    await call('DELETE', `${path}/suggestions/${id}`, { reasonCode: 'same_name' });
    const amisId = kind === 'product' ? 'amisProductId' : 'amisPartnerId';
    const made = await call<{ id: string }>('POST', path, {
      profileId: company.profileId,
      [amisId]: amis.id,
      bravoCode: bravo.code,
    });
    expect(made.status).toBe(201);
    const rejected = `kind = '${kind}' and decision = 'rejected' and withdrawn_at is null`;
    expect(await count('suggestion_decisions', rejected)).toBe(0);
    expect((await list('&status=accepted')).items.map((each) => each.id)).toEqual([id]);
    await call('DELETE', `${path}/${made.body.id}`);
    expect((await list()).items.find((each) => each.id === id)).toMatchObject({ status: 'pending', reasonCode: null });
  });

  it('does not undo what a colleague has changed or removed since', async () => {
    const batch = await accept({ items: (await list()).items.slice(0, 4).map(({ id }) => ({ id })) });
    const [edited, removed] = batch.body.rows.map(({ connectionId }) => connectionId!);
    await call('PATCH', `${path}/${edited}`, { version: 1, note: 'đã đối chiếu hóa đơn' }, other);
    await call('DELETE', `${path}/${removed}`, undefined, other);
    expect((await undo(batch.body.batchId)).body).toMatchObject({
      undone: 2,
      kept: 1,
      rows: [{ connectionId: edited, errorCode: 'STALE_VERSION' }],
    });
    expect((await connections()).items.map(({ id }) => id)).toEqual([edited]);
    await call('DELETE', `${path}/${edited}`);
  });

  it('lets two reviewers at once decide every pair exactly once', async () => {
    const { items } = await list();
    const choice = { items: items.map(({ id }) => ({ id })) };
    const backwards = { items: [...choice.items].reverse() };
    const [mine, theirs, one] = await Promise.all([
      accept(choice),
      accept(backwards, other),
      call(
        'DELETE',
        `${path}/suggestions/${items[0]!.id}`,
        { reasonCode: 'other', reason: 'không phải' },
        { as: 'ba@khop.local' },
      ),
    ]);
    for (const { status } of [mine, theirs]) expect(status).toBe(200);
    const decided = mine.body.accepted + theirs.body.accepted + (one.status === 204 ? 1 : 0);
    expect(decided).toBe(items.length);
    expect((await connections()).total).toBe(mine.body.accepted + theirs.body.accepted);
    expect(await count('suggestion_decisions', `kind = '${kind}' and withdrawn_at is null`)).toBe(items.length);

    // Both press undo at the same moment, twice: each connection goes once.
    const batches = [mine, theirs].flatMap(({ body }) => body.batchId ?? []);
    const undone = await Promise.all([...batches, ...batches].map((id) => undo(id)));
    expect(undone.reduce((sum, { body }) => sum + body.undone, 0)).toBe(mine.body.accepted + theirs.body.accepted);
    expect((await connections()).total).toBe(0);
    if (one.status === 204) await call('POST', `${path}/suggestions/${items[0]!.id}/restore`);
    expect((await list()).total).toBe(items.length);
  });
});
