import type { Auth, UserRecord } from 'firebase-admin/auth';
import type { IdentityConfig } from '../../config.ts';
import { IdentityProblem, type IdentityProvider, type IdentityUser } from './identity-provider.ts';
import { rememberingVerifier } from './remembered-verifier.ts';
import { createTokenVerifier } from './token-verifier.ts';

/** Left to themselves, firebase-admin and what it fetches its own rights with ask a network that swallows everything for minutes. */
const PATIENCE_MS = 20_000;

/**
 * Firebase Authentication: a real project, or the emulator on loopback.
 *
 * Tokens are verified here with the issuer's keys; firebase-admin, which is slow to load, comes in with the first
 * administrative call.
 */
export function createFirebaseIdentity(config: IdentityConfig, patienceMs = PATIENCE_MS): IdentityProvider {
  let loading: Promise<Auth> | undefined;
  const call = async <T>(ask: (auth: Auth) => Promise<T>): Promise<T> => {
    loading ??= connect(config);
    try {
      return await within(patienceMs, ask(await loading));
    } catch (error) {
      throw asProblem(error);
    }
  };
  const orNull = (found: Promise<IdentityUser>) =>
    found.catch((error: unknown) => {
      if (error instanceof IdentityProblem && error.kind === 'not-found') return null;
      throw error;
    });

  return {
    verify: rememberingVerifier(createTokenVerifier(config)),
    revokeSessions: (uid) => call((auth) => auth.revokeRefreshTokens(uid)),
    setAdmin: (uid, admin) =>
      call(async (auth) => {
        const { customClaims } = await auth.getUser(uid);
        const { admin: _, ...others } = customClaims ?? {};
        await auth.setCustomUserClaims(uid, admin ? { ...others, admin: true } : others);
      }),
    listUsers: (pageToken) =>
      call(async (auth) => {
        const page = await auth.listUsers(1000, pageToken);
        return { users: page.users.map(toUser), next: page.pageToken ?? null };
      }),
    getUser: (uid) => orNull(call(async (auth) => toUser(await auth.getUser(uid)))),
    findUserByEmail: (email) => orNull(call(async (auth) => toUser(await auth.getUserByEmail(email)))),
    createUser: (user) =>
      call(async (auth) => {
        const { uid } = await auth.createUser({
          uid: user.uid,
          email: user.email,
          password: user.password,
          displayName: user.name,
          emailVerified: true,
        });
        if (user.admin) await auth.setCustomUserClaims(uid, { admin: true });
        return toUser(await auth.getUser(uid));
      }),
  };
}

/** The answer, if it comes in time: what was asked may still happen later. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new IdentityProblem('unavailable', `no answer within ${ms} ms`, undefined)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function connect(config: IdentityConfig): Promise<Auth> {
  const [{ cert, initializeApp }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ]);
  if (config.mode === 'emulator') {
    // firebase-admin takes the emulator's address from the environment only, and reads it at every call.
    process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(config.emulatorUrl).host;
  }
  const credential = config.mode === 'firebase' && config.serviceAccount && { credential: cert(config.serviceAccount) };
  return getAuth(initializeApp({ projectId: config.projectId, ...credential }, crypto.randomUUID()));
}

function toUser(record: UserRecord): IdentityUser {
  return {
    uid: record.uid,
    email: record.email ?? '',
    name: record.displayName ?? null,
    picture: record.photoURL ?? null,
    admin: record.customClaims?.admin === true,
    disabled: record.disabled,
    createdAt: new Date(record.metadata.creationTime).toISOString(),
    lastSignInAt: record.metadata.lastSignInTime ? new Date(record.metadata.lastSignInTime).toISOString() : null,
  };
}

const refusals: Readonly<Record<string, IdentityProblem['kind']>> = {
  'auth/user-not-found': 'not-found',
  'auth/email-already-exists': 'already-exists',
  'auth/uid-already-exists': 'already-exists',
};

function asProblem(error: unknown): IdentityProblem {
  if (error instanceof IdentityProblem) return error;
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const known = refusals[code];
  if (known) return new IdentityProblem(known, message, error);
  const refused = code.startsWith('auth/') && code !== 'auth/internal-error' && code !== 'auth/insufficient-permission';
  return new IdentityProblem(refused ? 'refused' : 'unavailable', message, error);
}
