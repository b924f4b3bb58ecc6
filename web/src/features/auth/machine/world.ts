import type { Identity, IdentityToken } from './identity.ts';
import type { LastSessionStore } from './last-session.ts';

/** The world of the state machine, so that every rule of the specification §4 can be tested without a browser. */
export type MachineWorld = {
  identity: () => Promise<Identity>;
  setCookie: (token: string) => Promise<void>;
  clearCookie: () => Promise<void>;
  validate: (token: string) => Promise<{ valid: boolean; revoked: boolean }>;
  /** True when the service knows the session of the cookie, which outlives the page, for revoked. */
  cookieRevoked: () => Promise<boolean>;
  lastSession: LastSessionStore;
  /** Shares the session with another site of the company, where one is configured. */
  syncToken: (method: 'POST' | 'DELETE', token: string | null) => Promise<void>;
  /** The place of the person: the full path of the page. */
  here: () => string;
  go: (path: string) => Promise<void>;
  /** True once the page is being left: what fails now fails because of that. */
  leaving: () => boolean;
  /** Loads the page anew. */
  reload: () => void;
  /** Runs the work while no other tab does the same. */
  exclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Tells the other tabs about a renewed token. */
  announce: (uid: string, token: IdentityToken) => void;
  warn: (message: string, error: unknown) => void;
  now: () => number;
};
