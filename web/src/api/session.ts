import { useSyncExternalStore } from 'react';

export type SessionUser = { uid: string; email: string; displayName: string; photoUrl: string | null };
export type TokenInfo = { issuedAt: string; expiresAt: string; signInProvider: string | null };

/** Auth state of the specification §3. `starting` until the identity provider has reported for the first time. */
export type Session = {
  status: 'starting' | 'signed-out' | 'signed-in';
  user: SessionUser | null;
  accessToken: string | null;
  tokenInfo: TokenInfo | null;
  /** True only when the token's admin claim is exactly true. */
  admin: boolean;
  lastRevokedEmail: string | null;
  /** The reason why the last session is over; `left`: its person signed out. Null while a session is live. */
  ended: 'revoked' | 'expired' | 'left' | null;
};

const EMPTY: Session = {
  status: 'starting',
  user: null,
  accessToken: null,
  tokenInfo: null,
  admin: false,
  lastRevokedEmail: null,
  ended: null,
};

let session: Session = EMPTY;
const listeners = new Set<() => void>();

export const getSession = (): Session => session;

/** Only the state machine in features/auth writes. */
export function setSession(change: Partial<Session>): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener();
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Forgets what a person has left in the tab beside its pages once they sign out or another person comes. A session that ended by
 * itself leaves it to its person. `owner`: the person whose it is, when that is known from an earlier page.
 */
export function forgetWithPerson(forget: () => void, owner: string | undefined = session.user?.uid): void {
  let whose = owner;
  const look = () => {
    const { user, ended } = session;
    const isOver = ended === 'left' || (user !== null && user.uid !== whose);
    if (whose !== undefined && isOver) forget();
    whose = user?.uid ?? (isOver ? undefined : whose);
  };
  subscribeSession(look);
  look();
}

/** True when both a user and a token are present. */
export const isAuthenticated = (state: Session = session): boolean => state.user !== null && state.accessToken !== null;

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, getSession);
}

/** The calls of the client to the state machine. Connected once by main.tsx, so that api/ knows no feature. */
export type AuthPort = {
  /** Settles when the provider has reported the person who is signed in, or that there is none. */
  ready: () => Promise<void>;
  /** One forced refresh at a time; undefined without a session. Rejects after the session was closed. */
  refresh: () => Promise<string | undefined>;
  /** The session was revoked: close it and go to the sign-in page. Once at a time. */
  revoked: () => Promise<void>;
  signOut: () => Promise<void>;
};

let port: AuthPort | undefined;

export function connectAuth(auth: AuthPort): void {
  port = auth;
}

export function authPort(): AuthPort {
  if (!port) throw new Error('connectAuth has not been called');
  return port;
}

/** Signs out and goes to the sign-in page. */
export const signOut = (): Promise<void> => authPort().signOut();
