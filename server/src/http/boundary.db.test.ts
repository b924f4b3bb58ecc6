import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inTransaction } from '../db/transaction.ts';
import { handlers } from '../handlers.ts';
import { startTestApi, type TestApi, unsignedToken } from '../testing/api.ts';
import { createApp } from './app.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

/** The number of requests that the address (or the person) may still send to an operation, by what an answer says. */
const leftAfter = async (request: { url: string; headers?: Record<string, string>; remoteAddress?: string }) => {
  const left = (await api.app.inject(request)).headers['x-ratelimit-remaining'];
  expect(left).toBeDefined();
  return Number(left);
};

it('counts requests to public operations by address, whatever Authorization they make up', async () => {
  const knock = (authorization: string) => leftAfter({ url: '/v1/openapi.json', headers: { authorization } });
  const first = await knock('Bearer a');
  expect(await knock('Bearer b')).toBe(first - 1);
});

it('counts a request whose address is written with encoded letters', async () => {
  const first = await leftAfter({ url: '/v1/openapi.json' });
  expect(await leftAfter({ url: '/%761/openapi.json' })).toBe(first - 1);
  expect(await leftAfter({ url: '/v1/openapi.json' })).toBe(first - 2);
});

it('shuts a stranger who floods one operation out of that one alone, and watching goes on', async () => {
  const flooder = { remoteAddress: '10.9.9.9' };
  const ask = async (url: string) => (await api.app.inject({ url: `/v1${url}`, ...flooder })).statusCode;
  const answers = new Set<number>();
  for (let n = 0; n < 250; n++) answers.add(await ask('/auth/me'));
  expect([...answers]).toEqual([401, 429]);
  expect(await ask('/media/018f0000-0000-7000-8000-000000000000')).toBe(404);
  const token = unsignedToken('an@khop.local');
  const { statusCode } = await api.app.inject({
    ...flooder,
    method: 'POST',
    url: '/v1/auth/set-cookie',
    payload: { token },
  });
  expect(statusCode).toBe(200);
  for (let n = 0; n < 1300; n++)
    for (const url of ['/health/live', '/app-config']) expect(await ask(url), `${url} ${n}`).toBe(200);
  expect(await ask('/health/ready')).toBe(200);
  // A signed-in user is counted apart from the strangers at the same address.
  const headers = { authorization: `Bearer ${token}` };
  expect((await api.app.inject({ url: '/v1/auth/me', headers, ...flooder })).statusCode).toBe(200);
});

it('says once that there is a proxy in front which is not trusted', async () => {
  const warned = vi.spyOn(api.context.log, 'warn');
  const throughProxy = { url: '/v1/health/live', headers: { 'x-forwarded-for': '203.0.113.7' } };
  await api.app.inject({ url: '/v1/health/live' });
  expect(warned).not.toHaveBeenCalled();
  for (let n = 0; n < 3; n++) await api.app.inject(throughProxy);
  expect(warned.mock.calls).toEqual([[{ proxy: '127.0.0.1' }, expect.stringContaining('KHOP_TRUSTED_PROXIES')]]);
  const trusting = await createApp({ ...api.context, config: { ...api.context.config, trustedProxies: 1 } }, handlers);
  await trusting.inject(throughProxy);
  expect(warned).toHaveBeenCalledTimes(1);
  await trusting.close();
  warned.mockRestore();
});

it('judges the sender by the headers, before anything of the body has come', async () => {
  const app = await createApp(api.context, handlers);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const answerTo = (head: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
      socket.once('data', (chunk) => {
        resolve(String(chunk));
        socket.destroy();
      });
      socket.on('error', reject);
    });
  const sending = (method: string, url: string, ...more: string[]) => [
    `${method} /v1${url} HTTP/1.1`,
    ...['Host: localhost', 'Content-Type: application/json', 'Content-Length: 1900000', ...more],
  ];
  const person = `Authorization: Bearer ${unsignedToken('an@khop.local')}`;
  const unknown = '018f0000-0000-7000-8000-000000000000';
  for (const [head, status, code] of [
    [sending('POST', '/amis/profiles'), 401, 'TOKEN_INVALID'],
    [sending('POST', '/amis/products/bulk'), 401, 'TOKEN_INVALID'],
    [sending('PATCH', `/admin/users/${unknown}`, person), 403, 'ADMIN_ONLY'],
    [sending('POST', '/auth/validate-token'), 413, 'FILE_TOO_LARGE'],
  ] as const) {
    const answer = await answerTo(head);
    expect(answer, head[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!), head[0]).toMatchObject({ error_code: code });
  }
  await app.close();
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
  // The database itself says when an event happened, so it is told otherwise for this one.
  await inTransaction(api.context.pool, async ({ client }) => {
    await client.query("set local session_replication_role = 'replica'");
    await client.query(
      `insert into audit_events (id, at, actor, action, entity, entity_id, summary)
       values (gen_random_uuid(), '2026-03-31T17:00:00Z', 'a', 'x', 'day', 'x', 'Rạng sáng 01/04')`,
    );
  });
  const count = async (days: string) =>
    (await api.call<{ total: number }>('GET', `/admin/audit-events?entity=day&${days}`, undefined, { admin: true }))
      .body.total;
  expect(await count('fromDate=2026-04-01&toDate=2026-04-01')).toBe(1);
  expect(await count('toDate=2026-03-31')).toBe(0);
  expect(await count('fromDate=2026-04-02')).toBe(0);
});

it('counts one person once, however the token is written, sent, renewed or got by another sign-in', async () => {
  const auth_time = Math.floor(Date.now() / 1000) - 1;
  const token = unsignedToken('ba@khop.local', false, { auth_time });
  const renewed = unsignedToken('ba@khop.local', false, { auth_time, exp: auth_time + 4000 });
  const elsewhere = unsignedToken('ba@khop.local', false, { auth_time: auth_time - 600 });
  const left = async (headers: Record<string, string>) =>
    Number((await api.app.inject({ url: '/v1/auth/me', headers })).headers['x-ratelimit-remaining']);
  const first = await left({ authorization: `Bearer ${token}` });
  expect(await left({ authorization: `Bearer    ${token}` })).toBe(first - 1);
  expect(await left({ authorization: 'Basic abc', cookie: `khop_token=${token}` })).toBe(first - 2);
  expect(await left({ authorization: `Bearer ${renewed}` })).toBe(first - 3);
  expect(await left({ authorization: `Bearer ${elsewhere}` })).toBe(first - 4);
});

it('answers one person so often a minute as the settings say, and then another one still', async () => {
  const config = { ...api.context.config, requestsPerMinute: 60 };
  const app = await createApp({ ...api.context, config }, handlers);
  const ask = async (as: string, signedInAgo: number) => {
    const auth_time = Math.floor(Date.now() / 1000) - signedInAgo;
    const headers = { authorization: `Bearer ${unsignedToken(as, false, { auth_time })}` };
    const answer = await app.inject({ url: '/v1/auth/me', headers });
    return [answer.statusCode, answer.headers['retry-after']];
  };
  for (let n = 0; n < 60; n++) expect(await ask('nam@khop.local', 1 + n)).toEqual([200, undefined]);
  expect(await ask('nam@khop.local', 999)).toEqual([429, '10']);
  expect(await ask('sau@khop.local', 1)).toEqual([200, undefined]);
  await app.close();
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
