import { importCustomers, importSuppliers } from './features/amis/import-partners.ts';
import { importProducts } from './features/amis/import-products.ts';
import { importPurchaseLedger } from './features/amis/import-purchase-ledger.ts';
import { importRunner } from './features/imports/run-import.ts';
import type { Runners } from './jobs/worker.ts';

/** Every kind of upload, by its target's name. */
const takeFileIn = importRunner([importProducts, importCustomers, importSuppliers, importPurchaseLedger]);

/** The work of every kind of run, from all features. */
export const runners: Runners = { import: takeFileIn };
