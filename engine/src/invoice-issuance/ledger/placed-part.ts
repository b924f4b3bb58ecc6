import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { compare } from '../../order.ts';
import type { Quantity } from '../../quantity.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { AmisProduct } from '../books.ts';
import type { LawfulDay } from '../rules/lawful-day.ts';
import type { BravoBuyer } from '../types.ts';
import type { OpenLine } from './open-lines.ts';

/** A part of a ledger line that has found its profile, and its lot if it needs one. */
export type PlacedPart = {
  readonly open: OpenLine;
  readonly document: string;
  /** Day of the supply; a discount goes with the day of the goods that it follows. */
  readonly documentDate: Day;
  /** The lawful day, where it is another than the day of the document; a discount goes with that of its goods too. */
  readonly ownDay?: LawfulDay;
  readonly partner: BravoBuyer;
  readonly profile: string;
  /** For a discount without a product of its own: the product of the goods that it follows. */
  readonly product: AmisProduct;
  readonly warehouse: string;
  readonly lot: string | null;
  /** AMIS units. */
  readonly quantity: Quantity;
  readonly baseQuantity: Quantity;
  readonly amount: Vnd;
  /** The ledger's VAT of this part; the invoice computes its own. */
  readonly vatAmount: Vnd;
  /** Set for discounts that follow goods of one rate; otherwise the line's or the product's rate holds. */
  readonly vatRate?: VatRate;
};

/** Parts by line, then profile, then lot. */
export function partsInOrder(parts: readonly PlacedPart[]): PlacedPart[] {
  const place = Float64Array.from(parts, (part) => part.open.place);
  const inOrder = (a: number, b: number): number => {
    if (place[a] !== place[b]) return place[a]! - place[b]!;
    const [one, other] = [parts[a]!, parts[b]!];
    return compare(one.profile, other.profile) || compare(one.lot ?? '', other.lot ?? '') || a - b;
  };
  return Array.from(Uint32Array.from(parts, (_, index) => index).sort(inOrder), (index) => parts[index]!);
}
