import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { isAuthenticated, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink, useGo } from '../../ui/link.tsx';
import { Banner } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { appConfig, auth } from './auth.ts';
import { AuthFrame } from './auth-frame.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { forgetEmail, isEmailLink, markRedirect, rememberEmail, rememberedEmail, takeRedirect } from './email-link.ts';
import type { Identity, SocialProvider } from './identity.ts';
import { codeOf, identityMessage } from './messages.ts';
import { type Busy, OtherWays } from './other-ways.tsx';
import { safeRedirect, signInPath } from './redirect.ts';
import { authStrings } from './strings.ts';

/** Sign-in by password, email link and social providers, as far as the identity project enables them. */
export function SignInPage() {
  const search = useSearch({ strict: false }) as { revoked?: string; expired?: string; redirect?: string };
  const session = useSession();
  const { lastRevokedEmail } = session;
  const config = useQuery({ queryKey: ['appConfig'], queryFn: appConfig, staleTime: Number.POSITIVE_INFINITY });
  const go = useGo();
  const [email, setEmail] = useState(lastRevokedEmail ?? '');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState<Busy>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [missing, setMissing] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const [popupFailed, setPopupFailed] = useState<SocialProvider | undefined>(undefined);
  const [confirmLink, setConfirmLink] = useState(false);
  const onArrival = useRef(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const enterButton = useRef<HTMLButtonElement>(null);

  // Typing begins at once; a finger opens no keyboard before it points at a field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) (email ? passwordField : emailField).current?.focus();
  }, []);

  const enter = async (kind: NonNullable<Busy>, work: (identity: Identity) => Promise<void>) => {
    setBusy(kind);
    setError(undefined);
    setMissing({});
    try {
      await auth().signInBy(work);
      forgetEmail();
      go(safeRedirect(search.redirect), { replace: true });
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

  // Returning by email link or from a provider's page finishes that sign-in, once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival
  useEffect(() => {
    if (onArrival.current) return;
    onArrival.current = true;
    const sentEmail = rememberedEmail();
    if (isEmailLink(location.href) && sentEmail)
      void enter('arrival', (identity) => identity.signInWithEmailLink(sentEmail, location.href));
    else if (isEmailLink(location.href)) setConfirmLink(true);
    else if (takeRedirect(Date.now())) void enter('arrival', (identity) => identity.finishRedirect());
  }, []);

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
    if (signedIn) go(safeRedirect(search.redirect), { replace: true });
  }, [signedIn]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const lacks = {
      ...(email.trim() ? {} : { email: authStrings.needEmail }),
      ...(password || confirmLink ? {} : { password: authStrings.needPassword }),
    };
    setMissing(lacks);
    if (Object.keys(lacks).length > 0) return (lacks.email ? emailField : passwordField).current?.focus();
    if (confirmLink) {
      await enter('link', (identity) => identity.signInWithEmailLink(email.trim(), location.href));
    } else {
      const entered = await enter('password', (identity) => identity.signInWithPassword(email.trim(), password));
      if (entered) return;
      passwordField.current?.focus();
      passwordField.current?.select();
    }
  };

  const sendLink = async () => {
    if (!email.trim()) {
      setMissing({ email: authStrings.needEmail });
      emailField.current?.focus();
      return;
    }
    setBusy('link');
    setError(undefined);
    setMissing({});
    try {
      await auth().identityCall((identity) =>
        identity.sendEmailLink(email.trim(), new URL(signInPath(search.redirect), location.origin).href),
      );
      rememberEmail(email.trim());
      setSentTo(email.trim());
    } catch (failure) {
      setError(identityMessage(failure) ?? errorMessage(failure));
    }
    setBusy(undefined);
  };

  const popup = async (provider: SocialProvider) => {
    const entered = await enter(provider, (identity) => identity.signInWithPopup(provider));
    if (!entered) setPopupFailed(provider);
  };

  return (
    <AuthFrame title={authStrings.signInTitle}>
      <div className="flex flex-col gap-3">
        {search.revoked === 'true' ? (
          <Banner tone="warning">
            {authStrings.revokedTitle}
            {lastRevokedEmail ? (
              <>
                {' '}
                {authStrings.revokedWho} <strong>{lastRevokedEmail}</strong>
              </>
            ) : null}
          </Banner>
        ) : null}
        {search.expired === 'true' ? <Banner tone="warning">{authStrings.expiredTitle}</Banner> : null}
        {config.isError ? (
          <Banner
            tone="error"
            action={
              <button type="button" className="underline" onClick={() => location.reload()}>
                {strings.common.retry}
              </button>
            }
          >
            {authStrings.unavailable} {errorMessage(config.error)}
          </Banner>
        ) : null}
        {sentTo ? (
          <Banner tone="success">
            {authStrings.emailLinkSent} <strong>{sentTo}</strong>. {authStrings.emailLinkHint}
          </Banner>
        ) : null}
        {busy === 'arrival' ? <Banner>{authStrings.finishing}</Banner> : null}
        {confirmLink ? <Banner>{authStrings.emailLinkConfirm}</Banner> : null}
        {error ? <Banner tone="error">{error}</Banner> : null}
        <form noValidate onSubmit={submit} className="flex flex-col gap-3">
          <TextField
            ref={emailField}
            label={authStrings.email}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            value={email}
            error={missing.email}
            onChange={(event) => {
              setEmail(event.target.value);
              setMissing({ ...missing, email: undefined });
            }}
          />
          {confirmLink ? null : (
            <TextField
              ref={passwordField}
              label={authStrings.password}
              type={shown ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              value={password}
              error={missing.password}
              onChange={(event) => {
                setPassword(event.target.value);
                setMissing({ ...missing, password: undefined });
              }}
              suffix={
                <button
                  type="button"
                  aria-label={shown ? authStrings.hidePassword : authStrings.showPassword}
                  onClick={() => setShown(!shown)}
                  className="flex size-7 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
                >
                  {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
                </button>
              }
            />
          )}
          <Button
            ref={enterButton}
            type="submit"
            variant="primary"
            busy={busy === 'password'}
            disabled={busy !== undefined}
            className="mt-1 w-full"
          >
            {confirmLink ? strings.common.continue : authStrings.signIn}
          </Button>
        </form>
        <DemoAccounts
          accounts={config.data?.identity.demoAccounts ?? []}
          onChoose={(account) => {
            setEmail(account.email);
            setPassword(account.password);
            setMissing({});
            enterButton.current?.focus();
          }}
        />
        <div className="text-center text-grid">
          <TextLink to={paths.forgotPassword(search)}>{authStrings.forgot}</TextLink>
        </div>
        <OtherWays
          providers={config.data?.identity.providers ?? []}
          busy={busy}
          popupFailed={popupFailed}
          onPopup={(provider) => void popup(provider)}
          onRedirect={(provider) => {
            markRedirect(Date.now());
            void enter(provider, (identity) => identity.signInWithRedirect(provider));
          }}
          onEmailLink={() => void sendLink()}
        />
      </div>
    </AuthFrame>
  );
}
