import { initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  type User,
} from 'firebase/auth';
import type { Identity, IdentityConfig, IdentityUser } from '../machine/identity.ts';

function toUser(user: User): IdentityUser {
  return {
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName ?? '',
    photoUrl: user.photoURL,
    token: async (force) => {
      const result = await user.getIdTokenResult(force);
      return {
        token: result.token,
        claims: result.claims,
        issuedAt: result.issuedAtTime,
        expiresAt: result.expirationTime,
        signInProvider: result.signInProvider,
      };
    },
  };
}

/**
 * Firebase Auth without its popup resolver: the resolver loads a script from the provider's site, which must not
 * delay the start, so it is passed only to the calls that need it.
 */
export function firebaseIdentity(config: IdentityConfig): Identity {
  const app = initializeApp({ projectId: config.projectId, apiKey: config.apiKey, authDomain: config.authDomain });
  const auth: Auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  auth.languageCode = 'vi';
  if (config.mode === 'emulator' && config.emulatorUrl) {
    connectAuthEmulator(auth, config.emulatorUrl, { disableWarnings: true });
  }
  const social = () => import('./firebase-social.ts');
  return {
    onUser: (listener) => {
      onAuthStateChanged(auth, (user) => listener(user && toUser(user)));
    },
    current: () => auth.currentUser && toUser(auth.currentUser),
    signInWithPassword: async (email, password) => {
      await signInWithEmailAndPassword(auth, email, password);
    },
    sendEmailLink: (email, url) => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true }),
    signInWithEmailLink: async (email, url) => {
      await signInWithEmailLink(auth, email, url);
    },
    signInWithPopup: async (provider) => (await social()).popup(auth, provider),
    signInWithRedirect: async (provider) => (await social()).redirect(auth, provider),
    finishRedirect: async () => (await social()).finish(auth),
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    signOut: () => signOut(auth),
  };
}
