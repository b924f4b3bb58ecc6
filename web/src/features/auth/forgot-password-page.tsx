import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Banner } from '../../ui/states.tsx';
import { auth } from './auth.ts';
import { AuthFrame } from './auth-frame.tsx';
import { codeOf, identityMessage } from './messages.ts';
import { authStrings } from './strings.ts';

/** Asks for a link to set a new password. Never tells whether an email has an account. */
export function ForgotPasswordPage() {
  // The way back to where the person wanted to go.
  const search = useSearch({ strict: false }) as { redirect?: string };
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState<string | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [sentTo, setSentTo] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) emailField.current?.focus();
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    setMissing(address ? undefined : authStrings.needEmail);
    if (!address) return emailField.current?.focus();
    setBusy(true);
    setError(undefined);
    try {
      await auth().identityCall((identity) => identity.sendPasswordReset(address));
      setSentTo(address);
    } catch (failure) {
      if (codeOf(failure) === 'user-not-found') setSentTo(address);
      else setError(identityMessage(failure) ?? errorMessage(failure));
    }
    setBusy(false);
  };

  return (
    <AuthFrame title={authStrings.forgotTitle}>
      <div className="flex flex-col gap-3">
        {error ? <Banner tone="error">{error}</Banner> : null}
        {sentTo ? (
          <Banner tone="success">
            {authStrings.forgotSent} <strong>{sentTo}</strong>.
          </Banner>
        ) : (
          <p className="m-0 text-grid text-ink-2">{authStrings.forgotHint}</p>
        )}
        <form noValidate onSubmit={submit} className="flex flex-col gap-3">
          <TextField
            ref={emailField}
            label={authStrings.email}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            error={missing}
            onChange={(event) => {
              setEmail(event.target.value);
              setMissing(undefined);
            }}
          />
          <Button type="submit" variant="primary" busy={busy} className="w-full">
            {strings.common.send}
          </Button>
        </form>
        <div className="text-center text-grid">
          <TextLink to={paths.signIn(search)}>{authStrings.backToSignIn}</TextLink>
        </div>
      </div>
    </AuthFrame>
  );
}
