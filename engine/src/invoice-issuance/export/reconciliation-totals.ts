import type { SheetModel } from '../../sheets/sheet-model.ts';
import type { PlaceKind, PlaceTotals } from '../ledger/line-places.ts';
import { column, table } from './reconciliation-cells.ts';
import { PLACE_NAMES } from './reconciliation-lines.ts';

const ORDER = ['ledger', 'invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'netted'] as const;

/** The tie-out per partner, item, profile or day: every row adds up, and so does their sum. */
export function totalsSheet(
  name: string,
  keyHeader: string,
  totals: ReadonlyMap<string, PlaceTotals>,
  names: ReadonlyMap<string, string>,
  show: (key: string) => string = (key) => key,
): SheetModel {
  const sums: PlaceTotals = { ledger: 0, invoiced: 0, alreadyInvoiced: 0, unallocated: 0, excluded: 0, netted: 0 };
  for (const own of totals.values()) for (const kind of ORDER) sums[kind] += own[kind];
  return table({
    name,
    columns: [
      column(keyHeader, 24),
      column('Tên', 40),
      column('Trên sổ', 18, 'vnd'),
      ...ORDER.slice(1).map((kind) => column(PLACE_NAMES[kind as PlaceKind], 18, 'vnd')),
    ],
    *rows() {
      for (const [key, own] of totals) yield [show(key), names.get(key) ?? '', ...ORDER.map((kind) => own[kind])];
    },
    total: () => ['Tổng cộng', null, ...ORDER.map((kind) => sums[kind])],
  });
}
