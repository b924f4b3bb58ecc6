import type { AppConfig } from '@khop/contract/auth.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { connectAuth } from '../../api/session.ts';
import { firebaseIdentity } from './firebase/firebase-identity.ts';
import type { Identity } from './machine/identity.ts';
import { lastSessionStore } from './machine/last-session.ts';
import { type AuthMachine, createAuthMachine } from './machine/machine.ts';
import { connectTabs } from './machine/tabs.ts';
import { syncToken } from './machine/token-sync.ts';

let config: Promise<AppConfig> | undefined;
let identity: Promise<Identity> | undefined;

/** The service's configuration for this page, read once; asked again after a failure. */
export function appConfig(): Promise<AppConfig> {
  config ??= call('getAppConfig', {}, { bare: true }).catch((error: unknown) => {
    config = undefined;
    throw error;
  });
  return config;
}

const provider = (): Promise<Identity> => {
  identity ??= appConfig()
    .then(({ identity: settings }) => firebaseIdentity(settings))
    .catch((error: unknown) => {
      identity = undefined;
      throw error;
    });
  return identity;
};

let machine: AuthMachine | undefined;

export function auth(): AuthMachine {
  if (!machine) throw new Error('startAuth has not been called');
  return machine;
}

/** Sets the state machine going in this tab. `go` and `here` belong to the router. */
export function startAuth(router: { here: () => string; go: (path: string) => Promise<void> }): void {
  const tabs = connectTabs();
  let leaving = false;
  addEventListener('pagehide', () => {
    leaving = true;
  });
  addEventListener('pageshow', () => {
    leaving = false;
  });
  const created = createAuthMachine({
    identity: provider,
    setCookie: async (token) => {
      await call('setCookie', { body: { token } }, { bare: true });
    },
    clearCookie: async () => {
      await call('clearCookie', {}, { bare: true });
    },
    validate: (token) => call('validateToken', { body: { token } }, { bare: true, signal: AbortSignal.timeout(5_000) }),
    cookieRevoked,
    lastSession: lastSessionStore,
    syncToken: async (method, token) => {
      const { tokenSyncUrl } = await appConfig();
      if (tokenSyncUrl) await syncToken(tokenSyncUrl, method, token);
    },
    ...router,
    leaving: () => leaving,
    reload: () => location.reload(),
    exclusive: tabs.exclusive,
    announce: tabs.announce,
    warn: (message, error) => console.warn(`[auth] ${message}`, error),
    now: Date.now,
  });
  tabs.onNews(created.heard);
  machine = created;
  connectAuth(created);
  created.start();
}

/** A GET, because elsewhere the cookie does not identify a caller. Throws when the service cannot tell. */
async function cookieRevoked(): Promise<boolean> {
  try {
    await call('getMe', {}, { bare: true });
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TOKEN_REVOKED') return true;
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
