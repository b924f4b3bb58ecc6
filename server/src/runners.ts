import { items, partners } from './features/bravo/masters.ts';
import { storeSalesRun } from './features/bravo/store-sales.ts';
import { syncRunner } from './features/bravo/sync.ts';
import { acceptCertified } from './features/connections/certification/accept.ts';
import { generateSuggestions } from './features/connections/suggestions/generate-suggestions.ts';
import { refreshSuggestions } from './features/connections/suggestions/refresh-suggestions.ts';
import { type Changed, refreshAfter, startDueRefreshes } from './features/connections/suggestions/request-refresh.ts';
import { revalueAll } from './features/connections/suggestions/revalue.ts';
import { suggestAfterUpload, suggestAskedAgain } from './features/expected-lots/items/request-suggestions.ts';
import { suggestItems } from './features/expected-lots/items/suggest-items.ts';
import { importRunner } from './features/imports/run-import.ts';
import { generateInvoices } from './features/invoice-issuance/plan/generate.ts';
import { loadBravoSales } from './features/invoice-issuance/reports/load-sales.ts';
import { settleAll } from './features/invoice-issuance/tax-settlements/settle-run.ts';
import { compareThreeSides } from './features/invoice-issuance/three-sides/compare.ts';
import { generateSharedInventory } from './features/shared-inventory/generate.ts';
import { loadBravoStock } from './features/shared-inventory/load-bravo.ts';
import { takeTaxFileIn } from './features/tax-invoices/take-invoices-in.ts';
import { changedByFile, importTargets } from './import-targets.ts';
import type { RunWork } from './jobs/run-work.ts';
import type { Runners } from './jobs/worker.ts';

const takeFileIn = importRunner(importTargets);

type Work<P> = (work: RunWork<P, never>) => Promise<void>;

/** Work after which the records that it may have changed are matched again, by a run of its own. */
const thenRefresh =
  <P>(run: Work<P>, changedBy: (payload: P) => Changed | undefined): Work<P> =>
  async (work) => {
    await run(work);
    const changed = changedBy(work.payload);
    if (changed) await refreshAfter(work.context, changed, work.createdBy);
  };

/** Work that changes what a suggestion would unlock: the sales of a period and what of them has its invoice. */
const thenRevalue =
  <P>(run: Work<P>): Work<P> =>
  async (work) => {
    await run(work);
    await revalueAll(work.context);
  };

/** The work of every kind of run, from all features. */
const work: Runners['work'] = {
  import: thenRefresh(takeFileIn, changedByFile),
  'invoice-requirement-import': takeFileIn,
  'bravo-items-sync': thenRefresh(syncRunner(items), () => ({ kind: 'product', profileId: null })),
  'bravo-partners-sync': thenRefresh(syncRunner(partners), () => ({ kind: 'partner', profileId: null })),
  'bravo-sales-store': storeSalesRun,
  'product-suggestions-refresh': refreshSuggestions('product'),
  'partner-suggestions-refresh': refreshSuggestions('partner'),
  'connection-import': takeFileIn,
  'certified-acceptance': acceptCertified,
  'product-suggestions': generateSuggestions('product'),
  'partner-suggestions': generateSuggestions('partner'),
  'load-bravo-sales': thenRevalue(loadBravoSales),
  'load-amis-inventory': takeFileIn,
  'load-amis-sales-ledger': takeFileIn,
  'generate-invoices': thenRevalue(generateInvoices),
  'shared-inventory-amis': takeFileIn,
  'shared-inventory-bravo': loadBravoStock,
  'shared-inventory-generate': generateSharedInventory,
  'three-sides': compareThreeSides,
  'tax-invoices': async (work) => {
    await takeTaxFileIn(work);
    await suggestAfterUpload(work.context, work.id, work.createdBy);
  },
  'tax-settlements': settleAll,
  'supplier-item-suggestions': suggestItems,
};

export const runners: Runners = {
  work,
  ended: async (context) => {
    await startDueRefreshes(context);
    await suggestAskedAgain(context);
  },
};
