import { FACTOR_ONE, type Factor, greatestCommonDivisor, type Quantity } from '@khop/engine/quantity.ts';
import type { AmisProduct } from '../model.ts';
import { randomOf } from '../random.ts';
import { bravoNameOf } from '../words/spelling.ts';
import type { DealLine } from './deal.ts';

export type Hand = Pick<DealLine, 'code' | 'name' | 'unit' | 'quantity' | 'factor'>;

/** Of so many goods a supplier counts one in the other pack: cartons for boxes, boxes for cartons. */
const GOODS_PER_OTHER_PACK = 3;

/**
 * Goods as their supplier writes them: a code of its own, a name in another hand, now and then the other pack where whole packs can
 * say the quantity. The same supplier writes the same goods in the same way every time.
 */
export function supplierHand(seed: number, supplier: number, product: AmisProduct, quantity: Quantity): Hand {
  const { good, promotional } = product;
  const random = randomOf(seed, `supplier-${supplier}-${good.index}`);
  const written = {
    code: `${String.fromCharCode(65 + (supplier % 26))}${random.digits(2)}${String(good.index).padStart(4, '0')}${promotional ? 'T' : ''}`,
    name: `${promotional ? 'Hàng tặng: ' : ''}${bravoNameOf(good, random)}`,
  };
  const other = good.index % GOODS_PER_OTHER_PACK === supplier % GOODS_PER_OTHER_PACK ? otherPack(product) : undefined;
  const packs = other === undefined ? undefined : wholePacks(quantity, other.holds);
  return packs === undefined || other === undefined
    ? { ...written, unit: product.unit, quantity, factor: FACTOR_ONE }
    : { ...written, unit: other.unit, quantity: packs, factor: other.holds };
}

/** The pack that the profile does not count in, and what it holds in units of the profile. */
function otherPack({ good, factor }: AmisProduct): { unit: string; holds: Factor } | undefined {
  if (good.carton <= 1) return undefined;
  const carton = BigInt(good.carton);
  const small: Factor = good.bravoInCartons
    ? { numerator: factor.numerator, denominator: factor.denominator * carton }
    : factor;
  return small.numerator === small.denominator
    ? { unit: 'Thùng', holds: { numerator: carton, denominator: 1n } }
    : { unit: good.unit, holds: reduced(small) };
}

function reduced({ numerator, denominator }: Factor): Factor {
  const by = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / by, denominator: denominator / by };
}

/** Undefined where a broken pack would be needed. */
function wholePacks(quantity: Quantity, { numerator, denominator }: Factor): Quantity | undefined {
  const above = quantity * denominator;
  const packs = above / numerator;
  return above % numerator === 0n && packs % 1_000_000n === 0n ? packs : undefined;
}

/** Goods as the profile itself writes them on its invoices. */
export const ownHand = ({ code, name, unit }: AmisProduct, quantity: Quantity): Hand => ({
  ...{ code, unit, quantity, factor: FACTOR_ONE },
  name: name.trim(),
});
