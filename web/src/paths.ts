type Query = Readonly<Record<string, string | number | boolean | undefined | null>>;

function withQuery(path: string, query?: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

const seg = encodeURIComponent;
const profile = (profileId: string) => `/amis/profiles/${seg(profileId)}`;

/** Every address of the product, built in one place. The optional query holds filters of a list. */
export const paths = {
  home: (query?: Query) => withQuery('/', query),
  profile: () => '/profile',
  /** Several files at once; those of a profile where it is named. */
  uploads: (query?: Query) => withQuery('/uploads', query),
  /** The columns of a file that an import's run did not recognise. */
  mapFile: (runId: string) => `/uploads/map/${seg(runId)}`,
  guide: (chapter?: string) => (chapter ? `/guide#${chapter}` : '/guide'),
  signIn: (query?: Query) => withQuery('/sign-in', query),
  forgotPassword: (query?: Query) => withQuery('/forgot-password', query),

  bravoItems: (query?: Query) => withQuery('/bravo/items', query),
  bravoPartners: (query?: Query) => withQuery('/bravo/partners', query),

  salesLines: (query?: Query) => withQuery('/bravo/sales', query),

  invoices: (query?: Query) => withQuery('/invoices', query),
  invoice: (id: string) => `/invoices/${seg(id)}`,
  reconciliation: (query?: Query) => withQuery('/invoices/reconciliation', query),
  threeSides: (query?: Query) => withQuery('/invoices/three-sides', query),
  finding: (key: string) => withQuery('/invoices/checks', { finding: key }),
  days: (query?: Query) => withQuery('/invoices/days', query),
  stockCauses: (query?: Query) => withQuery('/invoices/stock-causes', query),
  rules: () => '/invoices/rules',
  bravoSales: (query?: Query) => withQuery('/invoices/bravo-sales', query),
  bravoSale: (id: string) => `/invoices/bravo-sales/${seg(id)}`,

  taxInvoices: (query?: Query) => withQuery('/tax-invoices', query),
  taxSettlements: (query?: Query) => withQuery('/tax-invoices/settlements', query),
  taxInvoice: (id: string) => `/tax-invoices/${seg(id)}`,

  amisProfiles: (query?: Query) => withQuery('/amis/profiles', query),
  amisProfile: (profileId: string) => profile(profileId),
  products: (profileId: string, query?: Query) => withQuery(`${profile(profileId)}/products`, query),
  customers: (profileId: string, query?: Query) => withQuery(`${profile(profileId)}/customers`, query),
  suppliers: (profileId: string, query?: Query) => withQuery(`${profile(profileId)}/suppliers`, query),
  sharedInventory: (profileId: string, query?: Query) => withQuery(`${profile(profileId)}/shared-inventory`, query),
  partnerConnections: (profileId: string, query?: Query) =>
    withQuery(`${profile(profileId)}/partner-connections`, query),
  partnerSuggestions: (profileId: string, query?: Query) =>
    withQuery(`${profile(profileId)}/partner-connections/suggestions`, query),
  supplierItems: (profileId: string, query?: Query) => withQuery(`${profile(profileId)}/supplier-items`, query),
  expectedLots: (profileId: string, query?: Query) => withQuery(`${profile(profileId)}/expected-lots`, query),
  productConnections: (profileId: string, query?: Query) =>
    withQuery(`${profile(profileId)}/product-connections`, query),
  productSuggestions: (profileId: string, query?: Query) =>
    withQuery(`${profile(profileId)}/product-connections/suggestions`, query),

  connections: (profileId: string, kind: 'product' | 'partner', query?: Query) =>
    withQuery(`${profile(profileId)}/${kind}-connections`, query),
  suggestions: (profileId: string, kind: 'product' | 'partner', query?: Query) =>
    withQuery(`${profile(profileId)}/${kind}-connections/suggestions`, query),
  certifications: (profileId: string, kind: 'product' | 'partner', query?: Query) =>
    withQuery(`${profile(profileId)}/${kind}-connections/certifications`, query),
  certification: (profileId: string, kind: 'product' | 'partner', id: string) =>
    `${profile(profileId)}/${kind}-connections/certifications/${seg(id)}`,

  users: (query?: Query) => withQuery('/admin/users', query),
  audit: (query?: Query) => withQuery('/admin/audit', query),
  runs: (query?: Query) => withQuery('/admin/runs', query),
  exportLayouts: () => '/admin/export-layouts',
  adminRules: () => '/admin/rules',
} as const;
