import type { AppConfig } from '@khop/contract/auth.ts';

/** The parts of a token that the session needs. */
export type IdentityToken = {
  token: string;
  claims: Readonly<Record<string, unknown>>;
  issuedAt: string;
  expiresAt: string;
  signInProvider: string | null;
};

export type IdentityUser = {
  uid: string;
  email: string;
  displayName: string;
  photoUrl: string | null;
  token: (force: boolean) => Promise<IdentityToken>;
};

export type SocialProvider = 'google.com' | 'microsoft.com' | 'apple.com' | 'github.com' | 'facebook.com';

/** The identity provider, as little of it as the product uses. */
export type Identity = {
  /** Tells the present user at once and on every change. */
  onUser: (listener: (user: IdentityUser | null) => void) => void;
  current: () => IdentityUser | null;
  signInWithPassword: (email: string, password: string) => Promise<void>;
  sendEmailLink: (email: string, returnUrl: string) => Promise<void>;
  signInWithEmailLink: (email: string, url: string) => Promise<void>;
  signInWithPopup: (provider: SocialProvider) => Promise<void>;
  signInWithRedirect: (provider: SocialProvider) => Promise<void>;
  /** Finishes a sign-in by redirect that this page returns from, if any. */
  finishRedirect: () => Promise<void>;
  sendPasswordReset: (email: string) => Promise<void>;
  signOut: () => Promise<void>;
};

export type IdentityConfig = AppConfig['identity'];
