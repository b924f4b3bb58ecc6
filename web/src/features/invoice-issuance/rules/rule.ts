import type { Day } from '@khop/engine/day.ts';
import { RANGED_KINDS, type RuleKind, SINCE_ALWAYS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { invoiceDateText, ruleText, signingText } from '@khop/engine/invoice-issuance/rules/rules-in-use.ts';
import type { InputOf, ItemOf, OutputOf } from '../../../api/operations.ts';
import { rateName } from '../../../shared/invoices/invoice-words.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { ladderText } from './brackets.ts';

export type RuleSet = OutputOf<'getInvoiceRules'>;
export type RuleChange = ItemOf<'listInvoiceRuleChanges'>;
export type Difference = RuleSet['differences'][number];
/** A rule of any kind, with the fields of its kind. */
export type Rule = NonNullable<Difference['after']>;
export type SentRules = InputOf<'updateInvoiceRules'>['body']['rules'];

/** The kinds in the order in which accountants ask for them. */
export const KINDS: readonly { readonly kind: RuleKind; readonly title: string; readonly about: string }[] = [
  {
    kind: 'vatReductions',
    title: 'Giảm thuế GTGT',
    about:
      'Theo ngày bán. Mã hàng có giảm thuế lấy mức giảm trong những ngày này; thuế suất trên sổ không bao giờ bị đổi.',
  },
  {
    kind: 'vatRates',
    title: 'Thuế suất được dùng',
    about: 'Theo ngày bán. Dòng sổ ghi mức khác thì chờ người xem lại.',
  },
  {
    kind: 'consumerTexts',
    title: 'Cách ghi người mua không cung cấp thông tin',
    about: 'Theo ngày hóa đơn.',
  },
  {
    kind: 'invoiceDates',
    title: 'Ngày hóa đơn',
    about: 'Theo ngày bán. Ngày hóa đơn là ngày giao hàng; hóa đơn trễ mang ngày lập thật và được đếm, không lùi ngày.',
  },
  {
    kind: 'signing',
    title: 'Hạn ký và gửi',
    about: 'Theo ngày hóa đơn. Quá hạn này thì ngày bán không giữ được nữa.',
  },
  {
    kind: 'holidays',
    title: 'Ngày nghỉ lễ',
    about: 'Ngoài thứ bảy và chủ nhật. Lịch nghỉ Tết và nghỉ bù được công bố từng năm: thêm khi có thông báo.',
  },
  {
    kind: 'announcedHolidays',
    title: 'Lịch nghỉ đã công bố đủ',
    about: 'Ngoài những ngày này, hạn ký là tạm tính: có thể muộn hơn, không bao giờ sớm hơn.',
  },
  {
    kind: 'swaps',
    title: 'Hoán đổi ngày làm việc',
    about: 'Cơ quan nhà nước nghỉ ngày này và làm bù thứ bảy kia; doanh nghiệp tự chọn có theo hay không.',
  },
  { kind: 'symbols', title: 'Ký hiệu và số hóa đơn', about: 'Theo ngày hóa đơn.' },
  {
    kind: 'fineLadders',
    title: 'Khung phạt lập sai thời điểm và không lập',
    about: 'Theo ngày hành vi kết thúc. Để ước lượng, không phải quyết định xử phạt.',
  },
  {
    kind: 'cancellations',
    title: 'Hủy hóa đơn đã có số',
    about: 'Theo ngày hóa đơn.',
  },
  {
    kind: 'consolidations',
    title: 'Gộp hàng khuyến mại, cho, biếu, tặng',
    about: 'Theo ngày bán. Một hóa đơn mỗi tháng hoặc quý khai thuế, chỉ cho hồ sơ được chọn ở thiết lập kỳ.',
  },
  {
    kind: 'incidents',
    title: 'Hạn lập sau sự cố',
    about: 'Theo ngày sự cố kết thúc. Sự cố của từng hồ sơ khai ở thiết lập kỳ, kèm bằng chứng.',
  },
  {
    kind: 'exportDates',
    title: 'Ngày hóa đơn hàng xuất khẩu',
    about: 'Theo ngày thông quan. Chỉ dòng ghi rõ là xuất khẩu; chưa có ngày thông quan thì chờ.',
  },
  {
    kind: 'serviceDates',
    title: 'Ngày hóa đơn dịch vụ',
    about: 'Theo ngày chứng từ. Ngày hoàn thành, thu tiền ghi ở từng dòng của chứng từ Bravo; tiền đặt cọc không tính.',
  },
  {
    kind: 'reconciliationTrades',
    title: 'Ngành lập hóa đơn theo kỳ đối soát',
    about: 'Theo ngày chứng từ. Danh sách đóng, không có phân phối hàng hóa; chỉ dòng dịch vụ ghi rõ ngành.',
  },
  {
    kind: 'branchCodes',
    title: 'Số đơn vị phụ thuộc sau mã số thuế',
    about: 'Số lớn hơn đã cấp trước đây vẫn dùng được, chỉ được nhắc.',
  },
  {
    kind: 'accountCharts',
    title: 'Tài khoản không chia tài khoản con',
    about: 'Theo ngày cuối kỳ. Hồ sơ đã khai hệ thống tài khoản của mình thì xét theo đúng hệ thống ấy.',
  },
];

export const titleOf = (kind: RuleKind): string => KINDS.find((one) => one.kind === kind)!.title;

/** Rules of these kinds hold from one day to another; the others until the next one begins. */
export const hasEnd = (kind: RuleKind): boolean => RANGED_KINDS.includes(kind);

/** A rule of one day, neither of a range nor until the next one. */
export const isOfOneDay = (kind: RuleKind): boolean => kind === 'swaps';

export const isSinceAlways = (rule: Rule): boolean => rule.fromDate === SINCE_ALWAYS;

/** A rule in a few words. */
export function saysOf(kind: RuleKind, rule: Rule): string {
  switch (kind) {
    case 'vatReductions':
      return `${rateName(rule.standardRate ?? '')} còn ${rateName(rule.reducedRate ?? '')}`;
    case 'vatRates':
      return (rule.rates ?? []).map((rate) => (rate === 'KHAC' ? 'thuế suất khác' : rateName(rate))).join(', ');
    case 'consumerTexts':
      return `«${rule.text}»`;
    case 'invoiceDates':
      return upperFirst(invoiceDateText(rule.days ?? 0));
    case 'signing':
      return upperFirst(signingText(rule.workingDays ?? null));
    case 'announcedHolidays':
      return 'Lịch nghỉ đã công bố đủ';
    case 'swaps':
      return `Nghỉ ${formatDay(rule.fromDate)}, làm bù ${formatDay(rule.worked ?? '')}`;
    case 'fineLadders':
      return ladderText(rule.brackets ?? []);
    case 'cancellations':
      return rule.isAllowed ? 'Được hủy' : 'Không được hủy: chỉ điều chỉnh hoặc thay thế';
    case 'consolidations':
      return rule.isAllowed ? 'Được gộp, kèm bảng kê' : 'Mỗi lần một hóa đơn';
    case 'incidents':
      return `Bên bán: ${daysAfter(rule.sellerDays)} · hệ thống thuế: ${daysAfter(rule.taxSystemDays)}`;
    case 'exportDates':
    case 'serviceDates':
    case 'reconciliationTrades':
    case 'accountCharts':
      // The kind says which fields the rule has.
      return upperFirst(ruleText(kind, rule as never));
    case 'branchCodes':
      return `001–${rule.last}`;
    case 'holidays':
      return rule.name ?? '';
    case 'symbols':
      return `Mẫu số ${rule.forms} · ký hiệu ${rule.letters?.split('').join(' hoặc ')} + 2 số của năm + một trong ${rule.kinds} + 2 chữ · số tối đa ${rule.numberDigits} chữ số`;
  }
}

const daysAfter = (days: number | null | undefined): string =>
  days === null || days === undefined ? 'hạn thường' : `${days} ngày làm việc`;

/** The days on which a rule holds. `next` is the rule of its kind that begins after it. */
export function daysOf(kind: RuleKind, rule: Rule, next?: Rule): string {
  const from = isSinceAlways(rule) ? '' : formatDay(rule.fromDate);
  if (isOfOneDay(kind)) return from;
  if (hasEnd(kind)) return rule.toDate === rule.fromDate ? from : `${from} – ${formatDay(rule.toDate)}`;
  if (next) return from ? `${from} đến trước ${formatDay(next.fromDate)}` : `Trước ${formatDay(next.fromDate)}`;
  return from ? `Từ ${from}` : 'Từ trước đến nay';
}

export type Validity = 'now' | 'past' | 'later';

export function validityOf(kind: RuleKind, rule: Rule, next: Rule | undefined, day: Day): Validity {
  if (rule.fromDate > day) return 'later';
  const isOver = isOfOneDay(kind)
    ? rule.fromDate < day
    : hasEnd(kind)
      ? (rule.toDate ?? '') < day
      : next !== undefined && next.fromDate <= day;
  return isOver ? 'past' : 'now';
}

const CONFIDENCE_NAMES = {
  full: 'đã đọc toàn văn',
  second: 'theo nguồn thứ cấp',
  inferred: 'suy ra, cần hỏi',
} as const;

/** The law behind a rule, with the care with which it was read. */
export const sourceOf = ({ source, reference, confidence }: Rule): string =>
  [source, reference, confidence ? `(${CONFIDENCE_NAMES[confidence]})` : '']
    .filter(Boolean)
    .join(', ')
    .replace(', (', ' (');

export const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The rules with one of them replaced, added (no `old`) or taken away (no `rule`), in the order of days. */
export function withRule(ruleSet: RuleSet, kind: RuleKind, old: Day | undefined, rule: Rule | undefined): SentRules {
  const others = (ruleSet.rules[kind] as Rule[]).filter((one) => one.fromDate !== old);
  const own = rule ? [...others, rule] : others;
  return { ...ruleSet.rules, [kind]: own.toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : 1)) } as SentRules;
}
