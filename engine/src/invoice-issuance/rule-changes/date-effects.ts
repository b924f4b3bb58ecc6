import { type Day, formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import { by } from '../../order.ts';
import { lastSigningDay } from '../rules/dates.ts';
import { fineStep } from '../rules/fines.ts';
import { type DateRules, type InvoiceRules, ruleOn, SINCE_ALWAYS } from '../rules/invoice-rules.ts';
import { dayKeyOf } from '../rules/lawful-day.ts';
import { type OpenPart, sumsOf } from './at-hand.ts';
import { datedAfter, effectOn, type RuleEffect, type RuleTurn } from './effect.ts';

/** Last days of signing that move, a calendar that is not announced any more, and another ladder of fines. */
export const dateEffects = (turn: RuleTurn): RuleEffect[] => [
  ...signingMoves(turn),
  ...notAnnounced(turn),
  ...otherLadder(turn),
];

/** Documents whose last day of signing is another than without the rules that begin on the day. */
function signingMoves({ input: { invoiceRules }, parts, on }: RuleTurn): RuleEffect[] {
  if (on <= SINCE_ALWAYS) return [];
  const isOld = ({ fromDate }: { readonly fromDate: Day }) => fromDate !== on;
  const without: DateRules = {
    invoiceDates: invoiceRules.invoiceDates.filter(isOld),
    signing: invoiceRules.signing.filter(isOld),
    holidays: invoiceRules.holidays.filter(isOld),
    swaps: invoiceRules.swaps.filter(isOld),
    incidents: invoiceRules.incidents.filter(isOld),
    announcedHolidays: invoiceRules.announcedHolidays,
  };
  const moves = new Map<string, { readonly from: Day | null; readonly to: Day | null }>();
  const moved = parts.filter((part) => {
    const { terms, sale } = part;
    if (!terms) return false;
    const key = moveKey(part);
    if (!moves.has(key)) {
      const dayBy = (rules: DateRules) => lastSigningDay(sale, rules, terms)?.judge ?? null;
      moves.set(key, { from: dayBy(without), to: dayBy(invoiceRules) });
    }
    const { from, to } = moves.get(key)!;
    return from !== to;
  });
  const [first] = moved.toSorted(by(({ saleDay }) => saleDay));
  if (!first) return [];
  const { from, to } = moves.get(moveKey(first))!;
  return [
    effectOn(moved, {
      code: 'SIGNING_MOVES',
      says: `Hạn ký của chứng từ bán ${formatDay(first.saleDay)} là ${dayText(to)} thay vì ${dayText(from)}.`,
      remedy: 'Sắp việc ký và gửi theo hạn mới; ngày hóa đơn không đổi.',
    }),
  ];
}

const moveKey = ({ terms, sale }: OpenPart): string => `${sale.because} ${dayKeyOf(sale)} ${terms?.code}`;

const dayText = (day: Day | null): string => (day === null ? 'chưa có hạn' : formatDay(day));

function notAnnounced({ input: { invoiceRules }, parts, on, before }: RuleTurn): RuleEffect[] {
  const isAnnounced = (day: Day) =>
    invoiceRules.announcedHolidays.some(({ fromDate, toDate }) => fromDate <= day && day <= toDate);
  if (!isAnnounced(before) || isAnnounced(on)) return [];
  const known = new Map<string, boolean>();
  const provisional = parts.filter((part) => {
    if (!part.terms) return false;
    const key = moveKey(part);
    if (!known.has(key)) known.set(key, lastSigningDay(part.sale, invoiceRules, part.terms)?.isProvisional ?? false);
    return known.get(key)!;
  });
  return [
    effectOn(provisional, {
      code: 'HOLIDAYS_NOT_ANNOUNCED',
      says: `Lịch nghỉ năm ${on.slice(0, 4)} chưa công bố đủ: hạn ký từ ${formatDay(on)} là tạm tính, có thể muộn hơn, không bao giờ sớm hơn.`,
      remedy: 'Khi có thông báo nghỉ Tết và nghỉ bù, quản trị viên thêm ngày nghỉ ở trang Quy tắc hóa đơn.',
    }),
  ];
}

/** The step of the fine for what would be late on the day, by the ladder before it and by that of the day. */
function otherLadder(turn: RuleTurn): RuleEffect[] {
  const { input, parts, on, before } = turn;
  const { invoiceRules } = input;
  const [old, now] = [ruleOn(invoiceRules.fineLadders, before), ruleOn(invoiceRules.fineLadders, on)];
  if (JSON.stringify(old?.brackets) === JSON.stringify(now?.brackets)) return [];
  const late = datedAfter(
    turn,
    parts.filter(({ saleDay }) => saleDay < on),
  );
  const count = Math.max(1, sumsOf(late).documents);
  const step = (day: Day) => stepText(count, day, invoiceRules);
  return [
    effectOn(late, {
      code: 'FINE_LADDER',
      says: `Hành vi kết thúc từ ${formatDay(on)} theo khung phạt khác: ${formatVnd(count)} hóa đơn lập sai thời điểm trước là ${step(before)}, nay là ${step(on)} (mức khung để ước lượng, không phải quyết định).`,
      remedy: 'Lập trong hạn để không phát sinh; không dời ngày để chọn khung.',
    }),
  ];
}

function stepText(count: number, day: Day, rules: InvoiceRules): string {
  const step = fineStep(count, 'lateSale', day, rules);
  return step ? `${formatVnd(step.low)} – ${formatVnd(step.high)} đ` : 'không có khung';
}
