import { formatVnd } from '../money.ts';
import { formatQuantity, type Quantity } from '../quantity.ts';
import { foldText } from '../text/fold.ts';
import type { KindOfDifference } from './kinds.ts';
import type { Amounts, Difference, GoodsLine, Pair, RateAmount, Truth } from './types.ts';

/** Two sides that are compared: their letters, and the one that is right. */
export type Between = {
  readonly pair: Pair;
  /** Right about amounts, rates and tax. */
  readonly money: Truth;
  /** Right about what goods and how many. */
  readonly goods: Truth;
};

type Said = readonly [left: string, right: string];

/** A difference of two sides in one thing. */
export const differs = (kind: KindOfDifference, pair: Pair, [left, right]: Said, truth: Truth): Difference => ({
  kind,
  pair,
  says: { left, right },
  truth,
});

const MOST_ROUNDING = 10;

/** So many đồng may be rounding: one for each line, ten for an invoice. */
export const roundingOf = (lines: number): number => Math.min(MOST_ROUNDING, Math.max(1, lines));

/** Amounts that differ; up to `within` đồng each, all of it is told as rounding. `tellsVat` false: one side knows no tax. */
export function amountsDiffer(
  left: Amounts,
  right: Amounts,
  between: Between,
  { within, tellsVat }: { readonly within: number; readonly tellsVat: boolean },
): Difference[] {
  const one = (kind: KindOfDifference, of: keyof Amounts): Difference[] =>
    Math.abs(left[of] - right[of]) > within
      ? [differs(kind, between.pair, [formatVnd(left[of]), formatVnd(right[of])], between.money)]
      : [];
  const goods = one('GOODS', 'beforeVat');
  if (!tellsVat) return goods.length > 0 ? goods : rounding(left, right, between, 'beforeVat');
  const parts = [...goods, ...one('VAT', 'vat')];
  if (parts.length > 0) return parts;
  const total = one('TOTAL', 'total');
  return total.length > 0 ? total : rounding(left, right, between, 'beforeVat', 'vat', 'total');
}

function rounding(left: Amounts, right: Amounts, { pair, money }: Between, ...of: (keyof Amounts)[]): Difference[] {
  const first = of.find((one) => left[one] !== right[one]);
  return first === undefined
    ? []
    : [differs('ROUNDING', pair, [formatVnd(left[first]), formatVnd(right[first])], money)];
}

/** The same money under other rates. Nothing is said where one side does not tell all of its rates. */
export function ratesDiffer(
  left: readonly RateAmount[],
  right: readonly RateAmount[],
  { pair, money }: Between,
  within: number,
): Difference[] {
  if (left.length === 0 || right.length === 0) return [];
  const [ours, theirs] = [sumsByRate(left), sumsByRate(right)];
  if (ours === undefined || theirs === undefined) return [];
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  const isSame = [...names].every((rate) => ours.has(rate) === theirs.has(rate));
  const total = (sums: ReadonlyMap<string, number>): number => sums.values().reduce((sum, one) => sum + one, 0);
  // Under the same rates, a moved amount is told here only where the whole agrees: otherwise the amounts tell it.
  const moved =
    Math.abs(total(ours) - total(theirs)) <= within &&
    [...names].some((rate) => Math.abs((ours.get(rate) ?? 0) - (theirs.get(rate) ?? 0)) > within);
  return isSame && !moved ? [] : [differs('VAT_RATE', pair, [ratesInWords(ours), ratesInWords(theirs)], money)];
}

function sumsByRate(rates: readonly RateAmount[]): ReadonlyMap<string, number> | undefined {
  const sums = new Map<string, number>();
  for (const { rate, amount } of rates) {
    if (rate === null) {
      if (amount !== 0) return undefined;
      continue;
    }
    sums.set(rate, (sums.get(rate) ?? 0) + amount);
  }
  for (const [rate, amount] of sums) if (amount === 0) sums.delete(rate);
  return sums;
}

const ratesInWords = (sums: ReadonlyMap<string, number>): string =>
  [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rate, amount]) => `${/^\d/.test(rate) ? `${rate}%` : rate}: ${formatVnd(amount)}`)
    .join('; ');

type Sum = {
  readonly quantity: Quantity;
  readonly unit: string;
  readonly isUnconverted: boolean;
  readonly isMixed: boolean;
};
type Goods = ReadonlyMap<string, Sum>;

const sameUnit = (a: string, b: string): boolean => a === '' || b === '' || foldText(a) === foldText(b);

/**
 * Goods that differ by product. Nothing is said where a product is not known, or one side has no quantities. In a unit that is not
 * converted, only an equal quantity says something: that the same number has another unit.
 */
export function goodsDiffer(
  left: readonly GoodsLine[] | null,
  right: readonly GoodsLine[] | null,
  { pair, goods: truth }: Between,
): Difference[] {
  const [ours, theirs] = [goodsByProduct(left), goodsByProduct(right)];
  if (ours === undefined || theirs === undefined || ours.size === 0 || theirs.size === 0) return [];
  const only = (a: Goods, b: Goods): string[] => [...a.keys()].filter((product) => !b.has(product));
  const [here, there] = [only(ours, theirs), only(theirs, ours)];
  if (here.length > 0 || there.length > 0) return [differs('ITEM', pair, [listed(here), listed(there)], truth)];
  const compared = [...ours].filter(([product, one]) => {
    const other = theirs.get(product)!;
    if (one.isMixed || other.isMixed) return false;
    const isConverted = !one.isUnconverted && !other.isUnconverted;
    return isConverted || sameUnit(one.unit, other.unit) || one.quantity === other.quantity;
  });
  const quantities = compared.filter(([product, { quantity }]) => theirs.get(product)!.quantity !== quantity);
  const units = compared.filter(([product, { unit }]) => !sameUnit(unit, theirs.get(product)!.unit));
  const told = (product: string, of: Goods): string => `${product}: ${formatQuantity(of.get(product)!.quantity)}`;
  return [
    ...quantities
      .slice(0, 1)
      .map(([product]) => differs('QUANTITY', pair, [told(product, ours), told(product, theirs)], truth)),
    ...units
      .slice(0, 1)
      .map(([product, { unit }]) =>
        differs('UNIT', pair, [`${product}: ${unit}`, `${product}: ${theirs.get(product)!.unit}`], truth),
      ),
  ];
}

const SHOWN_PRODUCTS = 3;

const listed = (products: readonly string[]): string =>
  products.length === 0
    ? '–'
    : products.slice(0, SHOWN_PRODUCTS).join(', ') + (products.length > SHOWN_PRODUCTS ? ' …' : '');

function goodsByProduct(lines: readonly GoodsLine[] | null): Goods | undefined {
  if (lines === null) return undefined;
  const sums = new Map<string, { -readonly [Name in keyof Sum]: Sum[Name] }>();
  for (const { product, quantity, unit, isUnconverted = false } of lines) {
    if (product === null) return undefined;
    const key = product.toUpperCase();
    const known = sums.get(key);
    if (!known) {
      sums.set(key, { quantity, unit, isUnconverted, isMixed: false });
      continue;
    }
    known.quantity += quantity;
    known.isMixed ||= (isUnconverted || known.isUnconverted) && !sameUnit(unit, known.unit);
    known.isUnconverted ||= isUnconverted;
  }
  for (const [product, { quantity }] of sums) if (quantity === 0n) sums.delete(product);
  return sums;
}
