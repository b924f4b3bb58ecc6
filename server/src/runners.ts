import { importCustomers, importSuppliers } from './features/amis/import-partners.ts';
import { importProducts } from './features/amis/import-products.ts';
import { importPurchaseLedger } from './features/amis/import-purchase-ledger.ts';
import { importInvoiceRequirements } from './features/bravo/invoice-requirements.ts';
import { items, partners } from './features/bravo/masters.ts';
import { storeSalesRun } from './features/bravo/store-sales.ts';
import { syncRunner } from './features/bravo/sync.ts';
import { generateSuggestions } from './features/connections/generate-suggestions.ts';
import { importPartnerConnections, importProductConnections } from './features/connections/import-connections.ts';
import { importRunner } from './features/imports/run-import.ts';
import { generateInvoices } from './features/invoice-issuance/generate.ts';
import { importPeriodInventory } from './features/invoice-issuance/import-inventory.ts';
import { importPeriodSalesLedger } from './features/invoice-issuance/import-sales-ledger.ts';
import { loadBravoSales } from './features/invoice-issuance/load-sales.ts';
import { generateSharedInventory } from './features/shared-inventory/generate.ts';
import { importSharedInventory } from './features/shared-inventory/import-amis.ts';
import { loadBravoStock } from './features/shared-inventory/load-bravo.ts';
import type { Runners } from './jobs/worker.ts';

/** Every kind of upload, by its target's name. */
const takeFileIn = importRunner([
  importProducts,
  importCustomers,
  importSuppliers,
  importPurchaseLedger,
  importInvoiceRequirements,
  importProductConnections,
  importPartnerConnections,
  importPeriodInventory,
  importPeriodSalesLedger,
  importSharedInventory,
]);

/** The work of every kind of run, from all features. */
export const runners: Runners = {
  import: takeFileIn,
  'invoice-requirement-import': takeFileIn,
  'bravo-items-sync': syncRunner(items),
  'bravo-partners-sync': syncRunner(partners),
  'bravo-sales-store': storeSalesRun,
  'connection-import': takeFileIn,
  'product-suggestions': generateSuggestions('product'),
  'partner-suggestions': generateSuggestions('partner'),
  'load-bravo-sales': loadBravoSales,
  'load-amis-inventory': takeFileIn,
  'load-amis-sales-ledger': takeFileIn,
  'generate-invoices': generateInvoices,
  'shared-inventory-amis': takeFileIn,
  'shared-inventory-bravo': loadBravoStock,
  'shared-inventory-generate': generateSharedInventory,
};
