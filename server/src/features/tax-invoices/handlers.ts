import type { Handlers } from '../../http/call.ts';
import { listTaxInvoices, taxInvoiceFile, taxInvoiceOf } from './read-invoices.ts';
import { startTaxInvoices } from './take-invoices-in.ts';

export const taxInvoiceHandlers = {
  listTaxInvoices: async ({ context, query }) => listTaxInvoices(context.db, query),
  getTaxInvoice: async ({ context, params }) => taxInvoiceOf(context.db, params.id),
  getTaxInvoiceFile: async ({ context, params }) => taxInvoiceFile(context.db, params.id),
  uploadTaxInvoices: async (call) => startTaxInvoices(call),
} satisfies Handlers;
