import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { ROWS_PER_SHEET } from '../../sheets/sheetfuls.ts';
import { sortLines } from '../canonical-input.ts';
import { type LinePlace, placesByLine, totalsBy } from '../ledger/line-places.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { basisSheets } from './basis-sheets.ts';
import { findingSheets } from './findings-sheet.ts';
import { lotSheets } from './lot-sheets.ts';
import { needsSheets } from './purchase/needs-sheets.ts';
import { lineSheets } from './reconciliation-lines.ts';
import { invoiceSheets, reviewSheet, shortageSheets, warningSheet } from './reconciliation-lists.ts';
import { summarySheet } from './reconciliation-summary.ts';
import { totalsSheet } from './reconciliation-totals.ts';
import { vatReturnSheets } from './vat-return-sheets.ts';
import { vatSheets } from './vat-sheets.ts';

/**
 * The sheets of DoiChieu.xlsx: the tie-out, every ledger line with the place of each of its parts, and the reasons for
 * the rest.
 */
export function reconciliationSheets(
  input: IssuanceInput,
  plan: IssuancePlan,
  rowsPerSheet = ROWS_PER_SHEET,
): SheetModel[] {
  const ledger = sortLines(input.lines);
  const places = placesByLine(ledger, plan);
  const lines = new Map(ledger.map((line) => [line.id, line]));
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner.name]));
  const items = new Map(ledger.map((line) => [line.itemCode, line.itemName]));
  const profiles = new Map(input.profiles.map((books) => [books.terms.code, books.terms.name]));
  const by = (keyOf: (line: SalesLine | undefined, place: LinePlace) => string) => totalsBy(lines, places, keyOf);
  const gone = '(không còn trên sổ Bravo)';
  return [
    summarySheet(input, plan),
    ...findingSheets(input, plan, rowsPerSheet),
    ...vatSheets(input, plan, rowsPerSheet),
    ...vatReturnSheets(input, plan, rowsPerSheet),
    ...lineSheets(ledger, places, partners, rowsPerSheet),
    ...shortageSheets(plan, lines, partners, rowsPerSheet),
    ...needsSheets(input, plan, rowsPerSheet).filter(({ name }) => name !== 'Ghi chú'),
    ...invoiceSheets(plan, rowsPerSheet),
    ...basisSheets(input, plan, rowsPerSheet),
    totalsSheet(
      'Theo khách',
      'Mã khách',
      by((line) => line?.partnerCode ?? gone),
      partners,
    ),
    totalsSheet(
      'Theo mặt hàng',
      'Mã mặt hàng',
      by((line) => line?.itemCode ?? gone),
      items,
    ),
    totalsSheet(
      'Theo hồ sơ',
      'Hồ sơ',
      by((_, place) => place.profile || '(chưa thuộc hồ sơ nào)'),
      profiles,
    ),
    totalsSheet(
      'Theo ngày',
      'Ngày bán',
      by((line) => line?.docDate ?? gone),
      new Map(),
      (day) => (day === gone ? gone : formatDay(day)),
    ),
    ...lotSheets(input, plan, rowsPerSheet),
    reviewSheet(plan, input),
    warningSheet(plan),
  ];
}
