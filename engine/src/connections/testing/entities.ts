import type { MatchRecord } from '../record.ts';
import { aliasesOf, capital, frequent, newWord, pool } from './made-up-words.ts';
import { misspell } from './noise.ts';
import { type Generated, shuffled } from './products.ts';
import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';

/**
 * Catalogues of anything else, in made-up words: persons, places, seasons, titles, papers, appliances. They teach the
 * forest the weight of a name that has nothing beside it, so that the engine is not tuned to Vietnamese price lists.
 */

type Entity = {
  readonly words: string[];
  readonly alternatives: string[][];
  readonly fields: Partial<MatchRecord>;
  /** The fields as the other side writes them. */
  readonly fieldsOtherwise?: Partial<MatchRecord>;
  /** Distinguishes entities of one name. */
  readonly edition?: string;
  /** Another entity that came of it. */
  readonly later?: () => Entity;
};

type World = {
  readonly proper: readonly string[];
  readonly common: readonly string[];
  readonly nouns: readonly string[];
  readonly first: readonly string[];
  readonly random: Random;
};

const CLASSES = [
  'stadium|arena|park|ground',
  'station|halt',
  'bridge',
  'river|creek',
  'church|cathedral',
  'school|college|academy',
  'party|movement|union',
  'railway|line',
  'museum|gallery',
  'hospital|clinic',
  'hotel|inn',
  'district|county',
  'cup|trophy|championship',
  'award|prize|medal',
  'house|hall|manor',
  'people|tribe',
];

type Maker = (world: World, previous: Entity | undefined) => Entity;

const person: Maker = ({ random, first, proper, common }) => {
  const given = frequent(random, first);
  const family = chance(random, 0.5) ? frequent(random, proper) : pick(random, proper);
  const middle = chance(random, 0.35) ? pick(random, first) : '';
  const words = [given, ...(middle ? [middle] : []), family].map(capital);
  const alternatives = [
    [given, family].map(capital),
    [`${capital(given).charAt(0)}.`, capital(family)],
    [capital(family), capital(given)],
    [given.slice(0, Math.max(3, given.length - 2)), family].map(capital),
    [...words, `(${pick(random, common)})`],
    [...words, pick(random, ['Jr.', 'Sr.', 'II', 'III'])],
    [pick(random, ['Sir', 'Dr.', 'Lord', 'Saint']), ...words],
    [capital(given), capital(pick(random, first)), capital(family)],
  ];
  return { words, alternatives, fields: {} };
};

const place: Maker = ({ random, proper, common, nouns }, previous) => {
  const kinds = pick(random, CLASSES).split('|');
  const kind = capital(kinds[0]!);
  const names =
    previous && chance(random, 0.25)
      ? previous.words.slice(0, 1)
      : [capital(chance(random, 0.4) ? frequent(random, proper) : pick(random, proper))];
  if (chance(random, 0.4)) names.push(capital(frequent(random, chance(random, 0.5) ? proper : common)));
  const city = capital(frequent(random, proper));
  const words = chance(random, 0.7) ? [...names, kind] : [kind, 'of', ...names];
  const alternatives = [
    names,
    [...names, capital(pick(random, kinds))],
    [...words, city],
    [...words, `(${city})`],
    [capital(pick(random, nouns)), ...words],
    [kind, ...names],
    [...names, capital(pick(random, nouns)), kind],
    [names.map((name) => name.charAt(0)).join('') + kind.charAt(0)],
    [...names.slice(0, -1), `${names[names.length - 1]}s`],
    [names.join('-'), kind],
  ];
  return { words, alternatives, fields: {} };
};

const season: Maker = ({ random, proper, nouns }, previous) => {
  const team =
    previous && chance(random, 0.75)
      ? previous.words.filter((word) => !/\d/.test(word))
      : [
          capital(frequent(random, proper)),
          capital(frequent(random, nouns)),
          pick(random, ['football team', 'season', 'Open', 'Cup', 'election', 'Grand Prix']),
        ];
  const year = 1890 + nextInt(random, 130);
  const text = chance(random, 0.2) ? `${year}–${String((year + 1) % 100).padStart(2, '0')}` : String(year);
  const words = chance(random, 0.6) ? [text, ...team] : [...team, text];
  const alternatives = [
    [text, ...team],
    [...team, `(${text})`],
    [...team.slice(0, -1), text],
    [text, team[0]!, ...team.slice(2)],
    [text, ...team.slice(0, 1), capital(pick(random, nouns)), ...team.slice(1)],
    [`${year}-${String(year + 1).slice(2)}`, ...team],
    [text, ...team.slice(1)],
  ];
  return { words, alternatives, fields: {} };
};

const title: Maker = ({ random, proper, common, nouns }, previous) => {
  const count = 1 + nextInt(random, 5);
  const words = Array.from({ length: count }, () =>
    capital(chance(random, 0.35) ? pick(random, proper) : frequent(random, common)),
  );
  if (chance(random, 0.3)) words.unshift('The');
  if (previous && chance(random, 0.12))
    words.splice(0, words.length, ...previous.words, pick(random, ['II', '2', 'III', '3', 'Returns']));
  const alternatives = [
    words.filter((word) => word !== 'The'),
    [...words, `(${pick(random, ['film', 'song', 'album', 'book', 'TV series'])})`],
    [...words, '-', capital(pick(random, nouns)), capital(frequent(random, common))],
    words.map((word) => (word === 'II' ? '2' : word === '2' ? 'II' : word === 'III' ? '3' : word)),
    words.length > 2 ? words.slice(0, -1) : words,
    [capital(pick(random, proper)), ...words],
  ];
  return { words, alternatives, fields: {} };
};

const paper: Maker = (world, previous) => {
  const { random, first, proper, common } = world;
  if (previous?.later && chance(random, 0.12)) return previous.later();
  const words = Array.from({ length: 4 + nextInt(random, 8) }, () =>
    chance(random, 0.15) ? pick(random, proper) : frequent(random, common),
  );
  const authors = Array.from(
    { length: 1 + nextInt(random, 4) },
    () => `${capital(pick(random, first))} ${capital(pick(random, proper))}`,
  );
  return published(world, words, authors, 1990 + nextInt(random, 20));
};

/** A paper as it came out; some come out again in a journal, a year or two later. */
function published(world: World, words: string[], authors: readonly string[], year: number): Entity {
  const { random, nouns, common } = world;
  const initials = authors.map((author) => `${author.charAt(0)}. ${author.split(' ')[1]}`);
  // Few venues, of one word or of some, which lists write in full or by their initials.
  const venue = [pick(random, nouns), ...common.slice(0, nextInt(random, 4))].map(capital);
  const short =
    venue.length > 1 && chance(random, 0.5) ? venue.map((word) => word.charAt(0)).join('') : venue.join(' ');
  const description = (names: readonly string[]) => `${names.join(', ')} ${year}`;
  return {
    words,
    alternatives: [words, words.slice(0, -1), [...words, '(abstract)']],
    fields: { description: description(chance(random, 0.5) ? authors : initials), brand: venue.join(' ') },
    fieldsOtherwise: { description: description(chance(random, 0.5) ? authors.toReversed() : initials), brand: short },
    edition: String(year),
    later: () => published(world, words, authors, year + 1 + nextInt(random, 2)),
  };
}

const appliance: Maker = (world, previous) => {
  const { random, proper, common, nouns } = world;
  const brand = previous && chance(random, 0.4) ? previous.words[0]! : capital(frequent(random, proper.slice(0, 40)));
  const model =
    `${newWord(random, 1).slice(0, 1 + nextInt(random, 3))}${chance(random, 0.3) ? '-' : ''}${10 + nextInt(random, 3000)}${chance(random, 0.5) ? pick(random, [...'abdkrsx']) : ''}`.toUpperCase();
  const line = chance(random, 0.5) ? [capital(frequent(random, common))] : [];
  const noun = [frequent(random, nouns), ...(chance(random, 0.4) ? [frequent(random, common)] : [])];
  const version = chance(random, 0.4)
    ? [
        pick(random, [
          '2.0',
          '3',
          '4.5',
          '2007',
          '2008',
          'xp',
          'pro',
          '8GB',
          '16GB',
          '32 inch',
          'black',
          'white',
          'silver',
        ]),
      ]
    : [];
  const words = [brand, ...line, ...noun, ...version, ...(chance(random, 0.75) ? [model] : [])];
  const marketing = Array.from({ length: 2 + nextInt(random, 5) }, () => frequent(random, common));
  const alternatives = [
    [brand, ...line, ...noun, '-', model],
    [brand, model, ...noun],
    [...words, ...marketing],
    [...line, ...noun, ...version, model],
    [brand, ...line, ...noun, ...version],
    [brand, model.replace('-', ''), ...line, ...noun, ...version],
    [brand, `${model}${pick(random, [...'/BSTW'])}`, ...line, ...noun],
    [model, ...noun],
  ];
  const price = 10 + 990 * nextRandom(random) ** 2;
  const fields = { brand, price, description: described(world, [...words.slice(1), ...marketing]) };
  // Two shops seldom copy one text, and each counts something else.
  const fieldsOtherwise = chance(random, 0.5) ? { brand, price, description: described(world, line) } : fields;
  return { words, alternatives, fields, fieldsOtherwise };
};

/** A text about an appliance: words, and some figures. */
function described({ random, common }: World, words: readonly string[]): string {
  const more = Array.from({ length: nextInt(random, 25) }, () =>
    chance(random, 0.1) ? String(1 + nextInt(random, 400)) : frequent(random, common),
  );
  return [...words, ...more].join(' ');
}

/** Persons and titles in one list, as a database of films has them. */
const credit: Maker = (world, previous) => (chance(world.random, 0.55) ? person : title)(world, previous);

const MAKERS: readonly Maker[] = [person, place, season, title, paper, appliance, place, credit, person, credit];

/** One table of entities; left is a list without duplicates (mostly), right its variants and strangers. */
export function generateEntities(random: Random, size: number, style: number): Generated {
  const world: World = {
    random,
    proper: pool(random, 60 + nextInt(random, 600), 3),
    common: pool(random, 60 + nextInt(random, 400), 3),
    nouns: pool(random, 12 + nextInt(random, 40), 2),
    first: pool(random, 30 + nextInt(random, 100), 2),
  };
  const make = MAKERS[style % MAKERS.length]!;
  const rightShare = 0.08 + 0.9 * nextRandom(random) ** 1.5;
  const strangers = chance(random, 0.4) ? 0 : nextRandom(random) * 0.5;
  const changed = 0.25 + 0.75 * nextRandom(random);
  const typos = chance(random, 0.4) ? 0 : nextRandom(random) * 0.15;
  const hopeless = nextRandom(random) * 0.12;
  const fieldShare = nextRandom(random);
  const twins = chance(random, 0.3) ? nextRandom(random) * 0.1 : 0;

  const other = aliasesOf(random, chance(random, 0.5) ? nextRandom(random) * 0.3 : 0);
  const nearMisses = chance(random, 0.8) ? 0 : nextRandom(random) * 0.06;

  const seen = new Set<string>();
  const left: MatchRecord[] = [];
  const right: { record: MatchRecord; partner: number }[] = [];
  let previous: Entity | undefined;
  for (let tries = 0; left.length < size && tries < size * 4; tries++) {
    const entity = make(world, previous);
    const name = entity.words.join(' ');
    const known = `${name.toLowerCase()} ${entity.edition ?? ''}`;
    if (seen.has(known) && !chance(random, twins)) continue;
    seen.add(known);
    previous = entity;
    const toRight = chance(random, rightShare);
    const stranger = toRight && chance(random, strangers);
    if (toRight && chance(random, nearMisses)) {
      const near = nearMiss(world, entity);
      right.push({ record: record(random, near, near.words.join(' '), `N${tries}`, fieldShare), partner: -1 });
    }
    if (!stranger) left.push(record(random, entity, name, `L${tries}`, fieldShare));
    if (toRight) {
      const named = chance(random, hopeless)
        ? make(world, undefined).words
        : chance(random, changed)
          ? pick(random, entity.alternatives)
          : entity.words;
      const spelt = named.map(other).map((word) => (chance(random, typos) ? misspell(random, word) : word));
      right.push({
        record: record(random, otherwise(entity), spelt.join(' '), `R${tries}`, fieldShare),
        partner: stranger ? -1 : left.length - 1,
      });
    }
  }
  return shuffled(random, left, right);
}

/** As the right side writes it. */
const otherwise = (entity: Entity): Entity => ({ ...entity, fields: entity.fieldsOtherwise ?? entity.fields });

/** Something else that differs in one telling word or number. */
function nearMiss({ random, proper, first }: World, entity: Entity): Entity {
  const words = [...entity.words];
  const at = nextInt(random, words.length);
  words[at] = /\d/.test(words[at]!)
    ? words[at]!.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1 + nextInt(random, 9)) % 10))
    : capital(pick(random, chance(random, 0.7) ? proper : first));
  return { ...entity, words };
}

function record(random: Random, entity: Entity, name: string, id: string, fieldShare: number): MatchRecord {
  const { brand, price, description } = entity.fields;
  const has = (share: number): boolean => fieldShare > share && !chance(random, 0.25);
  const trimmed = description && chance(random, 0.3) ? description.split(' ').slice(0, 6).join(' ') : description;
  return {
    id,
    name: chance(random, 0.3) ? name.toLowerCase() : name,
    brand: brand && has(0.4) ? brand : undefined,
    price: price && has(0.5) ? Math.round(price * (0.75 + 0.5 * nextRandom(random)) * 100) / 100 : undefined,
    description: trimmed && has(0.2) ? trimmed : undefined,
  };
}
