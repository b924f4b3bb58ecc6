import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { isAuthenticated, useSession } from '../../api/session.ts';
import { useGo } from '../../ui/link.tsx';
import { auth } from './auth.ts';
import { forgetEmail, isEmailLink, rememberEmail, rememberedEmail, takeRedirect } from './email-link.ts';
import type { Identity } from './machine/identity.ts';
import { safeRedirect, signInPath } from './machine/redirect.ts';
import { codeOf, identityMessage } from './messages.ts';
import type { Busy } from './other-ways.tsx';
import { authStrings } from './strings.ts';

/** A sign-in under way: by which way, what went wrong, and the way on to `redirect` once it is done. */
export function useSigningIn(redirect: string | undefined) {
  const session = useSession();
  const go = useGo();
  const [busy, setBusy] = useState<Busy>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [missing, setMissing] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const [confirmLink, setConfirmLink] = useState(false);

  const enter = async (kind: NonNullable<Busy>, work: (identity: Identity) => Promise<void>) => {
    setBusy(kind);
    setError(undefined);
    setMissing({});
    try {
      await auth().signInBy(work);
      forgetEmail();
      go(safeRedirect(redirect), { replace: true });
    } catch (failure) {
      const byLink = isEmailLink(location.href) && (kind === 'link' || kind === 'arrival');
      // Not the address that the link was sent to: it can be typed. A link that is used up leaves the other ways.
      const otherEmail = byLink && codeOf(failure) === 'invalid-email';
      if (byLink) setConfirmLink(otherEmail);
      setError(otherEmail ? authStrings.emailLinkMismatch : (identityMessage(failure) ?? errorMessage(failure)));
      setBusy(undefined);
      return false;
    }
    return true;
  };

  useOnArrival(enter, () => setConfirmLink(true));

  // Back from a provider's page by the browser's own button: the page is as it was left, waiting.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setBusy(undefined);
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  // Signed in meanwhile in another tab.
  const signedIn = isAuthenticated(session) && busy === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when that changes
  useEffect(() => {
    if (signedIn) go(safeRedirect(redirect), { replace: true });
  }, [signedIn]);

  const sendLinkTo = async (email: string) => {
    setBusy('link');
    setError(undefined);
    setMissing({});
    try {
      await auth().identityCall((identity) =>
        identity.sendEmailLink(email, new URL(signInPath(redirect), location.origin).href),
      );
      rememberEmail(email);
      setSentTo(email);
    } catch (failure) {
      setError(identityMessage(failure) ?? errorMessage(failure));
    }
    setBusy(undefined);
  };

  return { busy, error, missing, setMissing, sentTo, confirmLink, enter, sendLinkTo };
}

/** Returning by email link or from a provider's page finishes that sign-in, once. */
function useOnArrival(
  enter: (kind: 'arrival', work: (identity: Identity) => Promise<void>) => Promise<boolean>,
  onUnknownEmail: () => void,
): void {
  const onArrival = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival
  useEffect(() => {
    if (onArrival.current) return;
    onArrival.current = true;
    const sentEmail = rememberedEmail();
    if (isEmailLink(location.href) && sentEmail)
      void enter('arrival', (identity) => identity.signInWithEmailLink(sentEmail, location.href));
    else if (isEmailLink(location.href)) onUnknownEmail();
    else if (takeRedirect(Date.now())) void enter('arrival', (identity) => identity.finishRedirect());
  }, []);
}
