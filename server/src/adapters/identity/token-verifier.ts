import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';
import type { IdentityConfig } from '../../config.ts';
import type { TokenClaims, Verification } from './identity-provider.ts';

/** Google's signing keys of Firebase ID tokens, as the Firebase documentation on verifying them names it. */
const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const clockToleranceSeconds = 5;
/** Firebase's own limit. */
const longestUid = 128;
const keysFreshForMs = 6 * 60 * 60 * 1000;

/**
 * Checks Firebase ID tokens. Keys are fetched once and kept six hours, the age Google's answer allows; an unknown key
 * id fetches them anew, at most every thirty seconds.
 */
export function createTokenVerifier(
  config: IdentityConfig,
  keysUrl: string = googleKeys,
): (token: string) => Promise<Verification> {
  const expected = {
    issuer: `https://securetoken.google.com/${config.projectId}`,
    audience: config.projectId,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
  };
  if (config.mode === 'emulator') {
    // The emulator signs nothing; config.ts has made sure that only loopback can reach us.
    return (token) => outcome(async () => UnsecuredJWT.decode(token, expected).payload);
  }
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    cacheMaxAge: keysFreshForMs,
    cooldownDuration: 30_000,
    timeoutDuration: 5_000,
  });
  return (token) =>
    outcome(async () => {
      if (!keyIdOf(token)) throw new errors.JWTInvalid('the token names no key');
      return (await jwtVerify(token, keys, { ...expected, algorithms: ['RS256'] })).payload;
    });
}

function keyIdOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

async function outcome(verify: () => Promise<JWTPayload>): Promise<Verification> {
  try {
    return withClaims(await verify());
  } catch (error) {
    // Its signature, issuer and audience have been checked before its age.
    if (error instanceof errors.JWTExpired) {
      const read = withClaims(error.payload);
      return read.kind === 'valid' ? { kind: 'expired', claims: read.claims } : read;
    }
    return concernsTheToken(error)
      ? { kind: 'invalid', reason: error.message }
      : { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Everything else is about fetching or reading the keys. */
function concernsTheToken(error: unknown): error is Error {
  return (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported
  );
}

function withClaims(payload: JWTPayload): Verification {
  const { sub, iat, exp, auth_time: authTime } = payload;
  if (!sub || typeof authTime !== 'number' || iat === undefined || exp === undefined) {
    return { kind: 'invalid', reason: 'a required claim is missing' };
  }
  if (typeof sub !== 'string' || sub.length > longestUid) return { kind: 'invalid', reason: 'no uid' };
  const aheadSeconds = Math.max(iat, authTime) - Date.now() / 1000;
  if (aheadSeconds > clockToleranceSeconds) return { kind: 'invalid', reason: 'issued in the future', aheadSeconds };

  const firebase = payload.firebase as { sign_in_provider?: unknown } | undefined;
  const claims: TokenClaims = {
    uid: sub,
    email: text(payload.email) ?? '',
    name: text(payload.name),
    picture: text(payload.picture),
    admin: payload.admin === true,
    authTime,
    issuedAt: iat,
    expiresAt: exp,
    provider: text(firebase?.sign_in_provider) ?? '',
  };
  return { kind: 'valid', claims };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
