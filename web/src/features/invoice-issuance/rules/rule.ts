import type { Day } from '@khop/engine/day.ts';
import { type RuleKind, SINCE_ALWAYS } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import type { InputOf, ItemOf, OutputOf } from '../../../api/operations.ts';
import { rateName } from '../../../shared/invoices/invoice-words.ts';
import { formatDay } from '../../../ui/format/time.ts';

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
    title: 'Cách ghi người mua không lấy hóa đơn',
    about: 'Theo ngày hóa đơn.',
  },
  {
    kind: 'deadlines',
    title: 'Hạn lập hóa đơn',
    about: 'Theo ngày bán. Đơn muộn hơn được liệt kê, không bị đổi ngày.',
  },
  {
    kind: 'holidays',
    title: 'Ngày nghỉ lễ',
    about: 'Ngoài thứ bảy và chủ nhật. Lịch nghỉ Tết và nghỉ bù được công bố từng năm: thêm khi có thông báo.',
  },
  { kind: 'symbols', title: 'Ký hiệu và số hóa đơn', about: 'Theo ngày hóa đơn.' },
];

export const titleOf = (kind: RuleKind): string => KINDS.find((one) => one.kind === kind)!.title;

/** Rules of these kinds hold from one day to another; the others until the next one begins. */
export const hasEnd = (kind: RuleKind): boolean => kind === 'vatReductions' || kind === 'holidays';

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
    case 'deadlines':
      return rule.workingDays === 0
        ? 'Trong ngày bán'
        : rule.workingDays === 1
          ? 'Chậm nhất ngày làm việc kế tiếp sau khi bán'
          : `Chậm nhất ${rule.workingDays} ngày làm việc sau khi bán`;
    case 'holidays':
      return rule.name ?? '';
    case 'symbols':
      return `Mẫu số ${rule.forms} · ký hiệu ${rule.letters?.split('').join(' hoặc ')} + 2 số của năm + một trong ${rule.kinds} + 2 chữ · số tối đa ${rule.numberDigits} chữ số`;
  }
}

/** The days on which a rule holds. `next` is the rule of its kind that begins after it. */
export function daysOf(kind: RuleKind, rule: Rule, next?: Rule): string {
  const from = isSinceAlways(rule) ? '' : formatDay(rule.fromDate);
  if (hasEnd(kind)) return rule.toDate === rule.fromDate ? from : `${from} – ${formatDay(rule.toDate)}`;
  if (next) return from ? `${from} đến trước ${formatDay(next.fromDate)}` : `Trước ${formatDay(next.fromDate)}`;
  return from ? `Từ ${from}` : 'Từ trước đến nay';
}

export type Validity = 'now' | 'past' | 'later';

export function validityOf(kind: RuleKind, rule: Rule, next: Rule | undefined, day: Day): Validity {
  if (rule.fromDate > day) return 'later';
  const isOver = hasEnd(kind) ? (rule.toDate ?? '') < day : next !== undefined && next.fromDate <= day;
  return isOver ? 'past' : 'now';
}

export const sourceOf = ({ source, reference }: Rule): string => (reference ? `${source}, ${reference}` : source);

/** The rules with one of them replaced, added (no `old`) or taken away (no `rule`), in the order of days. */
export function withRule(ruleSet: RuleSet, kind: RuleKind, old: Day | undefined, rule: Rule | undefined): SentRules {
  const others = (ruleSet.rules[kind] as Rule[]).filter((one) => one.fromDate !== old);
  const own = rule ? [...others, rule] : others;
  return { ...ruleSet.rules, [kind]: own.toSorted((a, b) => (a.fromDate < b.fromDate ? -1 : 1)) } as SentRules;
}
