import type { Quantity } from '../../quantity.ts';
import type { LotDraw } from '../stock/reserve.ts';
import type { LeftInvoice } from './left-invoices.ts';

type Drawn = { -readonly [K in keyof LotDraw]: LotDraw[K] } & { readonly by: LeftInvoice[] };

/** The goods that invoices have drawn from each lot, by profile. */
export class LotDraws {
  readonly #ofProfile = new Map<string, Map<string, Drawn>>();

  add(one: LeftInvoice): void {
    const { profile, documentDate } = one.invoice;
    const lots = this.#ofProfile.get(profile) ?? new Map<string, Drawn>();
    this.#ofProfile.set(profile, lots);
    for (const { lot, quantity, warehouse, product } of drawsOf(one)) {
      const drawn = lots.get(lot);
      if (!drawn) {
        lots.set(lot, { warehouse, product, quantity, since: documentDate, isOneKey: true, by: [one] });
        continue;
      }
      drawn.quantity += quantity;
      if (documentDate < drawn.since) drawn.since = documentDate;
      if (drawn.warehouse !== warehouse || drawn.product !== product) drawn.isOneKey = false;
      if (drawn.by.at(-1) !== one) drawn.by.push(one);
    }
  }

  /** The sums of a profile, less those of some invoices. */
  of(profile: string, without: Iterable<LeftInvoice>): Map<string, LotDraw> {
    const less = new Map<string, Quantity>();
    for (const one of without) {
      if (one.invoice.profile !== profile) continue;
      for (const { lot, quantity } of drawsOf(one)) less.set(lot, (less.get(lot) ?? 0n) + quantity);
    }
    const sums = new Map<string, LotDraw>();
    for (const [lot, drawn] of this.#ofProfile.get(profile) ?? []) {
      const gone = less.get(lot);
      if (gone === undefined) sums.set(lot, drawn);
      else if (gone < drawn.quantity) sums.set(lot, { ...drawn, quantity: drawn.quantity - gone });
    }
    return sums;
  }

  /** The invoices that have drawn from some lots of a profile. */
  *by(profile: string, lots: Iterable<string>): Generator<LeftInvoice> {
    for (const lot of lots) yield* this.#ofProfile.get(profile)?.get(lot)?.by ?? [];
  }
}

type Draw = { readonly lot: string; readonly quantity: Quantity; readonly warehouse: string; readonly product: string };

function* drawsOf({ invoice }: LeftInvoice): Generator<Draw> {
  for (const { warehouse, product, allocations } of invoice.items)
    for (const { lot, quantity } of allocations)
      if (lot !== null && quantity > 0n) yield { lot, quantity, warehouse, product };
}
