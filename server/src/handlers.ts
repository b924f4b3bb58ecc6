import { amisHandlers } from './features/amis/handlers.ts';
import { authHandlers } from './features/auth/handlers.ts';
import { bravoHandlers } from './features/bravo/handlers.ts';
import { connectionHandlers } from './features/connections/handlers.ts';
import { invoiceIssuanceHandlers } from './features/invoice-issuance/handlers.ts';
import { runHandlers } from './features/runs/handlers.ts';
import { systemHandlers } from './features/system/handlers.ts';
import type { Handlers } from './http/call.ts';

/** Every operation that is built, from all features. What is missing here is listed in http/not-implemented.ts. */
export const handlers: Handlers = {
  ...systemHandlers,
  ...authHandlers,
  ...runHandlers,
  ...amisHandlers,
  ...bravoHandlers,
  ...connectionHandlers,
  ...invoiceIssuanceHandlers,
};
