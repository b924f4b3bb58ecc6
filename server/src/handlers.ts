import { amisHandlers } from './features/amis/handlers.ts';
import { authHandlers } from './features/auth/handlers.ts';
import { bravoHandlers } from './features/bravo/handlers.ts';
import { connectionHandlers } from './features/connections/handlers.ts';
import { withCustomerSuggestions, withProductSuggestions } from './features/connections/suggestions/after-edits.ts';
import { expectedLotHandlers } from './features/expected-lots/handlers.ts';
import { fileMapHandlers } from './features/imports/maps/handlers.ts';
import { invoiceIssuanceHandlers } from './features/invoice-issuance/handlers.ts';
import { mediaHandlers } from './features/media/handlers.ts';
import { preferenceHandlers } from './features/preferences/handlers.ts';
import { runHandlers } from './features/runs/handlers.ts';
import { sharedInventoryHandlers } from './features/shared-inventory/handlers.ts';
import { systemHandlers } from './features/system/handlers.ts';
import { taxInvoiceHandlers } from './features/tax-invoices/handlers.ts';
import type { Handlers } from './http/call.ts';
import { importHandlers } from './import-handlers.ts';

/** Every operation of the contract, from all features: one that is missing is a type error. */
export const handlers: Required<Handlers> = {
  ...systemHandlers,
  ...authHandlers,
  ...runHandlers,
  ...fileMapHandlers,
  ...amisHandlers,
  updateAmisProduct: withProductSuggestions(amisHandlers.updateAmisProduct),
  updateAmisPartner: withCustomerSuggestions(amisHandlers.updateAmisPartner),
  ...bravoHandlers,
  ...connectionHandlers,
  ...sharedInventoryHandlers,
  ...invoiceIssuanceHandlers,
  ...taxInvoiceHandlers,
  ...expectedLotHandlers,
  ...mediaHandlers,
  ...preferenceHandlers,
  ...importHandlers,
};
