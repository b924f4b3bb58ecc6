import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connectAuth, setSession } from './api/session.ts';
import { router } from './routes.tsx';

type Route = {
  id: string;
  fullPath: string;
  options: { beforeLoad?: (given: unknown) => unknown; component?: unknown };
};

const routesOf = (path: string): readonly Route[] => router.getMatchedRoutes(path)[0] as unknown as readonly Route[];

/** The place to which the guards of a path lead, outermost first; undefined when they let the person through. */
async function ledTo(href: string): Promise<{ to: string; search: Record<string, string> } | undefined> {
  const [pathname = '', query = ''] = href.split('?');
  for (const { options } of routesOf(pathname)) {
    try {
      await options.beforeLoad?.({
        location: { href, pathname, search: Object.fromEntries(new URLSearchParams(query)) },
        params: router.getMatchedRoutes(pathname)[1],
        preload: true,
      });
    } catch (led) {
      const { to, search } = (led as { options: { to: string; search: Record<string, string> } }).options;
      return { to, search };
    }
  }
  return undefined;
}

const signedIn = { user: { uid: 'u', email: 'a@b.vn', displayName: 'A', photoUrl: null }, accessToken: 'token' };

beforeAll(() => {
  connectAuth({
    ready: async () => undefined,
    refresh: async () => undefined,
    revoked: async () => undefined,
    signOut: async () => undefined,
  });
});
// Whatever other tests have left of theirs.
beforeEach(() => setSession({ user: null, accessToken: null, ended: null, lastRevokedEmail: null }));

/** Specification §2: the path, and the room that it is shown in. */
const INSIDE = [
  ['/', '/'],
  ['/profile', '/profile'],
  ['/bravo/items', '/bravo/items'],
  ['/bravo/partners', '/bravo/partners'],
  ['/bravo/sales', '/bravo/sales'],
  ['/invoices/0199', '/invoices/$id'],
  ['/invoices/bravo-sales', '/invoices/bravo-sales'],
  ['/invoices/bravo-sales/0199', '/invoices/bravo-sales/$id'],
  ['/amis/profiles', '/amis/profiles'],
  ['/amis/profiles/p1/products', '/amis/profiles/$profileId/products'],
  ['/amis/profiles/p1/customers', '/amis/profiles/$profileId/customers'],
  ['/amis/profiles/p1/suppliers', '/amis/profiles/$profileId/suppliers'],
  ['/amis/profiles/p1/shared-inventory', '/amis/profiles/$profileId/shared-inventory'],
  ['/amis/profiles/p1/partner-connections', '/amis/profiles/$profileId/partner-connections'],
  ['/amis/profiles/p1/partner-connections/suggestions', '/amis/profiles/$profileId/partner-connections/suggestions'],
  ['/amis/profiles/p1/product-connections', '/amis/profiles/$profileId/product-connections'],
  ['/amis/profiles/p1/product-connections/suggestions', '/amis/profiles/$profileId/product-connections/suggestions'],
] as const;

test.each(INSIDE)('%s is a page of the default layout, for people who are signed in', async (path, fullPath) => {
  const routes = routesOf(path);
  expect(routes.at(-1)!.fullPath).toBe(fullPath);
  expect(routes.at(-1)!.options.component).toBeDefined();
  expect(routes.some(({ id }) => id === '/shell')).toBe(true);
  const wanted = `${path}?q=gi%E1%BA%A5y`;
  expect(await ledTo(wanted)).toEqual({ to: '/sign-in', search: { redirect: wanted } });
  setSession(signedIn);
  expect(await ledTo(wanted)).toBeUndefined();
});

test.each(['/sign-in', '/forgot-password'])('%s has no layout and leads people who are signed in on', async (path) => {
  expect(routesOf(path).map(({ id }) => id)).toEqual(['__root__', path]);
  expect(await ledTo(path)).toBeUndefined();
  setSession(signedIn);
  expect(await ledTo(path)).toEqual({ to: '/', search: {} });
  expect(await ledTo(`${path}?redirect=https%3A%2F%2Fevil.example`)).toEqual({ to: '/', search: {} });
});

test('a profile leads to its products', async () => {
  setSession(signedIn);
  expect(await ledTo('/amis/profiles/p1')).toEqual({ to: '/amis/profiles/p1/products', search: {} });
});

test.each(['/admin/users', '/admin/audit', '/admin/runs', '/admin/rules'])('%s is behind the admin guard', (path) => {
  expect(routesOf(path).map(({ id }) => id)).toContain('/shell/admin');
});

test('what is no route is found nowhere, and told in place of the whole page', () => {
  expect(router.options.notFoundMode).toBe('root');
  expect(router.options.defaultErrorComponent).toBeUndefined();
  for (const path of ['/khong-co', '/bravo', '/amis', '/amis/profiles/p1/khong-co']) {
    const [, params, found] = router.getMatchedRoutes(path);
    // A layout that knows the beginning of the path alone leaves the rest over.
    expect(found === undefined || params['**'] !== undefined, path).toBe(true);
  }
});
