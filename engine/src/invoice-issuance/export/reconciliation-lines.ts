import { netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import type { Cell } from '../../sheets/cell.ts';
import type { SheetModel } from '../../sheets/sheet-model.ts';
import { carriedOn, sheetfuls } from '../../sheets/sheetfuls.ts';
import { tableSheet } from '../../sheets/table-sheet.ts';
import type { LinePlace, PlaceKind } from '../ledger/line-places.ts';
import { REASON_NAMES } from '../shortages/reason-names.ts';
import type { ShortageReason } from '../types.ts';
import { column, lineCells, lineColumns, quantityCell } from './reconciliation-cells.ts';

export const PLACE_NAMES: Readonly<Record<PlaceKind, string>> = {
  invoiced: 'Hóa đơn lập mới',
  alreadyInvoiced: 'Đã xuất ở AMIS',
  unallocated: 'Chưa xuất',
  excluded: 'Loại ra',
  netted: 'Bù trừ trả hàng',
};

/** Every ledger line with the place of each of its parts, over as many sheets as it takes. */
export function lineSheets(
  lines: readonly SalesLine[],
  places: ReadonlyMap<string, readonly LinePlace[]>,
  partners: ReadonlyMap<string, string>,
  rowsPerSheet: number,
): SheetModel[] {
  const rowsOf = ({ id }: SalesLine) => Math.max(1, places.get(id)?.length ?? 0);
  return sheetfuls(lines, rowsOf, rowsPerSheet).map((chunk, index) =>
    tableSheet({
      name: carriedOn('Dòng Bravo', index),
      columns: [
        ...lineColumns,
        column('SL trên sổ', 12, 'quantity'),
        column('Tiền trên sổ', 16, 'vnd'),
        column('Nơi đến', 18),
        column('Hồ sơ', 10),
        column('Chứng từ / lý do', 24),
        column('Mã hàng AMIS', 18),
        column('Mã kho', 10),
        column('Lô', 30),
        column('SL gốc', 12, 'quantity'),
        column('SL AMIS', 12, 'quantity'),
        column('Tiền', 16, 'vnd'),
        column('Diễn giải', 60),
      ],
      rows: lineRows(chunk, places, partners),
    }),
  );
}

/** One row per part. The ledger's own figures are on the first part only, so that both columns add up to the ledger. */
function* lineRows(
  lines: readonly SalesLine[],
  places: ReadonlyMap<string, readonly LinePlace[]>,
  partners: ReadonlyMap<string, string>,
): Generator<Cell[]> {
  for (const line of lines) {
    const { id } = line;
    const head = lineCells(id, line, partners);
    const own = places.get(id) ?? [];
    if (own.length === 0) yield [...head, quantityCell(line.baseQuantity), netAmountOf(line), 'Không có giá trị'];
    for (const [index, place] of own.entries()) {
      yield [
        ...head,
        index === 0 ? quantityCell(line.baseQuantity) : null,
        index === 0 ? netAmountOf(line) : null,
        PLACE_NAMES[place.kind],
        place.profile,
        place.kind === 'unallocated' ? REASON_NAMES[place.reference as ShortageReason] : place.reference,
        place.product,
        place.warehouse,
        place.lot,
        quantityCell(place.baseQuantity),
        place.product === '' ? null : quantityCell(place.quantity),
        place.amount,
        place.why,
      ];
    }
  }
}
