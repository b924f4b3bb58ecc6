import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cn } from './cn.ts';
import { TabCount, tabClass, tabListClass } from './tab-style.tsx';

/** Splits "/a?b=c#d" into what the router takes. */
export function target(path: string): { to: string; search: Record<string, string>; hash?: string } {
  const [beforeHash = '', hash] = path.split('#', 2);
  const [to = '', query = ''] = beforeHash.split(/\?(.*)/s, 2);
  return { to, search: Object.fromEntries(new URLSearchParams(query)), ...(hash === undefined ? {} : { hash }) };
}

export type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; preload?: boolean };

/** A link inside the product; `to` comes from paths.ts and may carry a query. */
export function AppLink({ to, preload = true, ref, ...rest }: AppLinkProps) {
  return <Link {...rest} ref={ref} {...target(to)} preload={preload ? 'intent' : false} />;
}

/** A link inside text or a cell: green, underlined on hover. */
export function TextLink({ className, ...rest }: AppLinkProps) {
  return (
    <AppLink {...rest} className={`text-accent no-underline hover:underline pointer-coarse:py-2 ${className ?? ''}`} />
  );
}

/** `const go = useGo(); go(paths.invoice(id))`. */
export function useGo(): (path: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return (path, options) => void navigate({ ...target(path), replace: options?.replace ?? false });
}

/** Tabs that are pages of their own. The active one is the longest path that the page's path starts with. */
export function TabLinks({
  label,
  items,
}: {
  label: string;
  items: readonly { to: string; label: ReactNode; count?: string }[];
}) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const active = items
    .filter((item) => pathname === item.to || pathname.startsWith(`${item.to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
  const list = useRef<HTMLElement>(null);
  // On a phone the tabs scroll: the one that is shown is brought into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (shown) list.current?.scrollTo({ left: shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2 });
  }, [active?.to]);
  return (
    <nav ref={list} aria-label={label} className={cn(tabListClass, 'relative')}>
      {items.map((item) => (
        <AppLink
          key={item.to}
          to={item.to}
          aria-current={item === active ? 'page' : undefined}
          className={tabClass(item === active)}
        >
          {item.label}
          {item.count ? <TabCount>{item.count}</TabCount> : null}
        </AppLink>
      ))}
    </nav>
  );
}

export type Crumb = { label: string; to?: string };

/** The place of the page. The last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Đường dẫn" className="min-w-0">
      <ol className="m-0 flex min-w-0 list-none items-center gap-1 p-0 text-base">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a crumb has no identity beyond its place
              key={`${index}-${crumb.label}`}
              className={last ? 'flex min-w-0 items-center gap-1' : 'hidden shrink-0 items-center gap-1 sm:flex'}
            >
              {index > 0 ? <ChevronRight aria-hidden className="hidden size-3.5 shrink-0 text-ink-3 sm:block" /> : null}
              {crumb.to && !last ? (
                <AppLink
                  to={crumb.to}
                  title={crumb.label}
                  className="max-w-48 truncate text-ink-2 xl:max-w-80 no-underline hover:text-ink hover:underline"
                >
                  {crumb.label}
                </AppLink>
              ) : (
                <span
                  aria-current={last ? 'page' : undefined}
                  className={last ? 'truncate font-semibold' : 'text-ink-2'}
                >
                  {crumb.label}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
