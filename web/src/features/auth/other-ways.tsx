import { Mail } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { SocialProvider } from './machine/identity.ts';
import { authStrings, providerNames } from './strings.ts';

/** The sign-in that the page is busy with; `arrival`: finishing a sign-in that came back by link or redirect. */
export type Busy = 'password' | 'link' | 'arrival' | SocialProvider | undefined;

/** The ways to sign in beside the password, as far as the identity project enables them. */
export function OtherWays({
  providers,
  busy,
  popupFailed,
  onPopup,
  onRedirect,
  onEmailLink,
}: {
  providers: readonly string[];
  busy: Busy;
  /** The provider with a window that did not work: it is offered by redirect. */
  popupFailed: SocialProvider | undefined;
  onPopup: (provider: SocialProvider) => void;
  onRedirect: (provider: SocialProvider) => void;
  onEmailLink: () => void;
}) {
  const social = providers.filter((name): name is SocialProvider => name in providerNames);
  const byLink = providers.includes('email-link');
  if (social.length === 0 && !byLink) return null;
  return (
    <>
      <div className="flex items-center gap-3 text-small text-ink-3">
        <span className="h-px grow bg-line" />
        {authStrings.or}
        <span className="h-px grow bg-line" />
      </div>
      <div className="flex flex-col gap-2">
        {social.map((provider) => (
          <Button
            key={provider}
            className="w-full"
            busy={busy === provider}
            disabled={busy !== undefined}
            onClick={() => onPopup(provider)}
          >
            {authStrings.withProvider} {providerNames[provider]}
          </Button>
        ))}
        {popupFailed ? (
          <button
            type="button"
            disabled={busy !== undefined}
            className="text-grid text-accent hover:underline"
            onClick={() => onRedirect(popupFailed)}
          >
            {authStrings.useRedirect}
          </button>
        ) : null}
        {byLink ? (
          <Button
            className="w-full"
            icon={<Mail aria-hidden />}
            busy={busy === 'link'}
            disabled={busy !== undefined}
            onClick={onEmailLink}
          >
            {authStrings.emailLink}
          </Button>
        ) : null}
      </div>
    </>
  );
}
