import type { Finding } from '@khop/engine/invoice-issuance/findings/finding.ts';
import type { IssuanceInput } from '@khop/engine/invoice-issuance/types.ts';
import { engineVersion } from '../engine-version.ts';
import { catalogueHash, groundHash } from '../load/input-hash.ts';
import type { PlanSummary } from '../plan-summary.ts';

const KEPT = 'Hóa đơn đã xuất và đã ghim giữ nguyên.';

/**
 * A plan of other stock, another ledger or other issuers could sell what is not there: it must be made again before its
 * invoices leave. Undefined when the plan still rests on today's data, and when there is none.
 */
export function outdatedFinding(input: IssuanceInput, planned: PlanSummary | null): Finding | undefined {
  if (planned === null || planned.groundHash === groundHash(input)) return undefined;
  // Another version may have written the same data down in another way: then no user has changed anything.
  const isOlder = planned.madeBy !== engineVersion();
  return {
    code: 'PLAN_OUTDATED',
    severity: 'block',
    message: isOlder
      ? 'Hóa đơn của kỳ được sinh bằng bản Khớp cũ hơn, và từ đó dữ liệu của kỳ hoặc cách ghi dữ liệu đã khác.'
      : 'Dữ liệu của kỳ (sổ bán hàng, tồn kho, sổ AMIS, dòng loại ra, thiết lập kỳ, lịch làm việc hoặc ngày ngừng sử dụng hóa đơn của hồ sơ, ngày lập hóa đơn, hoặc quy tắc thuế suất, ngày và cách ghi người mua) đã đổi sau lần sinh hóa đơn gần nhất.',
    remedy: `Bấm «Sinh lại» một lần rồi tải. ${KEPT}`,
    count: 1,
  };
}

/** Connections, factors or customers' wishes that changed after the plan: nothing is wrong, but there is more to be had. */
export function catalogueFinding(input: IssuanceInput, planned: PlanSummary | null): Finding | undefined {
  if (!planned?.catalogueHash || planned.catalogueHash === catalogueHash(input)) return undefined;
  return {
    code: 'CATALOGUES_CHANGED',
    severity: 'warn',
    message:
      'Liên kết, hệ số hoặc yêu cầu hóa đơn của khách trong kỳ đã đổi sau lần sinh gần nhất; hóa đơn và phần chưa xuất còn theo dữ liệu trước đó.',
    remedy: 'Bấm «Sinh lại» để xem trước hóa đơn sẽ đổi gì.',
    count: 1,
  };
}
