import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, isAuthenticated } from '../../../api/session.ts';
import { TOKEN_REFRESH_MS } from '../../../constants.ts';
import type { Identity } from './identity.ts';
import { freshSession, NOW, renewing, stage, tokenOf, turns } from './testing/machine-stage.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  freshSession();
});
afterEach(() => {
  vi.useRealTimers();
});

const SIGNED_OUT = { status: 'signed-out', user: null, accessToken: null, tokenInfo: null, admin: false };

test('signed in: token, user and admin flag are stored, then the cookie is set, then the other site is told', async () => {
  const scene = stage({}, async () => tokenOf({ admin: true }));
  await scene.arrive(scene.user);
  await scene.machine.ready();
  expect(scene.log).toEqual(['set-cookie after state admin', 'site POST with token']);
  expect(getSession()).toMatchObject({
    status: 'signed-in',
    admin: true,
    user: { uid: 'u1', email: 'ketoan@khop.vn' },
    tokenInfo: { issuedAt: '2026-11-21T05:00:00.000Z', expiresAt: '2026-11-21T06:00:00.000Z' },
  });
  expect(isAuthenticated()).toBe(true);
  expect(scene.last()).toEqual({ email: 'ketoan@khop.vn', revoked: false });
});

test.each([
  [true, true],
  ['true', false],
  [1, false],
  [{}, false],
  [null, false],
  [undefined, false],
])('an admin claim of %j gives %j', async (claim, admin) => {
  const scene = stage({}, async () => tokenOf({ admin: claim }));
  await scene.arrive(scene.user);
  expect(getSession().admin).toBe(admin);
});

test('the provider reports no person: ready, signed out, and the service is not asked', async () => {
  const cookieRevoked = vi.fn(async () => true);
  const scene = stage({ cookieRevoked });
  await scene.arrive(null);
  await scene.machine.ready();
  expect(getSession()).toMatchObject({ ...SIGNED_OUT, lastRevokedEmail: null });
  expect(scene.log).toEqual([]);
  expect(cookieRevoked).not.toHaveBeenCalled();
});

test('requests wait until the service keeps the session', async () => {
  let answer: () => void = () => undefined;
  const scene = stage({ setCookie: () => new Promise<void>((resolve) => (answer = resolve)) });
  const ready = vi.fn();
  void scene.machine.ready().then(ready);
  await scene.arrive(scene.user);
  expect(ready).not.toHaveBeenCalled();
  answer();
  await turns();
  expect(ready).toHaveBeenCalledOnce();
});

test('a cookie that cannot be set rolls the session back to signed out', async () => {
  const scene = stage({ setCookie: async () => Promise.reject(new Error('503')) });
  await expect(scene.machine.signInBy(async () => scene.arrive(scene.user))).rejects.toThrow('503');
  expect(getSession()).toMatchObject({ ...SIGNED_OUT, lastRevokedEmail: null });
  expect(scene.log).toEqual(['warn set-cookie', 'clear-cookie after state', 'site DELETE with token', 'sign-out']);
  expect(scene.last()).toBeNull();
});

test('signing in waits for the session, and fails when the provider reports no person', async () => {
  const scene = stage();
  await scene.arrive(null);
  await scene.machine.signInBy(async () => scene.arrive(scene.user));
  expect(isAuthenticated()).toBe(true);
  const withoutPerson = stage();
  freshSession();
  await withoutPerson.arrive(null);
  await expect(withoutPerson.machine.signInBy(async () => undefined)).rejects.toMatchObject({
    code: 'auth/no-auth-event',
  });
});

test('a call of the provider reaches it and changes nothing about the session', async () => {
  const scene = stage();
  const asked = vi.fn(async (_identity: Identity) => undefined);
  await scene.machine.identityCall(asked);
  expect(asked).toHaveBeenCalledOnce();
  expect(getSession().status).toBe('starting');
});

test('signing out clears the state, then the cookie, the other site and the provider, and forgets who it was', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  scene.log.length = 0;
  await scene.machine.signOut();
  expect(scene.log).toEqual(['clear-cookie after state', 'site DELETE with token', 'sign-out', 'go /sign-in']);
  expect(getSession()).toMatchObject(SIGNED_OUT);
  expect(scene.last()).toBeNull();
});

test('signing out while the cookie is on its way leaves no session, no cookie and nothing that renews', async () => {
  const forced = vi.fn(async () => tokenOf());
  let keep: () => void = () => undefined;
  const scene = stage({ setCookie: () => new Promise<void>((resolve) => (keep = resolve)) }, renewing(forced));
  await scene.arrive(scene.user);
  await scene.machine.signOut();
  scene.log.length = 0;
  keep();
  await turns();
  expect(getSession()).toMatchObject({ ...SIGNED_OUT, ended: 'left' });
  expect(scene.log.at(-1)).toBe('clear-cookie after state');
  expect(scene.last()).toBeNull();
  await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS);
  expect(forced).not.toHaveBeenCalled();
});

test('signed out in another tab: this tab is cleared and led to the sign-in page, without a notice', async () => {
  const cookieRevoked = vi.fn(async () => true);
  let forgotten = false;
  const scene = stage({
    cookieRevoked,
    lastSession: { read: () => (forgotten ? null : { email: 'x', revoked: false }), write: () => undefined },
  });
  await scene.arrive(scene.user);
  scene.log.length = 0;
  forgotten = true;
  await scene.arrive(null);
  expect(scene.log).toEqual(['go /sign-in?redirect=%2Fbravo%2Fitems%3Fq%3Da']);
  expect(isAuthenticated()).toBe(false);
  expect(cookieRevoked).not.toHaveBeenCalled();
});

test('another person signed in in another tab: what this one showed is dropped', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  scene.log.length = 0;
  await scene.arrive({ ...scene.user, uid: 'u2', email: 'khac@khop.vn' });
  expect(getSession().user?.email).toBe('khac@khop.vn');
  expect(scene.log).toEqual(['set-cookie after state', 'site POST with token', 'reload']);
});

test('tokens older than 300 seconds are not sent to the other site, nor those of unknown age', async () => {
  for (const [age, sent] of [
    [299, true],
    [300, true],
    [301, false],
    [Number.NaN, false],
  ] as const) {
    const token = tokenOf({}, Number.isNaN(age) ? NOW : NOW - age * 1000);
    const scene = stage({}, async () => (Number.isNaN(age) ? { ...token, issuedAt: 'không rõ' } : token));
    await scene.arrive(scene.user);
    expect(scene.logged('site POST')).toHaveLength(sent ? 1 : 0);
  }
});

test('another site that refuses the token does not end the session', async () => {
  const scene = stage({ syncToken: async () => Promise.reject(new Error('500')) });
  await scene.arrive(scene.user);
  expect(isAuthenticated()).toBe(true);
  expect(scene.log).toContain('warn site sign-in');
});

test('an identity provider that cannot be set up makes requests fail instead of wait for ever', async () => {
  const scene = stage({ identity: async () => Promise.reject(new Error('cấu hình')) });
  await expect(scene.machine.ready()).rejects.toThrow('cấu hình');
});
