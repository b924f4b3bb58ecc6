import { vatBasisPoints } from '../vat-rate.ts';
import type { RateTotal, TaxInvoiceLine, TaxRate, TotalsVariant } from './tax-invoice.ts';
import { type Decimal, fromUnits, isWithin, minus, plus, times, toUnits, type Units, ZERO } from './values/decimal.ts';

/** The sum of the lines before VAT in the way that agrees with the totals, and the total that it was held against. */
export type LineSum = {
  readonly way: TotalsVariant['lines'];
  readonly promotionsCount: boolean;
  readonly amount: Units;
  readonly said: Decimal | null;
};

/** True when a line holds a discount of the whole. */
export const discountsOf = (lines: readonly TaxInvoiceLine[]): boolean =>
  lines.some(({ kind, amount }) => kind === 'discount' && amount !== null && amount !== '0');

const rateKey = (rate: TaxRate | null): string => rate?.rate ?? rate?.text ?? '';

type Way = { readonly way: Exclude<TotalsVariant['lines'], 'none' | null>; readonly promotionsCount: boolean };

/** The part that a line adds to the sum before VAT. */
function signed({ kind, amount }: TaxInvoiceLine, { way, promotionsCount }: Way): Units {
  if (amount === null || kind === 'note' || (kind === 'promotion' && !promotionsCount)) return ZERO;
  const units = toUnits(amount);
  if (kind !== 'discount' || way === 'discounts_added') return units;
  return way === 'discounts_subtracted' ? minus(ZERO, units) : ZERO;
}

/** Discount lines are written positive or negative, and promotions with a value that may not count: the totals decide. */
export function linesAddUp(
  lines: readonly TaxInvoiceLine[],
  rates: readonly RateTotal[],
  beforeVat: Decimal | null,
  unit: Units,
): LineSum {
  const ofRates = rates.every(({ amount }) => amount !== null) && rates.length > 0;
  const summed = ofRates ? fromUnits(rates.reduce((sum, { amount }) => plus(sum, toUnits(amount!)), ZERO)) : null;
  const said = beforeVat ?? summed;
  const distance = lines.some(({ amount }) => amount?.includes('.')) ? unit : ZERO;
  const ways: readonly Way['way'][] = discountsOf(lines)
    ? ['discounts_subtracted', 'discounts_added', 'discounts_left_out']
    : ['plain'];
  const hasPromotions = lines.some(({ kind, amount }) => kind === 'promotion' && amount !== null && amount !== '0');
  const all = ways.flatMap((way) =>
    (hasPromotions ? [false, true] : [false]).map((promotionsCount) => ({ way, promotionsCount })),
  );
  const sumOf = (way: Way): Units => lines.reduce((sum, line) => plus(sum, signed(line, way)), ZERO);
  const held = said === null ? undefined : all.find((way) => agrees(way, { lines, rates, said, sumOf, distance }));
  const first = held ?? all[0]!;
  const way = said === null || lines.length === 0 ? null : held ? held.way : 'none';
  return { way, promotionsCount: first.promotionsCount, amount: sumOf(first), said };
}

type Held = {
  readonly lines: readonly TaxInvoiceLine[];
  readonly rates: readonly RateTotal[];
  readonly said: Decimal;
  readonly sumOf: (way: Way) => Units;
  readonly distance: Units;
};

/** The sum of all lines is the total, and where every line has its rate, those of each rate are its own. */
function agrees(way: Way, { lines, rates, said, sumOf, distance }: Held): boolean {
  if (!isWithin(sumOf(way), toUnits(said), distance)) return false;
  const counted = lines.filter((line) => signed(line, way).units !== 0n);
  if (rates.length === 0 || counted.some(({ rate }) => rate === null)) return true;
  const left = new Map<string, Units>();
  const add = (rate: TaxRate | null, amount: Units): void => {
    const key = rateKey(rate);
    left.set(key, plus(left.get(key) ?? ZERO, amount));
  };
  for (const line of counted) add(line.rate, signed(line, way));
  for (const { rate, amount } of rates) if (amount !== null) add(rate, minus(ZERO, toUnits(amount)));
  return [...left.values()].every((rest) => isWithin(rest, ZERO, distance));
}

/** The VAT of each rate from its sum, within a unit per line of it, and all of them together. */
export function vatAddsUp({
  lines,
  rates,
  said,
  unit,
}: {
  readonly lines: readonly TaxInvoiceLine[];
  readonly rates: readonly RateTotal[];
  readonly said: Decimal | null;
  readonly unit: Units;
}): TotalsVariant['vat'] {
  const known = rates.filter(({ amount, vat }) => amount !== null && vat !== null);
  if (known.length === 0 || known.length < rates.length) return null;
  for (const { rate, amount, vat } of known) {
    if (rate === null || rate.rate === null) continue;
    const count = lines.filter((line) => rateKey(line.rate) === rateKey(rate)).length;
    const exact = times(toUnits(amount!), { units: vatBasisPoints(rate.rate), places: 4 });
    if (!isWithin(exact, toUnits(vat!), times(unit, { units: BigInt(Math.max(1, count)), places: 0 }))) return 'none';
  }
  const sum = known.reduce((all, { vat }) => plus(all, toUnits(vat!)), ZERO);
  const hasFraction = known.some(({ vat }) => vat!.includes('.'));
  return said === null || isWithin(sum, toUnits(said), hasFraction ? unit : ZERO) ? 'by_rate' : 'none';
}
