import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import { HOLDING } from '../invoice-status.ts';
import { DAY_GROUNDS, lawfulDayOfInvoice } from '../rules/lawful-day.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

/**
 * The days that invoices take from facts of their lines, with the evidence: an inspector will ask for it. And services whose
 * day is that of their document, because nothing else is known of them.
 */
export function dayFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const own = plan.invoices.filter(
    (invoice) => HOLDING.has(invoice.status) && lawfulDayOfInvoice(invoice, input).because !== 'document',
  );
  const apart = [...Map.groupBy(own, ({ profile }) => profile)].map(
    ([profile, invoices]): Finding => ({
      code: 'LAWFUL_DAY_OF_LINE',
      severity: 'info',
      message: `«${profile}»: ${formatVnd(invoices.length)} hóa đơn có ngày theo luật của dòng (xuất khẩu, dịch vụ, đối soát), không phải ngày chứng từ.`,
      remedy:
        'Giữ bằng chứng của ngày ấy cùng hồ sơ thuế: tờ khai thông quan, biên bản nghiệm thu, chứng từ thu tiền, biên bản đối soát.',
      count: invoices.length,
      profile,
      about: invoices.map((invoice) => ({
        ...{ kind: 'invoice', id: invoice.key, profile },
        detail: detailOf(invoice, input, lines),
      })),
    }),
  );
  return [...apart, ...setAside(input), ...fromDocument(plan, lines)];
}

function detailOf(invoice: PlannedInvoice, input: IssuanceInput, lines: ReadonlyMap<string, SalesLine>): string {
  const { day, because } = lawfulDayOfInvoice(invoice, input);
  const said = linesOf(invoice, lines).flatMap(({ dayFacts }) => dayFacts?.evidence ?? []);
  const evidence = said.length === 0 ? 'theo dữ liệu bán hàng' : [...new Set(said)].map((one) => `«${one}»`).join(', ');
  return `Ngày theo luật ${formatDay(day)} (${DAY_GROUNDS[because]}; ${evidence}), chứng từ ngày ${formatDay(invoice.documentDate)}.`;
}

const linesOf = ({ items }: PlannedInvoice, lines: ReadonlyMap<string, SalesLine>): SalesLine[] =>
  items.flatMap(({ allocations }) => allocations.flatMap(({ line }) => lines.get(line) ?? []));

/** Facts of the ledger that a person says are wrong: an inspector will see the one and ask for the other. */
function setAside({ lines }: IssuanceInput): Finding[] {
  const own = lines.filter(({ dayFacts }) => dayFacts?.isOrdinary);
  if (own.length === 0) return [];
  return [
    {
      code: 'LEDGER_FACTS_SET_ASIDE',
      severity: 'info',
      message: `${formatVnd(own.length)} dòng mà sổ ghi là xuất khẩu, dịch vụ có ngày riêng hay đối soát, và kế toán xác nhận sổ ghi sai: theo ngày chứng từ.`,
      remedy: 'Giữ bằng chứng cùng hồ sơ thuế và sửa sổ Bravo cho kỳ sau; ghi nhầm thì bỏ ở «Ngày theo luật» của dòng.',
      count: own.length,
      about: own.map(({ id, dayFacts }) => ({ kind: 'line', id, detail: `«${dayFacts!.evidence ?? ''}».` })),
    },
  ];
}

function fromDocument({ invoices }: IssuancePlan, lines: ReadonlyMap<string, SalesLine>): Finding[] {
  // Until AMIS has given a number: the files say the same before and after they were handed over.
  const services = invoices
    .filter(({ status }) => status === 'draft' || status === 'exported')
    .flatMap((invoice) => linesOf(invoice, lines))
    .filter(({ kind, dayFacts }) => kind === 'service' && !dayFacts)
    .map(({ id }) => id);
  if (services.length === 0) return [];
  return [
    {
      code: 'SERVICE_DAY_FROM_DOCUMENT',
      severity: 'info',
      message: `${formatVnd(services.length)} dòng dịch vụ lấy ngày chứng từ làm ngày hoàn thành, vì chưa ghi ngày nào khác.`,
      remedy:
        'Dịch vụ hoàn thành hoặc thu tiền trước vào ngày khác thì ghi ở «Ngày theo luật của dòng» của chứng từ Bravo rồi sinh lại; tiền đặt cọc bảo đảm hợp đồng không tính.',
      count: services.length,
      lines: services,
    },
  ];
}
