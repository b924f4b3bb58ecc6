import {
  type Auth,
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  getRedirectResult,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth';
import type { SocialProvider } from '../machine/identity.ts';

const providerOf = (id: SocialProvider) => {
  const provider = id === 'google.com' ? new GoogleAuthProvider() : new OAuthProvider(id);
  provider.setCustomParameters({ prompt: 'select_account' });
  return provider;
};

/** The provider's window measures 500×600; the library opens it at that size. */
export async function popup(auth: Auth, provider: SocialProvider): Promise<void> {
  await signInWithPopup(auth, providerOf(provider), browserPopupRedirectResolver);
}

export async function redirect(auth: Auth, provider: SocialProvider): Promise<void> {
  await signInWithRedirect(auth, providerOf(provider), browserPopupRedirectResolver);
}

export async function finish(auth: Auth): Promise<void> {
  await getRedirectResult(auth, browserPopupRedirectResolver);
}
