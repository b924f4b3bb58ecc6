import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, type Ref, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Banner } from '../../ui/states.tsx';
import { appConfig } from './auth.ts';
import { AuthFrame } from './auth-frame.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { markRedirect } from './email-link.ts';
import type { SocialProvider } from './machine/identity.ts';
import { OtherWays } from './other-ways.tsx';
import { authStrings } from './strings.ts';
import { useSigningIn } from './use-signing-in.ts';

type Asked = { revoked?: string; expired?: string; redirect?: string };

/** Sign-in by password, email link and social providers, as far as the identity project enables them. */
export function SignInPage() {
  const search = useSearch({ strict: false }) as Asked;
  const { lastRevokedEmail } = useSession();
  const config = useQuery({ queryKey: ['appConfig'], queryFn: appConfig, staleTime: Number.POSITIVE_INFINITY });
  const [email, setEmail] = useState(lastRevokedEmail ?? '');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [popupFailed, setPopupFailed] = useState<SocialProvider | undefined>(undefined);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const enterButton = useRef<HTMLButtonElement>(null);

  // Typing begins at once; a finger opens no keyboard before it points at a field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) (email ? passwordField : emailField).current?.focus();
  }, []);

  const { busy, error, missing, setMissing, sentTo, confirmLink, enter, sendLinkTo } = useSigningIn(search.redirect);

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
    await sendLinkTo(email.trim());
  };

  const popup = async (provider: SocialProvider) => {
    const entered = await enter(provider, (identity) => identity.signInWithPopup(provider));
    if (!entered) setPopupFailed(provider);
  };

  return (
    <AuthFrame title={authStrings.signInTitle}>
      <div className="flex flex-col gap-3">
        <SignInNotices search={search} unavailable={config.isError ? config.error : undefined} />
        <HowItStands sentTo={sentTo} busy={busy} confirmLink={confirmLink} error={error} />
        <form noValidate onSubmit={submit} className="flex flex-col gap-3">
          <EmailField
            field={emailField}
            value={email}
            error={missing.email}
            onChange={(value) => {
              setEmail(value);
              setMissing({ ...missing, email: undefined });
            }}
          />
          {confirmLink ? null : (
            <PasswordField
              field={passwordField}
              value={password}
              error={missing.password}
              shown={shown}
              onShown={setShown}
              onChange={(value) => {
                setPassword(value);
                setMissing({ ...missing, password: undefined });
              }}
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

/** The reasons why a person who was signed in is here again, and why a sign-in is impossible now. */
function SignInNotices({ search, unavailable }: { search: Asked; unavailable: unknown }) {
  const { lastRevokedEmail } = useSession();
  return (
    <>
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
      {unavailable !== undefined ? (
        <Banner
          tone="error"
          action={
            <button type="button" className="underline" onClick={() => location.reload()}>
              {strings.common.retry}
            </button>
          }
        >
          {authStrings.unavailable} {errorMessage(unavailable)}
        </Banner>
      ) : null}
    </>
  );
}

function HowItStands({
  sentTo,
  busy,
  confirmLink,
  error,
}: Pick<ReturnType<typeof useSigningIn>, 'sentTo' | 'busy' | 'confirmLink' | 'error'>) {
  return (
    <>
      {sentTo ? (
        <Banner tone="success">
          {authStrings.emailLinkSent} <strong>{sentTo}</strong>. {authStrings.emailLinkHint}
        </Banner>
      ) : null}
      {busy === 'arrival' ? <Banner>{authStrings.finishing}</Banner> : null}
      {confirmLink ? <Banner>{authStrings.emailLinkConfirm}</Banner> : null}
      {error ? <Banner tone="error">{error}</Banner> : null}
    </>
  );
}

type FilledIn = {
  field: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function EmailField({ field, value, error, onChange }: FilledIn) {
  return (
    <TextField
      ref={field}
      label={authStrings.email}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function PasswordField({
  field,
  value,
  error,
  onChange,
  shown,
  onShown,
}: FilledIn & { shown: boolean; onShown: (shown: boolean) => void }) {
  return (
    <TextField
      ref={field}
      label={authStrings.password}
      type={shown ? 'text' : 'password'}
      name="password"
      autoComplete="current-password"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      suffix={
        <button
          type="button"
          aria-label={shown ? authStrings.hidePassword : authStrings.showPassword}
          onClick={() => onShown(!shown)}
          className="flex size-7 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        </button>
      }
    />
  );
}
