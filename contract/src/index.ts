import { amisPurchaseEndpoints } from './amis/purchases.ts';
import { amisEndpoints } from './amis.ts';
import { authEndpoints } from './auth.ts';
import { bravoEndpoints } from './bravo.ts';
import { connectionContract } from './connections.ts';
import { expectedLotEndpoints } from './expected-lots/expected-lots.ts';
import { supplierItemEndpoints } from './expected-lots/supplier-items.ts';
import { fileMapEndpoints } from './imports/file-maps.ts';
import { invoiceIssuanceEndpoints } from './invoice-issuance.ts';
import { mediaEndpoints } from './media.ts';
import { preferenceEndpoints } from './preferences.ts';
import { runEndpoints } from './runs.ts';
import { sharedInventoryEndpoints } from './shared-inventory.ts';
import { systemEndpoints } from './system.ts';
import { taxInvoiceEndpoints } from './tax-invoices/endpoints.ts';

/** Every call of the service by its operation name. The server must bind each one; the web calls them by name. */
export const contract = {
  ...systemEndpoints,
  ...authEndpoints,
  ...runEndpoints,
  ...fileMapEndpoints,
  ...amisEndpoints,
  ...amisPurchaseEndpoints,
  ...bravoEndpoints,
  ...connectionContract,
  ...sharedInventoryEndpoints,
  ...invoiceIssuanceEndpoints,
  ...taxInvoiceEndpoints,
  ...supplierItemEndpoints,
  ...expectedLotEndpoints,
  ...mediaEndpoints,
  ...preferenceEndpoints,
} as const;

export type Contract = typeof contract;
export type OperationId = keyof Contract;
