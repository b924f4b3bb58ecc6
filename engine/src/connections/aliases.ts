import type { MatchKind } from './record.ts';

/** Legal forms and roles found in a partner's name, as bits: a weak signal, kept out of the words of the name. */
export const LEGAL = {
  company: 1,
  limited: 2,
  jointStock: 4,
  privateEnterprise: 8,
  household: 16,
  cooperative: 32,
  branch: 64,
  office: 128,
} as const;

/** Forms that exclude each other: "CP" and "TNHH" are different firms. */
export const LEGAL_FORMS =
  LEGAL.limited | LEGAL.jointStock | LEGAL.privateEnterprise | LEGAL.household | LEGAL.cooperative;

/** What a phrase turns into: other words (none = dropped), legal bits, or the promotional flag. */
export type Alias = { readonly phrase: string; readonly to: string; readonly legal?: number; readonly promo?: boolean };

const legal = (bits: number, ...phrases: string[]): Alias[] =>
  phrases.map((phrase) => ({ phrase, to: '', legal: bits }));
const same = (to: string, ...phrases: string[]): Alias[] => phrases.map((phrase) => ({ phrase, to }));
const promo = (...phrases: string[]): Alias[] => phrases.map((phrase) => ({ phrase, to: '', promo: true }));

const PARTNER: Alias[] = [
  ...legal(LEGAL.company, 'cong ty', 'cong ti', 'cty', 'cti', 'cong ty con', 'doanh nghiep', 'company'),
  ...legal(LEGAL.company | LEGAL.limited, 'company limited', 'co ltd', 'ltd co', 'cong ty tnhh', 'cty tnhh', 'ct tnhh'),
  ...legal(LEGAL.limited, 'tnhh', 'trach nhiem huu han', 'ltd', 'llc', 'limited'),
  ...legal(LEGAL.limited, 'mtv', '1tv', 'mot thanh vien', '1 thanh vien', 'tnhh 1tv', 'tnhh 1 tv', 'tnhh mtv'),
  ...legal(LEGAL.limited, 'hai thanh vien', '2 thanh vien', 'hai thanh vien tro len', '2 thanh vien tro len'),
  ...legal(
    LEGAL.jointStock,
    'co phan',
    'cp',
    'jsc',
    'joint stock company',
    'joint stock',
    'corp',
    'corporation',
    'inc',
  ),
  ...legal(LEGAL.company | LEGAL.jointStock, 'ctcp', 'ct cp', 'cong ty cp', 'cty cp', 'cong ty co phan'),
  ...legal(LEGAL.privateEnterprise, 'dntn', 'doanh nghiep tu nhan', 'dn tu nhan', 'dn tn', 'private enterprise'),
  ...legal(LEGAL.household, 'hkd', 'ho kinh doanh', 'ho kd', 'ho kinh doanh ca the', 'hkd ca the'),
  ...legal(LEGAL.cooperative, 'htx', 'hop tac xa'),
  ...legal(LEGAL.branch, 'chi nhanh', 'branch', 'cn cong ty', 'cn cty', 'chi nhanh cong ty', 'cn ctcp', 'cn'),
  ...legal(LEGAL.office, 'vpdd', 'van phong dai dien', 'vp dai dien', 'representative office'),
  ...same('td', 'tap doan', 'group'),
  ...same('xnk', 'xuat nhap khau', 'import export', 'im ex'),
  ...same('tm', 'thuong mai', 'trading', 'tmai'),
  ...same('dv', 'dich vu', 'services', 'service'),
  ...same('tm dv', 'tmdv', 'thuong mai va dich vu', 'thuong mai dich vu', 'dv tm', 'dich vu thuong mai', 'dvtm'),
  ...same('sx', 'san xuat', 'manufacturing'),
  ...same('sx tm', 'sxtm', 'tmsx', 'tm sx', 'thuong mai san xuat', 'sx va tm', 'san xuat va thuong mai'),
  ...same('sx tm dv', 'sxtmdv', 'tmdvsx', 'san xuat thuong mai va dich vu'),
  ...same('dt', 'dau tu', 'investment'),
  ...same('xd', 'xay dung', 'construction', 'xdung'),
  ...same('dt xd', 'dtxd'),
  ...same('pt', 'phat trien', 'development'),
  ...same('dt pt', 'dtpt'),
  ...same('bds', 'bat dong san', 'real estate'),
  ...same('vlxd', 'vat lieu xay dung'),
  ...same('vpp', 'van phong pham'),
  ...same('npp', 'nha phan phoi', 'distributor'),
  ...same('dl', 'dai ly'),
  ...same('ch', 'cua hang', 'shop', 'store'),
  ...same('st', 'sieu thi', 'supermarket'),
  ...same('kcn', 'khu cong nghiep'),
  ...same('qt', 'quoc te', 'international'),
  ...same('kt', 'ky thuat'),
  ...same('tb', 'thiet bi'),
  ...same('vn', 'viet nam', 'vietnam'),
  ...same('hn', 'ha noi', 'hanoi'),
  ...same('hcm', 'tphcm', 'tp hcm', 'tp ho chi minh', 'thanh pho ho chi minh', 'ho chi minh', 'hochiminh'),
  ...same('', 'va', 'and', 'the'),
];

const PRODUCT: Alias[] = [
  ...promo('km', 'khuyen mai', 'hang khuyen mai', 'hang tang', 'qua tang', 'tang kem', 'hang tang kem', 'hang km'),
  ...promo('hkm', 'hang tang khong ban', 'khong ban', 'hang bieu tang', 'qua tang kem'),
  ...same('tp', 'thanh pham'),
  ...same('khong', 'ko', 'khg', 'hong'),
  ...same('thung', 'thg', 'carton', 'ctn'),
  ...same('tra', 'che'),
  ...same('mi', 'my'),
  ...same('ca phe', 'cafe', 'coffee', 'cf'),
  ...same('nuoc', 'nc'),
  ...same('tivi', 'ti vi', 'tv'),
  ...same('', 'va', 'and', 'the', 'of', 'for', 'with', 'loai'),
];

const ADDRESS: Alias[] = [
  ...same(
    '',
    'so',
    'duong',
    'tinh',
    'thanh pho',
    'tp',
    'quan',
    'q',
    'huyen',
    'h',
    'phuong',
    'p',
    'xa',
    'tt',
    'thi tran',
  ),
  ...same('', 'viet nam', 'vn', 'thi xa', 'tx', 'street', 'st', 'str', 'ward', 'district', 'dist', 'city', 'province'),
  ...same('', 'ave', 'avenue', 'road', 'rd', 'blvd', 'boulevard', 'of', 'the', 'between', 'at', 'near', 'off'),
  ...same('hcm', 'tphcm', 'tp hcm', 'tp ho chi minh', 'thanh pho ho chi minh', 'ho chi minh', 'sai gon'),
  ...same('hn', 'ha noi'),
  ...same('kcn', 'khu cong nghiep', 'industrial park', 'ip'),
  ...same('kdc', 'khu dan cu'),
  ...same('dt', 'do thi'),
  ...same('e', 'east'),
  ...same('w', 'west'),
  ...same('n', 'north'),
  ...same('s', 'south'),
  ...same('1', 'first', '1st'),
  ...same('2', 'second', '2nd'),
  ...same('3', 'third', '3rd'),
  ...same('5', 'fifth', '5th'),
];

/** The phrases read as something else, by field; folded spelling, longest first wins at match time. */
export function aliasesFor(kind: MatchKind, field: 'name' | 'address'): readonly Alias[] {
  if (field === 'address') return ADDRESS;
  return kind === 'partner' ? PARTNER : PRODUCT;
}
