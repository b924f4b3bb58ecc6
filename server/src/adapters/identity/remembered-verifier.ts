import { createHash } from 'node:crypto';
import type { Verification } from './identity-provider.ts';

type Verify = (token: string) => Promise<Verification>;

/** More people than work at once; the least recently asked about go first. */
const MOST_KEPT = 10_000;

/**
 * Checks a signature once for as long as its token lives, for every request brings the same token. Only what is valid is
 * remembered, under the token's hash: memory holds no token. Whether its person may still come is nothing of the token, and is asked
 * of the database with every request.
 */
export function rememberingVerifier(verify: Verify, now: () => number = Date.now): Verify {
  const known = new Map<string, Verification & { kind: 'valid' }>();
  return async (token) => {
    const name = createHash('sha256').update(token).digest('base64');
    const before = known.get(name);
    known.delete(name);
    if (before && now() < before.claims.expiresAt * 1000) {
      known.set(name, before);
      return before;
    }
    const verification = await verify(token);
    if (verification.kind === 'valid') {
      known.set(name, verification);
      if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
    }
    return verification;
  };
}
