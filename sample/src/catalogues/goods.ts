import type { Good } from '../model.ts';
import { type Random, randomOf } from '../random.ts';
import { withoutMarks } from '../words/spelling.ts';
import { brands, type Category, categories, discountItem, series, services } from '../words/vocabulary-goods.ts';

type Family = { readonly category: Category; readonly brand: string; readonly variant: string };

const families = (): Family[] =>
  categories.flatMap((category) =>
    brands.flatMap((brand) => category.variants.map((variant) => ({ category, brand, variant }))),
  );

/** The number of goods of a company with that many ledger lines: grows with the square root. */
export const goodsCountFor = (lines: number): number =>
  Math.max(60, Math.min(12_000, Math.round(7 * Math.sqrt(lines))));

/**
 * The goods that are really traded, siblings of one family side by side (same brand and scent, other size), followed
 * by the services and the discount item.
 */
export function makeGoods(seed: number, count: number): Good[] {
  const random = randomOf(seed, 'goods');
  const goods: Good[] = [];
  for (let round = 0; goods.length < count; round++) {
    const line = round < series.length ? series[round]! : `Mẫu ${round}`;
    for (const family of random.shuffle(families())) {
      for (const size of random.shuffle(family.category.sizes).slice(0, random.int(1, 3))) {
        if (goods.length < count) goods.push(makeGood(random, goods.length, family, line, size));
      }
      if (goods.length >= count) break;
    }
  }
  return [...goods, ...intangibles(goods.length)];
}

function makeGood(
  random: Random,
  index: number,
  { category, brand, variant }: Family,
  line: string,
  [size, unit, carton, base]: Category['sizes'][number],
): Good {
  const model = category.model
    ? `${category.model}-${random.int(10, 99)}${random.int(10, 99)}${random.pick(['', 'S', 'T'])}`
    : '';
  const fullBrand = line ? `${brand} ${line}` : brand;
  const name = [category.noun, fullBrand, model, variant, size].filter((part) => part !== '').join(' ');
  const price = Math.max(5, Math.round((base * random.int(82, 135)) / 500)) * 500;
  return {
    index,
    kind: 'goods',
    category,
    name,
    brand: fullBrand,
    variant,
    size,
    model,
    unit,
    carton,
    bravoInCartons: carton > 1 && random.chance(80),
    price,
    cost: Math.round((price * random.int(62, 78)) / 110),
    vat: category.vat,
    divisible: category.divisible ?? false,
    bravoCode: bravoCodeOf(random, index, category),
    inBravo: !random.chance(40),
  };
}

/** Bravo numbers its items within a group; some clerks put the group's letters in. */
function bravoCodeOf(random: Random, index: number, category: Category): string {
  const serial = String(index + 1).padStart(5, '0');
  return random.chance(700) ? `VT${serial}` : `${withoutMarks(category.prefix)}.${serial}`;
}

function intangibles(from: number): Good[] {
  const plain = (
    offset: number,
    { code, ...own }: Pick<Good, 'kind' | 'name' | 'unit' | 'price'> & { readonly code: string },
  ): Good => ({
    ...own,
    index: from + offset,
    category: undefined,
    brand: '',
    variant: '',
    size: '',
    model: '',
    carton: 1,
    bravoInCartons: false,
    cost: 0,
    vat: 'reduced',
    divisible: false,
    bravoCode: code,
    inBravo: true,
  });
  const [code, name, unit] = discountItem;
  return [
    ...services.map(([serviceCode, serviceName, serviceUnit, price], offset) =>
      plain(offset, {
        kind: 'service',
        code: serviceCode,
        name: serviceName,
        unit: serviceUnit,
        price: price * 100,
      }),
    ),
    plain(services.length, { kind: 'discount', code, name, unit, price: 0 }),
  ];
}
