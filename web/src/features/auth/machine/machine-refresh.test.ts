import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, isAuthenticated } from '../../../api/session.ts';
import { TOKEN_REFRESH_MS } from '../../../constants.ts';
import type { IdentityToken } from './identity.ts';
import { freshSession, NOW, renewing, stage, tokenOf, turns } from './testing/machine-stage.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  freshSession();
});
afterEach(() => {
  vi.useRealTimers();
});

test('five expired requests make one refresh: stored, cookie updated, other tabs told', async () => {
  const forced = vi.fn(async () => tokenOf());
  const scene = stage({}, renewing(forced));
  await scene.arrive(scene.user);
  scene.log.length = 0;
  const renewed = await Promise.all(Array.from({ length: 5 }, () => scene.machine.refresh()));
  expect(forced).toHaveBeenCalledTimes(1);
  expect(new Set(renewed)).toEqual(new Set([getSession().accessToken]));
  expect(scene.log).toEqual(['set-cookie after state', 'site POST with token', 'announce']);
});

test('the next expiry is renewed again', async () => {
  const forced = vi.fn(async () => tokenOf());
  const scene = stage({}, renewing(forced));
  await scene.arrive(scene.user);
  const first = await scene.machine.refresh();
  expect(await scene.machine.refresh()).not.toBe(first);
  expect(forced).toHaveBeenCalledTimes(2);
});

test('a failed refresh rejects everybody, closes the session once and leads to the sign-in page', async () => {
  const scene = stage(
    {},
    renewing(() => Promise.reject(new Error('mạng'))),
  );
  await scene.arrive(scene.user);
  const outcomes = await Promise.allSettled([scene.machine.refresh(), scene.machine.refresh()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(scene.logged('sign-out')).toHaveLength(1);
  expect(scene.logged('go')).toEqual(['go /sign-in?expired=true&redirect=%2Fbravo%2Fitems%3Fq%3Da']);
});

test('a refresh that is cut off because the page is left does not sign the person out', async () => {
  const scene = stage(
    { leaving: () => true },
    renewing(() => Promise.reject(new Error('aborted'))),
  );
  await scene.arrive(scene.user);
  scene.log.length = 0;
  await expect(scene.machine.refresh()).rejects.toThrow('aborted');
  expect(scene.log).toEqual([]);
  expect(isAuthenticated()).toBe(true);
});

test('a refresh that the provider refuses because of revocation leads to the notice', async () => {
  const scene = stage(
    { validate: async () => ({ valid: false, revoked: true }) },
    renewing(() => Promise.reject(Object.assign(new Error('x'), { code: 'auth/user-token-expired' }))),
  );
  await scene.arrive(scene.user);
  await expect(scene.machine.refresh()).rejects.toThrow();
  expect(scene.logged('go')).toEqual(['go /sign-in?revoked=true&redirect=%2Fbravo%2Fitems%3Fq%3Da']);
  expect(getSession().lastRevokedEmail).toBe('ketoan@khop.vn');
});

test('a renewed token whose cookie is refused because of revocation leads to the notice', async () => {
  let calls = 0;
  const setCookie = async () => {
    calls += 1;
    if (calls > 1) throw new Error('Phiên đăng nhập đã bị thu hồi. Vui lòng đăng nhập lại.');
  };
  const scene = stage({ setCookie });
  await scene.arrive(scene.user);
  await expect(scene.machine.refresh()).rejects.toThrow('thu hồi');
  expect(scene.logged('go')).toEqual(['go /sign-in?revoked=true&redirect=%2Fbravo%2Fitems%3Fq%3Da']);
});

test('a provider that drops the person during the refresh does not lead anywhere by itself', async () => {
  let fail: (error: Error) => void = () => undefined;
  const scene = stage(
    {},
    renewing(() => new Promise((_, reject) => (fail = reject))),
  );
  await scene.arrive(scene.user);
  const refresh = scene.machine.refresh();
  await scene.arrive(null);
  expect(scene.logged('go')).toEqual([]);
  fail(new Error('auth/user-token-expired'));
  await expect(refresh).rejects.toThrow();
  expect(scene.logged('go')).toHaveLength(1);
});

test('a renewal that ends after its person has signed out brings back neither the token nor the cookie', async () => {
  let renewed: (token: IdentityToken) => void = () => undefined;
  const scene = stage(
    {},
    renewing(() => new Promise((resolve) => (renewed = resolve))),
  );
  await scene.arrive(scene.user);
  scene.log.length = 0;
  const refresh = scene.machine.refresh();
  await turns();
  await scene.machine.signOut();
  renewed(tokenOf());
  expect(await refresh).toBeUndefined();
  expect(getSession()).toMatchObject({ status: 'signed-out', accessToken: null, tokenInfo: null });
  expect(scene.log).toEqual(['clear-cookie after state', 'site DELETE with token', 'sign-out', 'go /sign-in']);
});

test('with no current user a refresh gives nothing', async () => {
  const scene = stage();
  await scene.arrive(null);
  expect(await scene.machine.refresh()).toBeUndefined();
  expect(scene.log).toEqual([]);
});

test('a token that another tab renewed is taken instead of a second refresh', async () => {
  const forced = vi.fn(async () => tokenOf());
  const other = tokenOf();
  const scene = stage(
    {
      exclusive: async (work) => {
        scene.machine.heard('u1', other);
        return work();
      },
    },
    renewing(forced),
  );
  await scene.arrive(scene.user);
  expect(await scene.machine.refresh()).toBe(other.token);
  expect(forced).not.toHaveBeenCalled();
});

test('news of another tab: another person’s token and an older one are ignored', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  const before = getSession().accessToken;
  scene.machine.heard('someone-else', tokenOf());
  scene.machine.heard('u1', tokenOf({}, NOW - 60_000));
  expect(getSession().accessToken).toBe(before);
  const newer = tokenOf({ admin: true }, NOW + 60_000);
  scene.machine.heard('u1', newer);
  expect(getSession()).toMatchObject({ accessToken: newer.token, admin: true });
});

test('the token is renewed by force every 3,000,000 ms while signed in', async () => {
  expect(TOKEN_REFRESH_MS).toBe(3_000_000);
  const forced = vi.fn(async () => tokenOf());
  const scene = stage({}, renewing(forced));
  await scene.arrive(scene.user);
  await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS - 1);
  expect(forced).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(forced).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS);
  expect(forced).toHaveBeenCalledTimes(2);
  await scene.machine.signOut();
  await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS * 2);
  expect(forced).toHaveBeenCalledTimes(2);
  expect(isAuthenticated()).toBe(false);
});
