import type { Day } from '@khop/engine/day.ts';
import { scaleVnd, type Vnd } from '@khop/engine/money.ts';
import type { Good, LedgerLine, Milli, Partner } from '../model.ts';
import type { Random } from '../random.ts';
import type { VatClass } from '../words/vocabulary-goods.ts';
import { bravoUnitOf } from './catalogues.ts';

/** The rate the sample's sellers put on a sale of that day: 8 % within the reduction of 01/07/2025–31/12/2026 (NQ 204/2025/QH15). */
export function rateOf(vat: VatClass, day: Day): string {
  if (vat === 'exempt') return 'KCT';
  return vat === 'reduced' && day >= '2025-07-01' && day <= '2026-12-31' ? '8' : '10';
}

const percentOf = (rate: string): bigint => (rate === 'KCT' || rate === '' ? 0n : BigInt(rate));
const taxOn = (amount: Vnd, rate: string): Vnd => scaleVnd(amount, percentOf(rate), 100n);

/** A few lines carry a rate that contradicts the goods, or none at all: a clerk's slip, for the product to find. */
function writtenRate(random: Random, good: Good, day: Day): string {
  if (random.chance(3)) return '';
  const right = rateOf(good.vat, day);
  return random.chance(3) ? (right === '8' ? '10' : '8') : right;
}

/** The quantity and unit that a buyer takes: cartons for resellers, single units for the rest. */
function takenOf(random: Random, good: Good, partner: Partner): { unit: string; rate: number; quantity: Milli } {
  const base = bravoUnitOf(good);
  if (good.divisible) return { unit: base, rate: 1, quantity: random.int(2, 120) * 500 };
  const resells = partner.kind === 'company' || partner.kind === 'shop';
  if (good.bravoInCartons) return { unit: base, rate: 1, quantity: random.int(1, resells ? 8 : 1) * 1000 };
  if (good.carton > 1 && resells && random.chance(450)) {
    return { unit: 'Thùng', rate: good.carton, quantity: random.int(1, 6) * 1000 };
  }
  const most = good.price >= 200_000 ? 4 : resells ? 36 : 6;
  return { unit: base, rate: 1, quantity: random.int(1, most) * 1000 };
}

/** A line of goods. Most shops start from a price with VAT, so that amount ≠ price × quantity; others from the price before it. */
export function priceLine(random: Random, good: Good, partner: Partner, day: Day): LedgerLine {
  const { unit, rate, quantity } = takenOf(random, good, partner);
  const held = rate * (good.bravoInCartons ? good.carton : 1);
  const agreed = Math.max(1, Math.round((good.price * random.int(88, 102)) / 10_000)) * 100;
  const vatRate = writtenRate(random, good, day);
  const net = scaleVnd(agreed * held, 100n, 100n + percentOf(vatRate));
  const line = { good, unit, quantity, rate, unitPrice: net, vatRate, kind: 'goods' as const, description: '' };
  if (random.chance(650)) {
    const gross = scaleVnd(agreed * held, BigInt(quantity), 1000n);
    const amount = scaleVnd(gross, 100n, 100n + percentOf(vatRate));
    return { ...line, amount, discount: 0, vatAmount: gross - amount };
  }
  const amount = scaleVnd(net, BigInt(quantity), 1000n);
  const discount = random.chance(250) ? scaleVnd(amount, BigInt(random.pick([2, 3, 5])), 100n) : 0;
  return { ...line, amount, discount, vatAmount: taxOn(amount - discount, vatRate) };
}

/** A gift of the same shelf: it leaves the stock, and nothing is paid. */
export function priceGift(random: Random, good: Good, day: Day): LedgerLine {
  return {
    good,
    unit: bravoUnitOf(good),
    quantity: random.int(1, good.price >= 200_000 || good.bravoInCartons ? 1 : 4) * 1000,
    rate: 1,
    unitPrice: 0,
    amount: 0,
    discount: 0,
    vatRate: rateOf(good.vat, day),
    vatAmount: 0,
    kind: 'free',
    description: 'Hàng khuyến mại không thu tiền',
  };
}

export function priceService(random: Random, good: Good, day: Day): LedgerLine {
  const vatRate = rateOf('reduced', day);
  const amount = scaleVnd(good.price * random.int(1, 5), 100n, 100n + percentOf(vatRate));
  return {
    good,
    unit: good.unit,
    quantity: 1000,
    rate: 1,
    unitPrice: amount,
    amount,
    discount: 0,
    vatRate,
    vatAmount: taxOn(amount, vatRate),
    kind: 'service',
    description: good.name,
  };
}

/** One to three percent off the lines above it, at the rate of the first of them. */
export function priceDiscount(random: Random, good: Good, above: readonly LedgerLine[], day: Day): LedgerLine {
  const goods = above.filter((line) => line.kind === 'goods');
  const vatRate = goods[0]?.vatRate || rateOf('reduced', day);
  const base = goods.reduce((sum, line) => sum + line.amount - line.discount, 0);
  const amount = -scaleVnd(base, BigInt(random.int(1, 3)), 100n);
  return {
    good,
    unit: good.unit,
    quantity: 0,
    rate: 1,
    unitPrice: 0,
    amount,
    discount: 0,
    vatRate,
    vatAmount: taxOn(amount, vatRate),
    kind: 'discount',
    description: good.name,
  };
}

/** A return of a line, at its own price: everything negative. */
export function priceReturn(line: LedgerLine, quantity: Milli, description: string): LedgerLine {
  const part = (amount: Vnd): Vnd => -scaleVnd(amount, BigInt(quantity), BigInt(line.quantity)) + 0;
  return {
    ...line,
    quantity: -quantity,
    amount: part(line.amount),
    discount: part(line.discount),
    vatAmount: part(line.vatAmount),
    description,
  };
}
