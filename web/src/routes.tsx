import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { authPort, isAuthenticated } from './api/session.ts';
import { chunkFailed, chunkMissing } from './build-watch.ts';
import { auth } from './features/auth/auth.ts';
import { signInAgain } from './features/auth/machine/ending.ts';
import { safeRedirect } from './features/auth/machine/redirect.ts';
import { ErrorPage, NotFoundPage } from './layout/error-page.tsx';
import { PendingPage, PendingShell } from './layout/pending.tsx';
import { paths } from './paths.ts';
import { parseSearch, stringifySearch } from './query-text.ts';
import { target } from './ui/link.tsx';

type GuardContext = { location: ParsedLocation; preload: boolean };

const fullPathOf = (location: ParsedLocation): string => location.href;

const goTo = (path: string) => redirect({ ...target(path), replace: true });

let validatedPath: string | undefined;

/** Non-public pages: signed in, and the token still valid at each navigation to another page. */
async function requireSession({ location, preload }: GuardContext): Promise<void> {
  await authPort().ready();
  const fullPath = fullPathOf(location);
  if (!isAuthenticated()) {
    validatedPath = undefined;
    throw goTo(signInAgain(fullPath));
  }
  // Filters in the query are not another page; a preload is not a navigation.
  if (preload || validatedPath === location.pathname) return;
  const elsewhere = await auth().validateNavigation(fullPath);
  validatedPath = elsewhere === undefined ? location.pathname : undefined;
  if (elsewhere !== undefined) throw goTo(elsewhere);
}

/** Pages for people who are not signed in lead everybody else on. */
async function requireNoSession({ location }: GuardContext): Promise<void> {
  await authPort().ready();
  if (!isAuthenticated()) return;
  const wanted = (location.search as Record<string, unknown>).redirect;
  throw goTo(safeRedirect(typeof wanted === 'string' ? wanted : undefined));
}

/** False while a route is only fetched ahead. */
const isNavigating = (): boolean => router.state.isLoading;

/** A component in a chunk of its own; a chunk that is gone leads to the newer build, once a person goes there. */
const lazy = <Name extends string>(load: () => Promise<Record<Name, () => React.ReactNode>>, name: Name) =>
  lazyRouteComponent(() => load().catch((error) => (isNavigating() ? chunkFailed(error) : chunkMissing(error))), name);

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  beforeLoad: requireNoSession,
  component: lazy(() => import('./features/auth/sign-in-page.tsx'), 'SignInPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  beforeLoad: requireNoSession,
  component: lazy(() => import('./features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: requireSession,
  pendingComponent: PendingShell,
  component: lazy(() => import('./layout/shell.tsx'), 'Shell'),
});

/** A page inside the shell, loaded when it is first wanted. */
const page = <Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) => createRoute({ getParentRoute: () => shell, path, component: lazy(load, name) });

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/amis/profiles/$profileId',
  component: lazy(() => import('./features/amis/profile-layout.tsx'), 'ProfileLayout'),
});
const profileIndex = createRoute({
  getParentRoute: () => profile,
  path: '/',
  beforeLoad: ({ params }) => {
    throw goTo(paths.products(params.profileId));
  },
});
const tab = <Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) => createRoute({ getParentRoute: () => profile, path, component: lazy(load, name) });

const admin = createRoute({
  getParentRoute: () => shell,
  id: 'admin',
  component: lazy(() => import('./layout/admin-guard.tsx'), 'AdminGuard'),
});
const adminPage = <Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) => createRoute({ getParentRoute: () => admin, path, component: lazy(load, name) });

const routeTree = root.addChildren([
  signIn,
  forgotPassword,
  shell.addChildren([
    page('/', () => import('./features/invoice-issuance/cockpit/home-page.tsx'), 'HomePage'),
    page('/profile', () => import('./features/auth/profile-page.tsx'), 'ProfilePage'),
    page('/uploads', () => import('./features/uploads/uploads-page.tsx'), 'UploadsPage'),
    page('/uploads/map/$id', () => import('./features/uploads/mapping/map-page.tsx'), 'MapPage'),
    page('/guide', () => import('./features/guide/guide-page.tsx'), 'GuidePage'),
    page('/bravo/items', () => import('./features/bravo/items-page.tsx'), 'ItemsPage'),
    page('/bravo/partners', () => import('./features/bravo/partners-page.tsx'), 'PartnersPage'),
    page('/bravo/sales', () => import('./features/bravo/sales/sales-page.tsx'), 'SalesPage'),
    page('/invoices', () => import('./features/invoice-issuance/invoices/invoices-page.tsx'), 'InvoicesPage'),
    page(
      '/invoices/bravo-sales',
      () => import('./features/invoice-issuance/invoices/bravo-sales-page.tsx'),
      'BravoSalesPage',
    ),
    page(
      '/invoices/bravo-sales/$id',
      () => import('./features/invoice-issuance/invoices/bravo-sale-page.tsx'),
      'BravoSalePage',
    ),
    page(
      '/invoices/reconciliation',
      () => import('./features/invoice-issuance/reconciliation/reconciliation-page.tsx'),
      'ReconciliationPage',
    ),
    page(
      '/invoices/three-sides',
      () => import('./features/invoice-issuance/three-sides/three-sides-page.tsx'),
      'ThreeSidesPage',
    ),
    page('/invoices/stock-causes', () => import('./features/invoice-issuance/shortages/causes-page.tsx'), 'CausesPage'),
    page('/invoices/days', () => import('./features/invoice-issuance/days/days-page.tsx'), 'DaysPage'),
    page('/invoices/checks', () => import('./features/invoice-issuance/findings/finding-page.tsx'), 'FindingPage'),
    page('/invoices/rules', () => import('./features/invoice-issuance/rules/rules-page.tsx'), 'RulesPage'),
    page('/invoices/$id', () => import('./features/invoice-issuance/invoices/invoice-page.tsx'), 'InvoicePage'),
    page('/tax-invoices', () => import('./features/tax-invoices/tax-invoices-page.tsx'), 'TaxInvoicesPage'),
    page(
      '/tax-invoices/settlements',
      () => import('./features/tax-invoices/settlements/settlements-page.tsx'),
      'SettlementsPage',
    ),
    page('/tax-invoices/$id', () => import('./features/tax-invoices/tax-invoice-page.tsx'), 'TaxInvoicePage'),
    page('/amis/profiles', () => import('./features/amis/profiles-page.tsx'), 'ProfilesPage'),
    profile.addChildren([
      profileIndex,
      tab('/products', () => import('./features/amis/products-page.tsx'), 'ProductsPage'),
      tab('/customers', () => import('./features/amis/customers-page.tsx'), 'CustomersPage'),
      tab('/suppliers', () => import('./features/amis/suppliers-page.tsx'), 'SuppliersPage'),
      tab(
        '/shared-inventory',
        () => import('./features/shared-inventory/shared-inventory-page.tsx'),
        'SharedInventoryPage',
      ),
      tab(
        '/supplier-items',
        () => import('./features/connections/suppliers/supplier-items-page.tsx'),
        'SupplierItemsPage',
      ),
      tab('/expected-lots', () => import('./features/expected-lots/expected-lots-page.tsx'), 'ExpectedLotsPage'),
      tab(
        '/partner-connections',
        () => import('./features/connections/partner-connections-page.tsx'),
        'PartnerConnectionsPage',
      ),
      tab(
        '/partner-connections/suggestions',
        () => import('./features/connections/partner-suggestions-page.tsx'),
        'PartnerSuggestionsPage',
      ),
      tab(
        '/product-connections',
        () => import('./features/connections/product-connections-page.tsx'),
        'ProductConnectionsPage',
      ),
      tab(
        '/product-connections/suggestions',
        () => import('./features/connections/product-suggestions-page.tsx'),
        'ProductSuggestionsPage',
      ),
      tab(
        '/product-connections/certifications',
        () => import('./features/connections/product-certifications-page.tsx'),
        'ProductCertificationsPage',
      ),
      tab(
        '/product-connections/certifications/$id',
        () => import('./features/connections/product-certification-page.tsx'),
        'ProductCertificationPage',
      ),
      tab(
        '/partner-connections/certifications',
        () => import('./features/connections/partner-certifications-page.tsx'),
        'PartnerCertificationsPage',
      ),
      tab(
        '/partner-connections/certifications/$id',
        () => import('./features/connections/partner-certification-page.tsx'),
        'PartnerCertificationPage',
      ),
    ]),
    admin.addChildren([
      adminPage('/admin/users', () => import('./features/admin/users-page.tsx'), 'UsersPage'),
      adminPage('/admin/audit', () => import('./features/admin/audit-page.tsx'), 'AuditPage'),
      adminPage('/admin/rules', () => import('./features/invoice-issuance/rules/rules-page.tsx'), 'AdminRulesPage'),
      adminPage(
        '/admin/export-layouts',
        () => import('./features/invoice-issuance/invoices/export-layouts-page.tsx'),
        'ExportLayoutsPage',
      ),
      adminPage('/admin/runs', () => import('./features/admin/runs-page.tsx'), 'RunsPage'),
    ]),
  ]),
]);

/** The router over all routes of the specification §2. Filters in the URL are plain strings. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultPreloadStaleTime: 30_000,
  // Faults and unknown paths take the place of the whole page (specification §2), so only the root tells them.
  notFoundMode: 'root',
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});
