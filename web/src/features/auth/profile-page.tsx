import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useAction, useCall } from '../../api/query.ts';
import { signOut, useSession } from '../../api/session.ts';
import { Page } from '../../page/page.tsx';
import { strings } from '../../strings.ts';
import { setTheme, type ThemeChoice, useTheme } from '../../theme.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Fact, Facts } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { formatInstant } from '../../ui/format/time.ts';
import { confirm } from '../../ui/overlays/confirm.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { AvatarField } from './avatar-field.tsx';
import { SessionList } from './session-list.tsx';
import { authStrings } from './strings.ts';

/** The signed-in person: name, picture, theme, sessions. */
export function ProfilePage() {
  const { user, admin, tokenInfo } = useSession();
  const me = useCall('getMe', {});
  const theme = useTheme();
  const [name, setName] = useState<string | undefined>(undefined);
  const save = useAction(
    (change: { displayName?: string; avatarUrl?: string | null }) =>
      call('updateMe', { body: { version: me.data!.version, ...change } }),
    {
      invalidates: ['getMe'],
      onSuccess: () => {
        setName(undefined);
        toast.success(authStrings.saved);
      },
    },
  );
  const revokeAll = useAction(() => call('revokeMySessions'), { onSuccess: () => void signOut() });

  return (
    <Page title={authStrings.profileTitle}>
      <div className="mx-auto flex max-w-2xl flex-col gap-4">
        <Card title={authStrings.profileTitle}>
          {me.isError && !me.data ? (
            <ErrorState message={me.error.message} onRetry={() => void me.refetch()} />
          ) : me.data === undefined ? (
            <SkeletonLines lines={3} />
          ) : (
            <div className="flex flex-col gap-4">
              <AvatarField
                name={me.data.displayName || me.data.email}
                url={me.data.avatarUrl}
                busy={save.isPending}
                onChange={(avatarUrl) => save.mutate({ avatarUrl })}
              />
              <Facts>
                <Fact label="Email">{user?.email}</Fact>
                <Fact label={authStrings.role}>
                  <Chip tone={admin ? 'green' : 'grey'}>{admin ? authStrings.admin : authStrings.member}</Chip>
                </Fact>
              </Facts>
              <form
                className="flex items-end gap-2"
                onSubmit={(event) => {
                  event.preventDefault();
                  if (name?.trim()) save.mutate({ displayName: name.trim() });
                }}
              >
                <TextField
                  className="grow"
                  label={authStrings.displayName}
                  value={name ?? me.data.displayName}
                  maxLength={100}
                  onChange={(event) => setName(event.target.value)}
                />
                <Button
                  type="submit"
                  variant="primary"
                  busy={save.isPending}
                  disabled={!name?.trim() || name === me.data.displayName}
                >
                  {strings.common.save}
                </Button>
              </form>
            </div>
          )}
        </Card>
        <Card title={strings.nav.theme}>
          <Select<ThemeChoice>
            className="max-w-60"
            label={strings.nav.theme}
            hideLabel
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'light', label: strings.nav.light },
              { value: 'dark', label: strings.nav.dark },
              { value: 'system', label: strings.nav.system },
            ]}
          />
        </Card>
        <Card title={authStrings.sessions}>
          <div className="flex flex-col items-start gap-3">
            <SessionList />
            <p className="m-0 text-grid text-ink-2">
              {authStrings.sessionsHint}
              {tokenInfo ? ` ${authStrings.tokenUntil} ${formatInstant(tokenInfo.expiresAt)}.` : ''}
            </p>
            <Button
              variant="danger"
              busy={revokeAll.isPending}
              onClick={async () => {
                const yes = await confirm({
                  title: `${authStrings.revokeAll}?`,
                  body: authStrings.sessionsHint,
                  action: authStrings.revokeAll,
                  danger: true,
                });
                if (yes) revokeAll.mutate();
              }}
            >
              {authStrings.revokeAll}
            </Button>
          </div>
        </Card>
      </div>
    </Page>
  );
}
