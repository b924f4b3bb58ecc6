import type { Handlers } from '../../http/call.ts';
import { taxInvoiceFile, taxInvoiceOf } from './read-invoices.ts';
import { listTaxLists, taxCover } from './read-lists.ts';
import { listTaxInvoices } from './room.ts';
import { startTaxInvoices } from './take-invoices-in.ts';
import { undoTaxList } from './undo-list.ts';

export const taxInvoiceHandlers = {
  listTaxInvoices: async ({ context, query }) => listTaxInvoices(context.db, query),
  getTaxInvoice: async ({ context, params }) => taxInvoiceOf(context.db, params.id),
  getTaxInvoiceFile: async ({ context, params }) => taxInvoiceFile(context.db, params.id),
  uploadTaxInvoices: async (call) => startTaxInvoices(call),
  listTaxLists: async ({ context, query }) => listTaxLists(context.db, query),
  undoTaxList: (call) => undoTaxList(call),
  getTaxCover: async ({ context, query }) => taxCover(context.db, query),
} satisfies Handlers;
