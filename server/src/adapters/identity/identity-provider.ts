/** The person for whom a verified ID token speaks. Instants are seconds since 1970, as tokens carry them. */
export type TokenClaims = {
  readonly uid: string;
  /** Empty for an account without an e-mail address. */
  readonly email: string;
  readonly name?: string;
  readonly picture?: string;
  /** True only when the token's `admin` claim is exactly `true` (spec §6). */
  readonly admin: boolean;
  /** When the person last signed in; a session older than the user's `validSince` is revoked. */
  readonly authTime: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** The way of the sign-in in Firebase's words: `password`, `google.com` … */
  readonly provider: string;
};

/**
 * `expired`: the token is genuine in everything but its age, so it still tells whose session may have been revoked.
 * `unavailable`: the keys could not be fetched, so the token can be neither trusted nor refused. It is never `invalid`:
 * an outage of the key server would sign everyone out.
 */
export type Verification =
  | { readonly kind: 'valid'; readonly claims: TokenClaims }
  | { readonly kind: 'expired'; readonly claims: TokenClaims }
  /** `aheadSeconds`: genuine, but of a time that has not come by this machine's clock. */
  | { readonly kind: 'invalid'; readonly reason: string; readonly aheadSeconds?: number }
  | { readonly kind: 'unavailable'; readonly reason: string };

export type IdentityUser = {
  readonly uid: string;
  readonly email: string;
  readonly name: string | null;
  readonly picture: string | null;
  readonly admin: boolean;
  readonly disabled: boolean;
  /** ISO instants; null when it never happened. */
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
};

export type NewIdentityUser = {
  /** Chosen by the provider when absent. */
  readonly uid?: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
  readonly admin?: boolean;
};

/** The calls that the product makes to the identity provider. Every one but `verify` throws `IdentityProblem`. */
export type IdentityProvider = {
  /** Checks signature, issuer, audience and times; revocation is the caller's, against its own `validSince`. */
  verify(token: string): Promise<Verification>;
  /** Ends every session of the user at the provider: their refresh tokens stop working. */
  revokeSessions(uid: string): Promise<void>;
  /** Reaches the user's tokens at their next refresh. */
  setAdmin(uid: string, admin: boolean): Promise<void>;
  /** Users in the provider's order, a thousand at a time; `next` continues. */
  listUsers(pageToken?: string): Promise<{ users: IdentityUser[]; next: string | null }>;
  getUser(uid: string): Promise<IdentityUser | null>;
  findUserByEmail(email: string): Promise<IdentityUser | null>;
  createUser(user: NewIdentityUser): Promise<IdentityUser>;
};

/** A refusal or an outage of the identity provider. */
export class IdentityProblem extends Error {
  readonly kind: 'unavailable' | 'not-found' | 'already-exists' | 'refused';

  constructor(kind: IdentityProblem['kind'], message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'IdentityProblem';
    this.kind = kind;
  }
}
