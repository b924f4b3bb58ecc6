import { FACTOR_ONE, type Factor } from '@khop/engine/quantity.ts';
import type { AmisProduct, BravoItem, Good } from '../model.ts';
import { type Random, randomOf } from '../random.ts';
import { amisNameOf, bravoNameOf, otherUnit, withoutMarks } from '../words/spelling.ts';

/** The unit that Bravo counts in, how many small units it holds, and what the good costs in it. */
export const bravoUnitOf = (good: Good): string => (good.bravoInCartons ? 'Thùng' : good.unit);

/** Bravo's item list: the goods in its clerks' spelling, with the rates of their units. */
export function makeBravoItems(seed: number, goods: readonly Good[], modifiedAt: string): BravoItem[] {
  const random = randomOf(seed, 'bravo-items');
  return goods
    .filter((good) => good.inBravo)
    .map((good) => {
      const unit = bravoUnitOf(good);
      const hasCarton = good.carton > 1 && !good.bravoInCartons;
      return {
        code: good.bravoCode,
        name: bravoNameOf(good, random),
        unit,
        units: [{ unit, rate: 1 }, ...(hasCarton ? [{ unit: 'Thùng', rate: good.carton }] : [])],
        group: good.category?.group ?? 'Dịch vụ',
        type: good.kind === 'goods' ? 'goods' : 'service',
        isActive: !random.chance(8),
        modifiedAt,
      };
    });
}

/** The probability, in thousandths, that a profile carries a good: the first profile trades nearly everything. */
const carries = [860, 760, 660, 500];

/**
 * The product lists of all profiles. Most goods are in two or three of them, a few in none; some profiles count cartons
 * where Bravo counts boxes, or the other way round; some keep a promotional twin.
 */
export function makeAmisProducts(seed: number, goods: readonly Good[], profiles: number): AmisProduct[][] {
  const carriers = carriersOf(seed, goods, profiles);
  return Array.from({ length: profiles }, (_, profile) => {
    const random = randomOf(seed, `amis-products-${profile}`);
    const products: AmisProduct[] = [];
    for (const good of inOwnOrder(random, goods)) {
      if (good.kind !== 'goods') products.push(intangibleProduct(profile, good));
      else if (carriers[good.index]!.has(profile)) {
        const product = makeProduct(random, profile, good, products.length);
        products.push(product);
        if (random.chance(50)) products.push(promotionalTwin(product));
      }
    }
    return withBlankUnits(products);
  });
}

/** A list is numbered as its goods came in, which was another order in every firm; services are at its end. */
const inOwnOrder = (random: Random, goods: readonly Good[]): Good[] => [
  ...random.shuffle(goods.filter(({ kind }) => kind === 'goods')),
  ...goods.filter(({ kind }) => kind !== 'goods'),
];

function carriersOf(seed: number, goods: readonly Good[], profiles: number): Set<number>[] {
  const random = randomOf(seed, 'carriers');
  return goods.map(() => {
    const among = new Set<number>();
    for (let profile = 0; profile < profiles; profile++) {
      if (random.chance(carries[Math.min(profile, carries.length - 1)]!)) among.add(profile);
    }
    if (among.size === 0 && !random.chance(250)) among.add(0);
    return among;
  });
}

/** Four products of every list have no unit at all, as in real lists. */
function withBlankUnits(products: AmisProduct[]): AmisProduct[] {
  const step = Math.max(1, Math.floor(products.length / 5));
  return products.map((product, index) =>
    index > 0 && index % step === 0 && index / step <= 4 ? { ...product, unit: '' } : product,
  );
}

function makeProduct(random: Random, profile: number, good: Good, serial: number): AmisProduct {
  const otherPack = good.carton > 1 && random.chance(100);
  const inCartons = otherPack !== good.bravoInCartons;
  const carton = BigInt(good.carton);
  const factor: Factor = !otherPack
    ? FACTOR_ONE
    : inCartons
      ? { numerator: 1n, denominator: carton }
      : { numerator: carton, denominator: 1n };
  const held = inCartons ? good.carton : 1;
  return {
    profile,
    code: amisCodeOf(random, good, serial),
    name: amisNameOf(good, random),
    unit: otherUnit(inCartons ? 'Thùng' : good.unit, random),
    kind: 'Hàng hóa',
    group: good.category!.group,
    vatReduction: reductionOf(random, good),
    vatRate: good.vat === 'exempt' ? 'KCT' : random.chance(300) ? '10' : '',
    salePrice: random.chance(500) ? good.price * held : 0,
    cost: good.cost * held,
    isActive: !random.chance(10),
    good,
    factor,
    promotional: false,
  };
}

function reductionOf(random: Random, good: Good): AmisProduct['vatReduction'] {
  if (random.chance(50)) return 'unknown';
  const right = good.vat === 'reduced' ? 'reduced' : 'none';
  return random.chance(8) ? (right === 'reduced' ? 'none' : 'reduced') : right;
}

/** "NRC LVL 750-0012", "NRC.Lavila.12", "NRCLVL0012": every list has its own hand, and the hand changed over the years. */
function amisCodeOf(random: Random, good: Good, serial: number): string {
  const prefix = good.category!.prefix;
  const brand = withoutMarks(good.brand).replaceAll(' ', '').slice(0, 3).toUpperCase();
  const number = String(serial + 1).padStart(4, '0');
  if (good.model && random.chance(700)) return `${good.model}-${number}`;
  return random.pick([
    `${prefix}${brand}${number}`,
    `${prefix}${brand}${number}`,
    `${prefix}.${brand}.${number}`,
    `${prefix} ${brand} ${number}`,
    `${prefix}-${good.brand.split(' ')[0]}-${number}`,
  ]);
}

const promotionalTwin = (product: AmisProduct): AmisProduct => ({
  ...product,
  code: `KM-${product.code}`,
  name: `KM - ${product.name}`,
  salePrice: 0,
  promotional: true,
});

const intangibleProduct = (profile: number, good: Good): AmisProduct => ({
  profile,
  code: good.bravoCode.replace('DV-', 'DV'),
  name: good.name,
  unit: good.unit,
  kind: 'Dịch vụ',
  group: 'Dịch vụ',
  vatReduction: 'reduced',
  vatRate: '',
  salePrice: good.price,
  cost: 0,
  isActive: true,
  good,
  factor: FACTOR_ONE,
  promotional: false,
});
