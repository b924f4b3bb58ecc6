import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useCall } from '../api/query.ts';
import { signOut } from '../api/session.ts';
import { byGroup, type Command, matching, useCommandList } from '../page/commands.ts';
import { paths } from '../paths.ts';
import { type FoundRecord, searchRecords } from '../shared/records/record-search.ts';
import { strings } from '../strings.ts';
import { setTheme } from '../theme.ts';
import { cn } from '../ui/cn.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useGo } from '../ui/link.tsx';
import { useFinalFocus } from '../ui/overlays/final-focus.ts';
import { overlays } from '../ui/overlays/overlays.ts';
import { useNav } from './nav.tsx';

/** The pages inside a profile. There are many of them, so they show once something was typed. */
function profilePages({ id, code, name }: { id: string; code: string; name: string }) {
  const { tabs } = strings.palette;
  return [
    [paths.products(id), tabs.products],
    [paths.customers(id), tabs.customers],
    [paths.suppliers(id), tabs.suppliers],
    [paths.productConnections(id), tabs.productConnections],
    [paths.productSuggestions(id), tabs.productSuggestions],
    [paths.partnerConnections(id), tabs.partnerConnections],
    [paths.partnerSuggestions(id), tabs.partnerSuggestions],
    [paths.expectedLots(id), tabs.expectedLots],
    [paths.supplierItems(id), tabs.supplierItems],
    [paths.sharedInventory(id), tabs.sharedInventory],
  ].map(([to = '', label]) => ({
    id: to,
    to,
    label: `${code} · ${label}`,
    keywords: name,
    group: strings.nav.profiles,
    isDeep: true,
  }));
}

/** Every command that is known without asking: of the page, the pages, the profiles, the program itself. */
function useKnownCommands(): readonly Command[] {
  const go = useGo();
  const nav = useNav();
  const own = useCommandList();
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });

  return useMemo<Command[]>(
    () => [
      ...own,
      ...nav.flatMap((group) =>
        group.items.map((item) => ({
          id: item.to,
          label: item.label,
          keywords: `${group.label ?? ''} ${item.keywords ?? ''}`,
          group: strings.palette.pages,
          run: () => go(item.to),
        })),
      ),
      ...(profiles.data?.items ?? []).flatMap(profilePages).map(({ to, ...page }) => ({ ...page, run: () => go(to) })),
      {
        id: 'profile-new',
        label: strings.palette.newProfile,
        group: strings.palette.actions,
        run: () => go(paths.amisProfiles({ edit: 'new' })),
      },
      { id: 'profile', label: strings.nav.profile, group: strings.palette.pages, run: () => go('/profile') },
      {
        id: 'light',
        label: `${strings.nav.theme}: ${strings.nav.light}`,
        group: strings.palette.actions,
        run: () => setTheme('light'),
      },
      {
        id: 'dark',
        label: `${strings.nav.theme}: ${strings.nav.dark}`,
        group: strings.palette.actions,
        run: () => setTheme('dark'),
      },
      { id: 'sign-out', label: strings.nav.signOut, group: strings.palette.actions, run: () => void signOut() },
    ],
    [own, nav, go, profiles.data],
  );
}

/** Records whose code or name holds the text; asked for once the typing rests. */
function useFoundRecords(text: string): readonly FoundRecord[] {
  const [found, setFound] = useState<readonly FoundRecord[]>([]);
  useEffect(() => {
    setFound([]);
    if (text.trim().length < 2) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const records = await searchRecords(text.trim(), controller.signal);
      if (controller.signal.aborted) return;
      setFound(records);
    }, 200);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return found;
}

/** Ctrl+K: go to a page, find a record, start an action of the page. */
export function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = useFoundRecords(text);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const go = useGo();
  const known = useKnownCommands();
  const results = useMemo<Command[]>(
    () =>
      byGroup([
        ...matching(text.trim() ? known : known.filter(({ isDeep }) => !isDeep), text),
        ...found.map(({ to, ...record }) => ({ ...record, run: () => go(to) })),
      ]),
    [known, text, found, go],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: other words start at the top again
  useEffect(() => setActive(0), [text]);
  useEffect(() => {
    list.current?.querySelector(`[data-i="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const { finalFocus, noteFocus } = useFinalFocus();
  const run = (command: Command | undefined) => {
    if (!command) return;
    onOpenChange(false);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys that choose a word while it is composed belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && results.length > 0) {
      event.preventDefault();
      setActive((now) => (now + step + results.length) % results.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(results[active]);
    }
  };

  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal container={overlays()}>
        <Base.Backdrop className="fixed inset-0 z-50 bg-backdrop" />
        <Base.Popup
          initialFocus={() => {
            noteFocus();
            return input.current;
          }}
          finalFocus={finalFocus}
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70dvh] w-[min(560px,calc(100vw-24px))] -translate-x-1/2 flex-col overflow-hidden rounded-md border border-line bg-raised shadow-overlay outline-none"
        >
          <Base.Title className="sr-only">{strings.palette.title}</Base.Title>
          <div className="flex items-center gap-2 border-b border-line px-3">
            <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
            <input
              ref={input}
              role="combobox"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={results[active] ? `${id}-${active}` : undefined}
              aria-label={strings.palette.title}
              aria-autocomplete="list"
              placeholder={strings.common.search}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
              className="h-11 min-w-0 grow bg-transparent text-base text-ink outline-none placeholder:text-ink-3"
            />
            <Kbd>Esc</Kbd>
          </div>
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={strings.palette.title}
            className="min-h-0 overflow-y-auto p-1"
          >
            {results.map((command, index) => (
              <div key={`${command.group}-${command.id}`} role="presentation">
                {command.group !== results[index - 1]?.group ? (
                  <div role="presentation" className="px-2 pt-2 pb-1 text-small font-medium text-ink-3">
                    {command.group}
                  </div>
                ) : null}
                {/* biome-ignore lint/a11y/useFocusableInteractive: the input points here */}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input */}
                <div
                  role="option"
                  id={`${id}-${index}`}
                  data-i={index}
                  aria-selected={index === active}
                  onPointerMove={() => setActive(index)}
                  onClick={() => run(command)}
                  className={cn(
                    'flex min-h-control cursor-default items-center gap-2 rounded-[4px] px-2 text-base',
                    index === active && 'bg-tint text-tint-ink',
                  )}
                >
                  <span className="min-w-0 grow truncate">{command.label}</span>
                  {command.keys ? <Kbd>{command.keys}</Kbd> : null}
                </div>
              </div>
            ))}
          </div>
          {results.length === 0 ? (
            <p role="status" className="m-0 px-3 py-6 text-center text-grid text-ink-2">
              {strings.palette.empty}
            </p>
          ) : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
