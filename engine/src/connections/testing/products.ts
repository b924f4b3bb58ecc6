import type { MatchRecord } from '../record.ts';
import { CATEGORIES, type Category, PRODUCT_SHORT } from './goods-words.ts';
import { randomStyle, respell, type Style, shorten } from './noise.ts';
import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';
import { LATIN_NAMES, SYLLABLES } from './words.ts';
import { inventedNames } from './worlds.ts';

/** Two catalogues with the truth as pairs of positions. */
export type Generated = {
  readonly left: MatchRecord[];
  readonly right: MatchRecord[];
  readonly gold: (readonly [number, number])[];
};

type Goods = {
  readonly category: Category;
  readonly noun: string;
  readonly brand: string;
  readonly attributes: readonly string[];
  readonly size: string;
  readonly model: string;
  readonly pack: number;
  readonly promo: boolean;
  readonly price: number;
};

const EXTRAS = [
  '(mới)',
  '- NEW',
  'loại 1',
  'chính hãng',
  'hàng công ty',
  'cao cấp',
  'VN',
  'XK',
  'date mới',
  // One list marks its promotional goods, the other does not.
  'KM',
  '.',
  '(hết)',
];

const modelCode = (random: Random): string => {
  const letters = Array.from({ length: 1 + nextInt(random, 3) }, () => pick(random, [...'ABCDEGHKLMNPSTVX'])).join('');
  const digits = String(10 + nextInt(random, 1990));
  return `${letters}${chance(random, 0.5) ? '-' : ''}${digits}${chance(random, 0.25) ? pick(random, [...'ABDGSX']) : ''}`;
};

/** Goods come in families: same brand and noun, differing by one property. */
function goodsFamily(random: Random, brands: readonly string[], packNotes: boolean): Goods[] {
  const category = pick(random, CATEGORIES);
  const brand = pick(random, brands);
  const series = category.models && chance(random, 0.85) ? modelCode(random) : '';
  const base: Goods = {
    category,
    noun: category.nouns[0]!,
    brand,
    attributes: category.attributes.map((group) => pick(random, group)),
    size: category.sizes.length > 0 ? pick(random, category.sizes) : '',
    model: series,
    pack: category.packs.length > 0 && chance(random, 0.4) ? pick(random, category.packs) : 0,
    promo: false,
    price: Math.round((category.price * (0.6 + nextRandom(random))) / 100) * 100,
  };
  const family = [base];
  const want = nextInt(random, 5);
  for (let i = 0; i < want; i++) {
    const from = pick(random, family);
    const price = Math.round((from.price * (0.7 + 0.8 * nextRandom(random))) / 100) * 100;
    const way = nextInt(random, 5);
    if (way === 0 && category.sizes.length > 1) family.push({ ...from, size: pick(random, category.sizes), price });
    else if (way === 1 && series !== '') family.push({ ...from, model: modelCode(random), price });
    else if (way === 2 && category.packs.length > 0 && !packNotes)
      family.push({ ...from, pack: pick(random, category.packs), price });
    else if (way === 3 && series !== '')
      family.push({
        ...from,
        model: series + pick(random, [...'ABCDS']),
        price,
      });
    else
      family.push({
        ...from,
        attributes: category.attributes.map((group) => pick(random, group)),
        price,
      });
  }
  if (chance(random, 0.12)) family.push({ ...base, promo: true });
  return family;
}

const key = (goods: Goods): string =>
  [goods.noun, goods.brand, ...goods.attributes, goods.size, goods.model, goods.pack, goods.promo].join('|');

type House = Style & {
  readonly order: number;
  readonly sizeStyle: number;
  readonly packStyle: number;
  /** The probability that the carton is mentioned. */
  readonly writesPack: number;
  readonly dropBrand: number;
  readonly dropAttribute: number;
  readonly dropModel: number;
  readonly synonyms: boolean;
  readonly fields: number;
  readonly promoMark: string;
};

const houseStyle = (random: Random, packNotes: boolean, careless?: number): House => ({
  ...randomStyle(random, careless),
  order: nextInt(random, 4),
  sizeStyle: nextInt(random, 4),
  packStyle: nextInt(random, 6),
  writesPack: packNotes ? pick(random, [0, 0.3, 0.7, 1]) : 1,
  dropBrand: nextRandom(random) ** 2 * 0.15 * (careless ?? 1),
  dropAttribute: nextRandom(random) ** 2 * 0.1 * (careless ?? 1),
  dropModel: nextRandom(random) * 0.06 * (careless ?? 1),
  synonyms: chance(random, 0.5),
  fields: nextRandom(random),
  promoMark: pick(random, ['KM - ', 'KM ', 'Hàng tặng ', 'Hàng khuyến mại ', '(KM) ']),
});

function writeSize(style: number, size: string): string {
  const match = /^([\d.]+)\s*(ml|L|g|kg)$/.exec(size);
  if (!match) return style === 1 ? size.replace(/^([\d.]+)([a-z])/i, '$1 $2') : size;
  const [number, unit] = [Number(match[1]), match[2]!];
  switch (style) {
    case 0:
      return size;
    case 1:
      return `${match[1]} ${unit}`;
    case 2:
      if (unit === 'L' && number < 10) return `${number * 1000}ml`;
      if (unit === 'kg' && number < 5) return `${number * 1000}g`;
      return `${match[1]!.replace('.', ',')} ${unit === 'L' ? 'lít' : unit === 'g' ? 'gr' : unit}`;
    default:
      if (unit === 'ml' && number >= 500) return `${number / 1000}L`;
      if (unit === 'g' && number >= 500) return `${number / 1000}kg`;
      return size.toUpperCase();
  }
}

function writePack(style: number, pack: number, unit: string): string {
  if (pack === 0) return '';
  const small = unit.toLowerCase();
  return [
    `thùng ${pack} ${small}`,
    `x${pack}`,
    `(${pack} ${small}/thùng)`,
    `(T${pack})`,
    `(${pack}/thùng)`,
    `(thùng ${pack})`,
  ][style]!;
}

function spell(random: Random, house: House, goods: Goods): string {
  const noun = house.synonyms ? pick(random, goods.category.nouns) : goods.noun;
  const brand = chance(random, house.dropBrand) ? '' : goods.brand;
  const attributes = goods.attributes.filter(() => !chance(random, house.dropAttribute)).join(' ');
  const size = writeSize(chance(random, 0.85) ? house.sizeStyle : nextInt(random, 4), goods.size);
  const packStyle = chance(random, 0.9) ? house.packStyle : nextInt(random, 6);
  const pack = chance(random, house.writesPack) ? writePack(packStyle, goods.pack, goods.category.unit) : '';
  let model = chance(random, house.dropModel) ? '' : goods.model;
  if (chance(random, 0.3)) model = model.replace('-', chance(random, 0.5) ? '' : ' ');
  const parts = [
    [noun, attributes, brand, model, size, pack],
    [noun, brand, attributes, model, size, pack],
    [brand, noun, model, attributes, size, pack],
    [noun, brand, model, attributes, pack, size],
  ][house.order]!;
  const name = shorten(random, house, parts.filter((part) => part !== '').join(' '), PRODUCT_SHORT);
  return (goods.promo ? house.promoMark : '') + respell(random, house, name, EXTRAS);
}

const PREFIXES = ['HH', 'SP', 'VT', 'TP', 'H', ''];

/** Product catalogues of about `size` goods each, spelt by two hands: any two, or two as `careless` (0–1) as asked. */
export function generateProducts(random: Random, size: number, careless?: number): Generated {
  // Habits first: the same seed gives the same two hands at every size.
  // In many houses the carton is a remark that one writes and another does not; in others it makes another article.
  const packNotes = chance(random, 0.5);
  const [houseLeft, houseRight] = [houseStyle(random, packNotes, careless), houseStyle(random, packNotes, careless)];
  const [onlyLeft, onlyRight] = [nextRandom(random) * 0.35, nextRandom(random) * 0.35];
  const sharedCodes = chance(random, 0.2) ? nextRandom(random) * 0.8 : 0;
  const [prefixLeft, prefixRight] = [pick(random, PREFIXES), pick(random, PREFIXES)];
  // Some siblings live on one side only, so that the nearest record is often not the right one.
  const lonely = nextRandom(random) ** 2 * 0.2 * (careless ?? 1);
  const perBrand = 6 + nextInt(random, 50);
  const trade = [...LATIN_NAMES, ...inventedNames(random, Math.round(size / 40))];
  const brands = Array.from({ length: Math.max(12, Math.round(size / perBrand)) }, () =>
    chance(random, 0.5)
      ? pick(random, trade) + (chance(random, 0.3) ? pick(random, ['co', 'mex', 'tek', 'na', 'via']) : '')
      : `${pick(random, SYLLABLES)} ${pick(random, SYLLABLES)}`,
  );
  const seen = new Set<string>();
  const goods: Goods[] = [];
  while (goods.length < size) {
    for (const item of goodsFamily(random, brands, packNotes)) {
      if (seen.has(key(item))) continue;
      seen.add(key(item));
      goods.push(item);
    }
  }
  const left: MatchRecord[] = [];
  const right: { record: MatchRecord; partner: number }[] = [];
  goods.forEach((item, i) => {
    const code = `${pick(random, PREFIXES)}${1000 + nextInt(random, 90_000)}`;
    let partner = -1;
    const alone = chance(random, lonely);
    const fate = alone ? (chance(random, 0.5) ? 0 : 1) : nextRandom(random);
    if (fate >= onlyRight) {
      partner = left.length;
      left.push(
        record(random, houseLeft, item, `L${i}`, chance(random, sharedCodes) ? code : `${prefixLeft}${10_000 + i}`),
      );
    }
    if (fate < onlyRight || (!alone && nextRandom(random) >= onlyLeft)) {
      const own = record(
        random,
        houseRight,
        item,
        `R${i}`,
        chance(random, sharedCodes) ? code : `${prefixRight}${nextInt(random, 99_999)}`,
      );
      right.push({ record: own, partner });
    }
  });
  return shuffled(random, left, right);
}

function record(random: Random, house: House, goods: Goods, id: string, code: string): MatchRecord {
  const has = (share: number): boolean => house.fields > share && !chance(random, house.fieldDrop * 0.5);
  const asPack = goods.pack > 0 && chance(random, 0.15);
  return {
    id,
    name: spell(random, house, goods),
    code: has(0.2) ? code : undefined,
    unit: has(0.1)
      ? asPack
        ? 'Thùng'
        : respell(random, { ...house, typo: 0, wordExtra: 0 }, goods.category.unit, [])
      : undefined,
    brand: has(0.75) ? goods.brand : undefined,
    price: has(0.45)
      ? Math.round(
          goods.price *
            (asPack ? goods.pack : 1) *
            (chance(random, 0.8) ? 0.85 + 0.3 * nextRandom(random) : 0.5 + nextRandom(random)),
        )
      : undefined,
  };
}

/** Mixes the right side and finds the pairs again. */
export function shuffled(
  random: Random,
  left: MatchRecord[],
  right: { record: MatchRecord; partner: number }[],
): Generated {
  const order = right.map((_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = nextInt(random, i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const gold: [number, number][] = [];
  order.forEach((from, to) => {
    if (right[from]!.partner >= 0) gold.push([right[from]!.partner, to]);
  });
  return { left, right: order.map((from) => right[from]!.record), gold };
}
