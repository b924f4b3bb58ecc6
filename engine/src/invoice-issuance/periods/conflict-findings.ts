import { liveInvoices } from '../amis-ledger/read-back.ts';
import type { Finding } from '../findings/finding.ts';
import { provenStock } from '../stock/proven-stock.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';
import { besideOtherPeriods } from './other-periods.ts';

/**
 * Drafts that hold goods which another period has taken since they were planned: they must not leave, or the two periods
 * together sell more than AMIS has. A regeneration plans them anew around the other period.
 */
export function conflictFindings(input: IssuanceInput, plan: IssuancePlan): Finding[] {
  const { otherPeriods, profiles } = input;
  if (!otherPeriods) return [];
  const kept = liveInvoices(plan.invoices);
  const stock = provenStock(input, plan);
  return profiles.flatMap((books, index): Finding[] => {
    const { conflicts } = besideOtherPeriods(stock[index]!, books, otherPeriods, kept);
    const drafts = conflicts.filter(({ invoice }) => invoice.status === 'draft');
    if (drafts.length === 0) return [];
    const { code } = books.terms;
    return [
      {
        code: 'STOCK_TAKEN_ELSEWHERE',
        severity: 'block',
        message: `«${code}»: ${drafts.length} hóa đơn nháp lấy hàng mà kỳ khác đang giữ. Ví dụ: ${drafts[0]!.message}`,
        remedy: 'Sinh lại kỳ này; hóa đơn đã ghim thì bỏ ghim trước rồi sinh lại.',
        count: drafts.length,
        profile: code,
        about: drafts.map(({ invoice, message }) => ({
          kind: 'invoice',
          id: invoice.key,
          profile: code,
          detail: message,
        })),
      },
    ];
  });
}
