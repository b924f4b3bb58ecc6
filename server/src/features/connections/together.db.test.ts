import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer } from '../../testing/api.ts';
import { holdTable, releaseTable, waitingFor } from '../../testing/held-table.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { type ReviewCompany, startReviewCompany } from '../../testing/review-company.ts';

type Made = { id: string; version: number };

let company: ReviewCompany;
beforeAll(async () => {
  company = await startReviewCompany(12);
});
afterAll(() => company?.api.close());

const call = <T>(method: string, path: string, body: unknown) => company.api.call<T>(method, path, body);
const pair = (amis: string, bravo: string) => ({
  profileId: company.profileId,
  amisCode: amis,
  bravoCode: bravo,
});

/** Makes both calls so that each has begun before either has written what it did to the audit log. */
async function atOnce<T>(first: () => Promise<Answer<T>>, second: () => Promise<Answer<T>>): Promise<Answer<T>[]> {
  const { pool } = company.api.context;
  const holder = await holdTable(pool, 'audit_events');
  const calls = [first()];
  try {
    await waitingFor(pool, holder);
    calls.push(second());
    while ((await waitingForLocks(company.api)) < 2) await new Promise((end) => setTimeout(end, 20));
  } finally {
    await releaseTable(holder);
  }
  return Promise.all(calls);
}

it('two people who connect the same pairs in opposite orders do not hold each other up', async () => {
  const items = ['VT001', 'VT002'].map((bravo) => pair('SP001', bravo));
  const send = (body: object) => call<{ created: number; refused: number }>('POST', '/product-connections/bulk', body);
  const answers = await atOnce(
    () => send({ items }),
    () => send({ items: items.toReversed() }),
  );
  expect(answers.map(({ status, body }) => [status, body.created, body.refused])).toEqual([
    [200, 2, 0],
    [200, 0, 2],
  ]);
});

it('answers a batch row by row in the order in which it was sent', async () => {
  const items = ['VT009', 'VT003', 'VT00X', 'VT006'].map((bravo) => pair('SP002', bravo));
  type Rows = { rows: { index: number; errorCode: string | null }[] };
  const { body } = await call<Rows>('POST', '/product-connections/bulk', { items });
  expect(body.rows.map(({ index, errorCode }) => [index, errorCode])).toEqual([
    [0, null],
    [1, null],
    [2, 'NOT_FOUND'],
    [3, null],
  ]);
});

const connect = (amis: string, bravo: string) => () => call<Made>('POST', '/partner-connections', pair(amis, bravo));
const defaults = async (bravo: string): Promise<string[]> => {
  const { rows } = await company.api.context.pool.query<{ code: string }>(
    `select a.code from partner_connections c join amis_partners a on a.id = c.amis_partner_id
     where c.bravo_code = $1 and c.is_default order by 1`,
    [bravo],
  );
  return rows.map(({ code }) => code);
};

it('a partner that two people connect at once has the customer of the first by default, and no other', async () => {
  const answers = await atOnce(connect('KH001', 'DT001'), connect('KH002', 'DT001'));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await defaults('DT001')).toEqual(['KH001']);
});

it('of two people who choose another default customer at once, the later choice holds alone', async () => {
  await connect('KH003', 'DT003')();
  const [fourth, fifth] = [await connect('KH004', 'DT003')(), await connect('KH005', 'DT003')()];
  const choose =
    ({ body: { id, version } }: Answer<Made>) =>
    () =>
      call<Made>('PATCH', `/partner-connections/${id}`, { version, isDefault: true });
  const answers = await atOnce(choose(fourth), choose(fifth));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await defaults('DT003')).toEqual(['KH005']);
});

it('a connection that is its partner’s default no more has an entry of its own, with the call that did it', async () => {
  await connect('KH003', 'DT009')();
  await call<Made>('POST', '/partner-connections', { ...pair('KH004', 'DT009'), isDefault: true });
  const third = await connect('KH005', 'DT009')();
  await call('PATCH', `/partner-connections/${third.body.id}`, { version: third.body.version, isDefault: true });
  const { rows } = await company.api.context.pool.query(
    `select e.before ->> 'amisCode' as amis, e.before -> 'isDefault' as before, e.after -> 'isDefault' as after,
       (e.after -> 'version')::int - (e.before -> 'version')::int as steps, e.after ->> 'version' = c.version::text as is_now,
       exists (select from audit_events o where o.request_id = e.request_id and o.id <> e.id) as beside
     from audit_events e join partner_connections c on c.id::text = e.entity_id
     where e.action = 'partner-connection.update' and c.bravo_code = 'DT009' and c.id <> $1 order by e.id`,
    [third.body.id],
  );
  const lost = { before: true, after: false, steps: 1, is_now: true, beside: true };
  expect(rows).toEqual([
    { amis: 'KH003', ...lost },
    { amis: 'KH004', ...lost },
  ]);
});

it('a suggestion that is accepted while its partner is connected by hand makes no second default', async () => {
  const { rows } = await company.api.context.pool.query<Made & { bravo: string; amis: string }>(
    `select s.id, s.version, s.bravo_code as bravo, a.code as amis from suggestions s join amis_partners a on a.id = s.amis_id
     where s.kind = 'partner' and s.status = 'pending' and s.is_best and s.bravo_code > 'DT005' order by 3 limit 1`,
  );
  const { bravo, amis, id, version } = rows[0]!;
  const other = amis === 'KH007' ? 'KH008' : 'KH007';
  const accept = () =>
    call<Made>('POST', '/partner-connections/suggestions/accept', {
      profileId: company.profileId,
      choice: { items: [{ id, version }] },
    });
  const answers = await atOnce(connect(other, bravo), accept);
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  expect(await defaults(bravo)).toEqual([other]);
});
