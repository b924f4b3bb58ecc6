import { type Cell, isBlank } from '../cell.ts';
import { convertCell } from '../conversions/convert.ts';
import { isFault } from '../conversions/fault.ts';
import { foldHeader } from '../fold-header.ts';
import type { Notations } from './notations.ts';
import type { Plan } from './plan.ts';
import type { Remarks } from './remarks.ts';

/**
 * The lot of a row: a record, a record whose voucher is in a row above it, a heading that is passed over, or goods of all warehouses
 * together, which the rows of single ones say already.
 */
export type RowNature = 'record' | 'continuation' | 'heading' | 'all-places';

/** Fields that no sum of several lines has. */
const OF_ONE_LINE = new Set(['unit', 'unitPrice', 'mainUnit', 'mainUnitPrice']);

/**
 * The label of a sum in the place of a code, with its marks: «Công lắp đặt», «Cộng tác viên» may be goods, and a code without marks
 * may be anything.
 */
const SUM_LABEL = new RegExp(
  [
    '^(?:tổng|cộng|tổng cộng|tổng số|tong cong|total|subtotal|grand total)(?:\\s*[:=(].*)?$',
    '^(?:tổng|cộng|tổng cộng) (?:chứng từ|ct|hóa đơn|hoá đơn|hđ|phiếu|đơn|ngày|khách|kh|nhóm|mã|số|tiền)(?!\\p{L})',
  ].join('|'),
  'u',
);
const LONGEST_LABEL = 100;
/** Spares folding most codes. */
const MAY_BE_SUM = /^\s*[tcsg]/i;
const IS_SUM =
  'thuộc dòng cộng, không phải dòng hàng, nên không được đọc. Là mặt hàng thật thì ghi đơn vị tính rồi tải lại.';

/** Names of all warehouses together in the place of one. «Tổng kho», «Kho tổng» are warehouses. */
const ALL_PLACES =
  /^(?:tong|cong|tong cong|tong so|total|grand total|(?:tat ca|tong|toan bo)(?: cac)? kho|tat ca|toan cong ty|toan don vi)$/;
/** The one of these that is a warehouse. */
const PLACE_OF_ALL = 'tong kho';
const IS_ALL_PLACES = 'thuộc dòng cộng của các kho, không phải một kho, nên không được đọc.';

const isAllPlaces = (cell: Cell | undefined): boolean => {
  if (typeof cell !== 'string' || cell.length > LONGEST_LABEL || !MAY_BE_SUM.test(cell)) return false;
  const folded = foldHeader(cell);
  return folded !== PLACE_OF_ALL && ALL_PLACES.test(folded);
};

const isSumLabel = (code: Cell | undefined): boolean =>
  typeof code === 'string' &&
  code.length <= LONGEST_LABEL &&
  MAY_BE_SUM.test(code) &&
  SUM_LABEL.test(code.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim());

/**
 * Tells headings and subtotals from data where a layout says what data have; a heading with an amount is remarked on, as the
 * amount may be missing. A line of goods whose voucher is blank, as where a merged cell reaches over the lines of a voucher,
 * is data: its figures are in no other row, so it must not be passed over.
 */
export function skippedRows(
  { layout, dataColumns, placeColumns, columns, plain }: Plan,
  told: Remarks,
  { decimalOf }: Pick<Notations, 'decimalOf'>,
) {
  const summed = columns.filter(({ field }) => field.total);
  const ofOneLine = columns.filter(({ field }) => OF_ONE_LINE.has(field.field));
  const goods = layout.dataWhen && !layout.addsUp ? dataColumns.at(-1) : undefined;
  const ofGoods = layout.addsUp ? columns.filter(({ field }) => field.field !== 'productCode') : [];
  /** A note, a signature or the name of a group in the column of the codes: of goods a stock report says more. */
  const saysNothing = (cells: readonly Cell[]): boolean =>
    ofGoods.length > 0 && ofGoods.every(({ index }) => isBlank(cells[index]));
  const isAmount = ({ field, index }: Plan['columns'][number], cells: readonly Cell[]): boolean => {
    const cell = cells[index];
    if (typeof cell === 'number') return cell !== 0;
    if (typeof cell !== 'string' || isBlank(cell)) return false;
    const value = convertCell(field, cell, plain, undefined, decimalOf(index));
    return !isFault(value) && Number(value) !== 0;
  };
  return (cells: readonly Cell[], rowNumber: number, isBelowTotals: boolean): RowNature => {
    const isFilled = (column: Plan['dataColumns'][number]): boolean =>
      column !== undefined && !isBlank(cells[column.index]);
    if (saysNothing(cells)) return 'heading';
    const all = layout.addsUp ? placeColumns.find(({ index }) => isAllPlaces(cells[index])) : undefined;
    if (all) {
      told.warn(rowNumber, all, cells[all.index], 'ROW_SKIPPED', IS_ALL_PLACES);
      return 'all-places';
    }
    // People who unmerge the vouchers of a report fill the number into the sums as well.
    const isSum = isSumLabel(cells[goods?.index ?? -1]) && ofOneLine.every(({ index }) => isBlank(cells[index]));
    if (!isSum && dataColumns.every(isFilled)) return 'record';
    const withAmount = summed.find((column) => isAmount(column, cells));
    if (!withAmount) return 'heading';
    if (isSum) {
      told.warn(rowNumber, withAmount, cells[withAmount.index], 'ROW_SKIPPED', IS_SUM);
      return 'heading';
    }
    if (isFilled(dataColumns.at(-1)) && ofOneLine.some(({ index }) => !isBlank(cells[index]))) return 'continuation';
    // Notes and sums follow the totals, and so do lines when those were the totals of a part: a line names its voucher or its goods.
    if (!isBelowTotals || dataColumns.some(isFilled)) {
      const what = dataColumns.map((column) => `«${column?.header ?? ''}»`).join(' và ');
      const sentence = `dòng không có ${what} nên không được đọc.`;
      told.warn(rowNumber, withAmount, cells[withAmount.index], 'ROW_SKIPPED', sentence);
    }
    return 'heading';
  };
}
