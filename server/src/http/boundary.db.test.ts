import { connect } from 'node:net';
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

it('counts one sign-in once, however its token is written, sent or renewed', async () => {
  const auth_time = Math.floor(Date.now() / 1000) - 1;
  const token = unsignedToken('ba@khop.local', false, { auth_time });
  const renewed = unsignedToken('ba@khop.local', false, { auth_time, exp: auth_time + 4000 });
  const left = async (headers: Record<string, string>) =>
    Number((await api.app.inject({ url: '/v1/auth/me', headers })).headers['x-ratelimit-remaining']);
  const first = await left({ authorization: `Bearer ${token}` });
  expect(await left({ authorization: `Bearer    ${token}` })).toBe(first - 1);
  expect(await left({ authorization: 'Basic abc', cookie: `khop_token=${token}` })).toBe(first - 2);
  expect(await left({ authorization: `Bearer ${renewed}` })).toBe(first - 3);
});

it('counts made-up tokens by the address that they come from', async () => {
  const left = async (authorization: string) => {
    const { headers } = await api.app.inject({
      url: '/v1/auth/me',
      headers: { authorization },
      remoteAddress: '10.1.1.1',
    });
    return Number(headers['x-ratelimit-remaining']);
  };
  const first = await left('Bearer a.b.c');
  expect(await left('Bearer d.e.f')).toBe(first - 1);
  expect(await left('Basic x')).toBe(first - 2);
});

it.each([
  ['brackets in brackets', '['.repeat(200_000), 'lồng nhau quá'],
  ['a text that hides none', `{"name":"]]]}}}\\"","issuers":${'{"a":'.repeat(70)}1${'}'.repeat(71)}`, 'lồng nhau quá'],
  ['a million values', `{"issuers":[${'0,'.repeat(1_000_000)}0]}`, 'giá trị'],
])('refuses JSON by its shape before it is read: %s', async (_what, payload, says) => {
  const { statusCode, json } = await api.app.inject({
    method: 'POST',
    url: '/v1/invoice-issuance/periods',
    headers: { authorization: `Bearer ${unsignedToken('ketoan@khop.local')}`, 'content-type': 'application/json' },
    payload,
  });
  expect([statusCode, json().error_code]).toEqual([400, 'VALIDATION']);
  expect(json().message).toContain(says);
});

it('takes brackets in texts for texts, and names at most a hundred wrong values', async () => {
  const named = await api.call('POST', '/amis/profiles', { code: 'A', name: '[{'.repeat(99) });
  expect(named.body.message).toContain('taxCode');
  const issuers = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`CN${at}`, 'không']));
  const { status, body } = await api.call<{ details: unknown[] }>('POST', '/invoice-issuance/periods', { issuers });
  expect({ status, named: body.details.length }).toEqual({ status: 400, named: 100 });
});

it('answers only to its own names while tokens are unsigned', async () => {
  const ask = async (host: string) => (await api.app.inject({ url: '/v1/app-config', headers: { host } })).statusCode;
  for (const own of ['localhost', 'localhost:8080', '127.0.0.1:9', '[::1]:8080']) expect(await ask(own), own).toBe(200);
  for (const other of ['evil.example', 'localhost.evil.example:8080', '127.0.0.1.nip.example', 'a b'])
    expect(await ask(other), other).toBe(400);
  const config = { ...api.context.config, publicUrl: 'http://khop.cong-ty.vn:8080' };
  const named = await createApp({ ...api.context, config }, handlers);
  const { statusCode } = await named.inject({ url: '/v1/app-config', headers: { host: 'khop.cong-ty.vn' } });
  expect(statusCode).toBe(200);
  await named.close();
});

it('says on the bare connection too what is wrong, as an error of the contract, and closes it', async () => {
  const app = await createApp(api.context, handlers);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
    });
  const head = 'GET /v1/health/live HTTP/1.1\r\nHost: localhost\r\n';
  for (const [bytes, status] of [
    [`${head}X: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
    [`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, '400'],
    ['\x16\x03\x01\x02\x00', '400'],
  ] as const) {
    const answer = await answerTo(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ error_code: 'VALIDATION' });
  }
  expect(app.server.requestTimeout).toBeGreaterThan(0);
  await app.close();
});
