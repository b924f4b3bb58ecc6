import { revisionOf } from '../../db/revision.ts';
import { rememberedOf } from '../../http/answers/remembered.ts';
import type { Handlers } from '../../http/call.ts';
import { latestRun } from '../../jobs/runs.ts';
import { EXPECTED_TABLES } from '../expected-lots/tables.ts';
import { startImport } from '../imports/start.ts';
import { BOOKS } from './books-revision.ts';
import { downloadExcel } from './export/export.ts';
import { listCustomerOptions, updateInvoiceCustomer, updateInvoicePin } from './invoices/invoice-customer.ts';
import { getInvoice, listAllocations, listInvoices } from './invoices/invoice-rows.ts';
import { reviewInvoices } from './invoices/review-invoices.ts';
import { takeBackInvoices } from './invoices/take-back-invoices.ts';
import { previewExportLayout } from './layouts/export-layout-preview.ts';
import { sampleExportLayout } from './layouts/export-layout-sample.ts';
import {
  createExportLayout,
  deleteExportLayout,
  listExportLayouts,
  updateExportLayout,
} from './layouts/export-layouts.ts';
import { presentPeriod, readPeriod } from './period-rows.ts';
import { getContractFile, uploadContractFile } from './periods/contract-files.ts';
import { currentPeriod, listPeriods } from './periods/list-periods.ts';
import { createPeriod, deletePeriod, updatePeriod } from './periods/periods.ts';
import { startGeneration } from './plan/generate.ts';
import {
  applyRegeneration,
  discardRegeneration,
  getRegeneration,
  listRegenerationChanges,
  undoRegeneration,
} from './plan/regeneration.ts';
import { listFindingRecords } from './preflight/list-records.ts';
import { periodPreflight } from './preflight/preflight.ts';
import { downloadRuleChanges, periodRuleChanges } from './preflight/rule-changes.ts';
import { listReconciliation, listReconciliationParts } from './reconciliation/reconciliation.ts';
import { periodStats } from './reconciliation/stats.ts';
import { importPeriodInventory } from './reports/import-inventory.ts';
import { importPeriodSalesLedger } from './reports/import-sales-ledger.ts';
import { startLoadSales } from './reports/load-sales.ts';
import { stateSameMoment } from './reports/state-same-moment.ts';
import { listAmisEntries } from './reviews/amis-entries.ts';
import { decideReviews, undoReviewDecisions } from './reviews/decide-reviews.ts';
import { getEntryReview } from './reviews/entry-review.ts';
import { listReviews } from './reviews/reviews.ts';
import { confirmInvoiceRules, resetInvoiceRules, updateInvoiceRules } from './rules/change-rules.ts';
import { listRuleChanges, presentRules } from './rules/rules-in-force.ts';
import { setLineExclusion } from './sales/exclusions.ts';
import { setLineDays } from './sales/line-days.ts';
import { getSalesDocument } from './sales/sales-document.ts';
import { listSalesDocuments } from './sales/sales-documents.ts';
import { downloadPurchaseNeeds, getPurchaseNeeds, getStockCauses } from './shortages/purchase-needs.ts';
import { listShortageGroups } from './shortages/shortage-groups.ts';
import { listShortages } from './shortages/shortages.ts';
import { decideTaxSettlement, undoTaxSettlement } from './tax-settlements/decide.ts';
import { listTaxSettlements } from './tax-settlements/list-settlements.ts';
import { startTaxSettlements } from './tax-settlements/settle-run.ts';
import { startThreeSides } from './three-sides/compare.ts';
import { downloadThreeSides } from './three-sides/download.ts';
import { explainThreeSides, withdrawThreeSides } from './three-sides/explain.ts';
import { listThreeSides } from './three-sides/list-rows.ts';
import { sumsOfThreeSides } from './three-sides/sums.ts';
import { listVatReturnInvoices, vatReturn } from './vat/vat-return.ts';
import { listVatDifferences, vatTieOut } from './vat/vat-tie-out.ts';

/** The answers that are read again and again, by everybody who has a page of the period open. */
const readers = rememberedOf(BOOKS, {
  listPeriods: ({ context, query }) => listPeriods(context.db, query),
  getCurrentPeriod: ({ context, query }) => currentPeriod(context.db, query),
  getPeriod: async ({ context: { db, pool }, params }) => {
    // Before the period is read: a change meanwhile makes the answer an old one.
    const changeMark = await revisionOf(pool, BOOKS);
    return { ...(await presentPeriod(db, await readPeriod(db, params.id))), changeMark };
  },
  listAmisInvoices: ({ context, params, query }) => listInvoices(context.db, params.id, query),
  getAmisInvoice: ({ context, params }) => getInvoice(context.db, params.id),
  getPeriodStats: ({ context, params }) => periodStats(context.db, params.id),
  getPeriodPreflight: ({ context, params }) => periodPreflight(context, params.id),
  listFindingRecords: ({ context, params, query }) => listFindingRecords(context, params, query),
  getRegeneration: ({ context, params }) => getRegeneration(context.db, params.id),
  listRegenerationChanges: ({ context, params, query }) => listRegenerationChanges(context.db, params.id, query),
  listPeriodSales: ({ context, params, query }) => listSalesDocuments(context.db, params.id, query),
  getPeriodSale: ({ context, params }) => getSalesDocument(context.db, params.id),
  listReviews: ({ context, params, query }) => listReviews(context.db, params.id, query),
  getEntryReview: ({ context, params, query }) => getEntryReview(context.db, params.id, query),
  listReconciliation: ({ context, params, query }) => listReconciliation(context.db, params.id, query),
  listReconciliationParts: ({ context, params, query }) => listReconciliationParts(context.db, params.id, query),
  listAmisEntries: ({ context, params, query }) => listAmisEntries(context.db, params.id, query),
  getVatTieOut: ({ context, params }) => vatTieOut(context.db, params.id),
  listVatDifferences: ({ context, params, query }) => listVatDifferences(context.db, params.id, query),
  getVatReturn: ({ context, params }) => vatReturn(context.db, params.id),
  listVatReturnInvoices: ({ context, params, query }) => listVatReturnInvoices(context.db, params.id, query),
  listShortages: ({ context, params, query }) => listShortages(context.db, params.id, query),
  getPeriodRuleChanges: ({ context, params, query }) => periodRuleChanges(context, params.id, query),
  listAllocations: ({ context, params, query }) => listAllocations(context.db, params.id, query),
});

/** The same with the goods that are on their way into the books. */
const readersWithExpected = rememberedOf([...new Set([...BOOKS, ...EXPECTED_TABLES])], {
  listShortageGroups: ({ context, params, query }) => listShortageGroups(context.db, params.id, query),
  getPurchaseNeeds: ({ context, params }) => getPurchaseNeeds(context, params.id),
  getStockCauses: ({ context, params }) => getStockCauses(context, params.id),
});

export const invoiceIssuanceHandlers = {
  ...readers,
  ...readersWithExpected,
  uploadContractFile,
  getContractFile,
  createPeriod,
  updatePeriod,
  deletePeriod,
  loadBravoSales: startLoadSales,
  loadAmisInventory: async (call) => {
    await readPeriod(call.context.db, call.params.id);
    return startImport(call, {
      target: importPeriodInventory,
      kind: 'load-amis-inventory',
      profileId: call.body.profileId,
      scope: `${call.params.id}:${call.body.profileId}`,
      options: { periodId: call.params.id, ...(call.body.madeAt && { madeAt: call.body.madeAt }) },
    });
  },
  loadAmisSalesLedger: async (call) => {
    await readPeriod(call.context.db, call.params.id);
    return startImport(call, {
      target: importPeriodSalesLedger,
      kind: 'load-amis-sales-ledger',
      profileId: call.body.profileId,
      scope: `${call.params.id}:${call.body.profileId}`,
      options: { periodId: call.params.id, ...(call.body.madeAt && { madeAt: call.body.madeAt }) },
    });
  },
  stateSameMoment,
  generateInvoices: (call) => startGeneration(call, 'generate'),
  regenerateInvoices: (call) => startGeneration(call, 'regenerate'),
  applyRegeneration,
  discardRegeneration,
  undoRegeneration,
  updateInvoiceCustomer,
  updateInvoicePin,
  reviewInvoices,
  takeBackInvoices,
  listCustomerOptions: ({ context, params, query }) => listCustomerOptions(context.db, params.id, query),
  downloadExcel,
  listExportLayouts: ({ context }) => listExportLayouts(context.db),
  previewExportLayout,
  sampleExportLayout,
  createExportLayout,
  updateExportLayout,
  deleteExportLayout,
  getInvoiceRules: ({ context }) => presentRules(context.db),
  listInvoiceRuleChanges: ({ context, query }) => listRuleChanges(context.db, query),
  updateInvoiceRules,
  resetInvoiceRules,
  confirmInvoiceRules,
  startThreeSides,
  getThreeSides: ({ context, params, query }) => sumsOfThreeSides(context, params.id, query),
  listThreeSides: ({ context, params, query }) => listThreeSides(context.db, params.id, query),
  explainThreeSides,
  withdrawThreeSides,
  downloadThreeSides: ({ context, params }) => downloadThreeSides(context, params.id),
  setLineExclusion,
  setLineDays,
  decideReviews,
  listTaxSettlements: ({ context, query }) => listTaxSettlements(context.db, query),
  decideTaxSettlement,
  undoTaxSettlement,
  startTaxSettlements,
  undoReviewDecisions,
  downloadRuleChanges: ({ context, params, query }) => downloadRuleChanges(context, params.id, query),
  downloadPurchaseNeeds: ({ context, params }) => downloadPurchaseNeeds(context, params.id),
  getInvoiceGenerationStatus: async ({ context, params }) => {
    await readPeriod(context.db, params.id);
    return latestRun(context.db, ['generate-invoices'], params.id, context.now());
  },
  getBravoSalesStatus: async ({ context, params }) => {
    await readPeriod(context.db, params.id);
    return latestRun(context.db, ['load-bravo-sales'], params.id, context.now());
  },
  getSalesLedgerStatus: async ({ context, params }) => {
    await readPeriod(context.db, params.id);
    return latestRun(context.db, ['load-amis-sales-ledger'], params.id, context.now());
  },
  getAmisInventoryStatus: async ({ context, params }) => {
    await readPeriod(context.db, params.id);
    return latestRun(context.db, ['load-amis-inventory'], params.id, context.now());
  },
} satisfies Handlers;
