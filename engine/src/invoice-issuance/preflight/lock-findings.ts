import { netAmountOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { formatVnd } from '../../money.ts';
import type { Finding } from '../findings/finding.ts';
import { REMEDIES } from '../shortages/remedies.ts';
import type { IssuanceInput, IssuancePlan } from '../types.ts';

/**
 * Obstacles of closed books beside the day of issuing, which the terms themselves are checked for: sales of days
 * that are closed in a profile (it cannot invoice them), and drafts that carry such a day and must not leave.
 */
export function lockFindings({ period, profiles, lines }: IssuanceInput, plan: IssuancePlan | undefined): Finding[] {
  return profiles.flatMap(({ terms: { code, lockedThrough } }): Finding[] => {
    if (lockedThrough === undefined || period.issueDay <= lockedThrough) return [];
    const branches = new Set(Object.keys(period.issuers).filter((branch) => period.issuers[branch]!.includes(code)));
    // Sales before the period are no matter of locks: they are not invoiced here at all.
    const sales = lines.filter(
      (line) => line.docDate >= period.fromDate && line.docDate <= lockedThrough && branches.has(line.branchCode),
    );
    const drafts = (plan?.invoices ?? []).filter(
      (one) =>
        one.profile === code &&
        one.status === 'draft' &&
        (one.documentDate <= lockedThrough || one.date <= lockedThrough),
    );
    const until = `sổ khóa đến ${formatDay(lockedThrough)}`;
    const found: Finding[] = [];
    if (drafts.length > 0) {
      found.push({
        code: 'PROFILE_LOCKED',
        severity: 'block',
        message: `«${code}»: ${until}, ${formatVnd(drafts.length)} hóa đơn nháp có ngày chứng từ hoặc ngày hóa đơn trong khoảng đó (ví dụ «${drafts[0]!.voucherNumber}»).`,
        remedy: 'Mở khóa sổ; hoặc bỏ ghim các hóa đơn ấy rồi sinh lại để hồ sơ khác còn mở xuất thay.',
        count: drafts.length,
        profile: code,
        invoices: drafts.map((one) => one.key),
      });
    }
    if (sales.length > 0) {
      const amount = sales.reduce((sum, line) => sum + netAmountOf(line), 0);
      found.push({
        code: 'SALES_IN_LOCKED_BOOKS',
        severity: 'warn',
        message: `«${code}»: ${until}, nên không xuất được ${formatVnd(sales.length)} dòng bán có ngày trong khoảng đó (${formatVnd(amount)} đồng).`,
        remedy: REMEDIES.PROFILE_LOCKED,
        count: sales.length,
        lines: sales.map((line) => line.id),
      });
    }
    return found;
  });
}
