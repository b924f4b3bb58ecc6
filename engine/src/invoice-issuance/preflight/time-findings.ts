import { documentKeyOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import { by } from '../../order.ts';
import type { Finding } from '../findings/finding.ts';
import { HOLDING } from '../invoice-status.ts';
import { signingFinder } from '../rules/dates.ts';
import type { FineStep } from '../rules/fines.ts';
import { INCIDENT_NAMES } from '../rules/incidents.ts';
import { type InvoiceRules, ruleOn } from '../rules/invoice-rules.ts';
import { carriedDate, isExcused, isLate, type Lateness, latenessOf } from '../rules/lateness.ts';
import { carrying, DAY_GROUNDS, type LawfulDay, lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * Findings about the day of each invoice: those at the wrong time and sales that can no longer be in time, with the step
 * of the fine; and the last day of signing of those that keep the day of their sale.
 */
export function timeFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  return [
    ...latenessOf(input, plan).flatMap((one) => [...wrongTime(input, plan, one), ...notIssued(input, one)]),
    ...keptBack(input, plan),
    ...signBy(input, plan),
  ];
}

const DAILY =
  'Ngày hóa đơn phải là ngày giao hàng; ký và gửi chậm nhất ngày làm việc kế tiếp. Lập và bàn giao từng ngày để không phát sinh thêm; hóa đơn đã trễ mang ngày lập thật, không lùi ngày, không gộp.';

function wrongTime(input: IssuanceInput, plan: IssuancePlan, { profile, late, lateStep }: Lateness): Finding[] {
  if (late.length === 0) return [];
  const invoices = new Map(plan.invoices.map((invoice) => [invoice.key, invoice]));
  const textOf = lateTexts(input, profile);
  return [
    {
      code: 'WRONG_TIME',
      severity: 'warn',
      message: `«${profile}»: ${formatVnd(late.length)} hóa đơn lập sai thời điểm (ngày hóa đơn khác ngày bán). ${stepText(lateStep, input)}`,
      remedy: DAILY,
      count: late.length,
      profile,
      about: late.map((key) => ({
        kind: 'invoice',
        id: key,
        profile,
        detail: textOf(invoices.get(key)!),
      })),
    },
  ];
}

/** The reason why an invoice of the entity carries another day than its sale, in a sentence; it stays when the invoice leaves. */
function lateTexts(input: IssuanceInput, profile: string): (invoice: PlannedInvoice) => string {
  const { terms } = input.profiles.find((books) => books.terms.code === profile)!;
  const signingOf = signingFinder(input);
  return (invoice) => {
    const date = carriedDate(invoice);
    const sale = lawfulDayOfInvoice(invoice, input);
    const dates = `${saleText(sale)}, hóa đơn ngày ${formatDay(date)}`;
    const signing = signingOf(terms, sale);
    return signing !== null && signing.judge < date
      ? `${dates}: hạn ký ${formatDay(signing.judge)} đã qua.`
      : `${dates}: ký hiệu đã có hóa đơn của ngày sau ngày bán.`;
  };
}

const saleText = ({ day, because }: LawfulDay): string =>
  because === 'document' ? `Bán ngày ${formatDay(day)}` : `Ngày theo luật ${formatDay(day)} (${DAY_GROUNDS[because]})`;

function notIssued(input: IssuanceInput, { profile, missing, missingStep }: Lateness): Finding[] {
  if (missing.length === 0) return [];
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  return [
    {
      code: 'NOT_ISSUED_IN_TIME',
      severity: 'warn',
      message: `«${profile}»: ${formatVnd(missing.length)} chứng từ bán còn phần chưa có hóa đơn và đã quá hạn ký. ${stepText(missingStep, input)}`,
      remedy: `Xử lý nguyên nhân chưa xuất rồi lập ngay: không lập hóa đơn bị phạt nặng hơn lập trễ. ${DAILY}`,
      count: missing.length,
      profile,
      about: missing.map(({ line: id, amount }) => {
        const line = lines.get(id)!;
        const detail = `Bán ngày ${formatDay(line.docDate)}, khách «${line.partnerCode}».`;
        return { kind: 'document', id: documentKeyOf(line), line: id, amount, detail };
      }),
    },
  ];
}

/** Invoices that are not counted as late because of an incident, so that an inspector can ask for its evidence. */
function keptBack(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const excused = plan.invoices.filter((invoice) => HOLDING.has(invoice.status) && isExcused(invoice, input));
  return [...Map.groupBy(excused, ({ profile }) => profile)].map(([profile, own]): Finding => {
    const { incidents = [] } = input.profiles.find(({ terms }) => terms.code === profile)!.terms;
    const said = incidents.map(
      ({ kind, fromDate, endedOn, evidence }) =>
        `${INCIDENT_NAMES[kind]} từ ${formatDay(fromDate)} đến ${formatDay(endedOn)} («${evidence}»)`,
    );
    return {
      code: 'AFTER_INCIDENT',
      severity: 'info',
      message: `«${profile}»: ${formatVnd(own.length)} hóa đơn lập sau sự cố, trong hạn của luật, không tính là trễ. ${said.join('; ')}.`,
      remedy: 'Giữ bằng chứng của sự cố cùng hồ sơ thuế; sự cố khai ở thiết lập kỳ.',
      count: own.length,
      profile,
      about: own.map((invoice) => ({
        ...{ kind: 'invoice', id: invoice.key, profile },
        detail: `${saleText(lawfulDayOfInvoice(invoice, input))}, hóa đơn ngày ${formatDay(carriedDate(invoice))}.`,
      })),
    };
  });
}

/**
 * The last days of signing of invoices without a number that keep the day of their sale, the earliest first. One whose last day
 * has passed is told as a draft of a wrong date, or as a file that must not be imported any more.
 */
function signBy(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const termsOf = new Map(input.profiles.map(({ terms }) => [terms.code, terms]));
  const signingOf = signingFinder(input);
  const unsigned = plan.invoices.filter(({ status }) => status === 'draft' || status === 'exported');
  const inTime = unsigned.filter((invoice) => !isLate(invoice, input));
  return [...Map.groupBy(inTime, ({ profile }) => profile)].flatMap(([profile, own]): Finding[] => {
    const days = own.flatMap((invoice) => {
      const sale = carrying(lawfulDayOfInvoice(invoice, input), invoice.date);
      const signing = signingOf(termsOf.get(profile)!, sale);
      return signing && signing.judge >= input.period.issueDay ? [{ invoice, signing }] : [];
    });
    const [first] = days.toSorted(by(({ signing }) => signing.plan));
    if (!first) return [];
    const doubt = first.signing.isProvisional
      ? ' (tạm tính: lịch nghỉ chưa công bố đủ)'
      : first.signing.plan < first.signing.judge
        ? ' (tùy lịch làm việc của hồ sơ)'
        : '';
    return [
      {
        code: 'SIGN_BY',
        severity: 'info',
        message: `«${profile}»: ${formatVnd(days.length)} hóa đơn giữ ngày bán, phải ký và gửi chậm nhất ${formatDay(first.signing.plan)}${doubt}.`,
        remedy: 'Nhập tệp vào AMIS và ký trong hạn; quá hạn thì sinh lại để lấy ngày lập thật.',
        count: days.length,
        profile,
        about: days.map(({ invoice, signing }) => ({
          ...{ kind: 'invoice', id: invoice.key, profile },
          detail: `Ký và gửi chậm nhất ${formatDay(signing.plan)}.`,
        })),
      },
    ];
  });
}

/** A step of the fine ladder in sentences, with its source; '' for none. */
function stepText(
  step: FineStep | null,
  input: { readonly invoiceRules: InvoiceRules } & Pick<IssuanceInput, 'period'>,
): string {
  if (step === null) return '';
  const { source, reference } = ruleOn(input.invoiceRules.fineLadders, input.period.issueDay)!;
  const range =
    step.high === 0
      ? 'phạt cảnh cáo'
      : `${formatVnd(step.low)} – ${formatVnd(step.high)} đồng, giữa khung ${formatVnd(step.middle)}`;
  const next = step.nextFrom === null ? '' : `; từ ${formatVnd(step.nextFrom)} hóa đơn sang khung cao hơn`;
  return `Mức khung để ước lượng, không phải quyết định: ${range}${next} (${source}, ${reference}).`;
}
