import { afterAll, beforeAll, expect, it } from 'vitest';
import { IdentityProblem, type IdentityProvider } from '../../adapters/identity/identity-provider.ts';
import { createTokenVerifier } from '../../adapters/identity/token-verifier.ts';
import { startTestApi, type TestApi, unsignedToken } from '../../testing/api.ts';

/** Calls that reached the provider. */
const asked: string[] = [];
let isAway = false;
/** Accounts that the provider has no more. */
const deleted = new Set<string>();
const ask = (uid: string, what: string): void => {
  if (isAway) throw new IdentityProblem('unavailable', 'no answer', undefined);
  if (deleted.has(uid)) throw new IdentityProblem('not-found', 'no such user', undefined);
  asked.push(`${uid} ${what}`);
};
let api: TestApi;

beforeAll(async () => {
  const verify = createTokenVerifier({
    mode: 'emulator',
    projectId: 'demo-khop',
    apiKey: 'x',
    authDomain: 'x',
    emulatorUrl: 'http://127.0.0.1:1',
    providers: [],
  });
  const identity = {
    verify,
    setAdmin: async (uid: string, admin: boolean) => ask(uid, `admin=${admin}`),
    revokeSessions: async (uid: string) => ask(uid, 'revoked'),
  } as Partial<IdentityProvider> as IdentityProvider;
  api = await startTestApi({ identity }, { worker: false });
});
afterAll(() => api.close());

const me = async (email: string, admin = false): Promise<{ id: string; version: number }> =>
  (await api.call<{ id: string; version: number }>('GET', '/auth/me', undefined, { as: email, admin })).body;

const chief = { as: 'chu@khop.local', admin: true };

it('tells a revoked session so even when its token has expired as well: it must not refresh', async () => {
  const { id } = await me('cu@khop.local');
  await api.call('POST', `/admin/users/${id}/revoke-sessions`, {}, chief);
  const now = Math.floor(Date.now() / 1000);
  const token = unsignedToken('cu@khop.local', false, { iat: now - 4000, auth_time: now - 4000, exp: now - 400 });
  const answer = await api.app.inject({ url: '/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
  expect([answer.statusCode, answer.json().error_code]).toEqual([403, 'TOKEN_REVOKED']);
  const check = await api.call('POST', '/auth/validate-token', { token }, { anonymous: true });
  expect(check.body).toEqual({ valid: false, revoked: true });
});

it('ends the sessions of a person who is no admin any more: their tokens still say so for an hour', async () => {
  const { id, version } = await me('pho@khop.local', true);
  const changed = await api.call('PATCH', `/admin/users/${id}`, { version, isAdmin: false }, chief);
  expect(changed).toMatchObject({ status: 200, body: { isAdmin: false } });
  expect(asked).toContain('pho@khop.local admin=false');
  expect(asked).toContain('pho@khop.local revoked');
  const again = await api.call('GET', '/admin/users', undefined, { as: 'pho@khop.local', admin: true });
  expect(again).toMatchObject({ status: 403, body: { error_code: 'TOKEN_REVOKED' } });
});

it('ends the sessions of an account that was deleted at the provider, and takes the admin right from it', async () => {
  const [worker, admin] = [await me('nghi@khop.local'), await me('nghi2@khop.local', true)];
  deleted.add('nghi@khop.local').add('nghi2@khop.local');
  expect(await api.call('POST', `/admin/users/${worker.id}/revoke-sessions`, {}, chief)).toMatchObject({ status: 200 });
  const { version } = admin;
  const given = await api.call('PATCH', `/admin/users/${admin.id}`, { version, isAdmin: true }, chief);
  expect(given.status).toBe(404);
  const taken = await api.call('PATCH', `/admin/users/${admin.id}`, { version, isAdmin: false }, chief);
  expect(taken).toMatchObject({ status: 200, body: { isAdmin: false } });
  for (const [as, isAdmin] of [
    ['nghi@khop.local', false],
    ['nghi2@khop.local', true],
  ] as const)
    expect(await api.call('GET', '/auth/me', undefined, { as, admin: isAdmin })).toMatchObject({
      status: 403,
      body: { error_code: 'TOKEN_REVOKED' },
    });
});

it('ends sessions also while the provider is away, and leaves a right that only the provider can take', async () => {
  const [worker, admin] = [await me('roi@khop.local'), await me('roi2@khop.local', true)];
  isAway = true;
  try {
    const ended = await api.call('POST', `/admin/users/${worker.id}/revoke-sessions`, {}, chief);
    expect(ended).toMatchObject({ status: 200, body: { email: 'roi@khop.local' } });
    expect(await api.call('GET', '/auth/me', undefined, { as: 'roi@khop.local' })).toMatchObject({
      status: 403,
      body: { error_code: 'TOKEN_REVOKED' },
    });
    const change = { version: admin.version, isAdmin: false };
    expect(await api.call('PATCH', `/admin/users/${admin.id}`, change, chief)).toMatchObject({ status: 503 });
    expect(await me('roi2@khop.local', true)).toMatchObject({ isAdmin: true, version: admin.version });
  } finally {
    isAway = false;
  }
});

it('shows an admin right from when it was given on, also while its person works on with an older token', async () => {
  const { id, version } = await me('moi@khop.local');
  await api.call('PATCH', `/admin/users/${id}`, { version, isAdmin: true }, chief);
  const at = Math.floor(Date.now() / 1000);
  const isShown = async (more: object, admin: boolean) => {
    const token = unsignedToken('moi@khop.local', admin, { auth_time: at - 60, ...more });
    await api.app.inject({ url: '/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
    const { body } = await api.call<{ items: { isAdmin: boolean }[] }>('GET', '/admin/users?q=moi', undefined, chief);
    return body.items.map((user) => user.isAdmin);
  };
  expect(await isShown({ iat: at - 60 }, false)).toEqual([true]);
  expect(await isShown({ iat: at - 60 }, true)).toEqual([true]);
  // Taken elsewhere since: the newer token knows.
  expect(await isShown({ iat: at + 3 }, false)).toEqual([false]);
});

it('finds a person by the name that they chose, and by an address that has changed', async () => {
  const found = async (q: string) =>
    (await api.call<{ items: { uid: string }[] }>('GET', `/admin/users?q=${q}`, undefined, chief)).body.items.map(
      ({ uid }) => uid,
    );
  const { version } = await me('cuoi@khop.local');
  await api.call('PATCH', '/auth/me', { version, displayName: 'Đặng Thị Hoa' }, { as: 'cuoi@khop.local' });
  expect(await found('dang thi hoa')).toEqual(['cuoi@khop.local']);
  const token = unsignedToken('cuoi@khop.local', false, { email: 'hoa.dang@khop.local' });
  await api.app.inject({ url: '/v1/auth/me', headers: { authorization: `Bearer ${token}` } });
  expect(await found('hoa.dang@')).toEqual(['cuoi@khop.local']);
  expect(await found('dang thi hoa')).toEqual(['cuoi@khop.local']);
  expect(await found('cuoi@khop')).toEqual([]);
});

it('shows the history of an account to its owner and to admins only', async () => {
  const { id } = await me('cu2@khop.local');
  await api.call('POST', `/admin/users/${id}/revoke-sessions`, {}, chief);
  const place = `/history/user/${id}`;
  expect(await api.call('GET', place, undefined, { as: 'khac@khop.local' })).toMatchObject({
    status: 403,
    body: { error_code: 'ADMIN_ONLY' },
  });
  expect(await api.call('GET', place, undefined, chief)).toMatchObject({ status: 200, body: { total: 1 } });
});

it('lists the devices of a person, and ends another one at once without touching this one', async () => {
  const at = Math.floor(Date.now() / 1000);
  const here = unsignedToken('haimay@khop.local', false, { auth_time: at - 60 });
  const there = unsignedToken('haimay@khop.local', false, { auth_time: at - 600 });
  const send = (method: 'GET' | 'POST', url: string, token: string, device: string, payload?: object) =>
    api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${token}`, 'user-agent': device },
      ...(payload && { payload }),
    });
  await send('POST', '/auth/set-cookie', here, 'Máy ở phòng', { token: here });
  await send('POST', '/auth/set-cookie', there, 'Máy ở nhà', { token: there });
  await send('POST', '/auth/set-cookie', there, 'Máy ở nhà', { token: there });

  type Session = { id: string; device: string; isCurrent: boolean; startedAt: string };
  const listed = async () =>
    (await send('GET', '/auth/me/sessions', here, 'Máy ở phòng')).json<{ items: Session[] }>().items;
  const items = await listed();
  expect(items.map(({ device, isCurrent }) => [device, isCurrent])).toEqual(
    expect.arrayContaining([
      ['Máy ở phòng', true],
      ['Máy ở nhà', false],
    ]),
  );
  expect(items).toHaveLength(2);
  const other = items.find(({ isCurrent }) => !isCurrent)!;
  expect(Date.parse(other.startedAt)).toBe((at - 600) * 1000);

  // A user cannot end the session of another one.
  const stranger = await api.call('POST', `/auth/me/sessions/${other.id}/revoke`, {}, { as: 'la@khop.local' });
  expect(stranger.status).toBe(404);
  expect((await send('GET', '/auth/me', there, 'Máy ở nhà')).statusCode).toBe(200);

  expect((await send('POST', `/auth/me/sessions/${other.id}/revoke`, here, 'Máy ở phòng', {})).statusCode).toBe(200);
  const refused = await send('GET', '/auth/me', there, 'Máy ở nhà');
  expect([refused.statusCode, refused.json().error_code]).toEqual([403, 'TOKEN_REVOKED']);
  expect((await send('GET', '/auth/me', here, 'Máy ở phòng')).statusCode).toBe(200);
  expect((await listed()).map(({ device }) => device)).toEqual(['Máy ở phòng']);
});
