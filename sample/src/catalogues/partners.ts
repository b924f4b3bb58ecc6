import type { AmisPartner, Partner, PartnerKind, SampleProfile } from '../model.ts';
import { type Random, randomOf } from '../random.ts';
import { phoneText, withoutMarks } from '../words/spelling.ts';
import { inventTaxCode } from '../words/tax-codes.ts';
import {
  familyNames,
  firmNames,
  givenNames,
  legalForms,
  middleNames,
  places,
  shopForms,
  streets,
} from '../words/vocabulary-people.ts';

/** The number of buyers and suppliers of a company with that many ledger lines. */
export const partnerCountFor = (lines: number): number =>
  Math.max(40, Math.min(20_000, Math.round(5 * Math.sqrt(lines))));

const personName = (random: Random): string =>
  `${random.pick(familyNames)} ${random.pick(middleNames)} ${random.pick(givenNames)}`;

/** All partners of Bravo: walk-in buyers first, then the group's own firms, buyers and suppliers. */
export function makePartners(seed: number, count: number, profiles: readonly SampleProfile[]): Partner[] {
  const random = randomOf(seed, 'partners');
  const walkIn = blank(random, 0, 'walk_in', 'Khách lẻ không lấy hóa đơn', 'KLE');
  const own = profiles.map((profile, index) => ({
    ...blank(random, 1 + index, 'internal', profile.name, `NB.${profile.code}`),
    taxCode: profile.taxCode,
    address: profile.address,
    requirement: 'required' as const,
  }));
  const others = Array.from({ length: count }, (_, i) => makePartner(random, 1 + own.length + i));
  return [walkIn, ...own, ...others];
}

const blank = (random: Random, index: number, kind: PartnerKind, name: string, bravoCode: string): Partner => ({
  index,
  kind,
  name,
  shortName: name,
  address: '',
  oldAddress: '',
  taxCode: '',
  phone: kind === 'walk_in' ? '' : inventPhone(random),
  email: '',
  bravoCode,
  requirement: 'not_required',
});

const inventPhone = (random: Random): string => `0900${random.digits(6)}`;

function makePartner(random: Random, index: number): Partner {
  const draw = random.int(1, 100);
  const kind: PartnerKind = draw <= 42 ? 'company' : draw <= 70 ? 'shop' : draw <= 93 ? 'person' : 'supplier';
  const { name, shortName } = nameOf(random, kind);
  const [ward, province, district, oldProvince] = random.pick(places);
  const street = `${random.int(1, 480)}${random.chance(200) ? `/${random.int(1, 30)}` : ''} ${random.pick(streets)}`;
  const isFirm = kind === 'company' || kind === 'supplier';
  const hasTaxCode = isFirm ? !random.chance(60) : kind === 'shop' && random.chance(250);
  const invented = hasTaxCode ? inventTaxCode(random) : '';
  const serial = String(index).padStart(4, '0');
  return {
    index,
    kind,
    name,
    shortName,
    address: `${street}, ${ward}, ${province}`,
    oldAddress: `${street}, ${ward}, ${district}, ${oldProvince}`,
    taxCode: name.startsWith('Chi nhánh') && invented ? `${invented}-00${random.int(1, 5)}` : invented,
    phone: random.chance(750) ? inventPhone(random) : '',
    email: isFirm && random.chance(600) ? `ketoan${serial}@khach-hang.example` : '',
    bravoCode: kind === 'supplier' ? `NCC${serial}` : random.pick([`KH${serial}`, `KH${serial}`, `KH.${serial}`]),
    requirement: requirementOf(random, kind, hasTaxCode),
  };
}

function requirementOf(random: Random, kind: PartnerKind, hasTaxCode: boolean): Partner['requirement'] {
  if (random.chance(10)) return 'unset';
  if (kind === 'company') return random.chance(900) ? 'required' : 'not_required';
  return random.chance(hasTaxCode ? 700 : 60) ? 'required' : 'not_required';
}

function nameOf(random: Random, kind: PartnerKind): { name: string; shortName: string } {
  const firm = random.pick(firmNames);
  if (kind === 'person') {
    const name = personName(random);
    return { name, shortName: random.chance(300) ? `${random.pick(['Anh', 'Chị'])} ${name.split(' ').at(-1)}` : name };
  }
  if (kind === 'shop') {
    const name = `${random.pick(shopForms)} ${random.chance(300) ? personName(random) : firm}`;
    return { name, shortName: name };
  }
  const [long, short] = random.pick(legalForms);
  const place = random.pick(places)[1];
  const name = random.chance(60) ? `Chi nhánh ${long} ${firm} tại ${place}` : `${long} ${firm}`;
  return { name, shortName: name.replace(long, short).replace('Chi nhánh', 'CN') };
}

/** The name as Bravo's clerks typed it. */
export function bravoPartnerName(partner: Partner, random: Random): string {
  const name = random.chance(450) ? partner.shortName : partner.name;
  const marked = random.chance(150) ? withoutMarks(name) : name;
  return random.chance(200) ? marked.toUpperCase() : marked;
}

const customerShare: Readonly<Record<PartnerKind, number>> = {
  company: 680,
  shop: 420,
  person: 300,
  walk_in: 1000,
  internal: 900,
  supplier: 30,
};

/** The customer list of one profile: a part of the buyers, a few of them twice, and entries that are no buyer. */
export function makeAmisCustomers(seed: number, profile: number, partners: readonly Partner[]): AmisPartner[] {
  const random = randomOf(seed, `amis-customers-${profile}`);
  const list: AmisPartner[] = [];
  const [walkIn, ...others] = partners;
  for (const partner of [walkIn!, ...random.shuffle(others)]) {
    if (!random.chance(customerShare[partner.kind])) continue;
    const entry = makeAmisPartner(random, profile, partner, list.length);
    list.push(entry);
    if (partner.kind !== 'walk_in' && random.chance(25)) {
      list.push({ ...entry, code: `${entry.code}-NEW`, name: `${entry.name} - NEW`, duplicate: true });
    }
  }
  const notBuyers = ['VOUCHER', 'LIVE 11/9/2026', 'HÀNG MẪU'].map((code) => ({ ...pseudo, profile, code, name: code }));
  return [...list, ...notBuyers];
}

const pseudo: AmisPartner = {
  profile: 0,
  code: '',
  name: '',
  address: '',
  taxCode: '',
  phone: '',
  group: '',
  idNumber: '',
  isInternal: false,
  partner: undefined,
  duplicate: false,
};

/** The supplier list of one profile. */
export function makeAmisSuppliers(seed: number, profile: number, partners: readonly Partner[]): AmisPartner[] {
  const random = randomOf(seed, `amis-suppliers-${profile}`);
  const own = partners.filter((partner) => partner.kind === 'supplier' && random.chance(700));
  const chosen = own.length > 0 ? own : partners.filter((partner) => partner.kind === 'company').slice(0, 3);
  return chosen.map((partner, serial) => ({
    ...makeAmisPartner(random, profile, partner, serial),
    code: `NCC${String(serial + 1).padStart(4, '0')}`,
  }));
}

function makeAmisPartner(random: Random, profile: number, partner: Partner, serial: number): AmisPartner {
  const shownName = random.chance(250) ? partner.shortName : partner.name;
  const slipped = random.chance(60) ? shownName.replace(' ', '  ') : shownName;
  const contact = random.pick(givenNames);
  return {
    profile,
    code: customerCodeOf(random, partner, serial),
    name: random.chance(120) ? slipped.toUpperCase() : slipped,
    address: random.chance(450) ? partner.oldAddress : partner.address,
    taxCode: random.chance(120) ? '' : asTyped(random, partner.taxCode),
    phone: partner.phone && random.chance(800) ? phoneText(partner.phone, contact, random) : '',
    group: partner.kind === 'company' ? 'Đại lý' : partner.kind === 'internal' ? 'Nội bộ' : 'Bán lẻ',
    idNumber:
      partner.kind === 'person' && random.chance(100)
        ? `0${random.pick(['01', '48', '79', '92'])}${random.digits(9)}`
        : '',
    isInternal: partner.kind === 'internal',
    partner,
    duplicate: false,
  };
}

/** A few lists went through a spreadsheet that took the code for a number and dropped its leading zero. */
const asTyped = (random: Random, taxCode: string): string =>
  random.chance(15) && /^0\d{9}$/.test(taxCode) ? taxCode.slice(1) : taxCode;

/** "MB.ĐB.Nguyễn Văn An", "KH 0012", "KH0012": real lists have codes with spaces, dots and diacritics. */
function customerCodeOf(random: Random, partner: Partner, serial: number): string {
  if (partner.kind === 'walk_in') return 'KHACHLE';
  const number = String(serial + 1).padStart(4, '0');
  if (partner.kind === 'person' && random.chance(400)) {
    return `${random.pick(['MB.ĐB', 'MN.TN', 'MT.DN'])}.${partner.name}.${number}`;
  }
  return random.pick([`KH${number}`, `KH${number}`, `KH ${number}`, `KH.${number}`]);
}
