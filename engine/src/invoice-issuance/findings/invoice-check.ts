import type { PlannedInvoice } from '../types.ts';
import type { Finding } from './finding.ts';

/** One way in which today's data speak against an invoice. */
export type InvoiceCheck = {
  readonly code: string;
  readonly severity: Finding['severity'];
  readonly noun: string;
  readonly remedy: string;
  /** The fault of the invoice by now, in words; undefined where there is none, or AMIS has mended it. */
  readonly why: (invoice: PlannedInvoice) => string | undefined;
};
