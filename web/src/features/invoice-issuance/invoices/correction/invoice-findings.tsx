import { useCall } from '../../../../api/query.ts';
import { useFreshChecks } from '../../../../shared/use-fresh-checks.ts';
import { Banner } from '../../../../ui/states.tsx';
import type { Problem } from '../../actions/blocking.ts';
import type { Invoice } from '../invoice.ts';

/** Findings about single invoices that follow from the books and catalogues of today, so that no generation wrote them on the invoice. */
const OF_DRAFTS = /^(?:DRAFT_|STOCK_TAKEN_ELSEWHERE$|SALE_MAYBE_ISSUED|SALE_ENTERED_ANEW$)/;
const OF_LEFT = /^(?:KEPT_INVOICE_|CANCEL_NOT_LAWFUL$|GIFT_LIST_CHANGED$)/;

const TONE = { block: 'error', warn: 'warning', info: 'info' } as const;

/** The words of «Kiểm tra kỳ» about this invoice, beside those that the last generation wrote on it. */
export function InvoiceFindings({ invoice }: { invoice: Invoice }) {
  useFreshChecks(invoice.periodId);
  const preflight = useCall('getPeriodPreflight', { params: { id: invoice.periodId } });
  const written = new Set(invoice.warnings.map(({ code }) => code));
  const concerns = invoice.status === 'draft' ? OF_DRAFTS : OF_LEFT;
  const problems = new Map(
    (preflight.data?.problems ?? [])
      .filter(({ code }) => concerns.test(code) && !written.has(code))
      .map((problem) => [problem.code, problem]),
  );
  return [...problems.values()].map((problem) => <OneFinding key={problem.code} problem={problem} invoice={invoice} />);
}

function OneFinding({ problem, invoice }: { problem: Problem; invoice: Invoice }) {
  const records = useCall('listFindingRecords', {
    params: { id: invoice.periodId, key: problem.code },
    query: { q: invoice.voucherNumber, limit: 100 },
  });
  const own = (records.data?.items ?? []).filter(({ kind, targetId }) => kind === 'invoice' && targetId === invoice.id);
  return own.map(({ detail }) => (
    <Banner key={detail} tone={TONE[problem.severity]}>
      {problem.stops === 'export' ? <strong>Chặn xuất tệp. </strong> : null}
      {detail} {problem.remedy}
    </Banner>
  ));
}
