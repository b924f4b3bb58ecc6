import { importCustomers, importSuppliers } from './features/amis/import-partners.ts';
import { importProducts } from './features/amis/import-products.ts';
import { importPurchaseLedger } from './features/amis/import-purchase-ledger.ts';
import { importInvoiceRequirements } from './features/bravo/invoice-requirements.ts';
import { items, partners } from './features/bravo/masters.ts';
import { storeSalesRun } from './features/bravo/store-sales.ts';
import { syncRunner } from './features/bravo/sync.ts';
import { importRunner } from './features/imports/run-import.ts';
import type { Runners } from './jobs/worker.ts';

/** Every kind of upload, by its target's name. */
const takeFileIn = importRunner([
  importProducts,
  importCustomers,
  importSuppliers,
  importPurchaseLedger,
  importInvoiceRequirements,
]);

/** The work of every kind of run, from all features. */
export const runners: Runners = {
  import: takeFileIn,
  'invoice-requirement-import': takeFileIn,
  'bravo-items-sync': syncRunner(items),
  'bravo-partners-sync': syncRunner(partners),
  'bravo-sales-store': storeSalesRun,
};
