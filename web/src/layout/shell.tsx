import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { type Dispatch, type SetStateAction, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { EmulatorBanner } from '../features/auth/emulator-banner.tsx';
import { ClockBar } from '../page/clock-bar.tsx';
import { useCommands } from '../page/commands.ts';
import { useAllCrumbs } from '../page/page.tsx';
import { useSlot } from '../page/slots.ts';
import { paths } from '../paths.ts';
import { strings } from '../strings.ts';
import { cn } from '../ui/cn.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { Breadcrumb } from '../ui/link.tsx';
import { ConfirmHost } from '../ui/overlays/confirm.tsx';
import { Drawer } from '../ui/overlays/dialog.tsx';
// With the page: fetched for the first message alone it lacks when the network is away, which is what most messages are about.
import '../ui/overlays/toast-host.tsx';
import { TooltipProvider } from '../ui/overlays/tooltip.tsx';
import { hasOwnKeys } from '../ui/own-keys.ts';
import { part } from '../ui/part.ts';
import { DiskBar } from './disk-bar.tsx';
import { DropAnywhere } from './drop-anywhere.tsx';
import { NavTitle, SideNav } from './nav.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { RunTray } from './run-tray.tsx';
import { UserMenu } from './user-menu.tsx';

const CommandPalette = part(() => import('./command-palette.tsx'), 'CommandPalette');
const ShortcutsDialog = part(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

const COLLAPSED_KEY = 'khop.nav.collapsed';
const rememberedCollapse = (): boolean => {
  try {
    return localStorage.getItem(COLLAPSED_KEY) === '1';
  } catch {
    return false;
  }
};

/** The layout of every page but the two auth pages. */
export function Shell() {
  const [collapsed, setCollapsed] = useState(rememberedCollapse);
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const navigate = useNavigate();
  const openGuide = useCallback(() => void navigate({ to: paths.guide() as string }), [navigate]);
  const crumbs = useAllCrumbs();
  const period = useSlot('period');
  const pathname = useRouterState({ select: (state) => state.location.pathname });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => setDrawer(false), [pathname]);
  useShellKeys({ openGuide, setPalette, setShortcuts });
  useCommands(
    useMemo(
      () => [
        {
          id: 'shortcuts',
          label: strings.nav.shortcuts,
          group: strings.palette.actions,
          keys: '?',
          run: () => setShortcuts(true),
        },
        {
          id: 'uploads',
          label: strings.file.several,
          keywords: 'tải lên thư mục kéo thả',
          group: strings.palette.actions,
          run: () => void navigate({ to: paths.uploads() as string }),
        },
        {
          id: 'guide',
          label: strings.nav.guide,
          group: strings.palette.actions,
          keys: 'F1',
          run: openGuide,
        },
      ],
      [openGuide, navigate],
    ),
  );
  const collapse = (next: boolean) => {
    setCollapsed(next);
    try {
      localStorage.setItem(COLLAPSED_KEY, next ? '1' : '0');
    } catch {
      // Not remembered without storage.
    }
  };

  return (
    <TooltipProvider>
      <a
        href="#content"
        className="fixed top-1 left-1 z-70 -translate-y-12 rounded-md bg-primary px-3 py-2 text-on-primary no-underline focus:translate-y-0 print:hidden"
      >
        {strings.nav.skip}
      </a>
      <div role="status" className="sr-only">
        {crumbs.at(-1)?.label}
      </div>
      <div className="flex h-dvh flex-col">
        <EmulatorBanner />
        <OfflineBar />
        <ClockBar />
        <DiskBar />
        <div className="flex min-h-0 grow">
          <div
            className={cn(
              'hidden shrink-0 border-r border-line bg-nav md:block print:hidden',
              collapsed ? 'w-[52px]' : 'w-[208px]',
            )}
          >
            <SideNav collapsed={collapsed} onCollapse={collapse} />
          </div>
          <div className="flex min-w-0 grow flex-col">
            <header className="print:hidden flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 sm:px-4">
              <IconButton
                className="md:hidden"
                label={strings.nav.open}
                icon={<MenuIcon aria-hidden />}
                onClick={() => setDrawer(true)}
              />
              <div className="min-w-0 grow">
                <Breadcrumb crumbs={crumbs} />
              </div>
              {period}
              <button
                type="button"
                onClick={() => setPalette(true)}
                className="hidden h-control w-52 items-center gap-2 rounded-md border border-control-line bg-raised px-2.5 text-ink-3 hover:bg-hover lg:flex"
              >
                <Search aria-hidden className="size-4" />
                <span className="grow text-left">{strings.common.search}</span>
                <Kbd>Ctrl+K</Kbd>
              </button>
              <IconButton
                className="lg:hidden"
                label={strings.palette.open}
                keys="Ctrl+K"
                icon={<Search aria-hidden />}
                onClick={() => setPalette(true)}
              />
              <RunTray />
              <UserMenu onShortcuts={() => setShortcuts(true)} />
            </header>
            <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col outline-none">
              <Outlet />
            </main>
          </div>
        </div>
      </div>
      <Drawer open={drawer} onOpenChange={setDrawer} side="left" width="sm" title={<NavTitle />}>
        <div className="-mx-4 -mb-3">
          <SideNav collapsed={false} onNavigate={() => setDrawer(false)} />
        </div>
      </Drawer>
      {palette ? (
        <Suspense>
          <CommandPalette open={palette} onOpenChange={setPalette} />
        </Suspense>
      ) : null}
      {shortcuts ? (
        <Suspense>
          <ShortcutsDialog open={shortcuts} onOpenChange={setShortcuts} />
        </Suspense>
      ) : null}
      <DropAnywhere />
      <ConfirmHost />
    </TooltipProvider>
  );
}

/** The keys that work on every page: Ctrl+K, F1, ? and /. */
function useShellKeys({
  openGuide,
  setPalette,
  setShortcuts,
}: {
  openGuide: () => void;
  setPalette: Dispatch<SetStateAction<boolean>>;
  setShortcuts: (open: boolean) => void;
}): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setPalette((open) => !open);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === 'F1') {
        event.preventDefault();
        openGuide();
        return;
      }
      if (hasOwnKeys(event)) return;
      if (event.key === '?') setShortcuts(true);
      else if (event.key !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [openGuide, setPalette, setShortcuts]);
}

/** @returns true when the page has a search box. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('#content input[type="search"]');
  box?.focus();
  box?.select();
  return box !== null;
}
