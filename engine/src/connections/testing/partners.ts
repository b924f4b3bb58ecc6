import type { MatchRecord } from '../record.ts';
import { randomStyle, respell, type Style, shorten, withoutMarks } from './noise.ts';
import { type Generated, shuffled } from './products.ts';
import { chance, nextInt, nextRandom, pick, type Random } from './random.ts';
import { mistype, newTaxCode } from './tax-codes.ts';
import { otherTone, VIETNAMESE } from './tones.ts';
import { COMPANY_SHORT } from './words.ts';
import { anyWorld, type Form, vietnameseWorld, type World } from './worlds.ts';

type Partner = {
  readonly form: Form;
  readonly sector: string;
  readonly proper: string;
  readonly place: string;
  readonly branch: string;
  readonly taxCode: string;
  readonly phone: string;
  readonly email: string;
  readonly house: string;
  readonly street: string;
  readonly ward: string;
  readonly district: string;
  readonly province: string;
};

const newPhone = (random: Random): string =>
  `0${pick(random, ['9', '8', '7', '3', '28', '24'])}${String(10_000_000 + nextInt(random, 89_999_999))}`.slice(0, 10);

function newPartner(random: Random, world: World, people: number): Partner {
  const form = chance(random, people)
    ? 'person'
    : pick(random, ['tnhh', 'tnhh', 'tnhh', 'mtv', 'cp', 'cp', 'dntn', 'hkd', 'htx', 'shop', 'shop'] as const);
  const dense = chance(random, world.dense);
  const syllables = (): string =>
    Array.from({ length: chance(random, 0.35) ? 3 : 2 }, () => world.syllable(random, dense)).join(' ');
  const trade = (): string => pick(random, dense ? world.trade.slice(0, 40) : world.trade);
  const proper =
    form === 'person' || (form === 'hkd' && chance(random, 0.6))
      ? world.person(random, dense)
      : chance(random, dense ? 0.25 : 0.4)
        ? trade() + (chance(random, 0.3) ? ` ${trade()}` : '')
        : chance(random, 0.1)
          ? Array.from({ length: 3 }, () => pick(random, [...'ABCDGHKLMNPSTV'])).join('')
          : syllables();
  const company = form === 'tnhh' || form === 'mtv' || form === 'cp';
  return {
    form,
    sector: company && chance(random, 0.8) ? pick(random, world.sectors) : '',
    proper,
    place: company && chance(random, 0.2) ? pick(random, world.places) : '',
    branch: '',
    taxCode:
      form === 'person' || form === 'shop' ? (chance(random, 0.1) ? newTaxCode(random) : '') : newTaxCode(random),
    phone: newPhone(random),
    email: `${withoutMarks(proper)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')}${nextInt(random, 99)}@${pick(random, ['gmail.com', 'yahoo.com', 'vnn.vn'])}`,
    house: chance(random, 0.15)
      ? `Lô ${pick(random, [...'ABCD'])}${1 + nextInt(random, 30)}`
      : `${1 + nextInt(random, 600)}${chance(random, 0.2) ? `/${1 + nextInt(random, 40)}` : ''}`,
    street: world.street(random),
    ward: pick(random, world.wards),
    district: pick(random, world.districts),
    province: pick(random, world.provinces),
  };
}

/** Look-alikes on purpose: branches, homonyms, the same words under another legal form. */
function lookAlikes(random: Random, world: World, from: Partner): Partner[] {
  const elsewhere = newPartner(random, world, 0);
  const address = {
    house: elsewhere.house,
    street: elsewhere.street,
    ward: elsewhere.ward,
    district: elsewhere.district,
    province: elsewhere.province,
    phone: elsewhere.phone,
    email: elsewhere.email,
  };
  const company = from.form === 'tnhh' || from.form === 'mtv' || from.form === 'cp';
  const way = nextRandom(random);
  if (company && way < 0.4) {
    const count = 1 + nextInt(random, 2);
    return Array.from({ length: count }, (_, i) => ({
      ...from,
      ...address,
      phone: chance(random, 0.3) ? from.phone : newPhone(random),
      province: pick(random, world.provinces),
      branch: `00${i + 1}`,
    }));
  }
  if (way < 0.6)
    return [
      {
        ...from,
        ...address,
        taxCode: from.taxCode === '' ? '' : newTaxCode(random),
      },
    ];
  if (way < 0.75 && company)
    return [
      {
        ...elsewhere,
        proper: from.proper,
        form: from.form === 'cp' ? 'tnhh' : 'cp',
        sector: from.sector,
      },
    ];
  if (way < 0.9 && company)
    return [
      {
        ...elsewhere,
        form: from.form,
        proper: from.proper,
        sector: pick(random, world.sectors),
      },
    ];
  return [
    {
      ...elsewhere,
      form: from.form,
      sector: from.sector,
      place: from.place,
      proper: elsewhere.proper,
    },
  ];
}

/** Another partner whose name differs by a tone only: Hòa and Hóa. */
function toneTwin(random: Random, world: World, from: Partner): Partner {
  const proper = otherTone(random, from.proper);
  const other = newPartner(random, world, 1);
  return proper === undefined ? other : { ...other, form: from.form, sector: from.sector, proper };
}

type House = Style & {
  readonly dropForm: number;
  readonly dropSector: number;
  readonly tax: number;
  readonly phone: number;
  readonly email: number;
  readonly address: number;
  readonly newAddress: number;
  readonly titles: number;
  readonly taxTypo: number;
};

const houseStyle = (random: Random, careless?: number): House => ({
  ...randomStyle(random, careless),
  dropForm: nextRandom(random) ** 2 * 0.5,
  dropSector: nextRandom(random) ** 2 * 0.3,
  tax: pick(random, [0.02, 0.4, 0.7, 0.9, 0.95]),
  phone: pick(random, [0, 0.4, 0.7, 0.9]),
  email: pick(random, [0, 0, 0.2, 0.5]),
  address: pick(random, [0, 0.6, 0.8, 0.95]),
  newAddress: nextRandom(random),
  titles: nextRandom(random) * 0.3,
  taxTypo: nextRandom(random) * 0.03,
});

function spellName(random: Random, world: World, house: House, partner: Partner): string {
  const person = partner.form === 'person';
  const form = chance(random, house.dropForm) ? '' : pick(random, world.forms[partner.form]);
  const sector = chance(random, house.dropSector) ? '' : partner.sector;
  let name = [form, sector, partner.proper, partner.place].filter((part) => part !== '').join(' ');
  if (person && chance(random, house.titles))
    name = `${pick(random, world.titles)} ${chance(random, 0.5) ? name.split(' ').slice(-2).join(' ') : name}`;
  if (partner.branch !== '') {
    const where = partner.province;
    const [long, short] = [world.branches[0]!, world.branches[world.branches.length - 1]!];
    name = pick(random, [
      `${long} ${name}`,
      `${long} ${where} - ${name}`,
      `${name} - ${long} ${where}`,
      `${short} ${name}`,
      `${name} (${short} ${where})`,
    ]);
  }
  return respell(random, house, shorten(random, house, name, COMPANY_SHORT), ['- NEW', '(cũ)', '.', '*', 'sỉ']);
}

function spellAddress(random: Random, world: World, house: House, partner: Partner): string {
  const isNew = chance(random, house.newAddress);
  const parts = [
    `${chance(random, 0.3) ? world.beforeNumber : ''}${partner.house} ${chance(random, 0.4) ? world.beforeStreet : ''}${partner.street}`,
    partner.ward,
    ...(isNew ? [] : [partner.district]),
    partner.province,
  ];
  const kept = parts.filter((_, i) => i === 0 || !chance(random, 0.15));
  let text = kept.join(', ');
  if (chance(random, 0.4))
    text = text
      .replace('Phường', 'P.')
      .replace('Quận', 'Q.')
      .replace('TP. Hồ Chí Minh', pick(random, ['TPHCM', 'Tp.HCM', 'HCM']));
  return respell(random, { ...house, wordExtra: 0, swap: 0, upper: 0, legacy: 0 }, text, []);
}

function record(random: Random, world: World, house: House, partner: Partner, id: string): MatchRecord {
  let tax = partner.taxCode === '' ? '' : partner.taxCode + (partner.branch === '' ? '' : `-${partner.branch}`);
  if (tax !== '' && chance(random, house.taxTypo)) tax = mistype(random, partner.taxCode);
  else if (partner.branch !== '' && chance(random, 0.04)) tax = partner.taxCode;
  if (tax.startsWith('0') && chance(random, 0.05)) tax = tax.slice(1);
  return {
    id,
    name: spellName(random, world, house, partner),
    taxCode: chance(random, house.tax) ? tax : undefined,
    phone: chance(random, house.phone)
      ? partner.phone.replace(/^(\d{4})(\d{3})/, chance(random, 0.4) ? '$1 $2 ' : '$1$2')
      : undefined,
    email: chance(random, house.email) ? partner.email : undefined,
    address: chance(random, house.address) ? spellAddress(random, world, house, partner) : undefined,
  };
}

/**
 * Partner catalogues of about `size` entities; some right records share one left record when `manyToOne`. Of `twins`
 * (a share) there is another whose name differs by a tone.
 */
export function generatePartners(
  random: Random,
  size: number,
  manyToOne: boolean,
  careless?: number,
  twins = 0,
): Generated {
  // Habits first: the same seed gives the same two hands at every size.
  const people = pick(random, [0, 0.1, 0.2, 0.4]);
  const alike = nextRandom(random) * 0.3;
  const [houseLeft, houseRight] = [houseStyle(random, careless), houseStyle(random, careless)];
  const [onlyLeft, onlyRight] = [nextRandom(random) * 0.35, nextRandom(random) * 0.35];
  const moved = nextRandom(random) * 0.06;
  const renamed = nextRandom(random) * 0.02;
  const borrowed = nextRandom(random) * 0.025;
  const lonely = nextRandom(random) ** 2 * 0.25 * (careless ?? 1);
  const world =
    twins === 0 && careless === undefined
      ? anyWorld(random, size)
      : vietnameseWorld(random, size, (careless ?? 1) * nextRandom(random));
  const partners: Partner[] = [];
  while (partners.length < size) {
    const partner = newPartner(random, world, people);
    partners.push(partner);
    if (chance(random, alike)) partners.push(...lookAlikes(random, world, partner));
    if (twins > 0 && VIETNAMESE.test(partner.proper) && chance(random, twins))
      partners.push(toneTwin(random, world, partner));
  }
  const left: MatchRecord[] = [];
  const right: { record: MatchRecord; partner: number }[] = [];
  partners.forEach((partner, i) => {
    const alone = chance(random, lonely);
    const fate = alone ? (chance(random, 0.5) ? 0 : 1) : nextRandom(random);
    let at = -1;
    if (fate >= onlyRight) {
      at = left.length;
      left.push(record(random, world, houseLeft, partner, `L${i}`));
    }
    if (fate >= onlyRight && (alone || nextRandom(random) < onlyLeft)) return;
    const copies = manyToOne && chance(random, 0.12) ? 2 + nextInt(random, 2) : 1;
    for (let copy = 0; copy < copies; copy++) {
      let seen = partner;
      if (chance(random, moved)) {
        const other = newPartner(random, world, 0);
        seen = {
          ...seen,
          house: other.house,
          street: other.street,
          ward: other.ward,
          district: other.district,
          phone: chance(random, 0.5) ? other.phone : seen.phone,
        };
      }
      if (seen.taxCode !== '' && houseLeft.tax > 0.3 && houseRight.tax > 0.3 && chance(random, renamed))
        seen = { ...seen, proper: newPartner(random, world, 0).proper };
      // A tax code or a telephone number of another partner: a mistake, a shared book-keeper, a relative.
      if (chance(random, borrowed)) {
        const stranger = {
          ...newPartner(random, world, people),
          taxCode: partner.taxCode,
          branch: partner.branch,
        };
        const withPhone = chance(random, 0.3) ? { ...stranger, phone: partner.phone } : stranger;
        right.push({
          record: record(random, world, houseRight, withPhone, `B${i}.${copy}`),
          partner: -1,
        });
      }
      right.push({
        record: record(random, world, houseRight, seen, `R${i}.${copy}`),
        partner: at,
      });
    }
  });
  return shuffled(random, left, right);
}
