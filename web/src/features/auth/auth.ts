import type { AppConfig } from '@khop/contract/auth.ts';
import { call } from '../../api/client.ts';
import { connectAuth } from '../../api/session.ts';
import { firebaseIdentity } from './firebase-identity.ts';
import type { Identity, IdentityToken } from './identity.ts';
import { type AuthMachine, createAuthMachine } from './machine.ts';

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
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('khop-session') : undefined;
  const created = createAuthMachine({
    identity: provider,
    setCookie: async (token) => {
      await call('setCookie', { body: { token } }, { bare: true });
    },
    clearCookie: async () => {
      await call('clearCookie', {}, { bare: true });
    },
    validate: (token) => call('validateToken', { body: { token } }, { bare: true, signal: AbortSignal.timeout(5_000) }),
    syncSite: async (method, token) => {
      const { tokenSyncUrl } = await appConfig();
      if (!tokenSyncUrl) return;
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      await fetch(tokenSyncUrl, { method, headers, credentials: 'include' });
    },
    ...router,
    exclusive: (work) =>
      'locks' in navigator ? (navigator.locks.request('khop-token-refresh', work) as ReturnType<typeof work>) : work(),
    announce: (uid, token) => channel?.postMessage({ uid, token }),
    warn: (message, error) => console.warn(`[auth] ${message}`, error),
    now: Date.now,
  });
  channel?.addEventListener('message', (event: MessageEvent<{ uid: string; token: IdentityToken }>) => {
    created.heard(event.data.uid, event.data.token);
  });
  machine = created;
  connectAuth(created);
  created.start();
}
