// Folders whose inner rooms have an order: each knows only the ones before it. Files of the folder itself (its types
// and the files that put the rooms together) are known to all of them and know them all.

/** @type {Record<string, readonly string[]>} */
export const streets = {
  'engine/src': [
    'text',
    'records',
    'sheets',
    'bravo',
    'connections',
    'shared-inventory',
    'allocation',
    'tax-invoices',
    'three-sides',
    'expected-lots',
    'invoice-issuance',
  ],
  'engine/src/allocation': ['flow', 'program', 'documents', 'previous', 'shortages', 'json'],
  'engine/src/connections': ['text', 'index', 'features', 'model', 'search', 'learning', 'certification'],
  'engine/src/invoice-issuance': [
    'rules',
    'findings',
    'bases',
    'ledger',
    'shortages',
    'amis-ledger',
    'tax-settlements',
    'issued',
    'stock',
    'invoices',
    'adjustments',
    'vat',
    'handed-over',
    'codes',
    'periods',
    'gate',
    'preflight',
    'rule-changes',
    'changes',
    'export',
    'drawn',
  ],
  'sample/src': ['words', 'catalogues', 'amis-world', 'files', 'tax-invoices', 'tax-world'],
  'contract/src': ['imports', 'amis', 'connections', 'tax-invoices', 'expected-lots', 'invoice-issuance'],
  'server/src': ['telemetry', 'threads', 'adapters', 'db', 'audit', 'http', 'jobs', 'features', 'cli', 'roles'],
  'server/src/db': ['migrations', 'records', 'clock'],
  'server/src/adapters/workbook': ['values', 'text', 'xlsx', 'xls', 'markup', 'preview', 'write', 'batches'],
  'server/src/cli': ['sample', 'allocate', 'match', 'issue'],
  'server/src/http': ['answers', 'guards', 'request', 'pages'],
  'server/src/features/connections': ['store', 'matching', 'suggestions', 'review', 'certification', 'import'],
  'server/src/features/invoice-issuance': [
    'rules',
    'periods',
    'sales',
    'load',
    'tax-settlements',
    'reports',
    'layouts',
    'reviews',
    'invoices',
    'vat',
    'reconciliation',
    'save',
    'preflight',
    'shortages',
    'plan',
    'export',
    'three-sides',
  ],
  'web/src': ['ui', 'api', 'page', 'shared', 'features', 'layout'],
  'web/src/ui': ['watches', 'format', 'overlays', 'fields', 'grid'],
  'web/src/ui/grid': ['filters', 'sheet', 'cells', 'header'],
  'web/src/shared': ['drafts', 'records', 'invoices', 'upload'],
  'web/src/features/auth': ['machine', 'firebase'],
  'web/src/features/connections': ['review', 'certification', 'suppliers'],
  'web/src/features/connections/review': ['pair', 'quality'],
  'web/src/features/invoice-issuance': [
    'periods',
    'actions',
    'shortages',
    'invoices',
    'days',
    'reconciliation',
    'three-sides',
    'rules',
    'findings',
    'cockpit',
  ],
};

/** The inner room of `folder` that a file is in; undefined for a file of the folder itself or one of elsewhere. */
const innerRoom = (folder, file) => {
  const [room, ...rest] = file?.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/') : [];
  return rest.length > 0 ? room : undefined;
};

/** The violation of the order of its street by one import from `file` to `target`, or nothing. */
export function againstTheStreet(file, target) {
  for (const [folder, order] of Object.entries(streets)) {
    const [from, to] = [innerRoom(folder, file), innerRoom(folder, target)];
    const unnamed = [from, to].find((room) => room !== undefined && !order.includes(room));
    if (unnamed) return `${folder}/${unnamed} has no place in scripts/doors/streets.mjs`;
    if (from && to && order.indexOf(to) > order.indexOf(from)) return `in ${folder}, ${from} comes before ${to}`;
  }
}
