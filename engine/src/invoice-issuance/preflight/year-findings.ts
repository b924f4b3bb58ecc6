import { formatDay, yearOf } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import { symbolYear } from '../rules/dates.ts';
import { lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import { reductionOn } from '../rules/vat.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/** The turn of a year in drafts: a symbol of another year, and a reduced rate of a supply whose law has ended. */
export function yearFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const drafts = Map.groupBy(
    plan.invoices.filter(({ status }) => status === 'draft'),
    ({ profile }) => profile,
  );
  return input.profiles.flatMap(({ terms: { code, invoiceSymbol } }) => {
    const own = drafts.get(code) ?? [];
    return [...ofOtherYear(code, invoiceSymbol, own), ...afterReduction(input, code, own)];
  });
}

/** A symbol is of the year of the invoices in it (law.md, N3). */
function ofOtherYear(profile: string, symbol: string, drafts: readonly PlannedInvoice[]): Finding[] {
  const year = symbolYear(symbol);
  const wrong = year === undefined ? [] : drafts.filter(({ date }) => yearOf(date) !== year);
  const [first] = wrong;
  if (!first) return [];
  return [
    {
      code: 'DRAFT_SYMBOL_YEAR',
      severity: 'block',
      message: `«${profile}»: ký hiệu «${symbol}» là của năm ${year}, ${formatVnd(wrong.length)} hóa đơn nháp mang ngày của năm khác (ví dụ ${formatDay(first.date)}).`,
      remedy: 'Ghi ký hiệu của năm hóa đơn vào hồ sơ AMIS; số hóa đơn của năm mới bắt đầu từ 1.',
      count: wrong.length,
      profile,
      invoices: wrong.map(({ key }) => key),
    },
  ];
}

/**
 * The rate follows the day of supply, and a programme of invoices may refuse it on a date after the reduction: a person has to
 * ask, never the program to decide (law.md, V5).
 */
function afterReduction(input: IssuanceInput, profile: string, drafts: readonly PlannedInvoice[]): Finding[] {
  const { invoiceRules } = input;
  const doubtful = drafts.filter((invoice) => {
    const { date, items } = invoice;
    const reduction = reductionOn(lawfulDayOfInvoice(invoice, input).supplyDay, invoiceRules);
    return (
      reduction !== undefined &&
      reductionOn(date, invoiceRules) === undefined &&
      items.some(({ vatRate }) => vatRate === reduction.reducedRate)
    );
  });
  if (doubtful.length === 0) return [];
  return [
    {
      code: 'VAT_REDUCTION_PASSED',
      severity: 'warn',
      message: `«${profile}»: ${formatVnd(doubtful.length)} hóa đơn nháp giữ thuế suất được giảm của ngày bán, nhưng mang ngày sau khi hết giảm thuế.`,
      remedy: 'Hỏi cơ quan thuế hoặc chuyên gia trước khi phát hành; phần mềm hóa đơn có thể từ chối mức này.',
      count: doubtful.length,
      profile,
      invoices: doubtful.map(({ key }) => key),
    },
  ];
}

/** From 1 December on, a next year whose days off are not all announced (law.md, H3): last days of signing are provisional. */
export function holidayFindings({ period: { issueDay }, invoiceRules }: IssuanceInput): Finding[] {
  const year = Number(yearOf(issueDay));
  const years = issueDay.slice(5, 7) === '12' ? [year, year + 1] : [year];
  const missing = years.filter(
    (one) =>
      !invoiceRules.announcedHolidays.some(
        (range) => range.fromDate <= `${one}-02-15` && `${one}-02-15` <= range.toDate,
      ),
  );
  if (missing.length === 0) return [];
  return [
    {
      code: 'HOLIDAYS_NOT_ANNOUNCED',
      severity: 'info',
      message: `Lịch nghỉ năm ${missing.join(' và ')} chưa công bố đủ: hạn ký tính đến nay có thể muộn hơn, không bao giờ sớm hơn.`,
      remedy: 'Khi có thông báo nghỉ Tết và nghỉ bù, quản trị viên thêm ngày nghỉ ở trang Quy tắc hóa đơn.',
      count: missing.length,
      about: missing.map((one) => ({ kind: 'rule', id: `Lịch nghỉ năm ${one}` })),
    },
  ];
}
