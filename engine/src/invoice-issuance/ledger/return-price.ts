import { netAmountOf, type PricedLine, type SalesLine, saleKeyOf } from '../../bravo/sales-line.ts';
import { divideRounded, scaleVnd, sumVnd, type Vnd } from '../../money.ts';
import { ONE, type Quantity } from '../../quantity.ts';
import { vatBasisPoints } from '../../vat-rate.ts';
import { goesWithRate } from '../rules/vat.ts';
import type { OpenLedger, OpenLine } from './open-lines.ts';

/** A difference of mere rounding: one đồng per unit. */
export const toleranceOf = (baseQuantity: Quantity): Vnd => Number((baseQuantity + ONE - 1n) / ONE);

/**
 * The sales that a return may give back from, those at its own price first: of two sales of the same goods the price says
 * which one it belongs to. Otherwise in their own order.
 */
export function samePriceFirst<Sale>(
  back: PricedLine,
  sales: readonly Sale[],
  isSame: (sale: Sale) => boolean,
): readonly Sale[] {
  if (sales.length < 2 || back.baseQuantity >= 0n || netAmountOf(back) >= 0) return sales;
  const [first, ...others] = sales;
  // Most often it is the latest, and nothing has to be put in order.
  if (isSame(first!) || !others.some(isSame)) return sales;
  return [...others.filter(isSame), first!, ...others.filter((sale) => !isSame(sale))];
}

/** True when the goods of a return cost what they cost in the sale, less `discount` on all of it. */
export function isAtPriceOf(back: PricedLine, sale: PricedLine, discount: Vnd = 0): boolean {
  if (sale.baseQuantity <= 0n) return false;
  const quantity = -back.baseQuantity;
  const worth = divideRounded(BigInt(netAmountOf(sale) + discount) * quantity, sale.baseQuantity);
  return Math.abs(Number(worth) + netAmountOf(back)) <= toleranceOf(quantity);
}

/** True when the goods of a return have the rate of the sale, or where one of them states none, its VAT; without any, nothing speaks against it. */
export function isTaxedAs(back: SalesLine, sale: SalesLine): boolean {
  if (back.vatRate !== undefined && sale.vatRate !== undefined)
    return vatBasisPoints(back.vatRate) === vatBasisPoints(sale.vatRate);
  if (back.vatAmount === 0) return true;
  const worth = netAmountOf(sale);
  const own = worth === 0 ? 0 : scaleVnd(sale.vatAmount, BigInt(netAmountOf(back)), BigInt(worth));
  return Math.abs(own - back.vatAmount) <= toleranceOf(-back.baseQuantity);
}

/** A line of discount and what it gives on a part of the goods of its document; negative. */
export type DiscountOn = { readonly discount: OpenLine; readonly amount: Vnd };

/** The discounts that are lines of their own in the sales to the partners who give something back. */
export class DocumentDiscounts {
  readonly #open: OpenLedger;
  readonly #partners: () => Iterable<string>;
  readonly #places = new Map<string, number[]>();
  /** The numbers of the documents: most lines are of none of them, and need no key. */
  readonly #numbers = new Set<string>();
  #goods: ReadonlyMap<string, readonly SalesLine[]> | undefined;

  constructor(open: OpenLedger, partners: () => Iterable<string>) {
    this.#open = open;
    this.#partners = partners;
  }

  add(line: SalesLine, place: number): void {
    const key = saleKeyOf(line);
    this.#numbers.add(line.docNo);
    const known = this.#places.get(key);
    if (known) known.push(place);
    else this.#places.set(key, [place]);
  }

  /** The discounts that a sale has on goods of it that are worth `amount`: their share by worth. */
  on(sale: SalesLine, amount: Vnd): readonly DiscountOn[] {
    if (!this.#numbers.has(sale.docNo)) return [];
    const key = saleKeyOf(sale);
    return (this.#places.get(key) ?? []).flatMap((place) => {
      const discount = this.#open.at(place);
      const isFollowed = ({ vatRate }: SalesLine): boolean => goesWithRate(discount.line.vatRate, vatRate);
      const whole = netAmountOf(discount.line);
      if (whole >= 0 || !isFollowed(sale)) return [];
      const goods = this.#goodsOf(key).filter(isFollowed);
      const worth = sumVnd(goods.map(netAmountOf));
      return worth > 0 ? [{ discount, amount: scaleVnd(whole, BigInt(amount), BigInt(worth)) }] : [];
    });
  }

  /** The goods of the sales with discounts; the ledger is looked through once, and only if a return asks. */
  #goodsOf(sale: string): readonly SalesLine[] {
    this.#goods ??= Map.groupBy(
      this.#open
        .placesOf(this.#partners())
        .map((place) => this.#open.lines[place]!)
        .filter((line) => line.kind === 'goods' && this.#numbers.has(line.docNo) && this.#places.has(saleKeyOf(line))),
      saleKeyOf,
    );
    return this.#goods.get(sale) ?? [];
  }
}
