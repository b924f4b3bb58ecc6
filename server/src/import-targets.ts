import { importCustomers, importSuppliers } from './features/amis/import-partners.ts';
import { importProducts } from './features/amis/import-products.ts';
import { importPurchaseLedger } from './features/amis/import-purchase-ledger.ts';
import { importGivenSales } from './features/bravo/given/import-given-sales.ts';
import { importBravoItems, importBravoPartners } from './features/bravo/given/import-masters.ts';
import { importInvoiceRequirements } from './features/bravo/invoice-requirements.ts';
import {
  importPartnerConnections,
  importProductConnections,
} from './features/connections/import/import-connections.ts';
import type { Changed } from './features/connections/suggestions/request-refresh.ts';
import type { ImportPayload } from './features/imports/target.ts';
import { importPeriodInventory } from './features/invoice-issuance/reports/import-inventory.ts';
import { importPeriodSalesLedger } from './features/invoice-issuance/reports/import-sales-ledger.ts';
import { importSharedInventory } from './features/shared-inventory/import-amis.ts';

/** Every kind of upload. */
export const importTargets = [
  importProducts,
  importCustomers,
  importSuppliers,
  importPurchaseLedger,
  importBravoItems,
  importBravoPartners,
  importInvoiceRequirements,
  importGivenSales,
  importProductConnections,
  importPartnerConnections,
  importPeriodInventory,
  importPeriodSalesLedger,
  importSharedInventory,
] as const;

/** The suggestions whose records a file brings in, or takes along when it is undone. */
export function changedByFile({
  target,
  profileId,
  dryRun,
}: Pick<ImportPayload, 'target' | 'profileId' | 'dryRun'>): Changed | undefined {
  if (dryRun) return undefined;
  if (target === importBravoItems.name) return { kind: 'product', profileId: null };
  if (target === importBravoPartners.name) return { kind: 'partner', profileId: null };
  if (profileId === null) return undefined;
  // A purchase says what an item costs.
  if (target === importProducts.name || target === importPurchaseLedger.name) return { kind: 'product', profileId };
  return target === importCustomers.name ? { kind: 'partner', profileId } : undefined;
}
