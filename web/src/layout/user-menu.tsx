import { CircleHelp, Keyboard, LogOut, UserRound } from 'lucide-react';
import { useCall } from '../api/query.ts';
import { signOut, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { strings } from '../strings.ts';
import { setTheme, type ThemeChoice, useTheme } from '../theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useGo } from '../ui/link.tsx';
import { Menu } from '../ui/overlays/menu.tsx';

/** The person: account, keys, theme, sign out. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user, admin } = useSession();
  const theme = useTheme();
  const go = useGo();
  const me = useCall('getMe', {});
  const name = me.data?.displayName || user?.displayName || user?.email || '';
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex size-control shrink-0 items-center justify-center rounded-full text-small"
        >
          <span className="sr-only">{`${strings.nav.userMenu}: ${name}`}</span>
          <Avatar name={name} url={me.data?.avatarUrl ?? user?.photoUrl} className="size-7 text-small" />
        </button>
      }
      entries={[
        { kind: 'heading', label: admin ? `${name} · Quản trị viên` : name },
        { label: strings.nav.profile, icon: <UserRound aria-hidden />, onSelect: () => go(paths.profile()) },
        {
          label: strings.nav.guide,
          icon: <CircleHelp aria-hidden />,
          keys: 'F1',
          onSelect: () => go(paths.guide()),
        },
        { label: strings.nav.shortcuts, icon: <Keyboard aria-hidden />, keys: '?', onSelect: onShortcuts },
        { kind: 'separator' },
        {
          kind: 'radio',
          label: strings.nav.theme,
          value: theme,
          options: [
            { value: 'light', label: strings.nav.light },
            { value: 'dark', label: strings.nav.dark },
            { value: 'system', label: strings.nav.system },
          ],
          onChange: (value) => setTheme(value as ThemeChoice),
        },
        { kind: 'separator' },
        { label: strings.nav.signOut, icon: <LogOut aria-hidden />, onSelect: () => void signOut() },
      ]}
    />
  );
}
