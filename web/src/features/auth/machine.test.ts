import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getSession, isAuthenticated, setSession } from '../../api/session.ts';
import { TOKEN_REFRESH_MS } from '../../constants.ts';
import type { Identity, IdentityToken, IdentityUser } from './identity.ts';
import { createAuthMachine, type MachineWorld } from './machine.ts';

const NOW = Date.parse('2026-11-21T05:00:00Z');

type Scene = {
  machine: ReturnType<typeof createAuthMachine>;
  log: string[];
  arrive: (user: IdentityUser | null) => Promise<void>;
  user: IdentityUser;
};

let issued = 0;
const tokenOf = (claims: Record<string, unknown> = {}, issuedAt = NOW): IdentityToken => {
  issued += 1;
  return {
    token: `token-${issued}`,
    claims,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(issuedAt + 3_600_000).toISOString(),
    signInProvider: 'password',
  };
};

function stage(
  changes: Partial<MachineWorld> = {},
  token: (force: boolean) => Promise<IdentityToken> = async () => tokenOf(),
): Scene {
  const log: string[] = [];
  let tell: (user: IdentityUser | null) => void = () => undefined;
  let current: IdentityUser | null = null;
  const user: IdentityUser = { uid: 'u1', email: 'ketoan@khop.vn', displayName: 'Kế toán', photoUrl: null, token };
  const identity = {
    onUser: (listener: (user: IdentityUser | null) => void) => {
      tell = listener;
    },
    current: () => current,
    signOut: async () => {
      log.push('sign-out');
      current = null;
    },
  } as unknown as Identity;
  const world: MachineWorld = {
    identity: async () => identity,
    setCookie: async (value) => {
      // The order of the specification: token and user are stored before the cookie is set.
      log.push(`set-cookie ${value === getSession().accessToken ? 'after token' : 'BEFORE token'}`);
    },
    clearCookie: async () => {
      log.push('clear-cookie');
    },
    validate: async () => ({ valid: true, revoked: false }),
    syncSite: async (method) => {
      log.push(`site ${method}`);
    },
    here: () => '/bravo/items?q=a',
    go: async (path) => {
      log.push(`go ${path}`);
    },
    exclusive: (work) => work(),
    announce: () => log.push('announce'),
    warn: (message) => log.push(`warn ${message}`),
    now: () => NOW,
    ...changes,
  };
  const machine = createAuthMachine(world);
  machine.start();
  return {
    machine,
    log,
    user,
    arrive: async (next) => {
      await Promise.resolve();
      current = next;
      tell(next);
      for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  setSession({
    status: 'starting',
    user: null,
    accessToken: null,
    tokenInfo: null,
    admin: false,
    lastRevokedEmail: null,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('signed in: token, user and admin flag are stored, then the cookie is set', async () => {
  const scene = stage({}, async () => tokenOf({ admin: true }));
  await scene.arrive(scene.user);
  await scene.machine.ready();
  expect(scene.log).toEqual(['set-cookie after token', 'site POST']);
  expect(getSession()).toMatchObject({ status: 'signed-in', admin: true, user: { email: 'ketoan@khop.vn' } });
  expect(isAuthenticated()).toBe(true);
});

test.each([
  [true, true],
  ['true', false],
  [1, false],
  [undefined, false],
])('an admin claim of %j gives %j', async (claim, admin) => {
  const scene = stage({}, async () => tokenOf({ admin: claim }));
  await scene.arrive(scene.user);
  expect(getSession().admin).toBe(admin);
});

test('nobody signed in: ready, and signed out', async () => {
  const scene = stage();
  await scene.arrive(null);
  await scene.machine.ready();
  expect(getSession().status).toBe('signed-out');
  expect(scene.log).toEqual([]);
});

test('signed out in another tab: this tab is cleared and led to the sign-in page', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  scene.log.length = 0;
  await scene.arrive(null);
  expect(isAuthenticated()).toBe(false);
  expect(scene.log).toEqual(['go /sign-in?redirect=%2Fbravo%2Fitems%3Fq%3Da']);
});

test('a cookie that cannot be set rolls the session back to signed out', async () => {
  const scene = stage({ setCookie: async () => Promise.reject(new Error('503')) });
  const signingIn = scene.machine.signInBy(async () => scene.arrive(scene.user));
  await expect(signingIn).rejects.toThrow('503');
  expect(isAuthenticated()).toBe(false);
  expect(scene.log).toEqual(['warn set-cookie', 'clear-cookie', 'site DELETE', 'sign-out']);
});

test('a cookie refused because of revocation remembers the email', async () => {
  const scene = stage({ setCookie: async () => Promise.reject(new Error('Phiên đăng nhập đã bị thu hồi.')) });
  await scene.arrive(scene.user);
  expect(getSession()).toMatchObject({ status: 'signed-out', lastRevokedEmail: 'ketoan@khop.vn' });
});

test('a token that cannot be read closes the session and leads to the sign-in page', async () => {
  const scene = stage({}, async () => Promise.reject(new Error('x')));
  await scene.arrive(scene.user);
  expect(scene.log).toContain('sign-out');
  expect(scene.log.at(-1)).toBe('go /sign-in?redirect=%2Fbravo%2Fitems%3Fq%3Da');
});

test('five expired requests make one refresh', async () => {
  const forced = vi.fn(async () => tokenOf());
  const scene = stage({}, (force) => (force ? forced() : Promise.resolve(tokenOf())));
  await scene.arrive(scene.user);
  const renewed = await Promise.all(Array.from({ length: 5 }, () => scene.machine.refresh()));
  expect(forced).toHaveBeenCalledTimes(1);
  expect(new Set(renewed)).toEqual(new Set([getSession().accessToken]));
  expect(scene.log.filter((line) => line === 'announce')).toHaveLength(1);
});

test('a failed refresh rejects everybody, closes the session once and leads to the sign-in page', async () => {
  const scene = stage({}, (force) => (force ? Promise.reject(new Error('mạng')) : Promise.resolve(tokenOf())));
  await scene.arrive(scene.user);
  const outcomes = await Promise.allSettled([scene.machine.refresh(), scene.machine.refresh()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(scene.log.filter((line) => line === 'sign-out')).toHaveLength(1);
  expect(scene.log.at(-1)).toBe('go /sign-in?redirect=%2Fbravo%2Fitems%3Fq%3Da');
});

test('with no current user a refresh gives nothing', async () => {
  const scene = stage();
  await scene.arrive(null);
  expect(await scene.machine.refresh()).toBeUndefined();
});

test('a token that another tab renewed is taken instead of a second refresh', async () => {
  const forced = vi.fn(async () => tokenOf());
  let machine: Scene['machine'] | undefined;
  const other = tokenOf();
  const scene = stage(
    {
      exclusive: async (work) => {
        machine?.heard('u1', other);
        return work();
      },
    },
    (force) => (force ? forced() : Promise.resolve(tokenOf())),
  );
  machine = scene.machine;
  await scene.arrive(scene.user);
  expect(await scene.machine.refresh()).toBe(other.token);
  expect(forced).not.toHaveBeenCalled();
});

test('another person’s token from another tab is ignored', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  const before = getSession().accessToken;
  scene.machine.heard('someone-else', tokenOf());
  expect(getSession().accessToken).toBe(before);
});

test('the token is renewed by force every 50 minutes while signed in', async () => {
  const forced = vi.fn(async () => tokenOf());
  const scene = stage({}, (force) => (force ? forced() : Promise.resolve(tokenOf())));
  await scene.arrive(scene.user);
  await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS - 1);
  expect(forced).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(forced).toHaveBeenCalledTimes(1);
  await scene.machine.signOut();
  await vi.advanceTimersByTimeAsync(TOKEN_REFRESH_MS * 2);
  expect(forced).toHaveBeenCalledTimes(1);
});

test('revocation is handled once at a time: email kept, state and cookie cleared, signed out, led to sign-in', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  scene.log.length = 0;
  await Promise.all([scene.machine.revoked(), scene.machine.revoked(), scene.machine.revoked()]);
  expect(scene.log).toEqual([
    'clear-cookie',
    'site DELETE',
    'sign-out',
    'go /sign-in?revoked=true&redirect=%2Fbravo%2Fitems%3Fq%3Da',
  ]);
  expect(getSession()).toMatchObject({
    status: 'signed-out',
    user: null,
    accessToken: null,
    lastRevokedEmail: 'ketoan@khop.vn',
  });
});

test('failures on the way out are only logged', async () => {
  const scene = stage({ clearCookie: async () => Promise.reject(new Error('x')) });
  await scene.arrive(scene.user);
  await scene.machine.signOut();
  expect(scene.log).toContain('warn clear-cookie');
  expect(scene.log.at(-1)).toBe('go /sign-in');
});

test('tokens older than 300 seconds are not sent to the other site', async () => {
  for (const [age, sent] of [
    [299, true],
    [301, false],
  ] as const) {
    const scene = stage({}, async () => tokenOf({}, NOW - age * 1000));
    await scene.arrive(scene.user);
    expect(scene.log.includes('site POST')).toBe(sent);
  }
});

test('navigation: a valid token goes on', async () => {
  const scene = stage();
  await scene.arrive(scene.user);
  expect(await scene.machine.validateNavigation('/profile')).toBeUndefined();
});

test('navigation: a revoked token leads to the notice', async () => {
  const scene = stage({ validate: async () => ({ valid: false, revoked: true }) });
  await scene.arrive(scene.user);
  expect(await scene.machine.validateNavigation('/profile')).toBe('/sign-in?revoked=true&redirect=%2Fprofile');
  expect(getSession().lastRevokedEmail).toBe('ketoan@khop.vn');
  expect(isAuthenticated()).toBe(false);
});

test('navigation: an invalid token is renewed, and when that fails the session is closed', async () => {
  const fine = stage({ validate: async () => ({ valid: false, revoked: false }) });
  await fine.arrive(fine.user);
  expect(await fine.machine.validateNavigation('/profile')).toBeUndefined();
  const broken = stage({ validate: async () => ({ valid: false, revoked: false }) }, (force) =>
    force ? Promise.reject(new Error('x')) : Promise.resolve(tokenOf()),
  );
  await broken.arrive(broken.user);
  expect(await broken.machine.validateNavigation('/profile')).toBe('/sign-in?redirect=%2Fprofile');
  expect(isAuthenticated()).toBe(false);
});

test('navigation: when the check itself fails, a warning is logged and navigation goes on', async () => {
  const scene = stage({ validate: async () => Promise.reject(new Error('503')) });
  await scene.arrive(scene.user);
  expect(await scene.machine.validateNavigation('/profile')).toBeUndefined();
  expect(scene.log).toContain('warn validate-token');
  expect(isAuthenticated()).toBe(true);
});

test('an identity provider that cannot be set up makes requests fail instead of wait for ever', async () => {
  const scene = stage({ identity: async () => Promise.reject(new Error('cấu hình')) });
  await expect(scene.machine.ready()).rejects.toThrow('cấu hình');
});
