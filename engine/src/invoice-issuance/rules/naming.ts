import type { Day } from '../../day.ts';
import { isBudgetCode } from '../../personal-id.ts';
import { foldText } from '../../text/fold.ts';
import type { InvoiceBuyer } from '../types.ts';

/**
 * From this invoice date on the data of a buyer are complete or the buyer is not named; before, partial data were written
 * as they were. Source: NĐ 254/2026/NĐ-CP Điều 10, Phụ lục điểm 4; Điều 43.
 */
export const NAMED_TOGETHER_FROM: Day = '2026-07-01';

/** `business`: who has a tax code, households too. `unknown`: neither the lists nor the name say what the buyer is. */
type BuyerKind = 'business' | 'budget_unit' | 'person' | 'foreigner' | 'unknown';

/** A buyer as an invoice would name it, and what the list of customers says that it is. */
export type BuyerToName = { readonly buyer: InvoiceBuyer; readonly isOrganisation: boolean | null };

/** `consumer`: the invoice carries the consumer's text. `blocked`: there is no lawful invoice until the data are mended. */
export type Naming =
  | { readonly as: 'named' }
  | { readonly as: 'consumer'; readonly missing: readonly string[] }
  | { readonly as: 'blocked'; readonly why: string };

/** A legal form in a name, its marks folded. */
const LEGAL_FORM =
  /(^| )(cong ty|cty|c ty|ctcp|tnhh|tap doan|doanh nghiep|dntn|hop tac xa|htx|jsc|co ltd|llc|corporation)( |$)/;

function buyerKind({ buyer, isOrganisation }: BuyerToName): BuyerKind {
  const { personalId = '', passport = '', budgetCode = '' } = buyer.identity ?? {};
  if (buyer.taxCode !== '') return 'business';
  if (budgetCode !== '') return 'budget_unit';
  if (isOrganisation === true) return 'business';
  if (personalId !== '') return 'person';
  if (passport !== '') return 'foreigner';
  if (isOrganisation === false) return 'person';
  return LEGAL_FORM.test(foldText(buyer.name)) ? 'business' : 'unknown';
}

const KIND_NAMES: Readonly<Record<BuyerKind, string>> = {
  business: 'tổ chức kinh doanh',
  budget_unit: 'đơn vị có quan hệ với ngân sách',
  person: 'cá nhân',
  foreigner: 'người nước ngoài',
  unknown: 'khách chưa rõ là tổ chức hay cá nhân',
};

/** The mandatory contents that the buyer lacks; a buyer of unknown kind is only warned of. */
export function missingOf(of: BuyerToName): string[] {
  const { name, address, taxCode, identity = {} } = of.buyer;
  const { personalId = '', passport = '', nationality = '', budgetCode = '' } = identity;
  const lacks = (what: string, has: boolean): string[] => (has ? [] : [what]);
  const named = lacks('tên', name !== '');
  const placed = [...named, ...lacks('địa chỉ', address !== '')];
  switch (buyerKind(of)) {
    case 'budget_unit':
      return [...placed, ...lacks('mã ĐVQHNS 7 chữ số', isBudgetCode(budgetCode))];
    case 'person':
      return [...placed, ...lacks('số định danh cá nhân 12 chữ số', personalId !== '')];
    case 'foreigner':
      return [...named, ...lacks('số hộ chiếu', passport !== ''), ...lacks('quốc tịch', nationality !== '')];
    default:
      return [...placed, ...lacks('mã số thuế', taxCode !== '')];
  }
}

/**
 * Decides if an invoice of that date names the buyer who asked for it. A business or a budget unit that lacks some
 * gets none; a person is then a consumer. A text that is too long blocks too: it is never cut.
 */
export function namingOf(of: BuyerToName, date: Day): Naming {
  const kind = buyerKind(of);
  const missing = date < NAMED_TOGETHER_FROM || kind === 'unknown' ? [] : missingOf(of);
  if (missing.length > 0) {
    if (kind === 'person' || kind === 'foreigner') return { as: 'consumer', missing };
    return { as: 'blocked', why: `${KIND_NAMES[kind]} thiếu ${missing.join(', ')}` };
  }
  const long = tooLong(of.buyer, kind);
  return long.length > 0 ? { as: 'blocked', why: long.join('; ') } : { as: 'named' };
}

/** The longest texts that the data of an electronic invoice hold (format 2.1.0), in characters. */
const LENGTHS = { name: 400, personName: 100, address: 400, taxCode: 14, passport: 20 } as const;

function tooLong({ name, address, taxCode, identity = {} }: InvoiceBuyer, kind: BuyerKind): string[] {
  const nameLength = kind === 'person' || kind === 'foreigner' ? LENGTHS.personName : LENGTHS.name;
  return [
    ...longText('tên', name, nameLength),
    ...longText('địa chỉ', address, LENGTHS.address),
    ...longText('mã số thuế', taxCode, LENGTHS.taxCode),
    ...longText('số hộ chiếu', identity.passport ?? '', LENGTHS.passport),
  ];
}

function longText(what: string, text: string, longest: number): string[] {
  if (text.length <= longest) return [];
  const short = shortened(text);
  const proposal =
    short.length <= longest
      ? `đề nghị ghi «${short}»`
      : `viết tắt những chữ luật cho phép còn ${short.length}, cần rút thêm ${short.length - longest} ký tự`;
  return [`${what} dài ${text.length} ký tự, hóa đơn ghi được ${longest}: ${proposal}`];
}

/** The short forms that the law knows (Phụ lục điểm 4a): the rest of a name or an address stays whole. */
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/trách nhiệm hữu hạn/gi, 'TNHH'],
  [/khu công nghiệp/gi, 'KCN'],
  [/thành phố/gi, 'TP'],
  [/chi nhánh/gi, 'CN'],
  [/việt nam/gi, 'VN'],
  [/sản xuất/gi, 'SX'],
  [/cổ phần/gi, 'CP'],
  [/phường/gi, 'P'],
];

const shortened = (text: string): string =>
  SHORT_FORMS.reduce((short, [words, form]) => short.replace(words, form), text.normalize('NFC'));
