import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../adapters/identity/identity-provider.ts';
import { createTokenVerifier } from '../../adapters/identity/token-verifier.ts';
import { handlers } from '../../handlers.ts';
import { newId } from '../../id.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';
import { createApp } from '../app.ts';

const now = Math.floor(Date.now() / 1000);
const EXPIRED = { iat: now - 4000, auth_time: now - 4000, exp: now - 400 };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({}, { worker: false });
  for (const person of ['thuhoi@khop.local', 'khoa@khop.local'])
    await api.call('GET', '/auth/me', undefined, { as: person });
  await api.context.pool.query(
    "update users set valid_since = now() + interval '1 hour' where email = 'thuhoi@khop.local'",
  );
  await api.context.pool.query("update users set is_disabled = true where email = 'khoa@khop.local'");
});
afterAll(() => api.close());

const post = (url: string, body: object, app = api.app) =>
  app.inject({ method: 'POST', url: `/v1${url}`, payload: body });
const me = (headers: Record<string, string>, app = api.app) => app.inject({ url: '/v1/auth/me', headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('what is said of a token', () => {
  it.each<[string, string, { valid: boolean; revoked: boolean }, number, string]>([
    ['good', unsignedToken('an@khop.local'), { valid: true, revoked: false }, 200, ''],
    ['expired', unsignedToken('an@khop.local', false, EXPIRED), { valid: false, revoked: false }, 401, 'TOKEN_EXPIRED'],
    [
      'of an unknown person, expired',
      unsignedToken('la@khop.local', false, EXPIRED),
      { valid: false, revoked: false },
      401,
      'TOKEN_EXPIRED',
    ],
    ['rubbish', 'a.b.c', { valid: false, revoked: false }, 401, 'TOKEN_INVALID'],
    [
      'of another project',
      unsignedToken('an@khop.local', false, { aud: 'khac' }),
      { valid: false, revoked: false },
      401,
      'TOKEN_INVALID',
    ],
    ['revoked', unsignedToken('thuhoi@khop.local'), { valid: false, revoked: true }, 403, 'TOKEN_REVOKED'],
    [
      'revoked and expired',
      unsignedToken('thuhoi@khop.local', false, EXPIRED),
      { valid: false, revoked: true },
      403,
      'TOKEN_REVOKED',
    ],
    ['of a disabled account', unsignedToken('khoa@khop.local'), { valid: false, revoked: true }, 403, 'TOKEN_REVOKED'],
  ])(
    '%s: always 200 with flags from validate-token, the code everywhere else',
    async (_, token, flags, status, code) => {
      const checked = await post('/auth/validate-token', { token });
      expect([checked.statusCode, checked.json()]).toEqual([200, flags]);
      for (const answer of [
        await post('/auth/set-cookie', { token }),
        await me(bearer(token)),
        await me({ cookie: `khop_token=${token}` }),
      ]) {
        expect([answer.statusCode, answer.json().error_code ?? '']).toEqual([status, code]);
        if (status !== 200) expect(answer.headers['set-cookie']).toBeUndefined();
      }
    },
  );

  it('answers 503 to everything while the keys cannot be fetched: neither trusted nor refused', async () => {
    const verify = createTokenVerifier(
      { mode: 'firebase', projectId: 'demo-khop', apiKey: 'k', authDomain: 'x', serviceAccount: null, providers: [] },
      'http://127.0.0.1:1/',
    );
    const app = await createApp({ ...api.context, identity: { verify } as IdentityProvider }, handlers);
    const header = Buffer.from('{"alg":"RS256","kid":"khoa-1"}').toString('base64url');
    const token = `${header}.${unsignedToken('an@khop.local').split('.')[1]}.AAAA`;
    for (const answer of [
      await post('/auth/validate-token', { token }, app),
      await post('/auth/set-cookie', { token }, app),
      await me(bearer(token), app),
      await me({ cookie: `khop_token=${token}` }, app),
    ])
      expect([answer.statusCode, answer.json().error_code]).toEqual([503, 'IDENTITY_UNAVAILABLE']);
    await app.close();
  });
});

it('says of a token from the future by how many minutes the clocks disagree', async () => {
  const soon = Math.floor(Date.now() / 1000) + 420;
  const answer = await me(bearer(unsignedToken('an@khop.local', false, { iat: soon, auth_time: soon })));
  expect([answer.statusCode, answer.json().error_code]).toEqual([401, 'TOKEN_INVALID']);
  expect(answer.json().message).toMatch(/muộn hơn đồng hồ máy chủ 7 phút/);
});

describe('the cookie', () => {
  const attributesOf = (header: unknown) => String(header).split('; ').slice(1).sort();

  it('is HttpOnly, SameSite and, where people come by https, Secure', async () => {
    const token = unsignedToken('an@khop.local');
    const plain = await post('/auth/set-cookie', { token });
    expect(plain.cookies[0]).toMatchObject({ name: 'khop_token', value: token });
    expect(attributesOf(plain.headers['set-cookie'])).toEqual([
      'HttpOnly',
      'Max-Age=1209600',
      'Path=/',
      'SameSite=Strict',
    ]);
    const config = { ...api.context.config, publicUrl: 'https://khop.cong-ty.vn' };
    const app = await createApp({ ...api.context, config }, handlers);
    const secure = await post('/auth/set-cookie', { token }, app);
    expect(attributesOf(secure.headers['set-cookie'])).toContain('Secure');
    // Its name is one that browsers take from this host alone, and no other is believed.
    expect(secure.cookies[0]).toMatchObject({ name: '__Host-khop_token', value: token, path: '/' });
    expect(secure.cookies[0]).not.toHaveProperty('domain');
    expect((await me({ cookie: `__Host-khop_token=${token}` }, app)).statusCode).toBe(200);
    expect((await me({ cookie: `khop_token=${token}` }, app)).statusCode).toBe(401);
    const cleared = await post('/auth/clear-cookie', {}, app);
    expect(cleared.cookies[0]).toMatchObject({ name: '__Host-khop_token', value: '', secure: true });
    await app.close();
  });

  it('goes with answers that no cache may keep, refusals too', async () => {
    const token = unsignedToken('an@khop.local');
    for (const answer of [await me(bearer(token)), await me({}), await post('/auth/set-cookie', { token })])
      expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is taken away by clear-cookie, also without a token', async () => {
    const answer = await post('/auth/clear-cookie', {});
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies[0]).toMatchObject({ name: 'khop_token', value: '', path: '/', expires: new Date(0) });
  });

  it('speaks for its person in reads, and never in writes', async () => {
    const cookies = { khop_token: unsignedToken('an@khop.local') };
    const ask = (method: 'GET' | 'HEAD' | 'POST' | 'PATCH', url: string) =>
      api.app.inject({ method, url: `/v1${url}`, cookies });
    expect((await ask('GET', '/auth/me')).statusCode).toBe(200);
    expect((await ask('HEAD', '/auth/me')).statusCode).toBe(200);
    for (const [method, url] of [
      ['PATCH', '/auth/me'],
      ['POST', '/auth/me/revoke-sessions'],
      ['POST', '/bravo-items-sync/sync'],
    ] as const) {
      const answer = await ask(method, url);
      expect([answer.statusCode, answer.json().error_code]).toEqual([401, 'TOKEN_INVALID']);
    }
  });

  it('gives way to the bearer token', async () => {
    const answer = await me({
      ...bearer(unsignedToken('an@khop.local')),
      cookie: `khop_token=${unsignedToken('ai@khop.local')}`,
    });
    expect(answer.json().email).toBe('an@khop.local');
  });
});

it('answers HEAD of an event stream at once, while the run goes on', async () => {
  const runId = newId();
  await api.context.pool.query(
    "insert into runs (id, kind, scope, status, created_by) values ($1, 'import', 'x', 'queued', 'ketoan@khop.local')",
    [runId],
  );
  const answer = await api.app.inject({
    method: 'HEAD',
    url: `/v1/runs/${runId}/events`,
    headers: bearer(unsignedToken('ketoan@khop.local')),
  });
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    '',
  ]);
});
