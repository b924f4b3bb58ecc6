import { beforeEach, expect, test } from 'vitest';
import { getSession, isAuthenticated } from '../../../api/session.ts';
import { signInAgain } from './ending.ts';
import { freshSession, stage } from './testing/machine-stage.ts';

beforeEach(freshSession);

const NOTICE = 'go /sign-in?revoked=true&redirect=%2Fbravo%2Fitems%3Fq%3Da';

test('revocation is handled once at a time: email kept, state and cookie cleared, signed out, led to sign-in', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  scene.log.length = 0;
  await Promise.all([scene.machine.revoked(), scene.machine.revoked(), scene.machine.revoked()]);
  expect(scene.log).toEqual(['clear-cookie after state', 'site DELETE with token', 'sign-out', NOTICE]);
  expect(getSession()).toMatchObject({
    status: 'signed-out',
    user: null,
    accessToken: null,
    lastRevokedEmail: 'ketoan@khop.vn',
  });
});

test('an answer that comes after the session was closed changes nothing more', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  await scene.machine.revoked();
  const before = [...scene.log];
  await scene.machine.revoked();
  expect(scene.log).toEqual(before);
  expect(getSession().lastRevokedEmail).toBe('ketoan@khop.vn');
});

test('signing in again ends the notice', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  await scene.machine.revoked();
  expect(scene.last()).toEqual({ email: 'ketoan@khop.vn', revoked: true });
  await scene.machine.signInBy(async () => scene.arrive(scene.user));
  expect(getSession().lastRevokedEmail).toBeNull();
  expect(scene.last()).toEqual({ email: 'ketoan@khop.vn', revoked: false });
});

// The provider forgets a revoked person at the start of a page, without telling why.
const KEPT = { email: 'ketoan@khop.vn', revoked: false };

test('revoked while the page was away: the service is asked by cookie, and the notice and the email are there', async () => {
  const scene = stage({ cookieRevoked: async () => true }, undefined, KEPT);
  await scene.arrive(null);
  await scene.machine.ready();
  expect(getSession()).toMatchObject({ status: 'signed-out', lastRevokedEmail: 'ketoan@khop.vn' });
  expect(signInAgain('/bravo/items')).toBe('/sign-in?revoked=true&redirect=%2Fbravo%2Fitems');
  expect(await scene.machine.validateNavigation('/profile')).toBe('/sign-in?revoked=true&redirect=%2Fprofile');
  expect(scene.last()).toEqual({ email: 'ketoan@khop.vn', revoked: true });
  expect(scene.log).toEqual(['clear-cookie after state', 'site DELETE', 'sign-out']);
});

test('dropped by the provider for another reason: the session has expired, and the service is not asked again', async () => {
  const scene = stage({}, undefined, KEPT);
  await scene.arrive(null);
  expect(getSession()).toMatchObject({ status: 'signed-out', lastRevokedEmail: null, ended: 'expired' });
  expect(signInAgain('/profile')).toBe('/sign-in?expired=true&redirect=%2Fprofile');
  expect(scene.last()).toEqual({ email: 'ketoan@khop.vn', revoked: false, expired: true });
  expect(scene.log).toContain('clear-cookie after state');
});

test('dropped while the service cannot tell why: asked again at the next start', async () => {
  const scene = stage({ cookieRevoked: async () => Promise.reject(new Error('503')) }, undefined, KEPT);
  await scene.arrive(null);
  expect(getSession().status).toBe('signed-out');
  expect(scene.last()).toEqual(KEPT);
});

test('the notice stays over another reload, without asking again', async () => {
  const scene = stage({ cookieRevoked: async () => Promise.reject(new Error('asked')) }, undefined, {
    ...KEPT,
    revoked: true,
  });
  await scene.arrive(null);
  expect(getSession().lastRevokedEmail).toBe('ketoan@khop.vn');
  expect(scene.log).toEqual([]);
});

test('revoked and noticed in another tab: this one shows the notice too', async () => {
  let kept = { ...KEPT };
  const scene = stage({ lastSession: { read: () => kept, write: () => undefined } });
  await scene.arrive(scene.user);
  kept = { ...KEPT, revoked: true };
  await scene.arrive(null);
  expect(scene.logged('go')).toEqual([NOTICE]);
  expect(isAuthenticated()).toBe(false);
});

test('the provider dropped the person while a page was open: the service says that it was revocation', async () => {
  const scene = stage({ cookieRevoked: async () => true });
  await scene.arrive(scene.user);
  await scene.arrive(null);
  expect(scene.logged('go')).toEqual([NOTICE]);
  expect(getSession().lastRevokedEmail).toBe('ketoan@khop.vn');
});

test('the notice of an expired session stays over a reload, without asking the service', async () => {
  const scene = stage({ cookieRevoked: async () => Promise.reject(new Error('asked')) }, undefined, {
    ...KEPT,
    expired: true,
  });
  await scene.arrive(null);
  expect(signInAgain('/profile')).toBe('/sign-in?expired=true&redirect=%2Fprofile');
  expect(scene.log).toEqual([]);
});

test('a person who signed out is told of no expired session', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  await scene.machine.signOut();
  expect(getSession().ended).toBe('left');
  expect(scene.logged('go')).toEqual(['go /sign-in']);
  await scene.machine.signInBy(async () => scene.arrive(scene.user));
  expect(getSession().ended).toBeNull();
});
