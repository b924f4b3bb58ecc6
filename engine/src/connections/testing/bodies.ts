import { chance, nextInt, pick, type Random } from './random.ts';
import type { World } from './worlds.ts';

/** The part of a name that distinguishes the bodies of one kind. */
type Called = 'person' | 'place' | 'province' | 'number';

/** Bodies of which there are many of a kind: schools, hospitals, offices, branches, chains, numbered works. */
type Kind = { readonly ways: readonly string[]; readonly called: Called };

const kinds = (called: Called, ...lines: string[]): Kind[] => lines.map((line) => ({ ways: line.split('|'), called }));

const KINDS: readonly Kind[] = [
  ...kinds(
    'person',
    'Trường Trung học phổ thông|THPT|Trường THPT',
    'Trường Trung học cơ sở|THCS|Trường THCS',
    'Trường Tiểu học|TH|Trường TH|Tiểu học',
    'Bệnh viện|BV',
    'Nhà sách|NS',
  ),
  ...kinds(
    'place',
    'Ủy ban nhân dân xã|UBND xã|UBND',
    'Ủy ban nhân dân phường|UBND P.|UBND phường',
    'Trường Mầm non|MN|Mầm non|Trường MN',
    'Trạm Y tế xã|TYT xã|TYT',
    'Hợp tác xã Nông nghiệp|HTX NN|HTX Nông nghiệp',
    'Công ty Điện lực|Điện lực|PC',
    'Khách sạn Mường Hoa|KS Mường Hoa|Mường Hoa',
    'Siêu thị Sao Việt|ST Sao Việt|Sao Việt',
    'Công ty Cổ phần Bia Sông Lô -|Bia Sông Lô|CTCP Bia Sông Lô -',
    'Ngân hàng TMCP Ngoại thương Việt Nam - Chi nhánh|VCB|Vietcombank|Vietcombank CN',
    'Ngân hàng TMCP Công thương Việt Nam - CN|Vietinbank|Vietinbank CN',
  ),
  ...kinds(
    'province',
    'Sở Giáo dục và Đào tạo tỉnh|Sở GD&ĐT|Sở GDĐT',
    'Sở Tài nguyên và Môi trường tỉnh|Sở TNMT|Sở TN&MT',
    'Bệnh viện Đa khoa tỉnh|BVĐK|BVĐK tỉnh',
    'Kho bạc Nhà nước|KBNN|KB',
    'Bảo hiểm xã hội tỉnh|BHXH|BHXH tỉnh',
    'Công an tỉnh|CA tỉnh|Công an',
    'Bưu điện tỉnh|Bưu điện|BĐ',
  ),
  ...kinds(
    'number',
    'Công ty Cổ phần Xây dựng số|Xây dựng số|Cty CP XD số|XD',
    'Xí nghiệp Xây lắp số|XN Xây lắp|XNXL',
    'Công ty Xăng dầu Khu vực|Xăng dầu KV|Xăng dầu Khu vực',
    'Nhà thuốc An Tâm|NT An Tâm|An Tâm',
    'Công ty Cổ phần Sông Đà|Sông Đà|CTCP Sông Đà',
    'Công ty TNHH MTV|Nhà máy Z|Cty',
  ),
];

const ROMAN = ['I', 'II', 'III', 'IV', 'V'];
/** The first words of most places. */
const FIRST_WORDS = 'Tân Phú Bình Hòa Long Thạnh An Vĩnh Đông Mỹ'.split(' ');

function calling(random: Random, world: World, called: Called): readonly string[] {
  if (called === 'person') return [world.person(random, true).split(' ').slice(-2).join(' ')];
  if (called === 'place') return [`${pick(random, FIRST_WORDS)} ${world.syllable(random, true)}`];
  if (called === 'province') return [pick(random, world.provinces)];
  const number = 1 + nextInt(random, chance(random, 0.5) ? 9 : 120);
  return number <= ROMAN.length ? [String(number), ROMAN[number - 1]!] : [String(number)];
}

/** A body as its names begin and as they end, each in all spellings, the one in full first. */
export type Body = { readonly kind: readonly string[]; readonly called: readonly string[] };

/** Bodies of one kind. */
export function someBodies(random: Random, world: World): Body[] {
  const { ways, called } = pick(random, KINDS);
  const found = new Map<string, Body>();
  for (let n = 2 + nextInt(random, 12); n > 0; n--) {
    const one = calling(random, world, called);
    found.set(one[0]!, { kind: ways, called: one });
  }
  return [...found.values()];
}
