import type { MatchRecord } from '../record.ts';
import { misspell } from './noise.ts';
import { type Generated, shuffled } from './products.ts';
import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';
import { inventedNames } from './worlds.ts';

/**
 * Goods that carry a maker's code, in two shops: each writes the code, the option behind it and the features in its own
 * way, one in a short name, another in a long description. They teach what an equal code is worth against words left over.
 */

const LETTERS = [...'ABCDEFGHKLMNPRSTVWXZ'];
const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, LETTERS)).join('');
const digits = (random: Random, count: number): string =>
  String(1 + nextInt(random, 9)) + String(nextInt(random, 10 ** (count - 1))).padStart(count - 1, '0');

/** A code as its parts; hands divide them with a hyphen, a blank or nothing. */
const CODES: readonly ((random: Random) => string[])[] = [
  (random) => [letters(random, 2 + nextInt(random, 3)), digits(random, 2 + nextInt(random, 3))],
  (random) => [letters(random, 1 + nextInt(random, 3)), digits(random, 2 + nextInt(random, 2)) + letters(random, 1)],
  (random) => [letters(random, 3), letters(random, 1) + digits(random, 2 + nextInt(random, 2))],
  (random) => [letters(random, 2), digits(random, 2), digits(random, 3)],
  (random) => [`0${digits(random, 2)}`, digits(random, 4)],
  (random) => [digits(random, 3), digits(random, 5), digits(random, 2)],
  (random) => [digits(random, 5), letters(random, 1) + digits(random, 3)],
];

const OPTIONS: readonly (readonly [string, readonly string[]])[] = [
  ['black', ['BK', 'B', 'BLK']],
  ['white', ['WH', 'W', 'WHT']],
  ['silver', ['SL', 'S', 'SLV']],
  ['red', ['RD', 'R']],
  ['pink', ['PK', 'P']],
];

const FEATURES: readonly ((random: Random) => string)[] = [
  (random) => `${pick(random, [2, 4, 5, 8, 16, 24])}-Port`,
  (random) => `${pick(random, [1, 2, 4, 8, 16, 32])}GB`,
  (random) => `${pick(random, [19, 22, 26, 32, 40, 42, 46, 52])}"`,
  (random) => `${pick(random, [6, 7.2, 8, 10, 12.1])} Megapixel`,
  (random) => `${pick(random, [3, 4, 5, 10, 12])}x Optical Zoom`,
  (random) => `${pick(random, ['720p', '1080p', '10/100', '802.11n', '5.1 Channel', '2.4 GHz'])}`,
  (random) => `${pick(random, [100, 300, 500, 700, 900, 1200])} Watt`,
  (random) => `${pick(random, [1.4, 2.7, 5.3, 18.5, 21.7])} cu. ft.`,
];

type Article = {
  readonly brand: string;
  readonly noun: readonly string[];
  readonly line: string;
  readonly code: readonly string[];
  /** Position in `OPTIONS`, −1 without. */
  readonly option: number;
  readonly features: readonly string[];
  readonly words: readonly string[];
  readonly price: number;
};

/** The habits of a shop. */
type Shop = {
  readonly order: number;
  readonly divider: string;
  /** Probabilities. */
  readonly writesCode: number;
  readonly writesOption: number;
  readonly optionInCode: number;
  readonly features: number;
  readonly marketing: number;
  readonly described: number;
  readonly typo: number;
  readonly fields: number;
  readonly faithful: number;
};

const shopOf = (random: Random): Shop => ({
  order: nextInt(random, 4),
  divider: pick(random, ['', '', '-', ' ', '/']),
  writesCode: chance(random, 0.6) ? 0.97 : 0.4 + 0.6 * nextRandom(random),
  writesOption: nextRandom(random),
  optionInCode: nextRandom(random),
  features: nextRandom(random),
  marketing: nextRandom(random) ** 2,
  described: chance(random, 0.45) ? 0 : nextRandom(random),
  typo: nextRandom(random) ** 2 * 0.04,
  fields: nextRandom(random),
  faithful: 0.7 + 0.3 * nextRandom(random),
});

function family(
  random: Random,
  pools: { brands: string[]; nouns: string[][]; lines: string[]; common: string[] },
): Article[] {
  const drawn = pick(random, CODES)(random);
  const first: Article = {
    brand: pick(random, pools.brands),
    noun: pick(random, pools.nouns),
    line: chance(random, 0.6) ? pick(random, pools.lines) : '',
    code: drawn,
    option: chance(random, 0.4) ? nextInt(random, OPTIONS.length) : -1,
    features: Array.from({ length: nextInt(random, 4) }, () => pick(random, FEATURES)(random)),
    words: Array.from({ length: 3 + nextInt(random, 8) }, () => pick(random, pools.common)),
    price: 10 + 990 * nextRandom(random) ** 2,
  };
  const all = [first];
  for (let more = nextInt(random, 4); more > 0; more--) {
    const from = pick(random, all);
    const price = from.price * (0.8 + 0.5 * nextRandom(random));
    if (chance(random, 0.35)) all.push({ ...from, option: nextInt(random, OPTIONS.length) });
    else if (chance(random, 0.6)) {
      const last = from.code.length - 1;
      const other = from.code[last]!.replace(/\d/, () => String(nextInt(random, 10)));
      const features = from.features.map((feature) => (chance(random, 0.5) ? pick(random, FEATURES)(random) : feature));
      all.push({ ...from, code: [...from.code.slice(0, last), other], features, price });
    } else all.push({ ...from, code: pick(random, CODES)(random), line: pick(random, pools.lines), price });
  }
  return all;
}

const key = ({ brand, noun, code, option }: Article): string => [brand, noun[0], ...code, option].join('|');

function write(random: Random, shop: Shop, article: Article): { name: string; description: string } {
  const [colour, suffixes] = OPTIONS[article.option] ?? ['', []];
  const divider = chance(random, shop.faithful) ? shop.divider : pick(random, ['', '-', ' ']);
  const inCode = suffixes.length > 0 && chance(random, shop.optionInCode);
  const suffix = inCode ? (chance(random, 0.5) ? '' : pick(random, ['/', '-'])) + pick(random, suffixes) : '';
  const code = chance(random, shop.writesCode) ? article.code.join(divider) + suffix : '';
  const said = colour !== '' && chance(random, shop.writesOption) ? [colour] : [];
  const features = article.features.filter(() => chance(random, shop.features));
  const marketing = article.words.filter(() => chance(random, shop.marketing));
  const noun = chance(random, shop.faithful) ? article.noun[0]! : pick(random, article.noun);
  const line = article.line === '' || chance(random, 0.15) ? [] : [article.line];
  const parts = [
    [article.brand, ...line, ...features, ...marketing, noun, '-', code, ...(said.length > 0 ? ['/', ...said] : [])],
    [article.brand, code, ...line, ...said, noun, ...features, ...marketing],
    [article.brand, ...line, noun, code, ...features, ...marketing, ...said],
    [code, article.brand, ...line, ...marketing, noun, ...features, ...said],
  ][shop.order]!;
  const spell = (words: readonly string[]): string =>
    words
      .filter((word) => word !== '')
      .map((word) => (chance(random, shop.typo) ? misspell(random, word) : word))
      .join(' ');
  const told = [article.brand, noun, ...article.features, ...article.words, colour];
  const long = chance(random, 0.5) ? [...told, article.code.join(''), ...article.words] : told;
  return { name: spell(parts), description: spell(long) };
}

/** An accessory names the code of the goods that it is for: "battery for …". */
function accessory(random: Random, nouns: string[][], { brand, code }: Article, id: string): MatchRecord {
  return { id, name: `${pick(random, nouns)[0]} for ${brand} ${code.join('')}` };
}

/** Catalogues of about `size` goods with makers' codes, by any two shops. */
export function generateCodedGoods(random: Random, size: number): Generated {
  const shops = [shopOf(random), shopOf(random)] as const;
  const [onlyLeft, onlyRight] = [nextRandom(random) * 0.5, nextRandom(random) * 0.6];
  const pools = {
    brands: inventedNames(random, 10 + nextInt(random, 40)),
    nouns: Array.from({ length: 12 + nextInt(random, 40) }, () => inventedNames(random, 2)),
    lines: inventedNames(random, 10 + nextInt(random, 60)),
    common: inventedNames(random, 40 + nextInt(random, 200)),
  };
  const seen = new Set<string>();
  const left: MatchRecord[] = [];
  const right: { record: MatchRecord; partner: number }[] = [];
  for (let tries = 0; seen.size < size && tries < size * 4; tries++) {
    for (const [f, article] of family(random, pools).entries()) {
      if (seen.has(key(article))) continue;
      seen.add(key(article));
      const id = `${tries}-${f}`;
      const fate = nextRandom(random);
      let partner = -1;
      if (fate >= onlyRight) {
        partner = left.length;
        left.push(record(random, shops[0], article, `L${id}`));
      }
      if (fate < onlyRight || !chance(random, onlyLeft)) {
        right.push({ record: record(random, shops[1], article, `R${id}`), partner });
      }
      if (chance(random, 0.03)) right.push({ record: accessory(random, pools.nouns, article, `A${id}`), partner: -1 });
    }
  }
  return shuffled(random, left, right);
}

function record(random: Random, shop: Shop, article: Article, id: string): MatchRecord {
  const { name, description } = write(random, shop, article);
  return {
    id,
    name,
    brand: shop.fields > 0.5 ? article.brand : undefined,
    description: chance(random, shop.described) ? description : undefined,
    price:
      shop.fields > 0.3 && chance(random, 0.7)
        ? Math.round(article.price * (80 + 40 * nextRandom(random))) / 100
        : undefined,
  };
}
