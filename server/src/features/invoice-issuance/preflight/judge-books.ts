import type { Finding } from '@khop/engine/invoice-issuance/findings/finding.ts';
import { counted } from '@khop/engine/invoice-issuance/findings/records.ts';
import { accountFindings } from '@khop/engine/invoice-issuance/preflight/accounts/account-findings.ts';
import { preflight, worstFirst } from '@khop/engine/invoice-issuance/preflight/preflight.ts';
import { layoutFindings } from '@khop/engine/invoice-issuance/preflight/preflight-layouts.ts';
import { saleFindings } from '@khop/engine/invoice-issuance/preflight/sale-findings.ts';
import { exportLayouts } from '@khop/engine/sheets/layouts/export-layouts.ts';
import { knownLayouts } from '../layouts/export-layouts.ts';
import type { PlanSummary } from '../plan-summary.ts';
import { catalogueFinding, outdatedFinding } from './plan-outdated.ts';
import type { PeriodBooks } from './read-books.ts';
import { restoredFinding } from './restored.ts';

/**
 * "Kiểm tra kỳ" of books as they are; `outdated` when the plan was made from other data. Seconds for a large period.
 */
export function judgeBooks(
  { period, input, plan, layouts, restoredAt }: PeriodBooks,
  wanted = true,
): { readonly outdated: Finding | undefined; readonly findings: readonly Finding[] } {
  const outdated = outdatedFinding(input, period.plan as PlanSummary | null);
  if (!wanted) return { outdated, findings: [] };
  const changed = period.status === 'closed' ? undefined : catalogueFinding(input, period.plan as PlanSummary | null);
  const restored = period.status === 'closed' ? undefined : restoredFinding(input, restoredAt);
  const others = [
    ...(changed ? [changed] : []),
    ...(restored ? [restored] : []),
    ...layoutFindings(input, knownLayouts(layouts)),
    ...accountFindings(input, new Map([...Object.entries(exportLayouts), ...layouts])),
    ...(plan ? [] : saleFindings(input)),
  ];
  return { outdated, findings: worstFirst([...counted(others, input, plan), ...preflight(input, plan)]) };
}
