import { by } from '../../order.ts';
import type { ExportLayout } from '../../sheets/layouts/export-layouts.ts';
import { renderExport } from '../../sheets/render-export.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { carriedOn, ROWS_PER_SHEET, sheetfuls } from '../../sheets/sheetfuls.ts';
import { discountAdjustments } from '../adjustments/discount-adjustments.ts';
import { returnAdjustments } from '../adjustments/return-adjustments.ts';
import { delegationNote, invoiceBasisFinder } from '../bases/invoice-basis.ts';
import { newCustomersOf } from '../invoices/new-customers.ts';
import { discountNote } from '../invoices/next-purchase.ts';
import { listNote } from '../rules/consolidation.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import { agencyLists } from './agency/agency-lists.ts';
import { discountSheets } from './discount-sheets.ts';
import { newCustomerRows, salesVoucherRows } from './export-rows.ts';
import { giftLists } from './gift-lists.ts';
import { reconciliationSheets } from './reconciliation-sheets.ts';
import { adjustmentSheets } from './return-sheets.ts';

/** A workbook of the download: its path inside the zip and its sheets, whose rows are pulled once. */
export type ExportFile = { readonly path: string; readonly sheets: readonly SheetModel[] };

/** AMIS numbers invoices as they come, and numbers run with the dates; a voucher number keeps the place that it was given in an earlier plan. */
const byDate = by<PlannedInvoice>(({ date }) => date);

/** AMIS has issued, cancelled, replaced and adjusted invoices already: importing them would book them once more. */
const isForAmis = ({ status }: PlannedInvoice): boolean => status === 'draft' || status === 'exported';

/**
 * The workbooks of a period's download: per profile the vouchers in its AMIS import layout and the customers to create
 * first, the lists of an agent and of consolidated gifts, the adjustments that returns and discounts need, and one reconciliation workbook, which always speaks of the whole plan. Too many rows for a sheet go on in a
 * second file (vouchers, each whole in one) or sheet (lists). A profile without invoices has no file; `wanted` leaves
 * others out of the import files, and drafts out of the lists that go with them; `ownLayouts` are the installation's own templates by name. Throws UNKNOWN_LAYOUT for
 * a profile's layout.
 */
export function exportFiles(
  input: IssuanceInput,
  plan: IssuancePlan,
  wanted: (invoice: PlannedInvoice) => boolean = () => true,
  ownLayouts: ReadonlyMap<string, ExportLayout> = new Map(),
  rowsPerSheet = ROWS_PER_SHEET,
): ExportFile[] {
  const files: ExportFile[] = [];
  const basisOf = invoiceBasisFinder(input);
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const noteOf = (invoice: PlannedInvoice): string => {
    const found = basisOf(invoice);
    return [found ? delegationNote(found) : '', listNote(invoice), discountNote(invoice, lines)]
      .filter(Boolean)
      .join('; ');
  };
  // A draft that stays behind may yet be another entity's: no owner or tax office is told of it.
  const isTold = (invoice: PlannedInvoice) => invoice.status !== 'draft' || wanted(invoice);
  const told = { ...plan, invoices: plan.invoices.filter(isTold) };
  const adjustments = returnAdjustments(input, plan);
  const discounts = discountAdjustments(input, plan);
  for (const { terms } of input.profiles) {
    const invoices = plan.invoices
      .filter((invoice) => invoice.profile === terms.code && isForAmis(invoice) && wanted(invoice))
      .toSorted(byDate);
    const customers = newCustomersOf(invoices);
    const layout = ownLayouts.get(terms.exportLayout) ?? terms.exportLayout;
    for (const [index, chunk] of sheetfuls(invoices, ({ items }) => items.length, rowsPerSheet).entries()) {
      if (chunk.length === 0) continue;
      const sheet = renderExport(layout, salesVoucherRows(chunk, terms, noteOf));
      files.push({ path: `${terms.code}/${carriedOn('BanHang', index)}.xlsx`, sheets: [sheet] });
    }
    if (customers.length > 0) {
      const sheet = renderExport('amis-new-customers', newCustomerRows(customers));
      files.push({ path: `${terms.code}/KhachHangMoi.xlsx`, sheets: [sheet] });
    }
    const lists = agencyLists(input, told, terms.code, rowsPerSheet, adjustments);
    if (lists.length > 0) files.push({ path: `${terms.code}/BangKeDaiLy.xlsx`, sheets: lists });
    const gifts = giftLists(input, told, terms, rowsPerSheet);
    if (gifts.length > 0) files.push({ path: `${terms.code}/BangKeKhuyenMai.xlsx`, sheets: gifts });
    const returned = adjustmentSheets(adjustments, terms, rowsPerSheet);
    if (returned.length > 0) files.push({ path: `${terms.code}/DieuChinhTraLai.xlsx`, sheets: returned });
    const discounted = discountSheets(discounts, terms, rowsPerSheet);
    if (discounted.length > 0) files.push({ path: `${terms.code}/DieuChinhChietKhau.xlsx`, sheets: discounted });
  }
  return [...files, { path: 'DoiChieu.xlsx', sheets: reconciliationSheets(input, plan, rowsPerSheet) }];
}
