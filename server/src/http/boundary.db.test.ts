import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlers } from '../handlers.ts';
import { startTestApi, type TestApi, unsignedToken } from '../testing/api.ts';
import { createApp } from './app.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

it('counts requests to public operations by address, whatever Authorization they make up', async () => {
  const knock = async (authorization: string) => {
    const { headers } = await api.app.inject({ url: '/v1/app-config', headers: { authorization } });
    return Number(headers['x-ratelimit-remaining']);
  };
  const first = await knock('Bearer a');
  expect(await knock('Bearer b')).toBe(first - 1);
});

it('counts a request whose address is written with encoded letters', async () => {
  const left = async (url: string) => Number((await api.app.inject({ url })).headers['x-ratelimit-remaining']);
  const first = await left('/v1/app-config');
  expect(await left('/%761/app-config')).toBe(first - 1);
  expect(await left('/v1/app-config')).toBe(first - 2);
});

it('counts signed-in people apart, also when their tokens end alike', async () => {
  // One token each: a token made in the next second is another token.
  const tokens = new Map(['mot@khop.local', 'hai@khop.local'].map((as) => [as, unsignedToken(as)]));
  const left = async (as: string) => {
    const headers = { authorization: `Bearer ${tokens.get(as)}` };
    return Number((await api.app.inject({ url: '/v1/auth/me', headers })).headers['x-ratelimit-remaining']);
  };
  const first = await left('mot@khop.local');
  expect(await left('hai@khop.local')).toBe(first);
  expect(await left('mot@khop.local')).toBe(first - 1);
});

it('believes the nearest proxy about the address, and not what the caller wrote before it', async () => {
  const behindOne = await createApp({ ...api.context, config: { ...api.context.config, trustedProxies: 1 } }, handlers);
  const left = async (forwarded: string) => {
    const { headers } = await behindOne.inject({
      url: '/v1/app-config',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': forwarded },
    });
    return Number(headers['x-ratelimit-remaining']);
  };
  const first = await left('1.1.1.1, 203.0.113.9');
  expect(await left('2.2.2.2, 203.0.113.9')).toBe(first - 1);
  expect(await left('2.2.2.2, 203.0.113.10')).toBe(first);
  await behindOne.close();
});

it('refuses a value that no column holds as the caller’s mistake', async () => {
  const { status, body } = await api.call('GET', '/bravo-sales-ledgers?fromDate=0000-01-01');
  expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'VALIDATION' });
});

it('takes signs of LIKE as themselves', async () => {
  await api.context.pool.query(
    "insert into audit_events (id, actor, action, entity, entity_id, summary) values (gen_random_uuid(), 'a', 'x', 'x', 'x', 'Sửa')",
  );
  const { body } = await api.call<{ total: number }>('GET', '/admin/audit-events?q=%25', undefined, { admin: true });
  expect(body.total).toBe(0);
});

it('takes the days of the audit log as days in Vietnam', async () => {
  await api.context.pool.query(
    `insert into audit_events (id, at, actor, action, entity, entity_id, summary)
     values (gen_random_uuid(), '2026-03-31T17:00:00Z', 'a', 'x', 'day', 'x', 'Rạng sáng 01/04')`,
  );
  const count = async (days: string) =>
    (await api.call<{ total: number }>('GET', `/admin/audit-events?entity=day&${days}`, undefined, { admin: true }))
      .body.total;
  expect(await count('fromDate=2026-04-01&toDate=2026-04-01')).toBe(1);
  expect(await count('toDate=2026-03-31')).toBe(0);
  expect(await count('fromDate=2026-04-02')).toBe(0);
});
