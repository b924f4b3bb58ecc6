import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';
import {
  DISTRICTS,
  FAMILY_NAMES,
  LATIN_NAMES,
  MIDDLE_NAMES,
  MORE_SYLLABLES,
  PROVINCES,
  SECTORS,
  STREETS,
  SYLLABLES,
  WARDS,
} from './words.ts';

export type Form = 'tnhh' | 'mtv' | 'cp' | 'dntn' | 'hkd' | 'htx' | 'shop' | 'person';

/** The source of the names and addresses of a pair of partner catalogues. */
export type World = {
  /** Share of the names made of a small vocabulary, in which different partners soon are called alike. */
  readonly dense: number;
  readonly forms: Readonly<Record<Form, readonly string[]>>;
  readonly sectors: readonly string[];
  readonly places: readonly string[];
  readonly titles: readonly string[];
  readonly branches: readonly string[];
  /** Made-up trade names. */
  readonly trade: readonly string[];
  readonly syllable: (random: Random, dense: boolean) => string;
  readonly person: (random: Random, dense: boolean) => string;
  readonly street: (random: Random) => string;
  /** Words before a house number and before a street. */
  readonly beforeNumber: string;
  readonly beforeStreet: string;
  readonly wards: readonly string[];
  readonly districts: readonly string[];
  readonly provinces: readonly string[];
};

const CHUNKS =
  'vi ta me so ni lo ra ko ba de fa go hi ju ka la mi na pa ri sa ti va xi zo an en in on er al be co da el fi ga ho is ma ne pe ro su tu ve'.split(
    ' ',
  );
const ENDINGS = [
  '',
  '',
  '',
  'tech',
  'max',
  'pro',
  'plus',
  'land',
  'food',
  'mart',
  'soft',
  'net',
  'co',
  'tek',
  'mex',
  'via',
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const invented = (random: Random): string =>
  capital(Array.from({ length: 2 + nextInt(random, 2) }, () => pick(random, CHUNKS)).join('') + pick(random, ENDINGS));

/** Trade names that no firm has: the more records, the more names, as in real lists. */
export const inventedNames = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => invented(random));

const ALL_SYLLABLES = [...SYLLABLES, ...MORE_SYLLABLES];

/** Vietnamese partners; the trade names grow with the catalogue. */
export function vietnameseWorld(random: Random, size: number, dense: number): World {
  const syllable = (own: Random, isDense: boolean): string => pick(own, isDense ? SYLLABLES : ALL_SYLLABLES);
  return {
    dense,
    forms: {
      tnhh: ['Công ty TNHH', 'Cty TNHH', 'CÔNG TY TRÁCH NHIỆM HỮU HẠN', 'TNHH', 'Công ty TNHH'],
      mtv: ['Công ty TNHH MTV', 'Công ty TNHH Một thành viên', 'Cty TNHH 1TV', 'Công ty TNHH một thành viên'],
      cp: ['Công ty Cổ phần', 'CTCP', 'Cty CP', 'Công ty CP', 'CÔNG TY CỔ PHẦN'],
      dntn: ['Doanh nghiệp tư nhân', 'DNTN'],
      hkd: ['Hộ kinh doanh', 'HKD'],
      htx: ['Hợp tác xã', 'HTX'],
      shop: ['Cửa hàng', 'CH', 'NPP', 'Đại lý', 'Shop', 'Tạp hóa', 'Siêu thị', 'Nhà thuốc', 'Nhà phân phối'],
      person: [''],
    },
    sectors: SECTORS,
    places: ['Việt Nam', 'Sài Gòn', 'Hà Nội', 'Miền Nam', 'Quốc tế'],
    titles: ['Anh', 'Chị', 'Cô', 'Chú', 'A', 'C'],
    branches: ['Chi nhánh', 'CN'],
    trade: [...LATIN_NAMES, ...inventedNames(random, Math.round(size / 4))],
    syllable,
    person: (own, isDense) =>
      [
        pick(own, FAMILY_NAMES),
        pick(own, MIDDLE_NAMES),
        ...(chance(own, 0.25) ? [syllable(own, isDense)] : []),
        syllable(own, isDense),
      ].join(' '),
    beforeNumber: 'Số ',
    beforeStreet: 'đường ',
    street: (own) =>
      chance(own, 0.5)
        ? pick(own, STREETS)
        : `${pick(own, FAMILY_NAMES)} ${syllable(own, false)} ${syllable(own, false)}`,
    wards: [
      ...WARDS,
      ...Array.from({ length: 30 }, () => `Phường ${syllable(random, false)} ${syllable(random, false)}`),
    ],
    districts: DISTRICTS,
    provinces: PROVINCES,
  };
}

const GIVEN =
  'James Mary John Anna Robert Linda Peter Susan David Karen Paul Nancy Mark Lisa George Emma Kevin Laura Brian Sarah Edward Amy Jason Ruth Scott Diana Frank Alice Henry Julia Carl Rose Louis Helen Oscar Grace Hugo Clara Simon Ella'.split(
    ' ',
  );

/** Partners in English: other legal forms, words and addresses, so that nothing rests on Vietnamese ones. */
function englishWorld(random: Random, size: number, dense: number): World {
  const family = inventedNames(random, 40 + Math.round(size / 10));
  const few = family.slice(0, 40);
  const towns = inventedNames(random, 30);
  const surname = (own: Random, isDense: boolean): string => pick(own, isDense ? few : family);
  return {
    dense,
    forms: {
      tnhh: ['Ltd', 'Limited', 'Co Ltd', 'LLC'],
      mtv: ['Ltd', 'Limited', 'LLC'],
      cp: ['Inc', 'Corp', 'JSC', 'Corporation'],
      dntn: ['', 'Enterprises'],
      hkd: ['', 'Store'],
      htx: ['Cooperative', 'Co-op'],
      shop: ['Shop', 'Store', 'Cafe', 'Restaurant', 'Bar', 'Grill', 'Pharmacy', 'Market'],
      person: [''],
    },
    sectors: [
      'Trading',
      'Import Export',
      'Construction',
      'Foods',
      'Medical Equipment',
      'Logistics',
      'Investment',
      'Electronics',
      'Steel',
      'Paper Mill',
      'Textile',
      'Consulting',
      'Software Solutions',
      'Travel',
      'Chemicals',
    ],
    places: ['International', 'North', 'Asia', 'Global', 'Group'],
    titles: ['Mr', 'Mrs', 'Dr'],
    branches: ['Branch'],
    trade: [...LATIN_NAMES, ...inventedNames(random, Math.round(size / 4))],
    syllable: surname,
    person: (own, isDense) =>
      [pick(own, GIVEN), ...(chance(own, 0.2) ? [pick(own, GIVEN)] : []), surname(own, isDense)].join(' '),
    beforeNumber: '',
    beforeStreet: '',
    street: (own) => `${surname(own, false)} ${pick(own, ['Street', 'St', 'Road', 'Rd', 'Ave', 'Avenue', 'Blvd'])}`,
    wards: towns.map((town) => `${town} Park`),
    districts: towns,
    provinces: inventedNames(random, 12),
  };
}

/** A world for a pair of catalogues: mostly Vietnamese where any may come. */
export const anyWorld = (random: Random, size: number): World =>
  (chance(random, 0.2) ? englishWorld : vietnameseWorld)(random, size, nextRandom(random));
