import type { SalesLine } from '../../bravo/sales-line.ts';
import type { Vnd } from '../../money.ts';
import { by } from '../../order.ts';
import type { Quantity } from '../../quantity.ts';
import type { IssuancePlan } from '../types.ts';

export type PlaceKind = 'invoiced' | 'alreadyInvoiced' | 'unallocated' | 'excluded' | 'netted';

/** The place of one part of a ledger line. The places of a line add up to its amount and quantity. */
export type LinePlace = {
  readonly kind: PlaceKind;
  readonly profile: string;
  /** Voucher, or the other line of a netted pair. */
  readonly reference: string;
  readonly product: string;
  readonly warehouse: string;
  readonly lot: string;
  /** AMIS units; zero where no AMIS product is involved. */
  readonly quantity: Quantity;
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  readonly why: string;
};

const NOWHERE = { profile: '', reference: '', product: '', warehouse: '', lot: '', quantity: 0n, why: '' };

/** The closed list of reasons for leaving a line out, in words. */
export const EXCLUSION_NAMES: Readonly<Record<IssuancePlan['excluded'][number]['reason'], string>> = {
  cancelled: 'Đã hủy',
  internal: 'Nội bộ',
  not_a_sale: 'Không phải bán hàng',
};

/** Every part of every ledger line, by line: the drill-down of the tie-out. */
export function placesByLine(lines: readonly SalesLine[], plan: IssuancePlan): Map<string, LinePlace[]> {
  const places = new Map<string, LinePlace[]>();
  const put = (line: string, place: LinePlace) => {
    const known = places.get(line);
    if (known) known.push(place);
    else places.set(line, [place]);
  };
  for (const { profile, voucherNumber, items } of plan.invoices) {
    for (const { product, warehouse, allocations } of items) {
      for (const { line, lot, quantity, baseQuantity, amount } of allocations) {
        const place = { ...NOWHERE, kind: 'invoiced', profile, reference: voucherNumber, product, warehouse } as const;
        put(line, { ...place, lot: lot ?? '', quantity, baseQuantity, amount });
      }
    }
  }
  for (const { line, profile, voucherNumber, baseQuantity, amount } of plan.alreadyInvoiced) {
    put(line, { ...NOWHERE, kind: 'alreadyInvoiced', profile, reference: voucherNumber, baseQuantity, amount });
  }
  for (const { returnLine, saleLine, baseQuantity, amount } of plan.netted) {
    put(saleLine, { ...NOWHERE, kind: 'netted', reference: returnLine, baseQuantity, amount });
    put(returnLine, { ...NOWHERE, kind: 'netted', reference: saleLine, baseQuantity: -baseQuantity, amount: -amount });
  }
  for (const { line, reason, message, baseQuantity, amount } of plan.shortages) {
    put(line, { ...NOWHERE, kind: 'unallocated', reference: reason, baseQuantity, amount, why: message });
  }
  const excluded = new Map(plan.excluded.map((one) => [one.line, one]));
  for (const line of excluded.size === 0 ? [] : lines) {
    const one = excluded.get(line.id);
    if (!one) continue;
    const why = [EXCLUSION_NAMES[one.reason], one.note].filter(Boolean).join(': ');
    put(line.id, { ...NOWHERE, kind: 'excluded', baseQuantity: line.baseQuantity, amount: one.amount, why });
  }
  return places;
}

/** The tie-out of one partner, item, profile or day: `ledger` is the sum of all the others. */
export type PlaceTotals = Record<'ledger' | PlaceKind, Vnd>;

/**
 * Adds up the places per key of line (or of place); `lines` are the ledger's by id, keys come in order. Netted pairs cancel over the whole ledger, not per day. A
 * kept invoice may carry a line that the ledger no longer has: `keyOf` is then asked without a line, so that the sums still
 * are those of the tie-out.
 */
export function totalsBy(
  lines: ReadonlyMap<string, SalesLine>,
  places: ReadonlyMap<string, readonly LinePlace[]>,
  keyOf: (line: SalesLine | undefined, place: LinePlace) => string,
): Map<string, PlaceTotals> {
  const totals = new Map<string, PlaceTotals>();
  for (const [id, parts] of places) {
    const line = lines.get(id);
    for (const place of parts) {
      const key = keyOf(line, place);
      let own = totals.get(key);
      if (!own) {
        own = { ledger: 0, invoiced: 0, alreadyInvoiced: 0, unallocated: 0, excluded: 0, netted: 0 };
        totals.set(key, own);
      }
      own[place.kind] += place.amount;
      own.ledger += place.amount;
    }
  }
  return new Map([...totals].sort(by(([key]) => key)));
}
