import { errorMessage, saysRevoked } from '../../api/errors.ts';
import { type AuthPort, getSession, isAuthenticated, setSession } from '../../api/session.ts';
import { TOKEN_REFRESH_MS, TOKEN_SYNC_MAX_AGE_S } from '../../constants.ts';
import type { Identity, IdentityToken, IdentityUser } from './identity.ts';
import { signInPath } from './redirect.ts';

/** The world of the state machine, so that every rule of the specification §4 can be tested without a browser. */
export type MachineWorld = {
  identity: () => Promise<Identity>;
  setCookie: (token: string) => Promise<void>;
  clearCookie: () => Promise<void>;
  validate: (token: string) => Promise<{ valid: boolean; revoked: boolean }>;
  /** Shares the session with another site of the company, where one is configured. */
  syncSite: ((method: 'POST' | 'DELETE', token: string | null) => Promise<void>) | undefined;
  /** Where the person is: the full path of the page. */
  here: () => string;
  go: (path: string) => Promise<void>;
  /** Runs the work while no other tab does the same. */
  exclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Tells the other tabs about a renewed token. */
  announce: (uid: string, token: IdentityToken) => void;
  warn: (message: string, error: unknown) => void;
  now: () => number;
};

export type AuthMachine = AuthPort & {
  start: () => void;
  /** On each navigation to a page that is not public: where to go instead, or undefined to go on. */
  validateNavigation: (fullPath: string) => Promise<string | undefined>;
  /** Does a sign-in and waits until the session stands; throws when it was rolled back. */
  signInBy: (work: (identity: Identity) => Promise<void>) => Promise<void>;
  /** Calls of the provider that change nothing about the session (sending a link or a reset). */
  identityCall: (work: (identity: Identity) => Promise<void>) => Promise<void>;
  /** A token that another tab has renewed. */
  heard: (uid: string, token: IdentityToken) => void;
};

const CLEARED = { user: null, accessToken: null, tokenInfo: null, admin: false } as const;

export function createAuthMachine(world: MachineWorld): AuthMachine {
  let timer: ReturnType<typeof setInterval> | undefined;
  let refreshing: Promise<string | undefined> | undefined;
  let revoking: Promise<void> | undefined;
  let entering: Promise<void> = Promise.resolve();
  let rolledBack: unknown;
  let settleReady: { resolve: () => void; reject: (error: unknown) => void };
  const ready = new Promise<void>((resolve, reject) => {
    settleReady = { resolve, reject };
  });
  ready.catch(() => undefined);

  const store = (token: IdentityToken) =>
    setSession({
      accessToken: token.token,
      tokenInfo: { issuedAt: token.issuedAt, expiresAt: token.expiresAt, signInProvider: token.signInProvider },
      admin: token.claims.admin === true,
    });

  const clear = () => {
    clearInterval(timer);
    timer = undefined;
    setSession({ ...CLEARED, status: 'signed-out' });
  };

  const quietly = async (what: string, work: () => Promise<unknown> | undefined) => {
    try {
      await work();
    } catch (error) {
      world.warn(what, error);
    }
  };

  /** Clears the state and leaves the provider and the cookie; failures on the way out are only logged. */
  const close = async () => {
    const token = getSession().accessToken;
    clear();
    await quietly('clear-cookie', world.clearCookie);
    await quietly('site sign-out', () => world.syncSite?.('DELETE', token));
    await quietly('sign-out', async () => (await world.identity()).signOut());
  };

  const updateCookie = async (token: IdentityToken) => {
    await world.setCookie(token.token);
    const age = (world.now() - Date.parse(token.issuedAt)) / 1000;
    // Written so that an unreadable issue time counts as too old.
    if (age <= TOKEN_SYNC_MAX_AGE_S) await quietly('site sign-in', () => world.syncSite?.('POST', token.token));
  };

  const enter = async (user: IdentityUser) => {
    rolledBack = undefined;
    let token: IdentityToken;
    try {
      token = await user.token(false);
    } catch (error) {
      world.warn('read token', error);
      rolledBack = error;
      const from = world.here();
      await close();
      await world.go(signInPath(from));
      return;
    }
    setSession({ accessToken: token.token });
    setSession({
      user: { uid: user.uid, email: user.email, displayName: user.displayName, photoUrl: user.photoUrl },
      status: 'signed-in',
    });
    store(token);
    try {
      await updateCookie(token);
    } catch (error) {
      world.warn('set-cookie', error);
      rolledBack = error;
      if (saysRevoked(errorMessage(error))) await revoke(world.here(), false);
      else await close();
      return;
    }
    timer ??= setInterval(() => {
      refresh().catch((error) => world.warn('periodic refresh', error));
    }, TOKEN_REFRESH_MS);
  };

  const onUser = async (user: IdentityUser | null) => {
    if (user) await enter(user);
    else {
      const left = getSession().status === 'signed-in';
      if (getSession().status !== 'signed-out') clear();
      // Signed out in another tab: this one must not go on showing what it showed.
      if (left) await world.go(signInPath(world.here()));
    }
  };

  const renew = async (): Promise<string | undefined> => {
    const before = getSession().accessToken;
    return world.exclusive(async () => {
      const meanwhile = getSession().accessToken;
      // Another tab has renewed the token while this one waited for its turn.
      if (meanwhile !== null && meanwhile !== before) return meanwhile;
      const user = (await world.identity()).current();
      if (!user) return undefined;
      const token = await user.token(true);
      store(token);
      await updateCookie(token);
      world.announce(user.uid, token);
      return token.token;
    });
  };

  const refresh = (from?: string, navigate = true): Promise<string | undefined> => {
    refreshing ??= renew()
      .catch(async (error: unknown) => {
        const path = from ?? world.here();
        if (saysRevoked(errorMessage(error))) {
          await revoke(path, navigate);
        } else {
          await close();
          if (navigate) await world.go(signInPath(path));
        }
        throw error;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  };

  const revoke = (from: string, navigate: boolean): Promise<void> => {
    revoking ??= (async () => {
      const email = getSession().user?.email ?? (await world.identity()).current()?.email ?? null;
      setSession({ lastRevokedEmail: email });
      await close();
      if (navigate) await world.go(signInPath(from, true));
    })().finally(() => {
      revoking = undefined;
    });
    return revoking;
  };

  return {
    start: () => {
      world.identity().then(
        (identity) =>
          identity.onUser((user) => {
            entering = entering.then(() => onUser(user));
            entering.then(settleReady.resolve, settleReady.reject);
          }),
        (error: unknown) => settleReady.reject(error),
      );
    },
    ready: () => ready,
    refresh: () => refresh(),
    revoked: () => revoke(world.here(), true),
    signOut: async () => {
      await close();
      await world.go(signInPath());
    },
    validateNavigation: async (fullPath) => {
      const token = getSession().accessToken;
      if (token === null) return signInPath(fullPath);
      let verdict: { valid: boolean; revoked: boolean };
      try {
        verdict = await world.validate(token);
      } catch (error) {
        world.warn('validate-token', error);
        return undefined;
      }
      if (verdict.valid) return undefined;
      if (verdict.revoked) {
        await revoke(fullPath, false);
        return signInPath(fullPath, true);
      }
      const renewed = await refresh(fullPath, false).catch(() => undefined);
      if (renewed) return undefined;
      if (isAuthenticated()) await close();
      return signInPath(fullPath, getSession().lastRevokedEmail !== null);
    },
    signInBy: async (work) => {
      rolledBack = undefined;
      await work(await world.identity());
      // The provider tells its listeners a moment after the call has answered.
      for (let tries = 0; tries < 50; tries += 1) {
        await entering;
        if (rolledBack !== undefined) throw rolledBack;
        if (isAuthenticated()) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await entering;
      if (rolledBack !== undefined) throw rolledBack;
      setSession({ lastRevokedEmail: null });
    },
    identityCall: async (work) => work(await world.identity()),
    heard: (uid, token) => {
      if (getSession().user?.uid === uid) store(token);
    },
  };
}
