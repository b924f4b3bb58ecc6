import { REDIRECT_EVENT_TTL_MS } from '../../constants.ts';

const EMAIL_KEY = 'khop.signin.email';
const REDIRECT_KEY = 'khop.signin.redirect';

/** The email that a sign-in link was sent to, so that the link needs no typing on the same device. */
export function rememberEmail(email: string): void {
  localStorage.setItem(EMAIL_KEY, email);
}

export function forgetEmail(): void {
  localStorage.removeItem(EMAIL_KEY);
}

export function rememberedEmail(): string | null {
  return localStorage.getItem(EMAIL_KEY);
}

/** True when this address is that of a sign-in link. */
export function isEmailLink(href: string): boolean {
  const query = new URL(href).searchParams;
  return query.get('mode') === 'signIn' && query.has('oobCode');
}

/** Marks that this tab has left for a provider's page; the mark counts for ten minutes. */
export function markRedirect(now: number): void {
  sessionStorage.setItem(REDIRECT_KEY, String(now));
}

/** True once when this tab comes back from a provider's page in time. */
export function takeRedirect(now: number): boolean {
  const started = Number(sessionStorage.getItem(REDIRECT_KEY) ?? Number.NaN);
  sessionStorage.removeItem(REDIRECT_KEY);
  return now - started <= REDIRECT_EVENT_TTL_MS;
}
