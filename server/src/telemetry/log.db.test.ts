import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlers } from '../handlers.ts';
import { createApp } from '../http/app.ts';
import { startTestApi, type TestApi, unsignedToken } from '../testing/api.ts';
import { createLog, loggedError } from './log.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
});
afterAll(() => api.close());

function capture(logLevel: 'trace' | 'info' = 'trace') {
  const lines: string[] = [];
  return { lines, log: createLog({ logLevel }, { write: (line: string) => void lines.push(line) }) };
}

it('writes no token, cookie or password, whatever goes wrong', async () => {
  const { lines, log } = capture();
  const failing = {
    ...handlers,
    getMe: async ({ headers }: { headers: unknown }) => {
      throw Object.assign(new Error('broken'), { request: { headers }, connectionString: 'postgres://a:geheim@b/c' });
    },
  };
  const app = await createApp({ ...api.context, log }, failing as never);
  const token = unsignedToken('ketoan@khop.local');
  const bearer = { authorization: `Bearer ${token}` };
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string> = bearer,
    payload?: object,
  ) => (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;

  expect(await send('GET', '/v1/auth/me')).toBe(500);
  expect(await send('GET', `/v1/auth/me?token=${token}`, { cookie: `khop_token=${token}` })).toBe(500);
  expect(await send('POST', '/v1/auth/validate-token', bearer, { token })).toBe(200);
  expect(await send('POST', '/v1/auth/set-cookie', bearer, { token })).toBeLessThan(300);
  expect(await send('GET', `/v1/${token}`)).toBe(404);
  expect(await send('POST', '/v1/amis/profiles', bearer, { token, password: 'geheim' })).toBe(400);
  await app.close();

  const written = lines.join('');
  expect(written).toContain('broken');
  expect(written).not.toContain('geheim');
  // The signature of an unsigned token is empty: its middle part is what must not be seen.
  const secret = token.split('.')[1]!;
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});

it('has a line for every change, under the number by which the audit log names its request, as it is set by default', async () => {
  const { lines, log } = capture('info');
  const app = await createApp({ ...api.context, log }, handlers);
  const headers = { authorization: `Bearer ${unsignedToken('ketoan@khop.local')}` };
  const payload = { code: 'MOT', name: 'Một', taxCode: '' };
  expect((await app.inject({ method: 'POST', url: '/v1/amis/profiles', headers, payload })).statusCode).toBe(201);
  await app.inject({ method: 'GET', url: '/v1/amis/profiles', headers });
  // A stranger fills no log.
  await app.inject({ method: 'POST', url: '/v1/amis/profiles', payload });
  await app.close();
  const { rows } = await api.context.pool.query("select request_id from audit_events where action = 'profile.create'");
  const written = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(written).toMatchObject([{ reqId: rows[0].request_id, method: 'POST', url: '/v1/amis/profiles', status: 201 }]);
});

it('hides what is logged under a telling name', () => {
  const { lines, log } = capture();
  log.info({
    req: { headers: { authorization: 'Bearer geheim', cookie: 'geheim' } },
    password: 'geheim',
    a: { token: 'geheim' },
  });
  expect(lines.join('')).not.toContain('geheim');
});

it('says of an error what it is and where, and keeps to itself what hangs on it', () => {
  const cause = Object.assign(new Error('Connection terminated'), { client: { password: 'geheim' } });
  const error = Object.assign(new Error('duplicate key', { cause }), {
    code: '23505',
    constraint: 'users_uid_key',
    detail: 'Key (email)=(a@b.c)',
  });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ type: 'Error', message: 'duplicate key', code: '23505', constraint: 'users_uid_key' });
  expect(logged).toMatchObject({ cause: { message: 'Connection terminated' } });
  expect(JSON.stringify(logged)).not.toMatch(/geheim|a@b\.c/);
  expect(loggedError('plain')).toEqual({ message: 'plain' });
});
