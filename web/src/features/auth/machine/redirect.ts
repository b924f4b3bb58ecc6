import type { Session } from '../../../api/session.ts';

const SIGN_IN = '/sign-in';
const AUTH_PAGES = new Set([SIGN_IN, '/forgot-password']);

/** Pages without layout, for people who are not signed in. */
export const isAuthPage = (pathname: string): boolean => AUTH_PAGES.has(pathname.replace(/\/+$/, '') || '/');

/**
 * The page after signing in: the wanted path if it lies inside Khớp, else the home page. Exactly one leading slash; no
 * backslash, no control character, nothing a browser could read as another host.
 */
export function safeRedirect(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/';
  for (const char of wanted) {
    const code = char.codePointAt(0)!;
    if (code < 0x20 || code === 0x7f) return '/';
  }
  const base = 'http://site.invalid';
  try {
    const url = new URL(wanted, base);
    if (url.origin !== base || url.pathname.startsWith('//') || isAuthPage(url.pathname)) return '/';
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return '/';
  }
}

/** The sign-in page that leads back to a path, with the notice of a session that was revoked or has expired. */
export function signInPath(from?: string, ended: Session['ended'] = null): string {
  const query = [
    ended === 'revoked' || ended === 'expired' ? `${ended}=true` : '',
    from !== undefined && (from === '/' || safeRedirect(from) !== '/') ? `redirect=${encodeURIComponent(from)}` : '',
  ].filter(Boolean);
  return query.length > 0 ? `${SIGN_IN}?${query.join('&')}` : SIGN_IN;
}
