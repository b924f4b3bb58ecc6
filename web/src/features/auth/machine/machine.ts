import { type AuthPort, getSession, isAuthenticated } from '../../../api/session.ts';
import { TOKEN_REFRESH_MS } from '../../../constants.ts';
import { arrivalsOf } from './arrival.ts';
import { type MachineContext, machineContext } from './context.ts';
import { type Endings, endingsOf, signInAgain } from './ending.ts';
import type { Identity, IdentityToken } from './identity.ts';
import { signInPath } from './redirect.ts';
import { type Renewal, renewalOf } from './renewal.ts';
import type { MachineWorld } from './world.ts';

export type AuthMachine = AuthPort & {
  start: () => void;
  /** On each navigation to a page that is not public: where to go instead, or undefined to go on. */
  validateNavigation: (fullPath: string) => Promise<string | undefined>;
  /**
   * Does a sign-in and waits until the service keeps the session; throws when it was rolled back or no person came of
   * it.
   */
  signInBy: (work: (identity: Identity) => Promise<void>) => Promise<void>;
  /** Calls of the provider that change nothing about the session (sending a link or a reset). */
  identityCall: (work: (identity: Identity) => Promise<void>) => Promise<void>;
  /** A token that another tab has renewed. */
  heard: (uid: string, token: IdentityToken) => void;
};

/** The session of this tab: the table says what it is, the parts beside it do what follows in the world. */
export function createAuthMachine(world: MachineWorld): AuthMachine {
  const context = machineContext(world, TOKEN_REFRESH_MS, () => {
    renewal.refresh().catch((error) => world.warn('periodic refresh', error));
  });
  const endings = endingsOf(context);
  const renewal = renewalOf(context, endings);
  const arrivals = arrivalsOf(context, endings, () => Promise.allSettled([renewal.refreshing(), endings.revoking()]));
  return {
    ...arrivals,
    refresh: () => renewal.refresh(),
    revoked: () => endings.revoke(world.here(), true),
    signOut: async () => {
      context.send({ type: 'over', how: 'left' });
      await endings.close();
      await world.go(signInPath());
    },
    validateNavigation: navigationCheck(context, endings, renewal),
    identityCall: async (work) => work(await world.identity()),
    heard: (uid, token) => {
      const { user, tokenInfo } = getSession();
      const newer = !tokenInfo || Date.parse(token.expiresAt) >= Date.parse(tokenInfo.expiresAt);
      if (user?.uid === uid && newer) context.send({ type: 'renewed', token });
    },
  };
}

function navigationCheck({ world }: MachineContext, { revoke, expire }: Endings, { refresh }: Renewal) {
  return async (fullPath: string): Promise<string | undefined> => {
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
  };
}
