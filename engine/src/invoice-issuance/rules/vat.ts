import type { SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { formatDay } from '../../day.ts';
import { scaleVnd, sumVnd, type Vnd, vnd } from '../../money.ts';
import { type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import type { AmisProduct } from '../books.ts';
import { type DayRules, ruleOn, type VatReductionRule, type VatRules } from './invoice-rules.ts';
import { lawfulDayOf } from './lawful-day.ts';

/** The reduction in force on a day, if any. */
export function reductionOn(day: Day, { vatReductions }: VatRules): VatReductionRule | undefined {
  return vatReductions.find((rule) => rule.fromDate <= day && day <= rule.toDate);
}

/** True when a supply of that day may carry the rate at all. */
export const isPermitted = (rate: VatRate, day: Day, rules: VatRules): boolean =>
  whyNotPermitted(rate, day, rules) === undefined;

/**
 * The words for a supply of that day that may not carry the rate. `KHAC` opens the way for rates between the named ones alone:
 * 80 where the highest is 10 is a slip of the hand for 8. A higher rate of a later law is named in the rule itself.
 */
function whyNotPermitted(rate: VatRate, day: Day, { vatRates, vatReductions }: VatRules): string | undefined {
  const rates = ruleOn(vatRates, day)?.rates ?? [];
  if (rates.includes(rate)) return undefined;
  const strange = `không thuộc các mức được dùng ngày ${formatDay(day)}`;
  if (!rate.startsWith('KHAC:') || !rates.includes('KHAC')) return strange;
  const named = [...rates, ...vatReductions.map(({ standardRate }) => standardRate)].filter(isPercent);
  const highest = named.toSorted((a, b) => Number(vatBasisPoints(b) - vatBasisPoints(a)))[0];
  if (highest === undefined || vatBasisPoints(rate) <= vatBasisPoints(highest)) return undefined;
  return `${strange} (cao nhất là ${highest.replace('KHAC:', '')} %)`;
}

/** Rates that are a percentage above 0. */
const isPercent = (rate: VatRate): boolean => rate !== 'KHAC' && vatBasisPoints(rate) > 0n;

/** The terms of a product that decide its rate. */
export type VatTerms = Pick<
  AmisProduct,
  'vatRate' | 'vatReduction' | 'vatReductionFrom' | 'vatReductionTo' | 'vatReductionSource'
>;

/**
 * The word of a product's flag on a day (law.md, V3): itself on the days that it speaks of. Goods that are reduced on these
 * days alone are at the standard rate on others; goods that are not reduced on these days are unknown on others.
 */
export function reductionTermOf(product: VatTerms, day: Day): 'unknown' | 'none' | 'reduced' | 'over' {
  const { vatReduction, vatReductionFrom: from, vatReductionTo: to } = product;
  if ((from && day < from) || (to && to < day)) return vatReduction === 'reduced' ? 'over' : 'unknown';
  return vatReduction;
}

/** False for goods at a rate that no reduction lowers (5 %, KCT …): a flag says nothing of them (V3). */
export const isReducible = ({ vatRate }: Pick<VatTerms, 'vatRate'>, { vatReductions }: VatRules): boolean =>
  vatRate === undefined ||
  vatReductions.some(({ standardRate, reducedRate }) => standardRate === vatRate || reducedRate === vatRate);

/** A product's own rate on the day of supply: its default, or the dated reduction when it is flagged for it on that day. */
export function defaultRate(product: VatTerms, day: Day, rules: VatRules): VatRate | undefined {
  const term = reductionTermOf(product, day);
  const known = rules.vatReductions.find((rule) => rule.reducedRate === product.vatRate);
  const reduction = reductionOn(day, rules);
  if ((term === 'reduced' || term === 'over') && isReducible(product, rules)) {
    if (reduction && term === 'reduced') return reduction.reducedRate;
    return known?.standardRate ?? product.vatRate ?? rules.vatReductions[0]?.standardRate;
  }
  return known && term === 'unknown' && !reduction ? known.standardRate : product.vatRate;
}

/** The rate of a sale: the ledger's, else the product's own on the day of supply. */
export const rateOfSale = (line: SalesLine, product: VatTerms, rules: DayRules & VatRules): VatRate | undefined =>
  line.vatRate ?? defaultRate(product, lawfulDayOf(line, rules).supplyDay, rules);

const isReduced = (rate: VatRate, { vatReductions }: VatRules): boolean =>
  vatReductions.some(({ reducedRate }) => reducedRate === rate);

/** True for the rate of a reduction on a day without it: nothing may be invoiced at it, in whichever list it is written. */
const isOutOfTime = (rate: VatRate, day: Day, rules: VatRules): boolean =>
  isReduced(rate, rules) && reductionOn(day, rules)?.reducedRate !== rate;

/** False for the rate of a reduction and a day on which it did not hold: goods at that rate are of no sale of that day. */
export const mayHaveHad = (rate: VatRate | undefined, day: Day, rules: VatRules): boolean =>
  rate === undefined || !isOutOfTime(rate, day, rules);

export type VatDecision =
  | { readonly kind: 'rate'; readonly rate: VatRate }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'contradiction'; readonly why: string };

/**
 * The rate of a supply. The ledger's rate is never altered: it holds, unless the product's own terms on that day
 * contradict it. Without a rate in the ledger the product's default holds, with the dated reduction. Blank on both
 * sides: unknown.
 */
export function decideVat(
  ledgerRate: VatRate | undefined,
  product: VatTerms & Pick<AmisProduct, 'code'>,
  day: Day,
  rules: VatRules,
): VatDecision {
  if (ledgerRate === undefined) {
    const rate = defaultRate(product, day, rules);
    if (rate === undefined) return { kind: 'unknown' };
    const strange = whyNotPermitted(rate, day, rules);
    if (strange !== undefined)
      return { kind: 'contradiction', why: `mã «${product.code}» có thuế suất ${rate}, ${strange}` };
    if (!isOutOfTime(rate, day, rules)) return { kind: 'rate', rate };
    const why = `mã «${product.code}» có thuế suất ${rate} % và ghi «Không giảm thuế»${termWords(product)}, mà ngày ${formatDay(day)} ngoài thời gian được giảm thuế`;
    return { kind: 'contradiction', why };
  }
  const why = contradictionOf(ledgerRate, product, day, rules);
  return why === undefined ? { kind: 'rate', rate: ledgerRate } : { kind: 'contradiction', why };
}

function contradictionOf(
  ledgerRate: VatRate,
  product: VatTerms & Pick<AmisProduct, 'code'>,
  day: Day,
  rules: VatRules,
): string | undefined {
  const strange = whyNotPermitted(ledgerRate, day, rules);
  if (strange !== undefined) return `Sổ ghi thuế suất ${ledgerRate}, ${strange}`;
  const isReducedRate = isReduced(ledgerRate, rules);
  if (isOutOfTime(ledgerRate, day, rules)) {
    return `Sổ ghi thuế suất ${ledgerRate} % ngày ${formatDay(day)}, ngoài thời gian được giảm thuế`;
  }
  const term = reductionTermOf(product, day);
  if (isReducedRate && term === 'none') {
    return `Sổ ghi thuế suất ${ledgerRate} %, nhưng mã «${product.code}» ghi «Không giảm thuế»${termWords(product)}`;
  }
  if ((term === 'reduced' || term === 'over') && isReducible(product, rules)) {
    const expected = defaultRate(product, day, rules);
    return expected === ledgerRate
      ? undefined
      : `Sổ ghi thuế suất ${ledgerRate}, nhưng mã «${product.code}» được giảm thuế${termWords(product)} nên ngày ${formatDay(day)} là ${expected}`;
  }
  const { vatRate } = product;
  if (vatRate === undefined || vatRate === ledgerRate) return undefined;
  const related = rules.vatReductions.some(
    (rule) =>
      (rule.standardRate === vatRate && rule.reducedRate === ledgerRate) ||
      (rule.reducedRate === vatRate && rule.standardRate === ledgerRate),
  );
  if (term === 'unknown' && related) return undefined;
  return `Sổ ghi thuế suất ${ledgerRate}, nhưng mã «${product.code}» có thuế suất ${vatRate}`;
}

/** The days and the source of a flag, in words; '' for one without. */
function termWords({ vatReductionFrom: from, vatReductionTo: to, vatReductionSource: source }: VatTerms): string {
  const days = [...(from ? [`từ ${formatDay(from)}`] : []), ...(to ? [`đến ${formatDay(to)}`] : [])].join(' ');
  return `${days === '' ? '' : ` ${days}`}${source ? ` (${source})` : ''}`;
}

/** True when a discount goes with goods at `rate`: one with a rate of its own goes with goods of that rate only. */
export const goesWithRate = (own: VatRate | undefined, rate: VatRate | undefined): boolean =>
  own === undefined || rate === undefined || rate === own;

export type VatGroup = { readonly rate: VatRate; readonly amount: Vnd; readonly vatAmount: Vnd };

/**
 * VAT of an invoice: per rate group, rounded half up to the đồng (halves away from zero for negative groups), with the
 * residual on the group's last item that bears an amount (never on a gift) and keeps its sign, so that the items add up to the group. Groups
 * come in order of first appearance.
 */
export function computeVat(items: readonly { readonly amount: Vnd; readonly vatRate: VatRate }[]): {
  readonly groups: readonly VatGroup[];
  readonly perItem: readonly Vnd[];
} {
  const byRate = new Map<VatRate, number[]>();
  items.forEach((item, index) => {
    const indexes = byRate.get(item.vatRate);
    if (indexes) indexes.push(index);
    else byRate.set(item.vatRate, [index]);
  });
  const perItem: Vnd[] = items.map(() => 0);
  const groups = [...byRate].map(([rate, indexes]) => {
    const points = vatBasisPoints(rate);
    const amount = sumVnd(indexes.map((index) => items[index]!.amount));
    const vatAmount = scaleVnd(amount, points, 10_000n);
    let rest = vatAmount;
    for (const index of indexes) {
      perItem[index] = scaleVnd(items[index]!.amount, points, 10_000n);
      rest = vnd(rest - perItem[index]!);
    }
    giveRest(rest, indexes, items, perItem);
    return { rate, amount, vatAmount };
  });
  return { groups, perItem };
}

/**
 * Gives the residual to the last item that bears an amount. What would turn the sign of that item's VAT goes to the one before it, and so
 * on: no VAT is negative on goods that are sold.
 */
function giveRest(
  residual: Vnd,
  indexes: readonly number[],
  items: readonly { readonly amount: Vnd }[],
  perItem: Vnd[],
): void {
  let rest = residual;
  for (const index of indexes.toReversed()) {
    if (rest === 0) return;
    const { amount } = items[index]!;
    if (amount === 0) continue;
    const own = perItem[index]!;
    const isTurned = own + rest !== 0 && own + rest > 0 !== amount > 0;
    perItem[index] = isTurned ? 0 : vnd(own + rest);
    rest = isTurned ? vnd(own + rest) : 0;
  }
}
