import type { Finding } from '@khop/engine/invoice-issuance/finding.ts';
import { preflight } from '@khop/engine/invoice-issuance/preflight.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { knownLayouts } from './export-layouts.ts';
import { outdatedFinding } from './plan-outdated.ts';
import type { PlanSummary } from './plan-summary.ts';
import type { PeriodBooks } from './read-books.ts';

/** "Kiểm tra kỳ" of books as they stand; `outdated` when the plan was made from other data. Seconds for a large period. */
export function judgeBooks(
  { period, input, plan, layouts }: PeriodBooks,
  wanted = true,
): { readonly outdated: Finding | undefined; readonly findings: readonly Finding[] } {
  const outdated = outdatedFinding(input, period.plan as PlanSummary | null);
  if (!wanted) return { outdated, findings: [] };
  return { outdated, findings: [...layoutFindings(input, knownLayouts(layouts)), ...preflight(input, plan)] };
}

/** `known` are the names that a profile's template may have; they are the site's, so the engine does not know them. */
const layoutFindings = ({ profiles }: IssuanceInput, known: ReadonlySet<string>): Finding[] =>
  profiles
    .filter(({ terms }) => !known.has(terms.exportLayout))
    .map(({ terms }) => ({
      ...{ code: 'EXPORT_LAYOUT_UNKNOWN', severity: 'block' as const, count: 1, profile: terms.code },
      message: `«${terms.code}»: không có mẫu xuất «${terms.exportLayout}».`,
      remedy: 'Chọn mẫu khác cho đơn vị ở trang hồ sơ AMIS, hoặc thêm lại mẫu này.',
    }));
