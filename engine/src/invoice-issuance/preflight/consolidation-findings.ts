import { addDays, formatDay } from '../../day.ts';
import type { Finding } from '../findings/finding.ts';
import { HOLDING } from '../invoice-status.ts';
import { giftListHash } from '../invoices/gift-list.ts';
import { consolidates, isWholeIn, type VatPeriod, vatPeriodOf } from '../rules/consolidation.ts';
import type { IssuanceInput } from '../types.ts';

/** Consolidated invoices that the period cannot make, and those whose list has changed since they left. */
export const consolidationFindings = (input: IssuanceInput): Finding[] => [
  ...notConsolidated(input),
  ...changedLists(input),
];

/** Months and quarters whose gifts a person wants on one invoice, which this period cannot make. */
function notConsolidated(input: IssuanceInput): Finding[] {
  const { rules, fromDate, toDate } = input.period;
  return input.profiles.flatMap(({ terms: { code } }): Finding[] => {
    const every = consolidates(rules, code);
    if (!every) return [];
    const broken: VatPeriod[] = [];
    for (let day = fromDate; day <= toDate; ) {
      const own = vatPeriodOf(day, every);
      if (!isWholeIn(own, input)) broken.push(own);
      day = addDays(own.to, 1);
    }
    if (broken.length === 0) return [];
    const days = broken.map(({ from, to }) => `${formatDay(from)} – ${formatDay(to)}`).join(', ');
    return [
      {
        code: 'GIFTS_NOT_CONSOLIDATED',
        severity: 'warn',
        message: `«${code}»: hàng khuyến mại, cho, biếu, tặng của ${days} không gộp một hóa đơn được, vì kỳ không gồm đủ những ngày ấy hoặc quy tắc của ngày ấy không cho: lập theo từng lần bán.`,
        remedy: 'Mở kỳ gồm đủ tháng hoặc quý khai thuế, hoặc bỏ chọn hồ sơ ở thiết lập kỳ. Trước 01/07/2026 không gộp.',
        count: broken.length,
        profile: code,
      },
    ];
  });
}

/**
 * Consolidated invoices that have left with another list than their lines make now: a line's day, document or buyer was
 * changed in Bravo. The list that left is the one that counts.
 */
function changedLists({ kept, lines }: IssuanceInput): Finding[] {
  const left = kept.filter(({ status, listHash }) => listHash !== undefined && HOLDING.has(status));
  if (left.length === 0) return [];
  const byId = new Map(lines.map((line) => [line.id, line]));
  const changed = left.filter((invoice) => giftListHash(invoice, byId) !== invoice.listHash);
  return [...Map.groupBy(changed, ({ profile }) => profile)].map(([profile, own]) => ({
    ...{ code: 'GIFT_LIST_CHANGED', severity: 'warn', count: own.length, profile },
    message: `«${profile}»: bảng kê của ${own.length} hóa đơn tổng hợp đã giao nay khác bảng kê lúc giao (mã băm các dòng khác). Ví dụ «${own[0]!.voucherNumber}».`,
    remedy:
      'Bảng kê kèm hóa đơn là bảng đã giao: giữ bản ấy. Xem dòng Bravo nào vừa đổi; đổi thật thì điều chỉnh hóa đơn, nhầm thì sửa lại ở Bravo.',
    about: own.map(({ key, listHash }) => ({
      ...{ kind: 'invoice', id: key, profile },
      detail: `Mã băm lúc giao ${listHash}.`,
    })),
  }));
}
