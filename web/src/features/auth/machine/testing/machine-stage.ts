import { getSession, setSession } from '../../../../api/session.ts';
import type { Identity, IdentityToken, IdentityUser } from '../identity.ts';
import type { LastSession } from '../last-session.ts';
import { type AuthMachine, createAuthMachine } from '../machine.ts';
import type { MachineWorld } from '../world.ts';

export const NOW = Date.parse('2026-11-21T05:00:00Z');

/** For tests: the state machine on a stage where everything it does is written down in order. */
export type Stage = {
  machine: AuthMachine;
  log: string[];
  /** Lines of the log that begin with the word. */
  logged: (word: string) => string[];
  /** The provider reports a person, or that there is none; the machine has dealt with it. */
  arrive: (user: IdentityUser | null) => Promise<void>;
  user: IdentityUser;
  last: () => LastSession | null;
};

let issued = 0;

export function tokenOf(claims: Record<string, unknown> = {}, issuedAt = NOW): IdentityToken {
  issued += 1;
  return {
    token: `token-${issued}`,
    claims,
    issuedAt: new Date(issuedAt).toISOString(),
    expiresAt: new Date(issuedAt + 3_600_000).toISOString(),
    signInProvider: 'password',
  };
}

/** A person whose token is read without force and renewed by `renew`. */
export const renewing = (renew: () => Promise<IdentityToken>) => (force: boolean) =>
  force ? renew() : Promise.resolve(tokenOf());

export const turns = async (count = 30): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

export function freshSession(): void {
  setSession({
    status: 'starting',
    user: null,
    accessToken: null,
    tokenInfo: null,
    admin: false,
    lastRevokedEmail: null,
    ended: null,
  });
}

export function stage(
  changes: Partial<MachineWorld> = {},
  token: (force: boolean) => Promise<IdentityToken> = async () => tokenOf(),
  kept: LastSession | null = null,
): Stage {
  const log: string[] = [];
  let tell: (user: IdentityUser | null) => void = () => undefined;
  let current: IdentityUser | null = null;
  let last = kept;
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
  const machine = createAuthMachine({
    identity: async () => identity,
    setCookie: async (value) => {
      // The order of the specification: token, user and admin flag are stored before the cookie is set.
      const { accessToken, user: known, admin } = getSession();
      log.push(`set-cookie ${value === accessToken && known ? 'after state' : 'BEFORE state'}${admin ? ' admin' : ''}`);
    },
    clearCookie: async () => {
      log.push(`clear-cookie ${getSession().accessToken === null ? 'after state' : 'BEFORE state'}`);
    },
    validate: async () => ({ valid: true, revoked: false }),
    cookieRevoked: async () => false,
    lastSession: {
      read: () => last,
      write: (session) => {
        last = session;
      },
    },
    syncToken: async (method, value) => {
      log.push(`site ${method}${value === null ? '' : ' with token'}`);
    },
    here: () => '/bravo/items?q=a',
    go: async (path) => {
      log.push(`go ${path}`);
    },
    leaving: () => false,
    reload: () => log.push('reload'),
    exclusive: (work) => work(),
    announce: () => log.push('announce'),
    warn: (message) => log.push(`warn ${message}`),
    now: () => NOW,
    ...changes,
  });
  machine.start();
  return {
    machine,
    log,
    logged: (word) => log.filter((line) => line.startsWith(word)),
    user,
    last: () => last,
    arrive: async (next) => {
      await turns(5);
      current = next;
      tell(next);
      await turns();
    },
  };
}
