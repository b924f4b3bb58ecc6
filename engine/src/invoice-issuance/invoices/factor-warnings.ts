import { netAmountOf } from '../../bravo/sales-line.ts';
import { formatVnd } from '../../money.ts';
import { FACTOR_ONE, type Factor, formatFactor, inverse } from '../../quantity.ts';
import { unitKey } from '../../text/tokens/measure-units.ts';
import type { UsableConnections } from '../ledger/connection-choice.ts';
import type { Eligible } from '../ledger/eligibility.ts';
import type { IssuanceInput, Warning } from '../types.ts';

/** A sale within this ratio of a price of the books says nothing against its factor: margins, clearance, another year. */
const USUAL = 3;
/** Beyond this one it does, even where no other factor brings the prices together. */
const BEYOND_TRADE = 8;

/** An item that is sold, over all its lines. */
type Sold = {
  amount: number;
  /** Base units. */
  quantity: number;
  readonly connections: Set<UsableConnections>;
  readonly profiles: Set<string>;
};

/**
 * A warning for each connection whose factor is at odds with the prices of AMIS: 12 instead of 1/12 makes an invoice over 144 times the
 * goods, or a 144th of them, and every sum still ties out. It is told where the factor turned round, or none, would make the price a usual
 * one, and where the price is beyond all trade; where both units have one name only 1 can be right, and the price is another matter.
 */
export function factorWarnings(eligible: readonly Eligible[], { bravoItems }: Pick<IssuanceInput, 'bravoItems'>) {
  const units = new Map(bravoItems.map(({ code, unit }) => [code, unit]));
  return [...soldByItem(eligible)].flatMap(([item, { amount, quantity, connections, profiles }]) => {
    const perBase = amount / quantity;
    // Lines of another rate of VAT have a list of their own, with some of the same connections.
    const own = new Map([...connections].flat().map((one) => [`${one.profile}\u0000${one.product.code}`, one]));
    return [...own.values()]
      .filter(({ profile }) => profiles.has(profile))
      .flatMap((connection) => warningOf(connection, perBase, { code: item, unit: units.get(item) ?? '' }));
  });
}

/** Returns, and goods without a price, say nothing. */
function soldByItem(eligible: readonly Eligible[]): ReadonlyMap<string, Sold> {
  const items = new Map<string, Sold>();
  for (const { open, connections, profiles } of eligible) {
    const { line } = open;
    const amount = netAmountOf(line);
    if (line.kind !== 'goods' || amount <= 0) continue;
    let sold = items.get(line.itemCode);
    if (!sold) {
      sold = { amount: 0, quantity: 0, connections: new Set(), profiles: new Set() };
      items.set(line.itemCode, sold);
    }
    sold.amount += amount;
    // Prices are compared, never an amount made of them: a fraction is good enough.
    sold.quantity += Number(line.baseQuantity) / 1e6;
    sold.connections.add(connections);
    for (const profile of profiles) sold.profiles.add(profile);
  }
  return items;
}

function warningOf(
  { profile, product, factor }: UsableConnections[number],
  perBase: number,
  item: { readonly code: string; readonly unit: string },
): Warning[] {
  const found =
    isOne(factor) && isSameUnit(product.unit, item.unit) ? undefined : judge(perBase, factor, product.prices);
  if (!found) return [];
  const price = `${priceText(found.price)} đồng/${product.unit || 'đơn vị'}`;
  const other = found.better === undefined ? '' : ` (hệ số ${formatFactor(found.better)} thì khớp)`;
  return [
    {
      code: 'FACTOR_IMPLAUSIBLE',
      // The figures first: lists show the beginning of a sentence.
      message: `Theo hệ số ${formatFactor(factor)}, giá bán là ${price}, còn giá ở AMIS là ${priceText(found.known)}${other}: «${product.code}» của «${profile}» nối «${item.code}».`,
      profile,
      about: [{ kind: 'product', id: product.code, profile }],
    },
  ];
}

/** A slip of the hand may make a price that is beyond all sums of money. */
const priceText = (price: number): string =>
  price > Number.MAX_SAFE_INTEGER ? `trên ${formatVnd(Number.MAX_SAFE_INTEGER)}` : formatVnd(Math.round(price));

/** The price that a factor makes and the one of the books that is nearest to it, where they are at odds; `better`: a factor by which they are not. */
function judge(
  perBase: number,
  factor: Factor,
  prices: readonly number[] = [],
): { readonly price: number; readonly known: number; readonly better?: Factor } | undefined {
  const price = perBase / numberOf(factor);
  const [known] = prices.toSorted((a, b) => distance(price, a) - distance(price, b));
  if (known === undefined || distance(price, known) <= USUAL) return undefined;
  const better = [inverse(factor), FACTOR_ONE].find((other) =>
    prices.some((one) => distance(perBase / numberOf(other), one) <= USUAL),
  );
  if (better === undefined && distance(price, known) <= BEYOND_TRADE) return undefined;
  return { price, known, ...(better && { better }) };
}

const isOne = ({ numerator, denominator }: Factor): boolean => numerator === denominator;
const numberOf = ({ numerator, denominator }: Factor): number => Number(numerator) / Number(denominator);
/** The number of times that one is the other, from 1 on. */
const distance = (one: number, other: number): number => Math.max(one / other, other / one);

const isSameUnit = (one: string, other: string): boolean => unitKey(one) !== '' && unitKey(one) === unitKey(other);
