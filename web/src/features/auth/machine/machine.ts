import { errorMessage, saysRevoked } from '../../../api/errors.ts';
import { type AuthPort, getSession, isAuthenticated, setSession } from '../../../api/session.ts';
import { TOKEN_REFRESH_MS, TOKEN_SYNC_MAX_AGE_S } from '../../../constants.ts';
import type { Identity, IdentityToken, IdentityUser } from './identity.ts';
import { signInPath } from './redirect.ts';
import type { MachineWorld } from './world.ts';

export type AuthMachine = AuthPort & {
  start: () => void;
  /** On each navigation to a page that is not public: where to go instead, or undefined to go on. */
  validateNavigation: (fullPath: string) => Promise<string | undefined>;
  /** Does a sign-in and waits until the session stands; throws when it was rolled back or nobody came of it. */
  signInBy: (work: (identity: Identity) => Promise<void>) => Promise<void>;
  /** Calls of the provider that change nothing about the session (sending a link or a reset). */
  identityCall: (work: (identity: Identity) => Promise<void>) => Promise<void>;
  /** A token that another tab has renewed. */
  heard: (uid: string, token: IdentityToken) => void;
};

/** A session that its person did not end: whose it was and how it came. */
type Ended = { email: string; how: 'revoked' | 'expired' } | null;

const lastOf = ({ email, how }: NonNullable<Ended>) => ({
  email,
  revoked: how === 'revoked',
  ...(how === 'expired' && { expired: true }),
});

const CLEARED = { user: null, accessToken: null, tokenInfo: null, admin: false } as const;

/** Where a person without a session goes: to the notice when their last session was revoked or has expired. */
export const signInAgain = (from: string): string => signInPath(from, getSession().ended);

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

  const quietly = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      world.warn(what, error);
    }
  };

  /** Clears the state and leaves the provider and the cookie; failures on the way out are only logged. */
  const close = async (ended: Ended = null) => {
    const token = getSession().accessToken;
    world.lastSession.write(ended && lastOf(ended));
    // Before the person is forgotten: what they have typed is put aside in their name.
    if (ended) setSession({ ended: ended.how, ...(ended.how === 'revoked' && { lastRevokedEmail: ended.email }) });
    clear();
    await quietly('clear-cookie', world.clearCookie);
    await quietly('site sign-out', () => world.syncSite('DELETE', token));
    await quietly('sign-out', async () => (await world.identity()).signOut());
  };

  const updateCookie = async (token: IdentityToken) => {
    await world.setCookie(token.token);
    const age = (world.now() - Date.parse(token.issuedAt)) / 1000;
    // Written so that an unreadable issue time counts as too old.
    if (age <= TOKEN_SYNC_MAX_AGE_S) await quietly('site sign-in', () => world.syncSite('POST', token.token));
  };

  const enter = async (user: IdentityUser) => {
    rolledBack = undefined;
    const other = getSession().user;
    const changed = other !== null && other.uid !== user.uid;
    if (changed) clear();
    let token: IdentityToken;
    try {
      token = await user.token(false);
    } catch (error) {
      world.warn('read token', error);
      rolledBack = error;
      if (world.leaving()) return;
      const from = world.here();
      // Whoever is just signing in had no session that could be over.
      await close(getSession().status === 'signed-out' ? null : { email: user.email, how: 'expired' });
      await world.go(signInAgain(from));
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
      if (world.leaving()) return;
      if (saysRevoked(errorMessage(error))) await revoke(world.here(), false);
      else await close();
      return;
    }
    world.lastSession.write({ email: user.email, revoked: false });
    setSession({ lastRevokedEmail: null, ended: null });
    timer ??= setInterval(() => {
      refresh().catch((error) => world.warn('periodic refresh', error));
    }, TOKEN_REFRESH_MS);
    // Another person signed in in another tab: nothing may stay of what this one showed.
    if (changed) world.reload();
  };

  /** The session cannot be renewed: its person signs in again. */
  const expire = async () => {
    const email = getSession().user?.email ?? world.lastSession.read()?.email;
    await close(email === undefined ? null : { email, how: 'expired' });
  };

  /** The provider does not say why it dropped somebody; the service knows whether the session was revoked. */
  const dropped = async (email: string) => {
    try {
      await close({ email, how: (await world.cookieRevoked()) ? 'revoked' : 'expired' });
    } catch (error) {
      world.warn('look for revocation', error);
    }
  };

  /** Nobody is signed in: at the start, after signing out in another tab, or because the provider dropped the person. */
  const leave = async () => {
    const { status } = getSession();
    if (status === 'signed-out') return;
    const last = world.lastSession.read();
    if (last?.revoked) setSession({ lastRevokedEmail: last.email, ended: 'revoked' });
    else if (last?.expired) setSession({ ended: 'expired' });
    else if (last) await dropped(last.email);
    else setSession({ ended: 'left' });
    clear();
    if (status === 'signed-in') await world.go(signInAgain(world.here()));
  };

  const onUser = async (user: IdentityUser | null) => {
    // Whoever is closing the session at this moment also says where to go.
    await Promise.allSettled([refreshing, revoking]);
    await (user ? enter(user) : leave());
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

  const wasRevoked = async (token: string | null): Promise<boolean> => {
    try {
      return token !== null && (await world.validate(token)).revoked;
    } catch {
      return false;
    }
  };

  const refresh = (from?: string, navigate = true): Promise<string | undefined> => {
    const token = getSession().accessToken;
    refreshing ??= renew()
      .catch(async (error: unknown) => {
        if (world.leaving()) throw error;
        const path = from ?? world.here();
        // The provider refuses to renew a revoked session without saying so.
        if (saysRevoked(errorMessage(error)) || (await wasRevoked(token))) {
          await revoke(path, navigate);
        } else {
          await expire();
          if (navigate) await world.go(signInAgain(path));
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
      const email = getSession().user?.email ?? (await world.identity()).current()?.email;
      // A late answer to a session that is closed already.
      if (email === undefined) return;
      await close({ email, how: 'revoked' });
      if (navigate) await world.go(signInAgain(from));
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
            entering = entering.catch(() => undefined).then(() => onUser(user));
            entering.then(settleReady.resolve, settleReady.reject);
          }),
        (error: unknown) => settleReady.reject(error),
      );
    },
    ready: () => ready,
    refresh: () => refresh(),
    revoked: () => revoke(world.here(), true),
    signOut: async () => {
      setSession({ ended: 'left' });
      await close();
      await world.go(signInPath());
    },
    validateNavigation: async (fullPath) => {
      const token = getSession().accessToken;
      if (token === null) return signInAgain(fullPath);
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
        return signInPath(fullPath, 'revoked');
      }
      const renewed = await refresh(fullPath, false).catch(() => undefined);
      if (renewed) return undefined;
      if (isAuthenticated()) await expire();
      return signInAgain(fullPath);
    },
    signInBy: async (work) => {
      rolledBack = undefined;
      await work(await world.identity());
      // The provider tells its listeners a moment after the call has answered.
      for (let tries = 0; tries < 50; tries += 1) {
        await entering;
        if (rolledBack !== undefined) throw rolledBack;
        if (isAuthenticated()) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw Object.assign(new Error('the provider reported nobody'), { code: 'auth/no-auth-event' });
    },
    identityCall: async (work) => work(await world.identity()),
    heard: (uid, token) => {
      const { user, tokenInfo } = getSession();
      const newer = !tokenInfo || Date.parse(token.expiresAt) >= Date.parse(tokenInfo.expiresAt);
      if (user?.uid === uid && newer) store(token);
    },
  };
}
