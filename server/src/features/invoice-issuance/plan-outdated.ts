import type { Finding } from '@khop/engine/invoice-issuance/finding.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { engineVersion } from './engine-version.ts';
import { groundHash } from './input-hash.ts';
import type { PlanSummary } from './plan-summary.ts';

const KEPT = 'Hóa đơn đã xuất và đã ghim giữ nguyên.';

/**
 * A plan of other stock, another ledger or other issuers could sell what is not there: it must be made again before its
 * invoices leave. Undefined when the plan still stands on today's data, and when there is none.
 */
export function outdatedFinding(input: IssuanceInput, planned: PlanSummary | null): Finding | undefined {
  if (planned === null || planned.groundHash === groundHash(input)) return undefined;
  // Another version may have written the same data down in another way: then nobody has changed anything.
  const isOlder = planned.madeBy !== engineVersion();
  return {
    code: 'PLAN_OUTDATED',
    severity: 'block',
    message: isOlder
      ? 'Hóa đơn của kỳ được sinh bằng bản Khớp cũ hơn, và từ đó dữ liệu của kỳ hoặc cách ghi dữ liệu đã khác.'
      : 'Dữ liệu của kỳ (sổ bán hàng, tồn kho, sổ AMIS, dòng loại ra, thiết lập kỳ hoặc quy tắc thuế suất và cách ghi người mua) đã đổi sau lần sinh hóa đơn gần nhất.',
    remedy: `Bấm «Sinh lại» một lần rồi tải. ${KEPT}`,
    count: 1,
  };
}
