import { LogOut, UserRound } from 'lucide-react';
import { signOut, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';
import { strings } from '../strings.ts';
import { setTheme, type ThemeChoice, useTheme } from '../theme.ts';
import { useGo } from '../ui/link.tsx';
import { Menu } from '../ui/menu.tsx';

/** Initials of a name or an email, at most two letters. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0]!, words[words.length - 1]!] : words;
  return picked.map((word) => word.charAt(0).toUpperCase()).join('') || '?';
}

/** The person: account, theme, sign out. */
export function UserMenu() {
  const { user, admin } = useSession();
  const theme = useTheme();
  const go = useGo();
  const name = user?.displayName || user?.email || '';
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex size-control shrink-0 items-center justify-center rounded-full text-small"
        >
          <span className="sr-only">{`${strings.nav.userMenu}: ${name}`}</span>
          <span
            aria-hidden
            className="flex size-7 items-center justify-center rounded-full bg-tint font-semibold text-tint-ink"
          >
            {initials(name)}
          </span>
        </button>
      }
      entries={[
        { kind: 'heading', label: admin ? `${name} · Quản trị viên` : name },
        { label: strings.nav.profile, icon: <UserRound aria-hidden />, onSelect: () => go(paths.profile()) },
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
