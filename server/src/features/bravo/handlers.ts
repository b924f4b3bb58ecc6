import { rememberedOf } from '../../http/answers/remembered.ts';
import type { Handlers } from '../../http/call.ts';
import { startImport } from '../imports/start.ts';
import { importGivenSales } from './given/import-given-sales.ts';
import { importBravoItems, importBravoPartners } from './given/import-masters.ts';
import { removeGiven } from './given/remove-given.ts';
import { importInvoiceRequirements, setSelectedRequirement } from './invoice-requirements.ts';
import { liveSales } from './live-sales.ts';
import { items, partners } from './masters.ts';
import { itemByCode, itemFilters, listItems, listPartners, partnerByCode, partnerFilters } from './queries.ts';
import { listStoredSales } from './sales-queries.ts';
import { startStore, storeRows } from './store-sales.ts';
import { startSync } from './sync.ts';
import { syncStats } from './sync-stats.ts';

/** The tables from which their pages are read; a given sale also says what became of it in periods. */
const MASTERS = ['bravo_items', 'bravo_partners', 'product_connections', 'partner_connections'];
const LEDGER = [
  ...['sales_ledger_lines', 'bravo_items', 'bravo_partners', 'invoice_periods', 'period_sales_lines'],
  ...['invoices', 'invoice_items', 'invoice_allocations', 'period_exclusions', 'import_differences'],
];

export const bravoHandlers = {
  ...rememberedOf(MASTERS, {
    listBravoItems: ({ context, query }) => listItems(context.db, query),
  }),
  // A period's sales say which partners are asked for.
  ...rememberedOf([...MASTERS, 'period_sales_lines'], {
    listBravoPartners: ({ context, query }) => listPartners(context.db, query),
  }),
  ...rememberedOf(LEDGER, {
    listSalesLedgers: ({ context, query }) => listStoredSales(context.db, query),
  }),
  getBravoItem: async ({ context, params }) => itemByCode(context.db, params.id),
  getBravoItemFilters: async ({ context }) => itemFilters(context.db),
  getBravoPartner: async ({ context, params }) => partnerByCode(context.db, params.id),
  getBravoPartnerFilters: async ({ context }) => partnerFilters(context.db),

  uploadBravoItems: async (call) => startImport(call, { target: importBravoItems }),
  uploadBravoPartners: async (call) => startImport(call, { target: importBravoPartners }),
  uploadInvoiceRequirements: async (call) =>
    startImport(call, { target: importInvoiceRequirements, kind: 'invoice-requirement-import' }),
  updateSelectedInvoiceRequirement: async (call) =>
    setSelectedRequirement(call, call.body.partnerCodes, call.body.invoiceRequirement, call.body.isConfirmed === true),

  syncBravoPartners: async (call) => startSync(call, partners, 'full'),
  syncBravoPartnersPartial: async (call) => startSync(call, partners, 'partial'),
  getBravoPartnersSyncStats: async ({ context }) => syncStats(context, 'bravoPartners', partners.kind),
  syncBravoItems: async (call) => startSync(call, items, 'full'),
  syncBravoItemsPartial: async (call) => startSync(call, items, 'partial'),
  getBravoItemsSyncStats: async ({ context }) => syncStats(context, 'bravoItems', items.kind),

  storeSalesLedgers: async (call) =>
    'rows' in call.body ? storeRows(call, call.body.rows) : startStore(call, call.body),
  uploadGivenSales: async (call) => startImport(call, { target: importGivenSales, scope: 'given-sales' }),
  removeGivenSales: async (call) => removeGiven(call),
  retrieveSalesLedgers: async ({ context, query }) => liveSales(context, query),
} satisfies Handlers;
